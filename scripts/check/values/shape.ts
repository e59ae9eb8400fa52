import { isSameJson, type Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';

/** The context in which a value is made, in addition to its schema and its name. */
export interface ValueContext {
  /** Resolves a local `$ref` of the document; returns a schema without `$ref` unchanged. */
  resolve(schema: Schema): Schema;
  /** Ids of existing resources that a property of this name could refer to: `tier`, `tierId`. */
  references(name: string): readonly string[];
  /** A string that makes the values of test cases differ. Without ids, values depend only on schema, name and salt. */
  salt: string;
  /** Whether people read the values. Then examples of the schema come first, strings are short, and items have ids. */
  isForDocs?: boolean;
  /** Whether examples of the schema come first, since a service may accept no other value. */
  prefersExamples?: boolean;
  /** Whether objects inside a value have only their required properties. */
  isMinimal?: boolean;
  /** Limits the number of parts to make: a schema that contains itself in many places would give endless values. */
  budget?: Budget;
}

interface Budget {
  /** Number of parts that may still be made, including nested ones. */
  parts: number;
  /** Depth below which optional parts are left out. */
  maxDepth: number;
}

/** Maximum number of parts of a value. Most values have far fewer. */
const maxParts = 400;
/** The maximum depths to try, one after another, until a value has few enough parts. */
const allDepths = [10, 4, 2, 1];

/** Makes a value with at most `maxParts` parts, and with less depth if it would otherwise have more. */
export function makeWithinBudget<Value>(
  context: ValueContext,
  make: (context: ValueContext) => Value,
  depths: readonly number[] = allDepths,
): Value {
  if (context.budget) return make(context);
  const [firstDepth = 1, ...lowerDepths] = depths;
  const budget = { parts: maxParts, maxDepth: firstDepth };
  const value = make({ ...context, budget });
  return budget.parts < 0 && lowerDepths.length > 0 ? makeWithinBudget(context, make, lowerDepths) : value;
}

/** Returns the same context with a longer salt, so that its values differ. */
export function withSalt(context: ValueContext, part: string | number): ValueContext {
  return { ...context, salt: `${context.salt}/${part}` };
}

type MergedKeyword = '$ref' | 'type' | 'const' | 'pattern' | 'allOf' | 'anyOf' | 'oneOf' | 'default' | 'example';

/** A schema whose references are resolved, `allOf` merged, and one branch of each `anyOf` and `oneOf` chosen. */
export interface Shape extends Omit<Schema, MergedKeyword> {
  /** The allowed types, `null` last; absent if any is allowed. */
  types?: readonly string[];
  /** Regular expressions, all of which a string must match. */
  patterns: readonly string[];
  properties: Readonly<Record<string, Schema>>;
  /** The schemas of the first items of an array, by position. */
  prefixItems?: readonly Schema[];
  required: readonly string[];
  /** The examples and the default of the schema. */
  examples: readonly unknown[];
}

/** Maximum number of combinations of branches to use. These are enough to find a combination that allows a value. */
const maxShapes = 16;
const maxNesting = 32;

/** The shapes of each schema, cached for each document because all test cases need the same schemas. */
const shapeCache = new WeakMap<ValueContext['resolve'], WeakMap<Schema, Shape[]>>();

/**
 * Returns the shapes that a value of the schema can have, in the order of the branches; shapes that allow only null
 * come last. Returns an empty array if the schema allows no value, or if its `$ref` points to nothing or to itself.
 */
export function shapesOf(schema: Schema, context: ValueContext): Shape[] {
  const allShapes = expand(schema, context, []);
  return [...allShapes.filter((shape) => !isNull(shape)), ...allShapes.filter(isNull)];
}

/** Returns an object unchanged. Turns `false` into a schema without values, and all else into one that allows all. */
export function schemaOf(node: unknown): Schema {
  if (node === false) return { enum: [] };
  return typeof node === 'object' && node !== null && !Array.isArray(node) ? node : {};
}

export function targetOf(schema: Schema, context: ValueContext): Schema {
  return schema.$ref === undefined ? schema : context.resolve(schema);
}

/** @param ancestors the schemas around the current one; a schema that contains itself is not expanded again */
function expand(node: unknown, context: ValueContext, ancestors: readonly Schema[]): Shape[] {
  const schema = schemaOf(node);
  const cache = shapeCache.get(context.resolve) ?? new WeakMap<Schema, Shape[]>();
  shapeCache.set(context.resolve, cache);
  const cachedShapes = cache.get(schema);
  if (cachedShapes) return cachedShapes;
  if (ancestors.includes(schema) || ancestors.length > maxNesting) return [];
  const shapesIn = (part: unknown): Shape[] => expand(part, context, [...ancestors, schema]);
  let shapes = [shapeWithoutBranches(schema)];
  const allSchemas = [...(schema.$ref === undefined ? [] : [context.resolve(schema)]), ...listOf(schema.allOf)];
  for (const part of allSchemas) if (shapes.length > 0) shapes = combineShapes(shapes, shapesIn(part));
  for (const branches of [schema.anyOf, schema.oneOf])
    if (Array.isArray(branches)) shapes = combineShapes(shapes, branches.flatMap(shapesIn));
  cache.set(schema, shapes);
  return shapes;
}

function combineShapes(shapes: readonly Shape[], others: readonly Shape[]): Shape[] {
  return shapes.flatMap((one) => others.flatMap((other) => mergeShapes(one, other) ?? [])).slice(0, maxShapes);
}

function shapeWithoutBranches(schema: Schema): Shape {
  const { $ref, type, const: constant, pattern, allOf, anyOf, oneOf, default: defaultValue, example, ...rest } = schema;
  const types = typeof type === 'string' ? [type] : type;
  const values = constant !== undefined ? [constant] : schema.enum;
  return {
    ...rest,
    ...(types && { types: [...types].sort((a, b) => Number(a === 'null') - Number(b === 'null')) }),
    ...(Array.isArray(values) && { enum: values }),
    patterns: typeof pattern === 'string' ? [pattern] : [],
    properties: schema.properties ?? {},
    required: listOf(schema.required),
    examples: [example, ...listOf(schema.examples), defaultValue].filter((each) => each !== undefined),
  };
}

const intersect = (values: readonly unknown[], others: readonly unknown[]): readonly unknown[] =>
  values.filter((value) => others.some((otherValue) => isSameJson(value as Json, otherValue as Json)));

const combineSchemas = (first: Schema, second: Schema): Schema => ({ allOf: [first, second] });

/** Functions that combine the two values of a keyword that both shapes have. */
const keywordMergers = {
  minLength: Math.max,
  maxLength: Math.min,
  minimum: Math.max,
  maximum: Math.min,
  exclusiveMinimum: Math.max,
  exclusiveMaximum: Math.min,
  minItems: Math.max,
  maxItems: Math.min,
  minProperties: Math.max,
  uniqueItems: (one: boolean, other: boolean) => one || other,
  enum: intersect,
  items: combineSchemas,
  additionalProperties: (a: unknown, b: unknown) =>
    a === false || b === false ? false : combineSchemas(schemaOf(a), schemaOf(b)),
} satisfies Partial<Record<keyof Shape, (a: never, b: never) => unknown>>;

/** Combines two shapes; undefined if they have no type in common. */
function mergeShapes(a: Shape, b: Shape): Shape | undefined {
  const types = intersectTypes(a.types, b.types);
  if (types?.length === 0) return undefined;
  const keywords = Object.entries(keywordMergers).flatMap(([keyword, join]) => {
    const [first, second] = [a[keyword as keyof Shape], b[keyword as keyof Shape]];
    const value =
      first === undefined || second === undefined ? (first ?? second) : join(first as never, second as never);
    return value === undefined ? [] : [[keyword, value]];
  });
  const properties = new Map(Object.entries(a.properties));
  for (const [name, schema] of Object.entries(b.properties)) {
    const schemaBefore = properties.get(name);
    properties.set(name, schemaBefore === undefined ? schema : combineSchemas(schemaBefore, schema));
  }
  return {
    ...b,
    ...a,
    ...Object.fromEntries(keywords),
    ...(types && { types }),
    patterns: [...a.patterns, ...b.patterns],
    properties: Object.fromEntries(properties),
    required: [...new Set([...a.required, ...b.required])],
    examples: [...a.examples, ...b.examples],
  };
}

function intersectTypes(types: Shape['types'], otherTypes: Shape['types']): Shape['types'] {
  if (!types || !otherTypes) return types ?? otherTypes;
  const narrowType = (type: string, list: readonly string[]): string[] => {
    if (list.includes(type)) return [type];
    if (type === 'integer' && list.includes('number')) return ['integer'];
    return type === 'number' && list.includes('integer') ? ['integer'] : [];
  };
  return [...new Set(types.flatMap((type) => narrowType(type, otherTypes)))];
}

/** Returns the types to try, in order. If the schema names no type, returns the types that its keywords imply. */
export function typesOf(shape: Shape): readonly string[] {
  if (shape.types) return shape.types;
  const hasMembers = Object.keys(shape.properties).length > 0 || shape.required.length > 0;
  const has = (...keywords: (keyof Shape)[]): boolean => keywords.some((keyword) => shape[keyword] !== undefined);
  if (hasMembers || has('additionalProperties')) return ['object'];
  if (has('items', 'prefixItems', 'minItems', 'maxItems')) return ['array'];
  return has('minimum', 'maximum', 'multipleOf') ? ['number'] : ['string'];
}

function isNull(shape: Shape): boolean {
  return shape.types?.length === 1 && shape.types[0] === 'null';
}

function listOf<Item>(list: readonly Item[] | undefined): readonly Item[] {
  return Array.isArray(list) ? list : [];
}
