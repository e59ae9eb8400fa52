import { isObject, type Json, sameJson } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import type { ValueContext } from './context.js';
import { formatOf } from './formats.js';
import { matches } from './matching.js';
import { schemaOf } from './shape.js';

/** Far more steps than any value made here takes; it ends the walk of a schema that contains itself. */
const mostSteps = 100_000;

/** Deeper than any of these values, references included. */
const deepest = 200;

interface Judging {
  resolve: ValueContext['resolve'];
  steps: number;
  /** Verdicts about objects and arrays: schemas may repeat each other in many branches. */
  known: Map<Json, Map<Schema, boolean>>;
}

/**
 * Whether a value is valid by the keywords that `Schema` names, formats included. It checks the values that the check
 * itself makes before sending them; full validators check responses.
 */
export function fits(schema: Schema, value: Json, context: ValueContext): boolean {
  return judge(schema, value, { resolve: context.resolve, steps: 0, known: new Map() }, 0);
}

function judge(node: Schema, value: Json, judging: Judging, depth: number): boolean {
  const schema = schemaOf(node);
  if (typeof value !== 'object' || value === null) return judgeOnce(schema, value, judging, depth);
  const known = judging.known.get(value) ?? new Map<Schema, boolean>();
  judging.known.set(value, known);
  const verdict = known.get(schema) ?? judgeOnce(schema, value, judging, depth);
  known.set(schema, verdict);
  return verdict;
}

function judgeOnce(schema: Schema, value: Json, judging: Judging, depth: number): boolean {
  judging.steps += 1;
  if (judging.steps > mostSteps || depth > deepest) return false;
  const also = (part: Schema): boolean => judge(part, value, judging, depth + 1);
  if (schema.$ref !== undefined && !also(judging.resolve(schema))) return false;
  if (schema.allOf && !schema.allOf.every(also)) return false;
  if (schema.anyOf && !schema.anyOf.some(also)) return false;
  if (schema.oneOf && schema.oneOf.filter(also).length !== 1) return false;
  if (schema.const !== undefined && !sameJson(schema.const as Json, value)) return false;
  if (schema.enum && !schema.enum.some((each) => sameJson(each as Json, value))) return false;
  if (!isOfTypes(schema.type, value)) return false;
  if (typeof value === 'string') return textFits(schema, value);
  if (typeof value === 'number') return numberFits(schema, value);
  if (Array.isArray(value)) return arrayFits(schema, value, (part, item) => judge(part, item, judging, depth + 1));
  return !isObject(value) || objectFits(schema, value, (part, member) => judge(part, member, judging, depth + 1));
}

function isOfTypes(types: Schema['type'], value: Json): boolean {
  if (types === undefined) return true;
  return typeof types === 'string' ? isOfType(types, value) : types.some((type) => isOfType(type, value));
}

/** Whether a value has a type of JSON Schema; `integer` is a number without a fraction. */
export function isOfType(type: string, value: Json): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function textFits(schema: Schema, text: string): boolean {
  const { minLength = 0, maxLength = Infinity } = schema;
  // In code points; a text has at most as many as units.
  const length = minLength > 0 || text.length > maxLength ? [...text].length : text.length;
  return (
    length >= minLength &&
    length <= maxLength &&
    (schema.pattern === undefined || matches(schema.pattern, text) === true) &&
    formatOf(schema.format)?.test(text) !== false
  );
}

function numberFits(schema: Schema, number: number): boolean {
  return (
    number >= (schema.minimum ?? -Infinity) &&
    number <= (schema.maximum ?? Infinity) &&
    number > (schema.exclusiveMinimum ?? -Infinity) &&
    number < (schema.exclusiveMaximum ?? Infinity) &&
    (schema.multipleOf === undefined || Number.isInteger(number / schema.multipleOf))
  );
}

type Inner = (part: Schema, value: Json) => boolean;

function arrayFits(schema: Schema, items: readonly Json[], inner: Inner): boolean {
  if (items.length < (schema.minItems ?? 0) || items.length > (schema.maxItems ?? Infinity)) return false;
  const isTwice = (item: Json, index: number): boolean =>
    items.slice(0, index).some((before) => sameJson(before, item));
  if (schema.uniqueItems && items.some(isTwice)) return false;
  const { items: each, prefixItems = [] } = schema as Schema & { prefixItems?: readonly Schema[] };
  return items.every((item, index) => {
    const place = prefixItems[index] ?? each;
    return place === undefined || inner(place, item);
  });
}

function objectFits(schema: Schema, object: { [name: string]: Json }, inner: Inner): boolean {
  const properties = schema.properties ?? {};
  if (schema.required?.some((name) => !Object.hasOwn(object, name))) return false;
  const { minProperties = 0, maxProperties = Infinity } = schema;
  const names = Object.keys(object);
  if (names.length < minProperties || names.length > maxProperties) return false;
  return names.every((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
    return property === undefined || property === true || (property !== false && inner(property, object[name] as Json));
  });
}
