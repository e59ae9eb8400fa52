import { isObject, type Json } from '../../contract/json.js';
import { escapeToken } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fits, matches } from './fits.js';
import { formatOf } from './formats.js';
import { type Described, limitsOf } from './limits.js';
import { sampleValue } from './sample.js';
import { isReadOnly, type Shape, shapesOf, typesOf, type ValueContext } from './shape.js';

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
    ...limitsOf(shape, name, context).beyond.flatMap(([about, value]) => wrong('out-of-bounds', about, value)),
  ];
}

const asObject: Described = ['as an object', { wrong: true }];
const asText: Described = ['as a string', 'wrong'];
const asArray: Described = ['as an array', ['wrong']];
const otherTypes = [asObject, asText, asArray, ['as a boolean', true], ['as a number', 7.5]] satisfies Described[];

/** Wrong values that a lenient server could convert to the type, if the text had another meaning. */
const likelyWrong: Readonly<Record<string, Described | undefined>> = {
  boolean: ['as a string', 'yes'],
  integer: ['as a string', 'three'],
  number: ['as a string', 'three'],
  object: asText,
};

/** Returns one value of another type that no server converts to the right one. */
function typeWrong(schema: Schema, shape: Shape, context: ValueContext): Described[] {
  if (shape.types === undefined && !shape.enum) return [];
  const [first = ''] = typesOf(shape);
  const likely = likelyWrong[first] ?? asObject;
  return [likely, ...otherTypes].filter(([, value]) => !fits(schema, value ?? null, context)).slice(0, 1);
}

function formatWrongs(shape: Shape): Described[] {
  if (!typesOf(shape).includes('string') || shape.enum) return [];
  const format = formatOf(shape.format);
  const ofFormat: Described[] = format ? [[`that is not a valid ${shape.format}`, format.wrong]] : [];
  const ofPatterns = shape.patterns.flatMap((pattern): Described[] => {
    const text = mismatches.find((each) => matches(pattern, each) === false);
    return text === undefined ? [] : [[`that does not match ${pattern}`, text]];
  });
  return [...ofFormat, ...ofPatterns];
}

/** Texts that few patterns match. Each is short, since some patterns take very long to reject a long text. */
const mismatches = ['no match', '~no match~', '12 no', '//no', 'Ω', '-', '!!', ''];

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
