import { readFileSync, statSync } from 'node:fs';
import { syntaxMistake } from '../text/json-place.js';
import { UsageError } from '../text/usage-error.js';

/**
 * Reads a JSON file of a person.
 *
 * @param what what it must be, as `a baseline`
 * @param limit bytes that it may have
 * @throws UsageError where it is not there, too large, not UTF-8, or no JSON
 */
export function readJsonFile(path: string, what: string, limit: number): { text: string; value: unknown } {
  const bytes = readBytes(path, what, limit);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${path} is not UTF-8. It must be the JSON of ${what}.`);
  }
  try {
    return { text, value: JSON.parse(text) as unknown };
  } catch {
    const { line, column, message } = syntaxMistake(text) ?? { line: 1, column: 1, message: 'Expected less depth' };
    throw new UsageError(`${path}:${line}:${column}: ${message}. It must be the JSON of ${what}.`);
  }
}

function readBytes(path: string, what: string, limit: number): Uint8Array {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`Expected ${what} at ${path}, found no such file. Correct the path.`);
  if (!stats.isFile())
    throw new UsageError(`Expected ${what} at ${path}, found something that is no file. Correct the path.`);
  if (stats.size > limit) {
    const [most, found] = [limit, stats.size].map((size) => `${Math.ceil(size / 1_048_576)} MiB`);
    throw new UsageError(
      `Expected ${what} of at most ${most}, found ${found} in ${path}. Leave out what is not needed.`,
    );
  }
  return readFileSync(path);
}
