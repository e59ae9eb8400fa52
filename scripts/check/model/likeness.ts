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

function arrayLikeness(contract: Resolver, items: Schema, sent: readonly unknown[], shown: unknown): Likeness {
  if (!Array.isArray(shown) || shown.length !== sent.length) return 'other';
  const rest = new Rest(shown);
  let worst: Likeness = 'same';
  for (const item of sent) {
    const like =
      (wanted: Likeness) =>
      (candidate: unknown): boolean =>
        likeness(contract, items, item, candidate) === wanted;
    if (rest.take(item, like('same'))) continue;
    if (!rest.take(item, like('tidied'))) return 'other';
    worst = 'tidied';
  }
  return worst;
}

/** Items that are not matched yet. An item equal to the wanted one is found in constant time. */
class Rest {
  readonly #items: readonly unknown[];
  readonly #byText = new Map<string, number[]>();
  readonly #isTaken: boolean[];
  #first = 0;

  constructor(items: readonly unknown[]) {
    this.#items = items;
    this.#isTaken = items.map(() => false);
    for (const [index, item] of items.entries()) {
      const text = canonical(item);
      // An empty object may match an object that shows more, so empty values have no text to look up.
      if (text === '') continue;
      const known = this.#byText.get(text);
      if (known) known.push(index);
      else this.#byText.set(text, [index]);
    }
  }

  /** Removes a matching item from the rest; false if no item matches. */
  take(wanted: unknown, isRight: (item: unknown) => boolean): boolean {
    const index = this.#equalTo(wanted, isRight) ?? this.#firstOf(isRight);
    if (index !== undefined) this.#isTaken[index] = true;
    return index !== undefined;
  }

  #equalTo(wanted: unknown, isRight: (item: unknown) => boolean): number | undefined {
    const equals = this.#byText.get(canonical(wanted)) ?? [];
    while (equals.length > 0 && this.#isTaken[equals.at(-1) as number]) equals.pop();
    const index = equals.at(-1);
    return index !== undefined && isRight(this.#items[index]) ? index : undefined;
  }

  #firstOf(isRight: (item: unknown) => boolean): number | undefined {
    while (this.#isTaken[this.#first]) this.#first += 1;
    for (let index = this.#first; index < this.#items.length; index += 1)
      if (!this.#isTaken[index] && isRight(this.#items[index])) return index;
    return undefined;
  }
}

function objectLikeness(contract: Resolver, schema: Schema, sent: Record<string, unknown>, shown: unknown): Likeness {
  if (!isObject(shown)) return 'other';
  const { properties } = fieldsOf(contract, schema);
  let worst: Likeness = 'same';
  for (const [name, value] of Object.entries(sent)) {
    const property = properties.get(name);
    const pointer = property?.['x-reflected-as'] ?? (contract.saysReflection && property ? undefined : `/${name}`);
    if (pointer === undefined) continue;
    const each = likeness(contract, property ?? {}, value, valueAt(shown, pointer));
    if (each === 'other') return 'other';
    if (each === 'tidied') worst = 'tidied';
  }
  return worst;
}

function own(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
