import { isObject, type Json } from './json.js';
import { escapeToken, parsePointer } from './pointer.js';
import type { Schema } from './schema.js';

/** Nested deeper than this, a text says nothing about the whole refusal. */
const deepest = 4;

/** Names of fields that say in words why a request was refused, the most telling first. */
const words = ['detail', 'message', 'error_description', 'errorMessage', 'description', 'reason', 'error', 'title'];
const numbers: ReadonlySet<string> = new Set(['status', 'statusCode', 'status_code', 'code']);

/** A field inside a body. */
interface Place {
  pointer: string;
  name: string;
  schema: Schema;
}

/**
 * The body of a refusal in the form of a schema.
 *
 * @param template a body that fits the schema
 * @returns the same body with the detail in the field that says why, and with the status where the body has it
 */
export function refusalBody(
  resolve: (schema: Schema) => Schema,
  schema: Schema,
  template: Json,
  { detail, status }: { detail: string; status: number },
): Json {
  const places = [...placesIn(resolve, schema, '', '', 0)];
  const texts = places.filter((place) => isPlainText(place.schema));
  const rank = ({ name }: Place): number => (words.includes(name) ? words.indexOf(name) : words.length);
  const [text] = [...texts].sort((one, other) => rank(one) - rank(other));
  const withText = text ? replaced(template, parsePointer(text.pointer), cut(text.schema, detail)) : template;
  return places
    .filter(({ name, schema: { type, enum: values } }) => numbers.has(name) && type === 'integer' && !values)
    .reduce((body, { pointer }) => replaced(body, parsePointer(pointer), status), withText);
}

/** The plain values of a body: its fields, those inside of them, and those of the first item of a list. */
function* placesIn(
  resolve: (schema: Schema) => Schema,
  node: Schema,
  pointer: string,
  name: string,
  depth: number,
): Iterable<Place> {
  const schema = resolve(node);
  if (depth > deepest) return;
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = schema;
  for (const [key, below] of Object.entries(properties))
    yield* placesIn(resolve, below, `${pointer}/${escapeToken(key)}`, key, depth + 1);
  if (items) yield* placesIn(resolve, items, `${pointer}/0`, name, depth + 1);
  for (const part of [...allOf, ...anyOf, ...oneOf]) yield* placesIn(resolve, part, pointer, name, depth + 1);
  if (schema.type !== undefined) yield { pointer, name, schema };
}

function isPlainText({ type, format, pattern, enum: values, const: only, ...schema }: Schema): boolean {
  const isOpen = [format, pattern, values, only, schema['x-known-values']].every((keyword) => keyword === undefined);
  return [type].flat().includes('string') && isOpen;
}

function cut({ maxLength = Infinity }: Schema, text: string): string {
  return [...text].slice(0, maxLength).join('');
}

/** A copy with another value at a place that exists; the same body if it does not. */
function replaced(at: Json, [first, ...rest]: readonly string[], value: Json): Json {
  if (first === undefined) return value;
  if (Array.isArray(at)) return at.map((item, index) => (String(index) === first ? replaced(item, rest, value) : item));
  if (!isObject(at) || !Object.hasOwn(at, first)) return at;
  return { ...at, [first]: replaced(at[first] ?? null, rest, value) };
}
