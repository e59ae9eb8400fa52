import type { Fields } from './counts.js';
import { each, list, tallied, verb } from './words.js';

/** Describes the fields that objects have, and names those that the contract does not list. */
export function shapeSentences(fields: Fields, noun: string, documented?: readonly string[]): string[] {
  if (fields.count === 0) return [];
  const undocumented = documented ? fields.always().filter((name) => !documented.includes(name)) : [];
  const some = fields.sometimes();
  const unlisted = undocumented.length > 0 ? `; the contract does not list ${list(undocumented)}` : '';
  const partly = some.length > 0 ? `; some have ${tallied(some)}` : '';
  const always = fields.always().length > 0 ? list(fields.always()) : 'no field in common';
  return [`${each(fields.count, noun)} read ${verb(fields.count, 'has', 'have')} ${always}${unlisted}${partly}.`];
}
