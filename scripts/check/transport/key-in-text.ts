import { UsageError } from '../../text/usage-error.js';
import { type KeySearch, keyInUse, shortest } from './key.js';
import { secretParts } from './secret-parts.js';

/** Returns the search for the key; undefined if its value is invalid, so that no search for it is possible. */
function search(): KeySearch | undefined {
  try {
    return keyInUse();
  } catch {
    return undefined;
  }
}

/**
 * Whether a text from the user contains the key, in any encoding; a key under 8 characters, or such a part of
 * it after a scheme, is found only if it is a whole value.
 */
export function holdsKey(text: string): boolean {
  const key = process.env['DIRECTORY_API_KEY'];
  if (!key) return false;
  const isIn = (part: string): boolean =>
    part.length < shortest ? text === part || text.endsWith(`=${part}`) : text.includes(part);
  return secretParts(key, 1).some(isIn) || (key.length >= shortest && search()?.leaks(text) === true);
}

/** The message in place of a text that contains the key. */
export function keyRefusal(where: string): string {
  return `The key is in ${where}, where others can read it. Remove it there, and set it in DIRECTORY_API_KEY only.`;
}

/** @throws UsageError if the text contains the key, without the text */
export function refuseKey(text: string, where: string): void {
  if (holdsKey(text)) throw new UsageError(keyRefusal(where));
}

/** Replaces the key, and all else that is held, in any encoding, by `[key]` in a message that may quote a file. */
export function withoutKey(text: string): string {
  const found = search();
  if (found) return found.redact(text);
  const key = process.env['DIRECTORY_API_KEY']?.trim() ?? '';
  const parts = key.length < shortest ? [] : secretParts(key, shortest);
  return parts.reduce((rest, part) => rest.replaceAll(part, '[key]'), text);
}
