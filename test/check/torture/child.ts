// A run of the check in a process of its own, which may kill itself on the way. What came of it, where it comes to its
// end, is printed as JSON.
import { check } from '../../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import { taken } from './points.js';

/** What a run tells at its end. */
export interface Ended {
  exitCode: number;
  /** Things that it knows to be other than they were. */
  differing: number;
  steps: readonly string[];
}

const { exitCode, state } = await check(JSON.parse(process.argv[2] ?? '') as CheckOptions);
const ended: Ended = { exitCode, differing: state?.differing.length ?? 0, steps: taken };
process.stdout.write(JSON.stringify(ended));
