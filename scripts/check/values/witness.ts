import { isObject, type Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { fits } from './fits.js';
import { limitsOf } from './limits.js';
import { sampleValue } from './sample.js';
import { type Shape, schemaOf, shapesOf, type ValueContext, withSalt } from './shape.js';
import { wrongValues } from './wrong.js';

/** A schema, and the context in which values for it are made. */
export interface PlacedSchema {
  schema: unknown;
  context: ValueContext;
}

/** Maximum number of values to try for one witness, and depth of the parts that vary. */
const limits = { values: 600, depth: 2 };

/** Returns a context for values of the schemas of one document, which people read. */
export function valueContext(resolve: ValueContext['resolve']): ValueContext {
  return { resolve, references: () => [], salt: '', isForDocs: true };
}

/** Searches for a value that fits one schema but not another, simple values first. Undefined if none was found. */
export function findWitness(inner: PlacedSchema, outer: PlacedSchema, name: string): Json | undefined {
  let count = 0;
  for (const value of candidates(inner, outer, name, 0)) {
    if (doesFit(inner, value) && !doesFit(outer, value)) return value;
    count += 1;
    if (count > limits.values) return undefined;
  }
  return undefined;
}

/** Returns a value that fits a schema, and is short enough for a sentence; undefined if none is known. */
export function sampleOf({ schema, context }: PlacedSchema, name: string): Json | undefined {
  return sampleValue(schemaOf(schema), name, { ...context, isMinimal: true });
}

function doesFit({ schema, context }: PlacedSchema, value: Json): boolean {
  return fits(schema as Schema, value, context);
}

const plainValues: readonly Json[] = [null, true, false, 0, 1, 0.5, -1, 'a', '', [], {}, ['a'], [1, 1], { other: 'a' }];

/** Values that may fit `inner` and not `outer`: samples, values at limits, values with one part that varies. */
function* candidates(inner: PlacedSchema, outer: PlacedSchema, name: string, depth: number): Iterable<Json> {
  const [innerShapes, outerShapes] = [inner, outer].map(({ schema, context }) => shapesOf(schemaOf(schema), context));
  const samples: Json[] = [];
  for (const shape of innerShapes ?? []) yield* (shape.enum ?? []) as Json[];
  yield* plainValues;
  for (const shape of innerShapes ?? []) {
    for (const isMinimal of [true, false])
      for (const salt of ['', 'another', 'third']) {
        const context = { ...withSalt(inner.context, salt), isMinimal };
        const value = sampleValue(unshaped(shape), name, context);
        if (value === undefined) continue;
        samples.push(value);
        yield value;
      }
    yield* limitValues(shape, name, inner.context);
  }
  for (const shape of outerShapes ?? []) yield* limitValues(shape, name, outer.context);
  for (const { value } of wrongValues(schemaOf(outer.schema), name, outer.context)) yield value;
  if (depth >= limits.depth) return;
  for (const sample of samples) {
    if (isObject(sample)) yield* variedMembers(sample, innerShapes ?? [], outerShapes ?? [], { inner, outer, depth });
    if (Array.isArray(sample))
      yield* variedItems(sample, innerShapes ?? [], outerShapes ?? [], { inner, outer, depth });
  }
}

interface Variation {
  inner: PlacedSchema;
  outer: PlacedSchema;
  depth: number;
}

function* variedMembers(
  sample: Readonly<Record<string, Json>>,
  innerShapes: readonly Shape[],
  outerShapes: readonly Shape[],
  { inner, outer, depth }: Variation,
): Iterable<Json> {
  yield { ...sample, other: 'a' };
  const names = new Set([...innerShapes, ...outerShapes].flatMap(({ properties }) => Object.keys(properties)));
  for (const name of names) {
    const { [name]: _, ...others } = sample;
    yield others;
    const schemaIn = (shapes: readonly Shape[]): unknown =>
      shapes.find(({ properties }) => Object.hasOwn(properties, name))?.properties[name] ?? {};
    const [part, otherPart] = [
      { ...inner, schema: schemaIn(innerShapes) },
      { ...outer, schema: schemaIn(outerShapes) },
    ];
    for (const value of candidates(part, otherPart, name, depth + 1)) yield { ...sample, [name]: value };
  }
}

function* variedItems(
  sample: readonly Json[],
  innerShapes: readonly Shape[],
  outerShapes: readonly Shape[],
  { inner, outer, depth }: Variation,
): Iterable<Json> {
  yield [...sample, ...sample];
  const [part, otherPart] = [
    { ...inner, schema: innerShapes[0]?.items ?? {} },
    { ...outer, schema: outerShapes[0]?.items ?? {} },
  ];
  for (const value of candidates(part, otherPart, 'item', depth + 1)) {
    yield [value];
    yield [value, ...sample.slice(1)];
  }
}

function* limitValues(shape: Shape, name: string, context: ValueContext): Iterable<Json> {
  const { edges, outsideValues, emptyValues } = limitsOf(shape, name, context);
  for (const [, value] of [...edges, ...emptyValues, ...outsideValues]) if (value !== undefined) yield value;
}

/** A schema that has the keywords of a shape. */
function unshaped({ types, patterns, examples: _, ...keywords }: Shape): Schema {
  const all = patterns.map((pattern) => ({ pattern }));
  return { ...keywords, ...(types && { type: types }), ...(all.length > 0 && { allOf: all }) };
}
