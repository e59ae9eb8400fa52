import { partsOf } from '../../contract/composed-schema.js';
import { valueAt } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import { isObject } from '../../contract/walk.js';
import type { CheckedContract } from './contract/contract.js';

/** How a value in a response compares with the sent one: the same, harmlessly changed (trimmed), or different. */
export type Likeness = 'same' | 'tidied' | 'other';

export { valueAt };

type SchemaContract = Pick<CheckedContract, 'resolve' | 'hasReflection'>;

/** Whether a value means "no value": absence, null, an empty string or array, or an object of such values. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** Whether a string stands for a hidden secret: `***`. */
export function isMask(value: unknown): boolean {
  return typeof value === 'string' && /^(?:[*•●]{3,}|[xX]{4,}|\W*(?:redacted|masked|hidden)\W*)$/i.test(value);
}

/** Whether two values from reads are the same. A field without a value may also be absent. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSameValue(item, b[index]));
  if (!isObject(a) || !isObject(b)) return isEmpty(a) && isEmpty(b);
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) =>
    isSameValue(ownMember(a, name), ownMember(b, name)),
  );
}

/** Returns the same string for all values that `isSameValue` treats as equal; for an empty value, an empty string. */
export function canonicalText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  if (Array.isArray(value)) return value.length === 0 ? '' : `[${value.map(canonicalText).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? '';
  const members = Object.keys(value)
    .sort()
    .flatMap((name) => {
      const memberText = canonicalText(value[name]);
      return memberText === '' ? [] : `${JSON.stringify(name)}:${memberText}`;
    });
  return members.length === 0 ? '' : `{${members.join(',')}}`;
}

/** Whether two arrays contain the same items, in any order. */
export function hasSameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  const counts = new Map<string, number>();
  for (const text of a.map(canonicalText)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return b.every((item) => {
    const text = canonicalText(item);
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count > 0;
  });
}

/** Whether two values are the same, or two arrays that have the same items in another order. */
export function isEquivalent(a: unknown, b: unknown): boolean {
  return isSameValue(a, b) || (Array.isArray(a) && Array.isArray(b) && hasSameItems(a, b));
}

/**
 * Compares the values in a response with those of a request. An object in the response may have more fields. An array
 * may be in another order: fields such as `order` matter, positions do not. If the contract states where responses show
 * the fields of items, only those fields are compared.
 */
export function compareValues(
  contract: SchemaContract,
  schema: Schema,
  sentValue: unknown,
  shownValue: unknown,
): Likeness {
  if (sentValue === '' && isMask(shownValue)) return 'tidied';
  if (isEmpty(sentValue) && (isEmpty(shownValue) || !isObject(sentValue)))
    return isEmpty(shownValue) ? 'same' : 'other';
  if (sentValue === shownValue) return 'same';
  if (isObject(sentValue)) return compareObjects(contract, schema, sentValue, shownValue);
  if (!Array.isArray(sentValue) && typeof sentValue !== 'string') return 'other';
  // If the value may also be null, only one branch of its schema has the format of a string or the items of an array.
  const parts = [...partsOf(schema, (each) => contract.resolve(each))].map(([part]) => part);
  if (typeof sentValue === 'string')
    return compareTexts(parts.find(({ format }) => format) ?? {}, sentValue, shownValue);
  return compareArrays(contract, parts.find(({ items }) => items)?.items ?? {}, sentValue, shownValue);
}

function compareTexts(schema: Schema, sentText: string, shownValue: unknown): Likeness {
  if (typeof shownValue !== 'string') return 'other';
  if (isMask(shownValue)) return 'tidied';
  // UUIDs are compared without case (RFC 9562 §4), date-times as instants, whatever their offset.
  if (schema.format === 'uuid' && shownValue.toLowerCase() === sentText.toLowerCase()) return 'same';
  if (schema.format === 'date-time' && Date.parse(shownValue) === Date.parse(sentText)) return 'same';
  const isTidied = normalForms.some((form) => {
    const normalForm = form(schema, sentText);
    return normalForm !== undefined && normalForm === form(schema, shownValue);
  });
  return isTidied ? 'tidied' : 'other';
}

const uriFormats = new Set(['uri', 'url', 'iri']);

/** Functions that normalise a string without changing its meaning, as servers may do; undefined for other strings. */
const normalForms: readonly ((schema: Schema, text: string) => string | undefined)[] = [
  (_, text) => text.trim().normalize('NFC'),
  ({ format = '' }, text) =>
    uriFormats.has(format) && URL.canParse(text) ? new URL(text).href.replace(/\/$/, '') : undefined,
  // In practice, mail servers ignore letter case before the `@` of an address (RFC 5321 §2.4).
  ({ format }, text) => (format === 'email' || format === 'idn-email' ? text.toLowerCase() : undefined),
  (_, text) =>
    /^\+?[\d ()/-]{7,20}$/.test(text) && !/^\d{4}-/.test(text) ? `phone ${text.replace(/\D/g, '')}` : undefined,
  (_, text) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(text) && !/^-?0\d/.test(text) ? String(Number(text)) : undefined),
];

/**
 * Maximum length of an array whose items may be in any order. Longer arrays are compared by position, since comparing
 * all pairs of items would take too long.
 */
export const maxUnorderedItems = 1000;

function compareArrays(
  contract: SchemaContract,
  items: Schema,
  sentItems: readonly unknown[],
  shownValue: unknown,
): Likeness {
  if (!Array.isArray(shownValue) || shownValue.length !== sentItems.length) return 'other';
  if (hasSameItems(sentItems, shownValue)) return 'same';
  const compare = (item: unknown, other: unknown): Likeness => compareValues(contract, items, item, other);
  if (sentItems.length > maxUnorderedItems)
    return worstOf(sentItems.map((item, index) => compare(item, shownValue[index])));
  const unmatchedItems: unknown[] = [...shownValue];
  return worstOf(
    sentItems.map((item) => {
      const matchIndex = unmatchedItems.findIndex((unmatchedItem) => compare(item, unmatchedItem) === 'same');
      const index = matchIndex >= 0 ? matchIndex : unmatchedItems.findIndex((each) => compare(item, each) === 'tidied');
      if (index >= 0) unmatchedItems.splice(index, 1);
      return matchIndex >= 0 ? 'same' : index >= 0 ? 'tidied' : 'other';
    }),
  );
}

function worstOf(allLikenesses: readonly Likeness[]): Likeness {
  return (['other', 'tidied'] as const).find((text) => allLikenesses.includes(text)) ?? 'same';
}

function compareObjects(contract: SchemaContract, schema: Schema, sentObject: object, shownValue: unknown): Likeness {
  if (!isObject(shownValue)) return 'other';
  const { properties } = fieldsOf(contract, schema);
  return worstOf(
    Object.entries(sentObject).flatMap(([name, value]) => {
      const property = properties.get(name);
      const pointer = property?.['x-reflected-as'] ?? (contract.hasReflection && property ? undefined : `/${name}`);
      if (pointer === undefined) return [];
      return compareValues(contract, property ?? {}, value, valueAt(shownValue, pointer));
    }),
  );
}

/** Returns a member that the object itself has; undefined if the object only inherits it. */
export function ownMember<Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
