import type { Reporter } from 'vitest/node';
import { type GateOutcome, outcomesText } from '../../scripts/release/gate.js';

declare module 'vitest' {
  interface TaskMeta {
    /** The outcome of the gate, if the test is that of a gate. */
    gate?: GateOutcome;
  }
}

/** Prints one line per gate at the end of the tests. */
export const gateLines: Reporter = {
  onTestRunEnd(modules) {
    const outcomes = modules.flatMap(({ children }) =>
      [...children.allTests()].flatMap((test) => test.meta().gate ?? []),
    );
    if (outcomes.length > 0) process.stdout.write(`\n${outcomesText(outcomes)}`);
  },
};
