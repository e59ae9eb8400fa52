import type { JsonObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf, type SchemaResolver } from '../../contract/schema-fields.js';
import { wordsIn } from '../model/words.js';
import { isReference, textKindOf } from '../values/text.js';

/** Maximum depth of nested objects and arrays to examine. */
const depthLimit = 3;

/**
 * Whether a server must accept any value of the schema. It need not accept every id, every value of an open set, or
 * every key of an open object, since only the service knows which of them exist.
 *
 * @param hasKnownIds whether the check knows ids to which a property of this name could refer
 */
export function mustAcceptValue(
  contract: SchemaResolver,
  name: string,
  schema: Schema,
  hasKnownIds: (name: string) => boolean,
  depth = 0,
): boolean {
  const target = contract.resolve(schema);
  if (exclusionPattern.test(descriptionOf(contract, schema))) return false;
  if (target['x-known-values'] !== undefined || allowsAnyValue(target)) return false;
  if (isExpandable(contract, target)) return false;
  if (target.items) return depth > depthLimit || mustAcceptValue(contract, name, target.items, hasKnownIds, depth + 1);
  if (target.format === 'uuid' || isReference(name)) return hasKnownIds(name);
  const { properties } = fieldsOf(contract, target);
  if (target.type === 'object' && properties.size === 0) return depth > 0;
  if (depth > depthLimit) return true;
  return [...properties].every(
    ([child, property]) => !isReference(child) || mustAcceptValue(contract, child, property, hasKnownIds, depth + 1),
  );
}

/** Phrases in descriptions which say that a field excludes others: `Only one of url and path may be specified.` */
const exclusionPattern =
  /\b(?:only|exactly|at most) one of\b|\bmutually exclusive\b|\bcannot be (?:combined|used together)\b/i;

/** Keywords that do not limit values. Any other keyword may limit them, even an unknown extension. */
const annotationPattern = /^(?:title|description|examples?|default|deprecated|readOnly|writeOnly|nullable)$/;

/** Returns the description of a schema, or else of the schema to which it refers. */
export function descriptionOf(contract: SchemaResolver, schema: Schema): string {
  const { description } = { ...contract.resolve(schema), ...schema } as { description?: unknown };
  return typeof description === 'string' ? description : '';
}

/** Whether a schema allows any value. A real service accepts only some values, and the schema does not say which. */
function allowsAnyValue(schema: Schema): boolean {
  return Object.keys(schema).every((keyword) => annotationPattern.test(keyword));
}

/** Whether a value may be the id of a resource or the resource: `oneOf: [{ type: string }, { $ref: …/Folder }]`. */
function isExpandable(contract: SchemaResolver, { oneOf, anyOf }: Schema): boolean {
  const branches = [...(oneOf ?? []), ...(anyOf ?? [])].map((branch) => contract.resolve(branch));
  const isIdSchema = ({ type }: Schema): boolean =>
    [type].flat().some((text) => text === 'string' || text === 'integer');
  return branches.some(isIdSchema) && branches.some((branch) => fieldsOf(contract, branch).properties.has('id'));
}

/** Whether a property is for prose in any script, and not for a code, an id or an address. */
export function isPlainText(contract: SchemaResolver, name: string, schema: Schema): boolean {
  const target = contract.resolve(schema);
  const isText = [target.type].flat().includes('string') && target['x-known-values'] === undefined && !target.enum;
  const isFree = target.format === undefined && target.pattern === undefined;
  const isLongEnough = (target.maxLength ?? Infinity) >= 64 && (target.minLength ?? 0) <= 20;
  const isProse = textKindOf(name) === 'prose' && !/(slug|id|code|email|url|colou?r|status|type|key)$/i.test(name);
  return isText && isFree && isLongEnough && isProse;
}

const rangeWords = [
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
 * Whether a service may refuse a body because of a range: it ends before it begins, or the body has only one of its two
 * limits, which may contradict the stored one.
 *
 * @param names the fields that a body may have
 */
export function mayBreakRange(body: JsonObject, names: readonly string[]): boolean {
  return rangesIn(names).some(
    ([lowName, highName]) =>
      Object.hasOwn(body, lowName) !== Object.hasOwn(body, highName) || isAfter(body[lowName], body[highName]),
  );
}

export function orderRanges(body: JsonObject): JsonObject {
  const swappedEntries = rangesIn(Object.keys(body))
    .filter(([low, high]) => isAfter(body[low], body[high]))
    .flatMap(([low, high]) => [
      [low, body[high]],
      [high, body[low]],
    ]);
  return { ...body, ...Object.fromEntries(swappedEntries) };
}

function rangesIn(fieldNames: readonly string[]): (readonly [low: string, high: string])[] {
  const names = new Map(fieldNames.map((name) => [wordsIn(name).join(' '), name]));
  return [...names].flatMap(([words, low]) =>
    rangeWords.flatMap(([first, last]) => {
      const highWords = words.split(' ').map((word) => (word === first ? last : word));
      const highName = names.get(highWords.join(' '));
      return highName !== undefined && highName !== low ? [[low, highName] as const] : [];
    }),
  );
}

/** Whether the first of two numbers is larger, or the first of two dates is later. */
function isAfter(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a > b;
  const [first, second] = [a, b].map((value) => (typeof value === 'string' ? Date.parse(value) : Number.NaN));
  return first !== undefined && second !== undefined && first > second;
}
