import * as fc from 'fast-check';
import { multiplesAround } from '../../contract/decimal.js';
import type { Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { fits } from './fits.js';
import { boundsOf, isRatingName, sampleValue } from './sample.js';
import {
  makeWithinBudget,
  type Shape,
  schemaOf,
  shapesOf,
  targetOf,
  typesOf,
  type ValueContext,
  withSalt,
} from './shape.js';
import { isReference, numericReferences, textKindOf } from './text.js';

/** Other files import fast-check through this one, so that the package contains only the functions in use. */
export { asyncProperty, check, sample } from 'fast-check';

const maxInteger = 2 ** 31 - 1;

/**
 * Returns an arbitrary (of fast-check) for request bodies that the schema allows, with some of the optional properties.
 * The bodies shrink to the shortest one. Properties that need the id of a resource are left out if no such id is known.
 * Returns undefined if not even a sample can be made.
 */
export function bodyArbitrary(schema: Schema, context: ValueContext): fc.Arbitrary<Json> | undefined {
  const fallback = sampleValue(schema, 'body', context);
  return arbitraryOf(schema, 'body', context) ?? (fallback === undefined ? undefined : fc.constant(fallback));
}

/** Returns an arbitrary for values of a property with this name; undefined if they need ids and none are known. */
export function arbitraryOf(schema: Schema, name: string, context: ValueContext): fc.Arbitrary<Json> | undefined {
  return makeWithinBudget(context, (limitedContext) =>
    valueArbitrary(schema, { name, context: limitedContext, ancestors: [], isArrayItem: false }),
  );
}

interface ValuePlace {
  name: string;
  context: ValueContext;
  ancestors: readonly Schema[];
  isArrayItem: boolean;
}

function valueArbitrary(node: Schema, parentPlace: ValuePlace): fc.Arbitrary<Json> | undefined {
  const { name, context, ancestors } = parentPlace;
  const schema = schemaOf(node);
  const target = targetOf(schema, context);
  const { budget } = context;
  if (ancestors.includes(target) || !budget || ancestors.length > budget.maxDepth || budget.parts < 0) return undefined;
  budget.parts -= 1;
  const place: ValuePlace = { ...parentPlace, ancestors: [...ancestors, target] };
  const branches = shapesOf(schema, context).flatMap((shape) => shapeArbitraries(schema, shape, place));
  const [first, ...others] = branches;
  const fallback = first && takeSample(schema, name, context);
  if (!first || fallback === undefined) return undefined;
  const arbitrary = others.length === 0 ? first : fc.oneof({ withCrossShrink: true }, first, ...others);
  // A fallback replaces invalid values, since `filter` could search forever if hardly any value is valid.
  return arbitrary.map((value) => (fits(schema, value, context) ? value : fallback));
}

function takeSample(schema: Schema, name: string, { budget: _, ...context }: ValueContext): Json | undefined {
  return sampleValue(schema, name, context);
}

function shapeArbitraries(schema: Schema, shape: Shape, place: ValuePlace): fc.Arbitrary<Json>[] {
  if (shape.enum) return shape.enum.length === 0 ? [] : [fc.constantFrom(...(shape.enum as Json[]))];
  return typesOf(shape).flatMap((type) => {
    switch (type) {
      case 'string':
        return textArbitrary(schema, shape, place) ?? [];
      case 'boolean':
        return fc.boolean();
      case 'integer':
      case 'number':
        return numberArbitrary(shape, type === 'integer', place) ?? [];
      case 'array':
        return arrayArbitrary(shape, place) ?? [];
      case 'object':
        return objectArbitrary(schema, shape, place) ?? [];
      default:
        return type === 'null' ? fc.constant(null) : [];
    }
  });
}

function choiceArbitrary(schema: Schema, type: string, { name, context }: ValuePlace): fc.Arbitrary<Json> | undefined {
  const all = Array.from({ length: 12 }, (_, index) => takeSample(schema, name, withSalt(context, index)));
  const samples = all.filter((value): value is Json => typeof value === type);
  const distinctSamples = new Map(samples.map((value) => [JSON.stringify(value), value]));
  return distinctSamples.size === 0 ? undefined : fc.constantFrom(...distinctSamples.values());
}

function textArbitrary(schema: Schema, shape: Shape, place: ValuePlace): fc.Arbitrary<Json> | undefined {
  const { name, context } = place;
  if (shape.format === 'uuid' && context.references(name).length === 0) return undefined;
  const isFreeText = shape.format === undefined && shape.patterns.length === 0 && shape['x-known-values'] === undefined;
  return isFreeText && textKindOf(name) === 'prose'
    ? proseArbitrary(shape.minLength ?? 1, shape.maxLength ?? Infinity)
    : choiceArbitrary(schema, 'string', place);
}

/** Matches visible characters, of any script or for private use, which no server has a reason to remove. */
const visibleTextPattern = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Co}]+$/u;
const printableAscii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index));
const character = fc.oneof(
  { withCrossShrink: true },
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', ...printableAscii) },
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((text) => visibleTextPattern.test(text)),
  fc
    .integer({ min: 0xe0100, max: 0x10fffd })
    .map((code) => String.fromCodePoint(code))
    .filter((text) => visibleTextPattern.test(text)),
);

