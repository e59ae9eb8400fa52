import { readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { writeReport } from '../../files/whole-file.js';
import { visible } from '../../text/escape.js';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';

/** Writes a file: `writeReport`, or a faulty one in tests. */
export type FileWriter = typeof writeReport;

/** A line break in a report, with terminal colours and the indentation of the next line. */
const lineBreak = /(?:\u001b\[\d+m)*\n(?:\s|\u001b\[\d+m)*/g;

/** Whether a text contains the key, also split over lines. */
export function containsKey(text: string, leaks: (text: string) => boolean): boolean {
  return leaks(text) || leaks(text.replace(lineBreak, ''));
}

/**
 * Writes a file that must not contain the key. It searches the text first, then reads the file back, searches it again,
 * and deletes it if it contains the key. Pipes and devices cannot be read back.
 *
 * @param mode permissions of a new file
 * @returns false if the text contained the key; then it is not on disk
 * @throws UsageError if it cannot be written or read back; then it is not on disk either
 */
export function writeSearched(
  path: string,
  text: string,
  leaks: (text: string) => boolean,
  write: FileWriter = writeReport,
  mode?: number,
): boolean {
  if (containsKey(text, leaks)) return false;
  write(path, text, mode);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) return true;
  let written: string;
  try {
    written = readFileSync(path, 'utf8');
  } catch (error) {
    remove(path);
    throw new UsageError(
      `${visible(path)} was written, but cannot be read back: ${visible(reasonOf(error))}. It was deleted, since ` +
        'the key may be in it. Choose another path.',
    );
  }
  if (!containsKey(written, leaks)) return true;
  remove(path);
  return false;
}

/** Deletes the file, also if the path is a link to it. */
function remove(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) rmSync(realpathSync(path));
}

/** The message about reports and files that contained the key. */
export function keyFound(places: readonly string[]): string {
  return (
    `The API key was in ${places.join(' and ')}, so that was not written. Replace the key, and report this as a ` +
    'bug of this program.'
  );
}
