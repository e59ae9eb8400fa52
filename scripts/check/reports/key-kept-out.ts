import { readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { writeReport } from '../../files/report-file.js';
import { visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';

/** How the text of a file comes to disk; `writeReport`, unless a test has one that makes a mistake. */
export type FileWriter = typeof writeReport;

/** Where a report breaks a line, with the colours of a terminal and the space that begins the next. */
const lineBreak = /(?:\u001b\[\d+m)*\n(?:\s|\u001b\[\d+m)*/g;

/** Whether the key stands in a text that goes out, also where it is broken over lines. */
export function standsIn(text: string, leaks: (text: string) => boolean): boolean {
  return leaks(text) || leaks(text.replace(lineBreak, ''));
}

/**
 * Writes a file in which the key must not stand. The text is searched before; afterwards what is on disk is read back
 * and searched, and deleted where the key stands in it. A pipe or a device has no file to read back.
 *
 * @returns whether it is written: false where the key stood in it, and then no file of this text is there
 * @throws UsageError where it cannot be written, or not be read back; then no file of this text is there either
 */
export function writeSearched(
  path: string,
  text: string,
  leaks: (text: string) => boolean,
  write: FileWriter = writeReport,
): boolean {
  if (standsIn(text, leaks)) return false;
  write(path, text);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) return true;
  let written: string;
  try {
    written = readFileSync(path, 'utf8');
  } catch (error) {
    remove(path);
    throw new UsageError(
      `${visible(path)} was written and could not be read back: ${visible((error as Error).message)}. It was ` +
        'deleted, since nobody knows what it holds. Name another place.',
    );
  }
  if (!standsIn(written, leaks)) return true;
  remove(path);
  return false;
}

/** The file itself, where the path is a link. */
function remove(path: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there) rmSync(realpathSync(path));
}

/** What is said of reports and files in which the key stood. */
export function keyFound(places: readonly string[]): string {
  return (
    `The key was found in ${places.join(' and ')}, which was not written. ` +
    'Change the key where it is issued, and report this as a mistake of this program.'
  );
}
