import { isObject, type Json } from './json.js';
import { escapeToken, parsePointer } from './pointer.js';
import type { Schema } from './schema.js';

/** Maximum depth at which to look for a field with the reason for a refusal: deeper strings are about request parts. */
const maxDepth = 4;

/** Names of fields with the reason for a refusal in words, the most informative name first. */
const detailNames = 'detail message error_description errorMessage description reason error title'.split(' ');
const statusNames: ReadonlySet<string> = new Set(['status', 'statusCode', 'status_code', 'code']);

interface BodyField {
  pointer: string;
  name: string;
  schema: Schema;
}

/**
 * Writes the body of an error response: a copy of `template`, which fits the schema, with `detail` in the reason field,
 * and `status` in each status field.
 */
export function createRefusalBody(
  resolve: (schema: Schema) => Schema,
  schema: Schema,
  template: Json,
  { detail, status }: { detail: string; status: number },
): Json {
  const fields = [...fieldsIn(resolve, schema, '', '', 0)];
  const textFields = fields.filter((field) => isPlainText(field.schema));
  const rankOf = ({ name }: BodyField): number =>
    detailNames.includes(name) ? detailNames.indexOf(name) : detailNames.length;
  const [textField] = [...textFields].sort((a, b) => rankOf(a) - rankOf(b));
  const bodyWithText = textField
    ? replaceAt(template, parsePointer(textField.pointer), truncate(textField.schema, detail))
    : template;
  return fields
    .filter(({ name, schema: { type, enum: values } }) => statusNames.has(name) && type === 'integer' && !values)
    .reduce((body, { pointer }) => replaceAt(body, parsePointer(pointer), status), bodyWithText);
}

/**
 * Yields the places in a body whose schema declares a type: fields, fields inside of them, the first item of each list.
 */
function* fieldsIn(
  resolve: (schema: Schema) => Schema,
  node: Schema,
  pointer: string,
  name: string,
  depth: number,
): Iterable<BodyField> {
  const schema = resolve(node);
  if (depth > maxDepth) return;
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = schema;
  for (const [key, child] of Object.entries(properties))
    yield* fieldsIn(resolve, child, `${pointer}/${escapeToken(key)}`, key, depth + 1);
  if (items) yield* fieldsIn(resolve, items, `${pointer}/0`, name, depth + 1);
  for (const part of [...allOf, ...anyOf, ...oneOf]) yield* fieldsIn(resolve, part, pointer, name, depth + 1);
  if (schema.type !== undefined) yield { pointer, name, schema };
}

function isPlainText({ type, format, pattern, enum: values, const: constant, ...schema }: Schema): boolean {
  const isUnrestricted = [format, pattern, values, constant, schema['x-known-values']].every(
    (keyword) => keyword === undefined,
  );
  return [type].flat().includes('string') && isUnrestricted;
}

function truncate({ maxLength = Infinity }: Schema, text: string): string {
  return [...text].slice(0, maxLength).join('');
}

/** Returns a copy with another value at an existing place; the unchanged body if the place does not exist. */
function replaceAt(body: Json, [first, ...rest]: readonly string[], value: Json): Json {
  if (first === undefined) return value;
  if (Array.isArray(body))
    return body.map((item, index) => (String(index) === first ? replaceAt(item, rest, value) : item));
  if (!isObject(body) || !Object.hasOwn(body, first)) return body;
  return { ...body, [first]: replaceAt(body[first] ?? null, rest, value) };
}
