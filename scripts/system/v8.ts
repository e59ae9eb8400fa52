import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow to twice the size of the objects in use before old garbage is collected. By default, V8 lets it
 * grow to four times that size, for hardly more speed. Only for long commands: it applies to the whole process.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=100');
}

/** Whether the user has chosen how V8 compiles; V8 itself does not reveal its settings. */
const hasOptimizerFlags = /opt|jitless/.test([...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' '));

/**
 * Runs short work without the optimizing compiler of V8: in the first fraction of a second, compiling takes longer than
 * it saves. Only for commands, because the setting applies to the whole process.
 */
export function runWithoutOptimizer<Value>(work: () => Value): Value {
  if (hasOptimizerFlags) return work();
  setFlagsFromString('--no-opt');
  try {
    return work();
  } finally {
    setFlagsFromString('--opt');
  }
}