/** Returns an arbitrary for text of any script, in NFC, without leading, trailing or double white space. */
function proseArbitrary(minimum: number, most: number): fc.Arbitrary<Json> | undefined {
  if (minimum > most || minimum > 2_000) return undefined;
  return fc
    .string({ unit: character, minLength: minimum, maxLength: Math.min(most, Math.max(40, minimum)), size: 'medium' })
    .map((text) => text.normalize('NFC').replace(/ +/g, ' ').trim() || 'a'.repeat(Math.max(1, minimum)));
}

function numberArbitrary(shape: Shape, isInteger: boolean, place: ValuePlace): fc.Arbitrary<Json> | undefined {
  const { name, context } = place;
  const ids = numericReferences(name, context);
  if (ids.length > 0) return fc.constantFrom(...ids);
  const bounds = boundsOf(shape, isInteger);
  // Without bounds in the schema, values stay in a range that most servers accept: not negative, at most 31 bits.
  const minimum = Number.isFinite(bounds.least) ? bounds.least : Math.min(isRatingName(name) ? 1 : 0, bounds.most);
  const maximum = Number.isFinite(bounds.most) ? bounds.most : Math.max(isRatingName(name) ? 5 : maxInteger, minimum);
  const step = shape.multipleOf ?? (isInteger || isRatingName(name) ? 1 : 0.25);
  const min = Math.max(Math.round(multiplesAround(minimum, step)[1] / step), -Number.MAX_SAFE_INTEGER);
  const max = Math.min(Math.round(multiplesAround(maximum, step)[0] / step), Number.MAX_SAFE_INTEGER);
  if (min > max) return undefined;
  // Adding 0 turns -0 into 0. JSON text does not distinguish them.
  return fc.integer({ min, max }).map((times) => Number((times * step).toPrecision(15)) + 0);
}

function arrayArbitrary(shape: Shape, place: ValuePlace): fc.Arbitrary<Json> | undefined {
  const minimum = shape.minItems ?? Math.min(1, shape.maxItems ?? 1);
  const maximum = Math.min(shape.maxItems ?? Infinity, Math.max(4, minimum));
  if (minimum > maximum || minimum > 50) return undefined;
  const { name, context } = place;
  const item = valueArbitrary(shape.items ?? textSchema, { ...place, isArrayItem: true });
  const hasIdItems =
    shape.items !== undefined && shapesOf(shape.items, context).some(({ format }) => format === 'uuid');
  if (!item) return shape.minItems || hasIdItems ? undefined : fc.constant([]);
  const hasUniqueItems = shape.uniqueItems === true || hasIdItems || isReference(name);
  const items = fc.array(item, { minLength: minimum, maxLength: maximum });
  if (!hasUniqueItems) return items;
  return items.map((list) => [...new Map(list.map((each) => [JSON.stringify(each), each])).values()]);
}

const textSchema: Schema = { type: 'string' };

function objectArbitrary(schema: Schema, shape: Shape, place: ValuePlace): fc.Arbitrary<Json> | undefined {
  const { context, isArrayItem } = place;
  const properties = Object.entries(shape.properties);
  if (properties.length === 0) return choiceArbitrary(schema, 'object', place);
  const arbitraries: Record<string, fc.Arbitrary<Json>> = {};
  for (const [name, property] of [...properties, ...shape.required.map((text) => [text, undefined] as const)]) {
    const isRequired = shape.required.includes(name);
    // An assignment to `__proto__` does not create a property.
    if (name === '__proto__' || Object.hasOwn(arbitraries, name)) continue;
    if (!isRequired && property && isArrayItem && name === 'id') continue;
    const arbitrary = property && valueArbitrary(property, { ...place, name, isArrayItem: false });
    const needsSample = !arbitrary && isRequired;
    const sample = needsSample ? takeSample(shape.properties[name] ?? textSchema, name, context) : undefined;
    if (arbitrary) arbitraries[name] = arbitrary;
    else if (sample !== undefined) arbitraries[name] = fc.constant(sample);
  }
  if (!shape.required.every((name) => name === '__proto__' || Object.hasOwn(arbitraries, name))) return undefined;
  const requiredKeys = shape.required.filter((name) => Object.hasOwn(arbitraries, name));
  return fc.record(arbitraries, { requiredKeys, noNullPrototype: true });
}
