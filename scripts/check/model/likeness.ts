import { valueAt } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import { isObject } from '../../contract/walk.js';
import type { CheckedContract } from './contract/contract.js';

/** How a shown value compares with a sent value: the same, the same after tidying that servers may do, or different. */
export type Likeness = 'same' | 'tidied' | 'other';

export { valueAt };

type Resolver = Pick<CheckedContract, 'resolve' | 'saysReflection'>;

/** Servers may leave out a field without a value, or show it as null, empty text, empty array, or object of such. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** Whether a text hides a secret: `***`. */
function isMask(value: unknown): boolean {
  return typeof value === 'string' && /^(?:[*•●]{3,}|[xX]{4,}|\W*(?:redacted|masked|hidden)\W*)$/i.test(value);
}

/** Whether two read values are the same; fields without a value may be present or absent. */
export function sameShown(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => sameShown(item, other[index]));
  if (!isObject(one) || !isObject(other)) return isEmpty(one) && isEmpty(other);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) =>
    sameShown(own(one, name), own(other, name)),
  );
}

/** Returns one text for all values that `sameShown` considers the same, an empty text for an empty value. */
export function canonical(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (Array.isArray(value)) return value.length === 0 ? '' : `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? '';
  const members = Object.keys(value)
    .sort()
    .flatMap((name) => {
      const below = canonical(value[name]);
      return below === '' ? [] : `${JSON.stringify(name)}:${below}`;
    });
  return members.length === 0 ? '' : `{${members.join(',')}}`;
}

/** Whether two arrays contain the same items, in any order. */
export function sameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  const counts = new Map<string, number>();
  for (const text of one.map(canonical)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return other.every((item) => {
    const text = canonical(item);
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count > 0;
  });
}

/** The same, where arrays may have their items in any order. */
export function alike(one: unknown, other: unknown): boolean {
  return sameShown(one, other) || (Array.isArray(one) && Array.isArray(other) && sameItems(one, other));
}

/**
 * Whether a response shows the values of a request. Objects may show more than was sent, and arrays may be in another
 * order: an `order` is a field of an item, not its position. If the contract states where responses show the parts of
 * items, only those parts are compared.
 */
export function likeness(contract: Resolver, schema: Schema, sent: unknown, shown: unknown): Likeness {
  if (sent === '' && isMask(shown)) return 'tidied';
  if (isEmpty(sent) && (isEmpty(shown) || !isObject(sent))) return isEmpty(shown) ? 'same' : 'other';
  const resolved = contract.resolve(schema);
  if (typeof sent === 'string') return textLikeness(resolved, sent, shown);
  if (Array.isArray(sent)) return arrayLikeness(contract, resolved.items ?? {}, sent, shown);
  if (isObject(sent)) return objectLikeness(contract, resolved, sent, shown);
  return sent === shown ? 'same' : 'other';
}

function textLikeness(schema: Schema, sent: string, shown: unknown): Likeness {
  if (typeof shown !== 'string') return 'other';
  if (shown === sent) return 'same';
  if (isMask(shown)) return 'tidied';
  // UUIDs compare without case (RFC 9562 §4); date-times compare as instants, whatever the offset.
  if (schema.format === 'uuid' && shown.toLowerCase() === sent.toLowerCase()) return 'same';
  if (schema.format === 'date-time' && Date.parse(shown) === Date.parse(sent)) return 'same';
  if (shown.trim().normalize('NFC') === sent.trim().normalize('NFC')) return 'tidied';
  return tidyForms.some((form) => {
    const tidy = form(schema, sent);
    return tidy !== undefined && tidy === form(schema, shown);
  })
    ? 'tidied'
    : 'other';
}

const uriFormats = new Set(['uri', 'url', 'iri']);

/** Forms that servers may normalise because the meaning stays the same; undefined for a text without such a form. */
const tidyForms: readonly ((schema: Schema, text: string) => string | undefined)[] = [
  ({ format = '' }, text) =>
    uriFormats.has(format) && URL.canParse(text) ? new URL(text).href.replace(/\/$/, '') : undefined,
  // In practice mailboxes ignore case (RFC 5321 §2.4).
  ({ format }, text) => (format === 'email' || format === 'idn-email' ? text.toLowerCase() : undefined),
  (_, text) =>
    /^\+?[\d ()/-]{7,20}$/.test(text) && !/^\d{4}-/.test(text) ? `phone ${text.replace(/\D/g, '')}` : undefined,
  (_, text) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(text) && !/^-?0\d/.test(text) ? String(Number(text)) : undefined),
];

/** Longer arrays are compared in order, since every item may be like every other. */
const mostUnordered = 1000;

function arrayLikeness(contract: Resolver, items: Schema, sent: readonly unknown[], shown: unknown): Likeness {
  if (!Array.isArray(shown) || shown.length !== sent.length) return 'other';
  if (sameItems(sent, shown)) return 'same';
  const like = (item: unknown, other: unknown): Likeness => likeness(contract, items, item, other);
  if (sent.length > mostUnordered) return worstOf(sent.map((item, index) => like(item, shown[index])));
  const rest: unknown[] = [...shown];
  return worstOf(
    sent.map((item) => {
      const same = rest.findIndex((each) => like(item, each) === 'same');
      const index = same >= 0 ? same : rest.findIndex((each) => like(item, each) === 'tidied');
      if (index >= 0) rest.splice(index, 1);
      return same >= 0 ? 'same' : index >= 0 ? 'tidied' : 'other';
    }),
  );
}

function worstOf(all: readonly Likeness[]): Likeness {
  return (['other', 'tidied'] as const).find((each) => all.includes(each)) ?? 'same';
}

function objectLikeness(contract: Resolver, schema: Schema, sent: Record<string, unknown>, shown: unknown): Likeness {
  if (!isObject(shown)) return 'other';
  const { properties } = fieldsOf(contract, schema);
  return worstOf(
    Object.entries(sent).flatMap(([name, value]) => {
      const property = properties.get(name);
      const pointer = property?.['x-reflected-as'] ?? (contract.saysReflection && property ? undefined : `/${name}`);
      return pointer === undefined ? [] : [likeness(contract, property ?? {}, value, valueAt(shown, pointer))];
    }),
  );
}

function own(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
