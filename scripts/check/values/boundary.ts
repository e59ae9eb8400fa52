import type { Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import type { ValueContext } from './context.js';
import { fits } from './fits.js';
import { boundsOf } from './number.js';
import { mostItems, sampleValue, textOf } from './sample.js';
import { type Shape, shapesOf, typesOf } from './shape.js';
import { hashOf, rotated, tokenOf } from './token.js';

/** A valid value at a boundary of the schema. */
export interface BoundaryValue {
  /** How the value differs from others, such as `title of 120 characters`. */
  about: string;
  value: Json;
  /** `success` if the schema sets the boundary; `either` if it sets none, and a server may have its own. */
  expect: 'success' | 'either';
}

const mostValues = 4;
/** The longest text that the check sends only because the schema allows it. */
const longest = 10_000;

/** Values at boundaries, at most four, those that must be accepted first. The schema allows them all. */
export function boundaryValues(schema: Schema, name: string, context: ValueContext): BoundaryValue[] {
  const [shape] = shapesOf(schema, context);
  if (!shape) return [];
  const found = shape.enum
    ? members(shape, name, context)
    : typesOf(shape).flatMap((type) => edges(type, shape, name, context));
  const valid = found.filter(({ value }) => value !== undefined && fits(schema, value, context)) as BoundaryValue[];
  return valid
    .sort((one, other) => Number(one.expect === 'either') - Number(other.expect === 'either'))
    .slice(0, mostValues)
    .map(({ about, ...rest }) => ({ about: `${name} ${about}`, ...rest }));
}

interface Edge extends Omit<BoundaryValue, 'value'> {
  value: Json | undefined;
}

function members(shape: Shape, name: string, context: ValueContext): Edge[] {
  const all = (shape.enum ?? []) as Json[];
  return rotated(all, hashOf(name, context.salt)).map((value) => ({
    about: `as ${JSON.stringify(value)}`,
    value,
    expect: 'success',
  }));
}

function edges(type: string, shape: Shape, name: string, context: ValueContext): Edge[] {
  if (type === 'string') return lengths(shape, name, context);
  if (type === 'integer' || type === 'number') return numbers(shape, type === 'integer');
  return type === 'array' ? counts(shape, name, context) : [];
}

function lengths(shape: Shape, name: string, context: ValueContext): Edge[] {
  const { minLength = 0, maxLength, format, patterns, 'x-known-values': known } = shape;
  const ofLength = (length: number): Edge => ({
    about: `of ${length} characters`,
    value: textOf(length, name, context),
    expect: 'success',
  });
  const isFree = format === undefined && patterns.length === 0 && known === undefined;
  return [
    ...(maxLength !== undefined && maxLength <= longest && maxLength > 0 ? [ofLength(maxLength)] : []),
    ...(minLength > 0 && minLength <= longest && minLength !== maxLength ? [ofLength(minLength)] : []),
    ...(isFree && minLength === 0 ? [{ about: 'as an empty text', value: '', expect: 'either' } satisfies Edge] : []),
  ];
}

function numbers(shape: Shape, integer: boolean): Edge[] {
  const { least, most } = boundsOf(shape, integer);
  const step = shape.multipleOf;
  const ends = step ? [Math.ceil(least / step) * step, Math.floor(most / step) * step] : [least, most];
  // A set also turns -0, which JSON does not have, into 0.
  const bounds = [...new Set(ends)].filter(Number.isFinite);
  return [
    ...bounds.map((value): Edge => ({ about: `as ${value}`, value, expect: 'success' })),
    // Programs easily drop 0, an empty text or an empty array as "nothing".
    ...(bounds.includes(0) ? [] : [{ about: 'as 0', value: 0, expect: 'either' } satisfies Edge]),
  ];
}

function counts(shape: Shape, name: string, context: ValueContext): Edge[] {
  const { items = {}, minItems = 0, maxItems, uniqueItems } = shape;
  const ofCount = (count: number): Edge => {
    const exactly: Schema = {
      type: 'array',
      items,
      minItems: count,
      maxItems: count,
      ...(uniqueItems && { uniqueItems }),
    };
    const about = `of ${count} ${count === 1 ? 'item' : 'items'}`;
    return { about, value: sampleValue(exactly, name, context), expect: 'success' };
  };
  return [
    ...(maxItems !== undefined && maxItems <= mostItems && maxItems > 0 ? [ofCount(maxItems)] : []),
    ...(minItems > 0 && minItems <= mostItems && minItems !== maxItems ? [ofCount(minItems)] : []),
    ...(minItems === 0 ? [{ about: 'as an empty array', value: [], expect: 'either' } satisfies Edge] : []),
  ];
}

/**
 * A text of at most 60 UTF-16 units, in NFC, without leading or trailing white space: accents, CJK, an emoji of several
 * code points outside the BMP, Arabic and Hebrew, and the characters that HTML escapes.
 */
export function unicodeText(name: string, salt: string): string {
  const label = name.replace(/[^A-Za-z0-9]+/g, '').slice(0, 8);
  return `Ünïçødé ${label} ${tokenOf(hashOf(name, salt))} 漢字かな 👩🏽‍🚀 مرحبا שלום Ω & "<b>'`
    .replace('  ', ' ')
    .normalize('NFC');
}

/** A text of exactly this many characters, with letters, digits, hyphens and single spaces. */
export function longText(length: number): string {
  return 'Check-1 a long Text, '
    .repeat(Math.ceil(length / 21))
    .slice(0, length)
    .replace(/ $/, '.');
}

/** A text with leading, trailing and double white space, which a server may keep or trim. */
export function paddedText(name: string, salt: string): string {
  return `  Check ${name.replace(/[^A-Za-z0-9]+/g, '').slice(0, 30)}  ${tokenOf(hashOf(name, salt))}\t `;
}
