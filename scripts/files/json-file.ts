import { statSync } from 'node:fs';
import { sanitize, sanitizeLine } from '../text/escape.js';
import { findSyntaxMistake, maxLevels } from '../text/json-place.js';
import { FileMistake, UsageError } from '../text/usage-error.js';
import { readUpTo } from './line-file.js';

/**
 * Reads a JSON file that the user named, of at most `limit` bytes; `noun` names it in messages (`a baseline`).
 *
 * @throws UsageError if the file does not exist, is too large or too deep, or is not JSON in UTF-8
 */
export function readJsonFile(path: string, noun: string, limit: number): { text: string; value: unknown } {
  const bytes = readBytes(path, noun, limit);
  const printablePath = sanitizeLine(path);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${printablePath} is not UTF-8. Expected ${noun} in JSON.`);
  }
  try {
    const value = JSON.parse(text) as unknown;
    if (!isDeeperThan(value, maxLevels)) return { text, value };
    throw new Error('too deep');
  } catch {
    const { line, column, message } = findSyntaxMistake(text) ?? {
      line: 1,
      column: 1,
      message: 'Expected fewer levels',
    };
    const position = `:${line}:${column}`;
    throw new FileMistake(`${printablePath}${position}: ${message}. The file must contain ${noun} in JSON.`, {
      file: sanitize(path),
      what: `${noun} in JSON`,
      at: position,
    });
  }
}

/** Whether a value is nested too deeply for later code, which may be recursive or slow. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}

/** Reads a file that the user named. @throws UsageError if there is no file, or one of more than `limit` bytes */
export function readBytes(path: string, noun: string, limit: number): Uint8Array {
  const visiblePath = sanitizeLine(path);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats)
    throw new UsageError(`Expected ${noun} at ${visiblePath}, but the file does not exist. Correct the path.`);
  if (!stats.isFile())
    throw new UsageError(`Expected ${noun} at ${visiblePath}, but that is not a file. Correct the path.`);
  // The size may be unknown, or grow while the file is read.
  const bytes = stats.size > limit ? undefined : readUpTo(path, limit);
  if (bytes) return bytes;
  const [unitSize, unit] = limit < 1e6 ? [1000, 'kB'] : [1_048_576, 'MiB'];
  const [limitText, sizeText] = [limit, stats.size].map((size) => `${Math.ceil(size / unitSize)} ${unit}`);
  throw new UsageError(
    `Expected ${noun} of at most ${limitText}, found ${stats.size > limit ? sizeText : 'more'} in ${visiblePath}. ` +
      `Make it smaller.`,
  );
}
