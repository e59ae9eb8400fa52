import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow to twice what is still referenced before old garbage is collected. By itself, V8 lets it grow up
 * to four times, for hardly any speed. For commands that work for long: the setting is one of the whole process.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=100');
}

/** Whether somebody has chosen how V8 compiles; it cannot be asked for its settings. */
const hasChosenFlags = /opt|jitless/.test([...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' '));

/**
 * Does work of a fraction of a second without the optimizing compiler of V8, which would take more time for such work
 * than the work itself. It is for commands alone: the setting is one of the whole process.
 */
export function withoutOptimizer<Value>(work: () => Value): Value {
  if (hasChosenFlags) return work();
  setFlagsFromString('--no-opt');
  try {
    return work();
  } finally {
    setFlagsFromString('--opt');
  }
}
