// Runs the check or the undo in a process of its own, which may kill itself. Exports the undo for use in this process.
import { fileURLToPath } from 'node:url';
import { check } from '../../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../../scripts/check/model/options.js';
import { type UndoOptions, undo } from '../../../scripts/check/restore/undo.js';
import { reachedSteps } from './points.js';

export { undo };

/** The result of a run. */
export interface Ended {
  exitCode: number;
  /** Number of resources that the run reports as different. */
  differing: number;
  steps: readonly string[];
}

const [, program, task, options = ''] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  if (task === 'undo') await undo(JSON.parse(options) as UndoOptions, () => undefined);
  else {
    const { exitCode, state } = await check(JSON.parse(options) as CheckOptions);
    const result: Ended = { exitCode, differing: state?.differing.length ?? 0, steps: reachedSteps };
    process.stdout.write(JSON.stringify(result));
  }
}
