// Runs the check in a process of its own, which may kill itself. Prints the result as JSON if it is not killed.
import { check } from '../../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import { taken } from './points.js';

/** The result of a run. */
export interface Ended {
  exitCode: number;
  /** Number of resources that the run reports as different. */
  differing: number;
  steps: readonly string[];
}

const { exitCode, state } = await check(JSON.parse(process.argv[2] ?? '') as CheckOptions);
const ended: Ended = { exitCode, differing: state?.differing.length ?? 0, steps: taken };
process.stdout.write(JSON.stringify(ended));
