import { readFileSync, statSync } from 'node:fs';
import { syntaxMistake } from '../text/json-place.js';
import { UsageError } from '../text/usage-error.js';

/**
 * Reads a JSON file that the user named.
 *
 * @param what noun for messages, such as `a baseline`
 * @param limit the largest size, in bytes
 * @throws UsageError if the file does not exist, is too large, or is not JSON in UTF-8
 */
export function readJsonFile(path: string, what: string, limit: number): { text: string; value: unknown } {
  const bytes = readBytes(path, what, limit);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path} is not UTF-8. Expected ${what} in JSON.`);
  }
  try {
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    const { line, column, message } = syntaxMistake(text) ?? { line: 1, column: 1, message: 'Expected fewer levels' };
    throw new UsageError(`${path}:${line}:${column}: ${message}. The file must hold ${what} in JSON.`);
  }
}

function readBytes(path: string, what: string, limit: number): Uint8Array {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`Expected ${what} at ${path}, but the file does not exist. Correct the path.`);
  if (!stats.isFile()) throw new UsageError(`Expected ${what} at ${path}, but that is not a file. Correct the path.`);
  if (stats.size > limit) {
    const [most, found] = [limit, stats.size].map((size) => `${Math.ceil(size / 1_048_576)} MiB`);
    throw new UsageError(`Expected ${what} of at most ${most}, found ${found} in ${path}. Make it smaller.`);
  }
  return readFileSync(path);
}
