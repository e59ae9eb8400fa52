import { UsageError } from '../text/usage-error.js';
import { writeWhole } from './whole-file.js';

/**
 * Writes a report whole or not at all. Folders on the way are made. What is no file (a pipe, a device) is written to as
 * it is.
 *
 * @throws UsageError where it cannot be written; then the file that was there is as before
 */
export function writeReport(path: string, text: string): void {
  try {
    writeWhole(path, text);
  } catch (error) {
    const next = 'What was there is as before. Name another place, or make room there.';
    throw new UsageError(`Cannot write the report ${path}: ${(error as Error).message}. ${next}`);
  }
}
