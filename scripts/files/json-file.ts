import { statSync } from 'node:fs';
import { visible, whole } from '../text/escape.js';
import { mostLevels, syntaxMistake } from '../text/json-place.js';
import { FileMistake, UsageError } from '../text/usage-error.js';
import { bytesUpTo } from './line-file.js';

/**
 * Reads a JSON file that the user named.
 *
 * @param what noun for messages, such as `a baseline`
 * @param limit the largest size, in bytes
 * @throws UsageError if the file does not exist, is too large or too deep, or is not JSON in UTF-8
 */
export function readJsonFile(path: string, what: string, limit: number): { text: string; value: unknown } {
  const bytes = readBytes(path, what, limit);
  const shown = whole(path);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${shown} is not UTF-8. Expected ${what} in JSON.`);
  }
  try {
    const value = JSON.parse(text) as unknown;
    if (!isDeeper(value, mostLevels)) return { text, value };
    throw new Error('too deep');
  } catch {
    const { line, column, message } = syntaxMistake(text) ?? { line: 1, column: 1, message: 'Expected fewer levels' };
    const at = `:${line}:${column}`;
    throw new FileMistake(`${shown}${at}: ${message}. The file must hold ${what} in JSON.`, {
      file: visible(path),
      what: `${what} in JSON`,
      at,
    });
  }
}

/** Whatever walks over the value later may recurse, or take time for each level above a value. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

function readBytes(path: string, what: string, limit: number): Uint8Array {
  const shown = whole(path);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`Expected ${what} at ${shown}, but the file does not exist. Correct the path.`);
  if (!stats.isFile()) throw new UsageError(`Expected ${what} at ${shown}, but that is not a file. Correct the path.`);
  // The file may grow, or not tell its size.
  const bytes = stats.size > limit ? undefined : bytesUpTo(path, limit);
  if (bytes) return bytes;
  const [most, found] = [limit, stats.size].map((size) => `${Math.ceil(size / 1_048_576)} MiB`);
  throw new UsageError(
    `Expected ${what} of at most ${most}, found ${stats.size > limit ? found : 'more'} in ${shown}. Make it smaller.`,
  );
}
