import { UsageError } from '../../text/usage-error.js';
import { type KeySearch, keyInUse } from './key.js';

/** Shorter keys stand in any text by chance. */
const shortest = 8;

/**
 * The search for the key; undefined where what is set is none that could be sent, and nobody has made it safe to search
 * for.
 */
function search(): KeySearch | undefined {
  try {
    return keyInUse();
  } catch {
    return undefined;
  }
}

/**
 * Whether the key stands in a text of whoever runs the check, in any encoding; a key under 8 characters only where it
 * is all of a value.
 */
export function holdsKey(text: string): boolean {
  const key = process.env['DIRECTORY_API_KEY'];
  if (!key) return false;
  if (key.length < shortest) return text === key || text.endsWith(`=${key}`);
  return text.includes(key) || search()?.leaks(text) === true;
}

/** What is said instead of the text. */
export function keyRefusal(where: string): string {
  return `The key stands in ${where}, where others can read it. Take it out: it comes from DIRECTORY_API_KEY alone.`;
}

/** @throws UsageError without the text, where the key stands in it */
export function refuseKey(text: string, where: string): void {
  if (holdsKey(text)) throw new UsageError(keyRefusal(where));
}

/** A message of ours that may quote a file of somebody, with `[key]` in place of the key in any encoding. */
export function withoutKey(text: string): string {
  const key = process.env['DIRECTORY_API_KEY']?.trim() ?? '';
  return key.length < shortest ? text : (search()?.redact(text) ?? text.replaceAll(key, '[key]'));
}
