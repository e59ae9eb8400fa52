import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isObject } from '../contract/json.js';
import { escapeToken } from '../contract/pointer.js';
import { schemaNameOf } from '../contract/references.js';
import { formats, types } from '../contract/schema-keywords.js';
import { schemaRef, subschemas } from '../contract/schema-walk.js';
import { didYouMean } from '../text/did-you-mean.js';
import { visible } from '../text/escape.js';
import { AnswerMistake, type Draft, type SchemaPart } from './draft.js';
import { derivedValue } from './example-values.js';
import { isSurelySchema, keywords } from './surely-schema.js';
import { mistake } from './teaching.js';

/**
 * Returns a JSON Schema that an answer gives for a field, if the contract can have it.
 *
 * @param name of the field
 * @param pointer of the schema in the answer
 * @throws AnswerMistake for an unknown keyword, type, format or reference, and a schema that no value fits
 */
export function givenSchema(draft: Draft, given: unknown, name: string, pointer: string): SchemaPart {
  if (!isObject(given)) throw mistake(pointer, 'a JSON Schema such as { type: string }', given);
  const schema = given as SchemaPart;
  examine(draft, given, pointer);
  if (!isSurelySchema(given)) refuseWrong(given, pointer);
  if (derivedValue(draft.document, schema, name, 'given') === undefined)
    throw mistake(
      pointer,
      'a schema with a value that fits, for the examples',
      given,
      'Correct it, or add "examples".',
    );
  return structuredClone(schema);
}

/** @throws AnswerMistake for what is no JSON Schema */
function refuseWrong(given: Readonly<Record<string, unknown>>, pointer: string): void {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  if (!ajv.validateSchema(given)) {
    const [{ instancePath = '', message = 'is wrong' } = {}] = ajv.errors ?? [];
    throw new AnswerMistake(pointer + instancePath, `expected a JSON Schema, but this value ${message}. Correct it.`);
  }
}

/** @throws AnswerMistake for words that JSON Schema, or the contract, does not have */
function examine(draft: Draft, schema: Readonly<Record<string, unknown>>, pointer: string): void {
  for (const keyword of Object.keys(schema)) {
    const at = `${pointer}/${escapeToken(keyword)}`;
    if (keyword === 'nullable')
      throw mistake(at, 'no "nullable", which OpenAPI 3.1 does not have', keyword, "Write type: [string, 'null'].");
    if (!keywords.includes(keyword))
      throw mistake(at, 'a keyword of JSON Schema', keyword, didYouMean(keyword, keywords));
  }
  const { type, format, pattern, $ref } = schema;
  for (const [index, each] of [type ?? []].flat().entries()) {
    const at = `${pointer}/type${Array.isArray(type) ? `/${index}` : ''}`;
    if (!types.includes(String(each))) throw mistake(at, 'a type of JSON', each, didYouMean(String(each), types));
  }
  if (format !== undefined && !formats.includes(String(format))) {
    const advice = `${didYouMean(String(format), formats)} Formats that nobody checks belong into "description".`;
    throw mistake(`${pointer}/format`, 'a format that can be checked', format, advice);
  }
  if (typeof pattern === 'string') {
    try {
      new RegExp(pattern, 'u');
    } catch (error) {
      const why = visible((error as Error).message, 200);
      throw new AnswerMistake(`${pointer}/pattern`, `expected a pattern of JavaScript: ${why}. Correct it.`);
    }
  }
  if ($ref !== undefined && !Object.hasOwn(draft.schemas, schemaNameOf(String($ref)) ?? '')) {
    const known = Object.keys(draft.schemas).map((each) => schemaRef + each);
    throw mistake(`${pointer}/$ref`, 'a schema of the contract', $ref, didYouMean(String($ref), known));
  }
  for (const { steps, schema: below } of subschemas(schema))
    examine(draft, below, pointer + steps.map((step) => `/${escapeToken(step)}`).join(''));
}

/**
 * A schema that an answer gives for a body or a parameter: a JSON Schema, or the name of a schema of the contract.
 *
 * @param name of what has the schema
 * @param at JSON pointer of the schema in the answer
 * @throws AnswerMistake if it is no such schema
 */
export function bodySchema(draft: Draft, given: unknown, name: string, at: string): SchemaPart {
  if (typeof given !== 'string') return givenSchema(draft, given, name, at);
  const names = Object.keys(draft.schemas);
  if (!names.includes(given)) throw mistake(at, 'the name of a schema', given, didYouMean(given, names));
  return { $ref: `#/components/schemas/${given}` };
}
