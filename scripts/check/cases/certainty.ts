import type { JsonObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf, type Resolving } from '../../contract/schema-fields.js';
import { wordsIn } from '../model/words.js';
import { isReference, kindOf } from '../values/text.js';

/** Levels of nested objects and arrays to look into. */
const depthLimit = 3;

/**
 * Whether a server must accept any value of the schema. Only the service knows which ids exist, which values an open
 * set has, and which keys an open object.
 *
 * @param isKnown whether the check knows ids that a property of this name could refer to
 */
export function isCertain(
  contract: Resolving,
  name: string,
  schema: Schema,
  isKnown: (name: string) => boolean,
  depth = 0,
): boolean {
  const resolved = contract.resolve(schema);
  if (excludes.test(descriptionOf(contract, schema))) return false;
  if (resolved['x-known-values'] !== undefined || saysNothing(resolved)) return false;
  if (isExpandable(contract, resolved)) return false;
  if (resolved.items) return depth > depthLimit || isCertain(contract, name, resolved.items, isKnown, depth + 1);
  if (resolved.format === 'uuid' || isReference(name)) return isKnown(name);
  const { properties } = fieldsOf(contract, resolved);
  if (resolved.type === 'object' && properties.size === 0) return depth > 0;
  if (depth > depthLimit) return true;
  return [...properties].every(
    ([below, property]) => !isReference(below) || isCertain(contract, below, property, isKnown, depth + 1),
  );
}

/** How descriptions say that a field excludes others: `Only one of url and path may be specified.` */
const excludes = /\b(?:only|exactly|at most) one of\b|\bmutually exclusive\b|\bcannot be (?:combined|used together)\b/i;

/** Keywords that do not limit values; an extension may say something. */
const annotations = /^(?:title|description|examples?|default|deprecated|readOnly|writeOnly|nullable)$/;

/** The description of a schema, or of what it refers to. */
export function descriptionOf(contract: Resolving, schema: Schema): string {
  const { description } = { ...contract.resolve(schema), ...schema } as { description?: unknown };
  return typeof description === 'string' ? description : '';
}

/** Whether a schema allows any value: no service takes each, and only the service knows which. */
function saysNothing(schema: Schema): boolean {
  return Object.keys(schema).every((keyword) => annotations.test(keyword));
}

/** Whether a value is the id of a resource or the resource itself: `oneOf: [{ type: string }, { $ref: …/Folder }]`. */
function isExpandable(contract: Resolving, { oneOf, anyOf }: Schema): boolean {
  const branches = [...(oneOf ?? []), ...(anyOf ?? [])].map((branch) => contract.resolve(branch));
  const isId = ({ type }: Schema): boolean => [type].flat().some((each) => each === 'string' || each === 'integer');
  return branches.some(isId) && branches.some((branch) => fieldsOf(contract, branch).properties.has('id'));
}

/** Whether a property contains prose in any script, and not a code, an id or an address. */
export function isPlainText(contract: Resolving, name: string, schema: Schema): boolean {
  const resolved = contract.resolve(schema);
  const isText =
    [resolved.type].flat().includes('string') &&
    resolved.format === undefined &&
    resolved.pattern === undefined &&
    !resolved.enum;
  const isRoomy = (resolved.maxLength ?? Infinity) >= 64 && (resolved.minLength ?? 0) <= 20;
  return (
    isText &&
    isRoomy &&
    resolved['x-known-values'] === undefined &&
    kindOf(name) === 'prose' &&
    !/(slug|id|code|email|url|colou?r|status|type|key)$/i.test(name)
  );
}

/** Words for the two ends of a range. */
const ends = [
  ['from', 'to'],
  ['start', 'end'],
  ['begin', 'end'],
  ['since', 'until'],
  ['after', 'before'],
  ['min', 'max'],
  ['minimum', 'maximum'],
  ['lower', 'upper'],
  ['earliest', 'latest'],
] as const;

/**
 * Whether a service may refuse a body for a range: its end comes before its beginning, or one of the two is missing,
 * and what is stored has the other.
 *
 * @param all the names that a body may have
 */
export function mayBreakRange(body: JsonObject, all: readonly string[]): boolean {
  return rangesIn(all).some(
    ([low, high]) => Object.hasOwn(body, low) !== Object.hasOwn(body, high) || isAfter(body[low], body[high]),
  );
}

/** Returns the body with the ends of its ranges in order. */
export function inOrder(body: JsonObject): JsonObject {
  const swapped = rangesIn(Object.keys(body))
    .filter(([low, high]) => isAfter(body[low], body[high]))
    .flatMap(([low, high]) => [
      [low, body[high]],
      [high, body[low]],
    ]);
  return { ...body, ...Object.fromEntries(swapped) };
}

function rangesIn(all: readonly string[]): (readonly [low: string, high: string])[] {
  const names = new Map(all.map((name) => [wordsIn(name).join(' '), name]));
  return [...names].flatMap(([words, low]) =>
    ends.flatMap(([first, last]) => {
      const other = words.split(' ').map((word) => (word === first ? last : word));
      const high = names.get(other.join(' '));
      return high !== undefined && high !== low ? [[low, high] as const] : [];
    }),
  );
}

/** Whether the first of two numbers or dates is the larger one. */
function isAfter(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one > other;
  const [first, second] = [one, other].map((value) => (typeof value === 'string' ? Date.parse(value) : Number.NaN));
  return first !== undefined && second !== undefined && first > second;
}
