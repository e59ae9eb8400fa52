import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow to twice the size of the objects in use before old garbage is collected. By default, V8 lets it
 * grow up to four times, and gains hardly any speed. Only for commands that run for long: it applies to the process.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=100');
}

/** Whether the user has chosen how V8 compiles; V8 itself cannot be asked for its settings. */
const hasOptimizerFlags = /opt|jitless/.test([...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' '));

/**
 * Runs work that takes a fraction of a second without the optimizing compiler of V8, which would take longer than it
 * saves for such work. Only for commands, because the setting applies to the whole process.
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
