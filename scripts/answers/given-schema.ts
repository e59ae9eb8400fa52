import { Ajv2020 } from 'ajv/dist/2020.js';
import { fits } from '../check/values/fits.js';
import { isObject, type Json } from '../contract/json.js';
import { escapeToken } from '../contract/pointer.js';
import { createSchemaResolver, schemaNameOf } from '../contract/references.js';
import { formats, schemaTypes } from '../contract/schema-keywords.js';
import { schemaPrefix, subschemas } from '../contract/schema-walk.js';
import { suggest } from '../text/did-you-mean.js';
import { sanitize } from '../text/escape.js';
import { AnswerMistake, type Draft, type SchemaPart } from './draft.js';
import { deriveValue } from './example-values.js';
import { mistake } from './teaching.js';

/**
 * Checks and copies the JSON Schema that an answer gives for a field.
 *
 * @throws AnswerMistake for an unknown keyword, type, format or reference, and for a schema that no value fits
 */
export function readAnswerSchema(draft: Draft, value: unknown, name: string, pointer: string): SchemaPart {
  if (!isObject(value)) throw mistake(pointer, 'a JSON Schema such as { type: string }', value);
  const schema = value as SchemaPart;
  checkSchema(draft, value, pointer);
  const invalidPart = findInvalidPart(value);
  if (invalidPart)
    throw new AnswerMistake(
      pointer + invalidPart.pointer,
      `expected a JSON Schema, but this value ${invalidPart.message}. Correct it.`,
    );
  const expected = 'a schema from which an example can be derived';
  if (deriveValue(draft.document, schema, name, 'given') === undefined)
    throw mistake(pointer, expected, value, 'Correct it, or add "examples".');
  return structuredClone(schema);
}

let ajv: Ajv2020 | undefined;

/** Finds the first invalid part of a JSON Schema, and its mistake; undefined for a valid schema. */
export function findInvalidPart(value: object): { pointer: string; message: string } | undefined {
  ajv ??= new Ajv2020({ strict: false });
  if (ajv.validateSchema(value)) return undefined;
  const [{ instancePath = '', message = 'is wrong' } = {}] = ajv.errors ?? [];
  return { pointer: instancePath, message };
}

/** The keywords that all tools of this package understand. */
const keywords: readonly string[] = (
  '$ref title description type format enum const default examples deprecated pattern minLength maxLength minimum ' +
  'maximum exclusiveMinimum exclusiveMaximum multipleOf items minItems maxItems uniqueItems properties required ' +
  'additionalProperties minProperties maxProperties allOf anyOf oneOf x-known-values x-open'
).split(' ');

/** @throws AnswerMistake for an unknown keyword, type, format or reference, and for an invalid pattern */
function checkSchema(draft: Draft, schema: Readonly<Record<string, unknown>>, pointer: string): void {
  for (const keyword of Object.keys(schema)) {
    const at = `${pointer}/${escapeToken(keyword)}`;
    if (keyword === 'nullable')
      throw mistake(at, 'no "nullable", which OpenAPI 3.1 does not have', keyword, "Write type: [string, 'null'].");
    if (!keywords.includes(keyword)) throw mistake(at, 'a keyword of JSON Schema', keyword, suggest(keyword, keywords));
  }
  const { type, format, pattern, $ref } = schema;
  for (const [index, each] of [type ?? []].flat().entries()) {
    const typePointer = `${pointer}/type${Array.isArray(type) ? `/${index}` : ''}`;
    if (!schemaTypes.includes(String(each)))
      throw mistake(typePointer, 'a type of JSON', each, suggest(String(each), schemaTypes));
  }
  if (format !== undefined && !formats.includes(String(format))) {
    const advice = `${suggest(String(format), formats)} Describe other formats in "description".`;
    throw mistake(`${pointer}/format`, 'a format that can be checked', format, advice);
  }
  if (typeof pattern === 'string') {
    try {
      new RegExp(pattern, 'u');
    } catch (error) {
      const reason = sanitize((error as Error).message, 200);
      throw new AnswerMistake(
        `${pointer}/pattern`,
        `expected a pattern that JavaScript accepts: ${reason}. Correct it.`,
      );
    }
  }
  if ($ref !== undefined && !Object.hasOwn(draft.schemas, schemaNameOf(String($ref)) ?? '')) {
    const refs = Object.keys(draft.schemas).map((name) => schemaPrefix + name);
    throw mistake(`${pointer}/$ref`, 'a schema of the contract', $ref, suggest(String($ref), refs));
  }
  for (const { steps, schema: subschema } of subschemas(schema))
    checkSchema(draft, subschema, pointer + steps.map((step) => `/${escapeToken(step)}`).join(''));
}

/**
 * Reads the schema of a body or parameter in an answer: a JSON Schema, or the name of a schema of the contract.
 *
 * @param pointer JSON pointer of the schema in the answer
 * @throws AnswerMistake for any other value
 */
export function readBodySchema(draft: Draft, value: unknown, name: string, pointer: string): SchemaPart {
  if (typeof value !== 'string') return readAnswerSchema(draft, value, name, pointer);
  const names = Object.keys(draft.schemas);
  if (!names.includes(value)) throw mistake(pointer, 'the name of a schema', value, suggest(value, names));
  return { $ref: `#/components/schemas/${value}` };
}

/** A parameter in the form of OpenAPI. */
export interface GivenParameter {
  name: string;
  in?: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: unknown;
  example?: unknown;
}

/**
 * Creates a parameter of an operation from an answer. A required parameter gets an example for requests.
 *
 * @param pointer JSON pointer of the parameter in the answer
 * @throws AnswerMistake for a wrong schema, or an example that does not fit the schema
 */
export function createParameter(draft: Draft, parameter: GivenParameter, pointer: string): Record<string, unknown> {
  const { name, in: place = 'path', required = place === 'path', description } = parameter;
  const schema = readBodySchema(draft, parameter.schema, name, `${pointer}/schema`);
  const context = { resolve: createSchemaResolver(draft.document), references: () => [], salt: '' };
  if (parameter.example !== undefined && !fits(schema, parameter.example as Json, context))
    throw mistake(`${pointer}/example`, 'an example that fits the schema', parameter.example);
  const example = parameter.example ?? (required ? deriveValue(draft.document, schema, name, 'parameter') : undefined);
  return {
    name,
    in: place,
    ...(required && { required }),
    ...(description !== undefined && { description }),
    schema,
    ...(example !== undefined && { example }),
  };
}
