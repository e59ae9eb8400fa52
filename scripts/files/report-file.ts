import { whole } from '../text/escape.js';
import { reasonOf } from '../text/system-error.js';
import { UsageError } from '../text/usage-error.js';
import { writeWhole } from './whole-file.js';

/**
 * Writes a report whole or not at all, and makes missing folders. Pipes and devices are written to directly.
 *
 * @param mode permissions of a new file
 * @throws UsageError if it cannot be written; then the existing file is as before
 */
export function writeReport(path: string, text: string, mode?: number): void {
  try {
    writeWhole(path, text, mode);
  } catch (error) {
    const next = 'Nothing was overwritten. Choose another path, or make room there.';
    throw new UsageError(`Cannot write the report ${whole(path)}: ${reasonOf(error)}. ${next}`);
  }
}
