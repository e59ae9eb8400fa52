import { isDeepStrictEqual } from 'node:util';
import type { Alternative, Credential } from './credentials.js';
import { code, codes } from './sentence.js';

interface Sides {
  old: readonly Alternative[];
  new: readonly Alternative[];
}

/** ``nothing, or `Key` and `Session` ``: the alternatives of one side. */
export function either(sides: Sides, side: keyof Sides): string {
  const others = sides[side === 'old' ? 'new' : 'old'].flat();
  const told = sides[side].map((needs) => needs.map((need) => needOf(need, others)).join(' and ') || 'nothing');
  return [...new Set(told)].join(', or ');
}

/** The name of a scheme. Where the other document means something else by it, what it stands for follows. */
function needOf({ name, scheme, scopes }: Credential, others: readonly Credential[]): string {
  const isOther = others.some((each) => each.name === name && !isDeepStrictEqual(each.scheme, scheme));
  const { type, in: place, name: field, scheme: kind, 'x-prefix': prefix } = scheme;
  const key = `${place} ${code(field)}${prefix === undefined ? '' : ` with ${code(prefix)} before it`}`;
  const detail = type === 'apiKey' ? key : type === 'http' ? code(kind) : 'as defined there';
  return `${code(name)}${isOther ? ` (${detail})` : ''}${scopes.length > 0 ? ` with ${codes(scopes)}` : ''}`;
}
