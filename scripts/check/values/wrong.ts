import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { escapeToken } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fits, matchesPattern } from './fits.js';
import { formatOf } from './formats.js';
import { type LabelledValue, limitsOf } from './limits.js';
import { sampleValue } from './sample.js';
import { type Shape, shapesOf, typesOf, type ValueContext } from './shape.js';

export interface WrongValue {
  kind: 'wrong-type' | 'wrong-format' | 'out-of-bounds';
  /** The fault and its place in the value, such as `media[0].order as a string`. */
  about: string;
  /** JSON pointer to the wrong part, relative to the value of the property; empty for the value itself. */
  pointer: string;
  /** The complete value of the property. */
  value: Json;
}

/** Returns values that the schema certainly forbids. Each has one error, in the value itself or one level deeper. */
export function wrongValues(schema: Schema, name: string, context: ValueContext): WrongValue[] {
  const innerValues = innerWrongValues(schema, name, context).filter(({ value }) => !fits(schema, value, context));
  return [...ownWrongValues(schema, name, name, context), ...innerValues];
}

/** Returns values that are wrong as a whole, not in a part. `label` is the place of the value, as readable text. */
function ownWrongValues(schema: Schema, name: string, label: string, context: ValueContext): WrongValue[] {
  const [shape] = shapesOf(schema, context);
  if (!shape) return [];
  const toWrongValues = (kind: WrongValue['kind'], about: string, value: Json | undefined): WrongValue[] => {
    if (value === undefined || fits(schema, value, context)) return [];
    return [{ kind, about: `${label} ${about}`, pointer: '', value }];
  };
  const { outsideValues } = limitsOf(shape, name, context);
  return [
    ...wrongTypeValues(schema, shape, context).flatMap(([about, value]) => toWrongValues('wrong-type', about, value)),
    ...wrongFormatValues(shape).flatMap(([about, value]) => toWrongValues('wrong-format', about, value)),
    ...outsideValues.flatMap(([about, value]) => toWrongValues('out-of-bounds', about, value)),
  ];
}

const wrongObject: LabelledValue = ['as an object', { wrong: true }];
const wrongText: LabelledValue = ['as a string', 'wrong'];
const wrongArray: LabelledValue = ['as an array', ['wrong']];
const otherTypes: LabelledValue[] = [wrongObject, wrongText, wrongArray, ['as a boolean', true], ['as a number', 7.5]];

/** For each type, a wrong value that clients are likely to send, and that not even a lenient server can convert. */
const likelyWrongValues: Readonly<Record<string, LabelledValue | undefined>> = {
  boolean: ['as a string', 'yes'],
  integer: ['as a string', 'three'],
  number: ['as a string', 'three'],
  object: wrongText,
};

/** Returns a value of another type, which no server can convert to the right one; none if all types are allowed. */
function wrongTypeValues(schema: Schema, shape: Shape, context: ValueContext): LabelledValue[] {
  if (shape.types === undefined && !shape.enum) return [];
  const [first = ''] = typesOf(shape);
  const likelyWrongValue = likelyWrongValues[first] ?? wrongObject;
  return [likelyWrongValue, ...otherTypes].filter(([, value]) => !fits(schema, value ?? null, context)).slice(0, 1);
}

function wrongFormatValues(shape: Shape): LabelledValue[] {
  if (!typesOf(shape).includes('string') || shape.enum) return [];
  const format = formatOf(shape.format);
  const formatMismatches: LabelledValue[] = format ? [[`that is not a valid ${shape.format}`, format.invalidText]] : [];
  const patternMismatches = shape.patterns.flatMap((pattern): LabelledValue[] => {
    const text = mismatchCandidates.find((each) => matchesPattern(pattern, each) === false);
    return text === undefined ? [] : [[`that does not match ${pattern}`, text]];
  });
  return [...formatMismatches, ...patternMismatches];
}

/** Strings that match few patterns. Each is short, since some patterns take very long to reject a long string. */
const mismatchCandidates = ['no match', '~no match~', '12 no', '//no', 'Ω', '-', '!!', ''];

/** Returns values that are wrong one level deeper: in a property, in the first item, or in a property of that item. */
function innerWrongValues(schema: Schema, name: string, context: ValueContext): WrongValue[] {
  const [shape] = shapesOf(schema, context);
  if (!shape || shape.enum) return [];
  const wholeValue = sampleValue(schema, name, context);
  if (isObject(wholeValue)) return memberWrongValues(shape, wholeValue, name, context);
  if (!Array.isArray(wholeValue) || shape.items === undefined) return [];
  const { items } = shape;
  const [first = sampleValue(items, name, context), ...others] = wholeValue;
  const [itemShape] = shapesOf(items, context);
  const label = `${name}[0]`;
  const memberValues = isObject(first) && itemShape ? memberWrongValues(itemShape, first, label, context) : [];
  return [...ownWrongValues(items, name, label, context), ...memberValues].map(({ pointer, value, ...rest }) => ({
    ...rest,
    pointer: `/0${pointer}`,
    value: [value, ...others],
  }));
}

function memberWrongValues(shape: Shape, whole: JsonObject, label: string, context: ValueContext): WrongValue[] {
  const entries = Object.entries(shape.properties);
  const { additionalProperties: extraSchema } = shape;
  const [extraName] = Object.keys(whole).filter((name) => !Object.hasOwn(shape.properties, name));
  if (extraName !== undefined && typeof extraSchema === 'object') entries.push([extraName, extraSchema]);
  return entries.flatMap(([name, schema]) =>
    ownWrongValues(schema, name, `${label}.${name}`, context)
      .filter(({ kind }) => kind !== 'out-of-bounds')
      .map(({ value, ...rest }) => ({
        ...rest,
        pointer: `/${escapeToken(name)}`,
        value: Object.fromEntries([...Object.entries(whole).filter(([text]) => text !== name), [name, value]]),
      })),
  );
}
