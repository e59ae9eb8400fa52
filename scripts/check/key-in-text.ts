import { UsageError } from '../command.js';

/** Shorter keys stand in any text by chance. */
const shortest = 8;

/** Whether the key stands in a text of whoever runs the check; a key under 8 characters only where it is all of a value. */
export function holdsKey(text: string): boolean {
  const key = process.env['DIRECTORY_API_KEY'];
  if (!key) return false;
  return key.length < shortest ? text === key || text.endsWith(`=${key}`) : text.includes(key) || text.includes(encodeURIComponent(Buffer.from(key).toString()));
}

/** What is said instead of the text. */
export function keyRefusal(where: string): string {
  return `The key stands in ${where}, where others can read it. Take it out: it comes from DIRECTORY_API_KEY alone.`;
}

/** @throws UsageError without the text, where the key stands in it */
export function refuseKey(text: string, where: string): void {
  if (holdsKey(text)) throw new UsageError(keyRefusal(where));
}
