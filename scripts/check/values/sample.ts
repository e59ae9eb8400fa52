import { mayBeRounded, multiplesAround } from '../../contract/decimal.js';
import { isSameJson, type Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { fits } from './fits.js';
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
import { numericReferences, plainText, textsFor } from './text.js';
import { hashOf, rotate, wordsOf } from './token.js';

/** The maximum number of items to make, even if a schema requires more. */
export const itemLimit = 50;

/**
 * Returns a valid, plain and recognisable value of the schema for a property of this name, with ids from the context.
 * Returns undefined if no text matches the pattern, if no value is valid, or if the schema requires itself as a part.
 */
export function sampleValue(schema: Schema, name: string, context: ValueContext): Json | undefined {
  return makeWithinBudget(context, (budgetContext) => sampleInBudget(schema, name, budgetContext, []));
}

/** Returns a valid value that differs from `currentValue` not only in the order of items; else undefined. */
export function differentValue(
  schema: Schema,
  name: string,
  context: ValueContext,
  currentValue: Json | undefined,
): Json | undefined {
  // If only two values are possible, the probability that all 32 attempts give the current one is one in four billion.
  for (let attempt = 0; attempt < 32; attempt += 1) {
    const value = sampleValue(schema, name, attempt === 0 ? context : withSalt(context, `another ${attempt}`));
    if (value === undefined) return undefined;
    if (!isSameJson(sortItems(value), sortItems(currentValue))) return value;
  }
  const shorterArray = Array.isArray(currentValue) && currentValue.length > 1 ? currentValue.slice(0, -1) : undefined;
  return shorterArray && fits(schema, shorterArray, context) ? shorterArray : undefined;
}

function sortItems(value: Json | undefined): Json | undefined {
  return Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value;
}

/**
 * Like `sampleValue`, for a schema within others.
 *
 * @param ancestors the surrounding schemas, the outermost first
 */
function sampleInBudget(
  node: Schema,
  name: string,
  context: ValueContext,
  ancestors: readonly Schema[],
): Json | undefined {
  const schema = schemaOf(node);
  const target = targetOf(schema, context);
  const { budget } = context;
  if (ancestors.includes(target) || !budget || ancestors.length > budget.maxDepth || budget.parts < 0) return undefined;
  budget.parts -= 1;
  const path = [...ancestors, target];
  const shapes = shapesOf(schema, context);
  const findExample = () =>
    shapes.flatMap((shape) => shape.examples as Json[]).find((value) => fits(schema, value, context));
  const firstExample = context.isForDocs || context.prefersExamples ? findExample() : undefined;
  if (firstExample !== undefined) return firstExample;
  for (const shape of shapes) {
    for (const value of valuesOf(shape, name, context, path)) {
      if (value !== undefined && fits(schema, value, context)) return value;
    }
  }
  return findExample();
}

function* valuesOf(
  shape: Shape,
  name: string,
  context: ValueContext,
  path: readonly Schema[],
): Iterable<Json | undefined> {
  const hash = hashOf(name, context.salt);
  if (shape.enum) {
    const members = rotate(shape.enum as Json[], hash);
    yield* members.filter((member) => member !== null);
    yield* members.filter((member) => member === null);
    return;
  }
  for (const type of typesOf(shape)) {
    if (type === 'string') yield* textsFor(shape, name, context);
    if (type === 'boolean') yield hash % 2 === 0;
    if (type === 'integer' || type === 'number') {
      yield* rotate(numericReferences(name, context), hash);
      yield* numbersFor(shape, name, type === 'integer', hash);
    }
    if (type === 'array') yield sampleItems(shape, name, context, path);
    if (type === 'object') yield sampleMembers(shape, withSalt(context, name), path);
    if (type === 'null') yield null;
  }
}

/** Returns two items, or as many as the schema requires or allows; fewer if not enough different ones exist. */
function sampleItems(shape: Shape, name: string, context: ValueContext, path: readonly Schema[]): Json[] | undefined {
  const minimum = shape.minItems ?? 0;
  if (minimum > itemLimit) return undefined;
  const itemPath = [...path, arrayMarker];
  const firstItems = (shape.prefixItems ?? [])
    .slice(0, shape.maxItems)
    .map((prefixItem, index) => sampleInBudget(prefixItem, name, withSalt(context, `place ${index}`), itemPath));
  if (firstItems.length > 0 && firstItems.length >= minimum) {
    const end = firstItems.indexOf(undefined);
    return (end === -1 ? firstItems : firstItems.slice(0, end)) as Json[];
  }
  if (shape.items === undefined && minimum === 0) return [];
  const count = Math.max(minimum, Math.min(2, shape.maxItems ?? 2));
  const items: Json[] = [];
  for (let attempt = 0; attempt < 24 + count && items.length < count; attempt += 1) {
    const item = sampleInBudget(shape.items ?? {}, name, withSalt(context, attempt), itemPath);
    if (item === undefined) break;
    const isNew = !items.some((earlierItem) => isSameJson(earlierItem, item));
    // Duplicates are added only as a last resort, if the schema requires more items than it has different values.
    if (isNew || (attempt >= 24 && items.length < minimum && !shape.uniqueItems)) items.push(item);
  }
  return items.length >= minimum ? items : undefined;
}

/** Marks, in a list of surrounding schemas, that the next schema describes an array item. */
const arrayMarker: Schema = {};

/** Returns an object with its required properties and those in `includedNames` (by default all) that can be made. */
function sampleMembers(
  shape: Shape,
  context: ValueContext,
  path: readonly Schema[],
  includedNames?: readonly string[],
): { [name: string]: Json } | undefined {
  const isItem = path.at(-2) === arrayMarker;
  const members = new Map<string, Json>();
  const add = (property: string): void => {
    const schema = Object.hasOwn(shape.properties, property) ? shape.properties[property] : extraSchema(shape);
    const value = schema && !members.has(property) ? sampleInBudget(schema, property, context, path) : undefined;
    if (value !== undefined) members.set(property, value);
  };
  const { isForDocs = false, isMinimal = false } = context;
  const candidates = Object.keys(shape.properties);
  // The server chooses the ids of items, so they are left out.
  const optionalNames =
    includedNames ?? candidates.filter((property) => !isMinimal && (isForDocs || !(isItem && property === 'id')));
  for (const property of Object.keys(shape.properties))
    if (shape.required.includes(property) || optionalNames.includes(property)) add(property);
  for (const property of shape.required) add(property);
  if (shape.required.some((property) => !members.has(property))) return undefined;
  const minimum = shape.minProperties ?? 0;
  for (const property of candidates) if (members.size < minimum) add(property);
  const hasNames = Object.keys(shape.properties).length > 0 || includedNames !== undefined;
  const isMap = !hasNames && typeof shape.additionalProperties === 'object';
  const minCount = Math.max(minimum, isMap && !isMinimal ? 2 : 0);
  for (let index = 1; members.size < minCount && index <= itemLimit; index += 1)
    add(`${isForDocs ? 'key' : 'check'}_${index}`);
  return Object.fromEntries(members);
}

/** Returns the schema of properties that the shape does not name; undefined if it allows no such properties. */
function extraSchema(shape: Shape): Schema | undefined {
  if (typeof shape.additionalProperties === 'object') return shape.additionalProperties;
  return shape.additionalProperties === false ? undefined : { type: 'string' };
}

export function textOfLength(length: number, name: string, context: ValueContext): string {
  return plainText(name, hashOf(name, context.salt), length, length) ?? '';
}

/** The range of numbers whose schema sets no bounds: small, but not 0 or 1, which servers often use as defaults. */
const usualRange = { least: 2, most: 999 };

/** Whether numbers of this name are usually small: a server may rightly refuse a rating of 700. */
export function isRatingName(name: string): boolean {
  return /^(?:rating|score|stars|grade|level|priority)$/.test(wordsOf(name).at(-1) ?? '');
}

/** Yields numbers within the bounds, with a fraction if the schema allows one, so that rounding becomes visible. */
function* numbersFor(shape: Shape, name: string, isInteger: boolean, hash: number): Iterable<number> {
  const { least, most } = boundsOf(shape, isInteger);
  if (least > most) return;
  const { multipleOf } = shape;
  const step = multipleOf ?? 1;
  const width = ((isRatingName(name) ? 5 : usualRange.most) - usualRange.least) * Math.max(1, step);
  const start =
    least > usualRange.least ? least : most < usualRange.least ? Math.max(least, most - width) : usualRange.least;
  const [, first] = multiplesAround(start, step);
  const [last] = multiplesAround(Math.min(most, start + width), step);
  const count = Math.round((last - first) / step) + 1;
  // A server that divides doubles does not recognise some multiples of 0.01 and refuses them, so these come last.
  for (const isExact of [true, false])
    for (let attempt = 0; attempt < Math.min(count, 50); attempt += 1) {
      const [whole] = multiplesAround(first + (((hash + attempt) % count) + 0.5) * step, step);
      if (Number.isInteger(whole / step) !== isExact) continue;
      if (!isInteger && !isRatingName(name) && multipleOf === undefined) yield whole + 0.5;
      yield whole;
    }
  // If no whole number is valid, uses a number between the bounds.
  if (!isInteger && multipleOf === undefined) yield (least + Math.min(most, least + 1)) / 2;
}

/** Returns the smallest and the largest number that the shape allows; infinite without a bound. */
export function boundsOf(shape: Shape, isInteger: boolean): { least: number; most: number } {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = shape;
  const lowerBound = isInteger ? Math.floor(exclusiveMinimum) + 1 : exclusiveMinimum + safeStep(exclusiveMinimum);
  const upperBound = isInteger ? Math.ceil(exclusiveMaximum) - 1 : exclusiveMaximum - safeStep(exclusiveMaximum);
  const least = Math.max(isInteger ? Math.ceil(minimum) : minimum, lowerBound);
  const most = Math.min(isInteger ? Math.floor(maximum) : maximum, upperBound);
  // A large bound may have lost digits when the document was parsed, so values keep a distance from it.
  return { least: least + roundingOf(least), most: most - roundingOf(most) };
}

/** Returns more than a parsed bound can differ from the number in the document; 0 for bounds up to 2^53. */
export function roundingOf(bound: number): number {
  return mayBeRounded(bound) ? 2 ** (Math.floor(Math.log2(Math.abs(bound))) - 52) : 0;
}

/** Returns a step that is large enough to change a number of this size in spite of rounding. */
function safeStep(bound: number): number {
  return Number.isFinite(bound) ? Math.max(1e-6, Math.abs(bound) * 1e-9) : 0;
}

export interface BodyProperty {
  name: string;
  schema: Schema;
  required: boolean;
}

/**
 * Returns a request body with its required properties and those in `only` (by default all). Adds other properties only
 * if the schema requires more. Properties that cannot be made are left out. Returns undefined if no valid body can be
 * made. If the schema is not that of an object, returns any sample of it.
 */
export function sampleBody(schema: Schema, context: ValueContext, only?: readonly string[]): Json | undefined {
  for (const shape of objectShapes(schema, context)) {
    const names = only ?? Object.keys(shape.properties);
    const body = makeWithinBudget(context, (budgetContext) =>
      sampleMembers(shape, budgetContext, [targetOf(schema, context)], names),
    );
    if (body && (only !== undefined || Object.keys(body).length > 0) && fits(schema, body, context)) return body;
  }
  return sampleValue(schema, 'body', context);
}

/** Returns the properties that a body may have; an empty array if the body is not an object. */
export function bodyProperties(schema: Schema, context: ValueContext): BodyProperty[] {
  const [shape] = objectShapes(schema, context);
  if (!shape) return [];
  const { properties, required } = shape;
  return Object.entries(properties).map(([name, each]) => ({ name, schema: each, required: required.includes(name) }));
}

function objectShapes(schema: Schema, context: ValueContext): Shape[] {
  return shapesOf(schema, context).filter((shape) => typesOf(shape).includes('object') && !shape.enum);
}
