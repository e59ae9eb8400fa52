import { isObject, type Json } from '../../contract/json.js';
import { escapeToken } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import type { ValueContext } from './context.js';
import { fits } from './fits.js';
import { formatOf } from './formats.js';
import { matches } from './matching.js';
import { boundsOf } from './number.js';
import { mostItems, sampleValue, textOf } from './sample.js';
import { isReadOnly, type Shape, shapesOf, typesOf } from './shape.js';

/** A value that the schema forbids. */
export interface WrongValue {
  kind: 'wrong-type' | 'wrong-format' | 'out-of-bounds';
  /** What is wrong and where, such as `media[0].order as a string`. */
  about: string;
  /** JSON pointer to the wrong part, from the value of the property; empty for the value itself. */
  pointer: string;
  /** The whole value of the property. */
  value: Json;
}

/**
 * Returns values that the schema surely forbids, each with one error: a wrong type, a wrong format, each violated
 * bound; then the same for parts one level deeper, in a value that is otherwise valid.
 */
export function wrongValues(schema: Schema, name: string, context: ValueContext): WrongValue[] {
  const inside = insideOf(schema, name, context).filter(({ value }) => !fits(schema, value, context));
  return [...ownWrongs(schema, name, name, context), ...inside];
}

/** Returns wrong values in place of the value itself. `shown` is its place for people. */
function ownWrongs(schema: Schema, name: string, shown: string, context: ValueContext): WrongValue[] {
  const [shape] = shapesOf(schema, context);
  if (!shape) return [];
  const wrong = (kind: WrongValue['kind'], about: string, value: Json | undefined): WrongValue[] =>
    value === undefined || fits(schema, value, context)
      ? []
      : [{ kind, about: `${shown} ${about}`, pointer: '', value }];
  return [
    ...typeWrong(schema, shape, context).flatMap(([about, value]) => wrong('wrong-type', about, value)),
    ...formatWrongs(shape).flatMap(([about, value]) => wrong('wrong-format', about, value)),
    ...boundWrongs(shape, name, context).flatMap(([about, value]) => wrong('out-of-bounds', about, value)),
  ];
}

type Attempt = [about: string, value: Json | undefined];

const asObject: Attempt = ['as an object', { wrong: true }];
const asText: Attempt = ['as a string', 'wrong'];
const asArray: Attempt = ['as an array', ['wrong']];
const otherTypes = [asObject, asText, asArray, ['as a boolean', true], ['as a number', 7.5]] satisfies Attempt[];

/** Wrong values that a lenient server could convert to the type, if the text had another meaning. */
const likelyWrong: Readonly<Record<string, Attempt | undefined>> = {
  boolean: ['as a string', 'yes'],
  integer: ['as a string', 'three'],
  number: ['as a string', 'three'],
  object: asText,
};

/** Returns one value of another type that no server converts to the right one. */
function typeWrong(schema: Schema, shape: Shape, context: ValueContext): Attempt[] {
  if (shape.types === undefined && !shape.enum) return [];
  const [first = ''] = typesOf(shape);
  const likely = likelyWrong[first] ?? asObject;
  return [likely, ...otherTypes].filter(([, value]) => !fits(schema, value ?? null, context)).slice(0, 1);
}

function formatWrongs(shape: Shape): Attempt[] {
  if (!typesOf(shape).includes('string') || shape.enum) return [];
  const format = formatOf(shape.format);
  const ofFormat: Attempt[] = format ? [[`that is not a valid ${shape.format}`, format.wrong]] : [];
  const ofPatterns = shape.patterns.flatMap((pattern): Attempt[] => {
    const text = mismatches.find((each) => matches(pattern, each) === false);
    return text === undefined ? [] : [[`that does not match ${pattern}`, text]];
  });
  return [...ofFormat, ...ofPatterns];
}

/** Texts that few patterns match. Each is short, since some patterns take very long to reject a long text. */
const mismatches = ['no match', '~no match~', '12 no', '//no', 'Ω', '-', '!!', ''];

function boundWrongs(shape: Shape, name: string, context: ValueContext): Attempt[] {
  if (shape.enum) return enumWrong(shape);
  return typesOf(shape).flatMap((type) => {
    if (type === 'string') return lengthWrongs(shape, name, context);
    if (type === 'integer' || type === 'number') return numberWrongs(shape, type === 'integer');
    if (type === 'array') return countWrongs(shape, name, context);
    return type === 'object' && shape.minProperties ? [['without a member', {}]] : [];
  });
}

function enumWrong({ enum: members = [] }: Shape): Attempt[] {
  const numbers = members.filter((member) => typeof member === 'number');
  if (numbers.length === members.length) return [['as a number that is not listed', Math.max(0, ...numbers) + 7]];
  if (members.some((member) => typeof member === 'string'))
    return [['as a string that is not listed', 'not-one-of-them']];
  return [];
}

/** The longest text that tests a bound; a longer one would test another limit. */
const longest = 10_000;

