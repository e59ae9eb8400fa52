import * as fc from 'fast-check';
import { isObject, type Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { salted, type ValueContext, withinBudget } from './context.js';
import { fits } from './fits.js';
import { boundsOf, isScale } from './number.js';
import { sampleValue } from './sample.js';
import { isReadOnly, type Shape, schemaOf, shapesOf, targetOf, typesOf } from './shape.js';
import { isReference, kindOf, numericReferences, sampleText } from './text.js';

/** Imported from here, so that the package contains only the parts of fast-check that are used. */
export { asyncProperty, check, sample } from 'fast-check';

const greatest = 2 ** 31 - 1;

/**
 * Random request bodies that the schema allows, with some of the optional properties; they shrink to the shortest body.
 * Properties that need an unknown id are left out. Undefined if not even a sample can be made.
 */
export function bodyArbitrary(schema: Schema, context: ValueContext): fc.Arbitrary<Json> | undefined {
  const fallback = sampleValue(schema, 'body', context);
  return arbitraryOf(schema, 'body', context) ?? (fallback === undefined ? undefined : fc.constant(fallback));
}

/**
 * Random values that the schema allows for a property of this name; undefined if none can be made without unknown ids.
 */
export function arbitraryOf(schema: Schema, name: string, context: ValueContext): fc.Arbitrary<Json> | undefined {
  return withinBudget(context, (bounded) =>
    valueArbitrary(schema, { name, context: bounded, within: [], isItem: false, samples: new Map() }),
  );
}

/** The place of a value in the schemas around it. */
interface Place {
  name: string;
  context: ValueContext;
  within: readonly Schema[];
  isItem: boolean;
  /** Samples that were made already, by schema and name. */
  samples: Map<Schema, Map<string, Json | undefined>>;
}

function valueArbitrary(node: Schema, around: Place): fc.Arbitrary<Json> | undefined {
  const { context, within } = around;
  const schema = schemaOf(node);
  const target = targetOf(schema, context);
  const { budget } = context;
  if (within.includes(target) || !budget || within.length > budget.deepest || budget.parts < 0) return undefined;
  budget.parts -= 1;
  const place: Place = { ...around, within: [...within, target] };
  const branches = shapesOf(schema, context).flatMap((shape) => shapeArbitraries(shape, place));
  const [first, ...others] = branches;
  if (!first) return undefined;
  const any = others.length === 0 ? first : fc.oneof({ withCrossShrink: true }, first, ...others);
  const fallback = sampleOnce(schema, around);
  if (fallback === undefined) return undefined;
  // A filter could search forever if hardly any value fits.
  return any.map((value) => (fits(schema, value, context) ? value : fallback));
}

function sampleOnce(schema: Schema, { name, context, samples }: Place): Json | undefined {
  const byName = samples.get(schema) ?? new Map<string, Json | undefined>();
  samples.set(schema, byName);
  if (!byName.has(name)) byName.set(name, sampleValue(schema, name, unbudgeted(context)));
  return byName.get(name);
}

/** A context for a value with a budget of its own. */
function unbudgeted({ budget: _, ...context }: ValueContext): ValueContext {
  return context;
}

function shapeArbitraries(shape: Shape, place: Place): fc.Arbitrary<Json>[] {
  if (shape.enum) return shape.enum.length === 0 ? [] : [fc.constantFrom(...(shape.enum as Json[]))];
  return typesOf(shape).flatMap((type) => {
    switch (type) {
      case 'string':
        return textArbitrary(shape, place) ?? [];
      case 'boolean':
        return fc.boolean();
      case 'integer':
      case 'number':
        return numberArbitrary(shape, type === 'integer', place) ?? [];
      case 'array':
        return arrayArbitrary(shape, place) ?? [];
      case 'object':
        return objectArbitrary(shape, place) ?? [];
      default:
        return type === 'null' ? fc.constant(null) : [];
    }
  });
}

function textArbitrary(shape: Shape, { name, context }: Place): fc.Arbitrary<Json> | undefined {
  if (shape.format === 'uuid' && context.references(name).length === 0) return undefined;
  const isFree = shape.format === undefined && shape.patterns.length === 0 && shape['x-known-values'] === undefined;
  if (isFree && kindOf(name) === 'prose') return proseArbitrary(shape.minLength ?? 1, shape.maxLength ?? Infinity);
  const texts = Array.from({ length: 12 }, (_, index) => sampleText(shape, name, salted(context, index)));
  const different = [...new Set(texts.filter((text) => text !== undefined))];
  return different.length === 0 ? undefined : fc.constantFrom(...different);
}

const ascii = ['a', 'b', ...Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index))];
const ranges = [
  [0xa1, 0x24f],
  [0x370, 0x5ff],
  [0x600, 0x1fff],
  [0x2010, 0x2bff],
  [0x3041, 0x9fff],
  [0xac00, 0xd7a3],
  [0xf900, 0xfdcf],
  [0x10000, 0x16fff],
  [0x1d000, 0x1faff],
  [0x20000, 0x323af],
  [0xe0100, 0xe01ef],
  [0xf0000, 0xffffd],
  [0x100000, 0x10fffd],
] as const;
/**
 * Letters, marks, numbers, punctuation, symbols, private use: visible characters that no server has reason to strip.
 */
