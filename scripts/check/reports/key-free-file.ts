import { readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { writeReport } from '../../files/whole-file.js';
import { sanitize } from '../../text/escape.js';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';

export type FileWriter = typeof writeReport;

/** A line break in a report, with terminal colours and the indentation of the next line. */
const lineBreakPattern = /(?:\u001b\[\d+m)*\n(?:\s|\u001b\[\d+m)*/g;

/** Whether a string contains the key, even if the key is split over several lines. */
export function containsKey(text: string, leaks: (text: string) => boolean): boolean {
  return leaks(text) || leaks(text.replace(lineBreakPattern, ''));
}

/**
 * Writes a file that must not contain the key. Searches the text first, then reads the file back, searches it again,
 * and deletes it if it contains the key. Pipes and devices cannot be read back.
 *
 * @param mode permissions of a new file
 * @returns false if the text contained the key; then it is not on disk
 * @throws UsageError if the file cannot be written or read back; then it is not on disk either
 */
export function writeWithoutKey(
  path: string,
  text: string,
  leaks: (text: string) => boolean,
  write: FileWriter = writeReport,
  mode?: number,
): boolean {
  if (containsKey(text, leaks)) return false;
  write(path, text, mode);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) return true;
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    removeFile(path);
    throw new UsageError(
      `${sanitize(path)} was written, but cannot be read back: ${sanitize(reasonOf(error))}. The file was ` +
        `deleted, since it may contain the key. Choose another path.`,
    );
  }
  if (!containsKey(content, leaks)) return true;
  removeFile(path);
  return false;
}

/** Deletes the file. If the path is a link, deletes the file to which it leads. */
function removeFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) rmSync(realpathSync(path));
}

export function keyLeakText(places: readonly string[]): string {
  const texts = places.length === 1 ? 'this text was' : 'these texts were';
  return (
    `The API key was in ${places.join(' and ')}, so ${texts} not written. Replace the key, and report this as a ` +
    'bug in this program.'
  );
}