function lengthWrongs(
  { minLength = 0, maxLength = Infinity, format }: Shape,
  name: string,
  context: ValueContext,
): Attempt[] {
  const more = maxLength + 1;
  const fewer = minLength - 1;
  const found: Attempt[] = [];
  if (more <= longest) {
    found.push([
      `of ${more} characters, where at most ${maxLength} are allowed`,
      longOf(format, more) ?? textOf(more, name, context),
    ]);
  }
  if (fewer >= 0 && fewer <= longest) {
    found.push([
      `of ${fewer} characters, where at least ${minLength} are required`,
      fewer === 0 ? '' : textOf(fewer, name, context),
    ]);
  }
  return found;
}

/** A text of this length that keeps its format, for URIs only. */
function longOf(format: string | undefined, length: number): string | undefined {
  const start = format === 'uri' || format === 'url' ? 'https://check.example.com/' : undefined;
  return start === undefined || length < start.length ? undefined : start.padEnd(length, 'a');
}

function numberWrongs(shape: Shape, integer: boolean): Attempt[] {
  const { least, most } = boundsOf(shape, integer);
  const { multipleOf, exclusiveMinimum, exclusiveMaximum } = shape;
  const found: Attempt[] = [];
  if (Number.isFinite(least)) found.push([`below ${least}`, integer ? least - 1 : (exclusiveMinimum ?? least - 1)]);
  if (Number.isFinite(most)) found.push([`above ${most}`, integer ? most + 1 : (exclusiveMaximum ?? most + 1)]);
  if (multipleOf !== undefined) found.push([`that is not a multiple of ${multipleOf}`, offGrid(least, multipleOf)]);
  return found;
}

function offGrid(least: number, multipleOf: number): number | undefined {
  const start = Number.isFinite(least) ? least : 0;
  const off = [start + 1, start + 2, start + multipleOf / 2, start + multipleOf / 3];
  return off.find((number) => !Number.isInteger(number / multipleOf));
}

function countWrongs(shape: Shape, name: string, context: ValueContext): Attempt[] {
  const { items = {}, minItems = 0, maxItems = Infinity, uniqueItems } = shape;
  const many = (count: number): Json[] | undefined => {
    const list: Schema = { type: 'array', items, minItems: count, ...(uniqueItems && { uniqueItems }) };
    return sampleValue(list, name, context) as Json[] | undefined;
  };
  const found: Attempt[] = [];
  if (maxItems < mostItems)
    found.push([`of ${maxItems + 1} items, where at most ${maxItems} are allowed`, many(maxItems + 1)]);
  if (minItems > 0 && minItems <= mostItems) {
    found.push([
      `of ${minItems - 1} items, where at least ${minItems} are required`,
      many(minItems)?.slice(0, minItems - 1),
    ]);
  }
  const [first, ...others] = many(Math.max(1, minItems)) ?? [];
  if (uniqueItems && first !== undefined) {
    found.push(['with a duplicate item', [first, first, ...others].slice(0, Math.max(2, minItems))]);
  }
  return found;
}

/** Returns values wrong one level deeper: in the first item of an array, or in a property of it or of an object. */
function insideOf(schema: Schema, name: string, context: ValueContext): WrongValue[] {
  const [shape] = shapesOf(schema, context);
  if (!shape || shape.enum) return [];
  const whole = sampleValue(schema, name, context);
  if (isObject(whole)) return membersOf(shape, whole, name, context);
  if (!Array.isArray(whole) || shape.items === undefined) return [];
  const { items } = shape;
  const [first = sampleValue(items, name, context), ...others] = whole;
  const [itemShape] = shapesOf(items, context);
  const shown = `${name}[0]`;
  const deeper = isObject(first) && itemShape ? membersOf(itemShape, first, shown, context) : [];
  return [...ownWrongs(items, name, shown, context), ...deeper].map(({ pointer, value, ...rest }) => ({
    ...rest,
    pointer: `/0${pointer}`,
    value: [value, ...others],
  }));
}

function membersOf(shape: Shape, whole: { [name: string]: Json }, shown: string, context: ValueContext): WrongValue[] {
  const named = Object.entries(shape.properties).filter(([, schema]) => !isReadOnly(schema, context));
  const { additionalProperties: free } = shape;
  const [other] = Object.keys(whole).filter((name) => !Object.hasOwn(shape.properties, name));
  const sent = other !== undefined && typeof free === 'object' ? [...named, [other, free] as const] : named;
  return sent.flatMap(([name, schema]) =>
    ownWrongs(schema, name, `${shown}.${name}`, context)
      .filter(({ kind }) => kind !== 'out-of-bounds')
      .map(({ value, ...rest }) => ({
        ...rest,
        pointer: `/${escapeToken(name)}`,
        value: Object.fromEntries([...Object.entries(whole).filter(([each]) => each !== name), [name, value]]),
      })),
  );
}