const shows = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Co}]$/u;

const character = fc.oneof(
  { withCrossShrink: true },
  { weight: 2 * ranges.length, arbitrary: fc.constantFrom(...ascii) },
  ...ranges.map(([min, max]) => ({
    weight: 1,
    arbitrary: fc
      .integer({ min, max })
      .map((code) => String.fromCodePoint(code))
      .filter((each) => shows.test(each)),
  })),
);

/** Text of any script, in NFC, without leading, trailing or double white space: trimming it changes nothing. */
function proseArbitrary(least: number, most: number): fc.Arbitrary<Json> | undefined {
  if (least > most || least > 2_000) return undefined;
  return fc
    .string({ unit: character, minLength: least, maxLength: Math.min(most, Math.max(40, least)), size: 'medium' })
    .map((text) => text.normalize('NFC').replace(/ +/g, ' ').trim() || 'a'.repeat(Math.max(1, least)));
}

function numberArbitrary(shape: Shape, integer: boolean, { name, context }: Place): fc.Arbitrary<Json> | undefined {
  const ids = numericReferences(name, context);
  if (ids.length > 0) return fc.constantFrom(...ids);
  const bounds = boundsOf(shape, integer);
  // Without bounds in the schema, values stay in a range that most servers accept: not negative, 32 bits.
  const least = Number.isFinite(bounds.least) ? bounds.least : Math.min(isScale(name) ? 1 : 0, bounds.most);
  const most = Number.isFinite(bounds.most) ? bounds.most : Math.max(isScale(name) ? 5 : greatest, least);
  const step = shape.multipleOf ?? (integer || isScale(name) ? 1 : 0.25);
  const min = Math.max(Math.ceil(least / step), -Number.MAX_SAFE_INTEGER);
  const max = Math.min(Math.floor(most / step), Number.MAX_SAFE_INTEGER);
  if (min > max) return undefined;
  // Adding 0 turns -0, which JSON does not have, into 0.
  return fc.integer({ min, max }).map((times) => Number((times * step).toPrecision(15)) + 0);
}

function arrayArbitrary(shape: Shape, place: Place): fc.Arbitrary<Json> | undefined {
  const least = shape.minItems ?? Math.min(1, shape.maxItems ?? 1);
  const most = Math.min(shape.maxItems ?? Infinity, Math.max(4, least));
  if (least > most || least > 50) return undefined;
  const { name, context } = place;
  const item = valueArbitrary(shape.items ?? textSchema, { ...place, isItem: true });
  const areIds = shape.items !== undefined && shapesOf(shape.items, context).some(({ format }) => format === 'uuid');
  if (!item) return shape.minItems || areIds ? undefined : fc.constant([]);
  const isSet = shape.uniqueItems === true || areIds || isReference(name);
  const items = fc.array(item, { minLength: least, maxLength: most });
  if (!isSet) return items;
  return items.map((all) => [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]);
}

const textSchema: Schema = { type: 'string' };

function objectArbitrary(shape: Shape, place: Place): fc.Arbitrary<Json> | undefined {
  const { context, isItem } = place;
  const arbitraries: Record<string, fc.Arbitrary<Json>> = {};
  for (const [name, schema] of Object.entries(shape.properties)) {
    const isRequired = shape.required.includes(name);
    // Assigning `__proto__` does not create an own property of a record.
    if (name === '__proto__') continue;
    if (!isRequired && (isReadOnly(schema, context) || (isItem && name === 'id'))) continue;
    const arbitrary = valueArbitrary(schema, { ...place, name, isItem: false });
    if (arbitrary) arbitraries[name] = arbitrary;
  }
  for (const name of shape.required) {
    if (Object.hasOwn(arbitraries, name) || name === '__proto__') continue;
    const value = sampleOnce(shape.properties[name] ?? textSchema, place);
    if (value === undefined) return undefined;
    arbitraries[name] = fc.constant(value);
  }
  const requiredKeys = shape.required.filter((name) => Object.hasOwn(arbitraries, name));
  const named = fc.record(arbitraries, { requiredKeys, noNullPrototype: true });
  const others = othersArbitrary(shape, place);
  return others ? fc.tuple(named, others).map(([one, other]) => ({ ...other, ...one })) : named;
}

/** Members that the schema does not name, if it describes their values. */
function othersArbitrary(shape: Shape, place: Place): fc.Arbitrary<{ [name: string]: Json }> | undefined {
  const { additionalProperties: free } = shape;
  if (!isObject(free) || Object.keys(free).length === 0) return undefined;
  const value = valueArbitrary(free as Schema, { ...place, name: 'value', isItem: false });
  const names = fc
    .constantFrom('check_1', 'check_2', 'check_3')
    .filter((name) => !Object.hasOwn(shape.properties, name));
  const minKeys = Math.min(3, shape.minProperties ?? 0);
  return value && fc.dictionary(names, value, { minKeys, maxKeys: 3, noNullPrototype: true });
}
