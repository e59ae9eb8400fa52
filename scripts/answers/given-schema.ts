import { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject } from '../contract/json.js';
import { parsePointer, toPointer, valueAt } from '../contract/pointer.js';
import { schemaNameOf } from '../contract/references.js';
import { schemasWithin } from '../contract/walk.js';
import { AnswerMistake, type Draft, type SchemaPart } from './draft.js';
import { unknownName } from './named.js';
import { shown } from './schema-mistake.js';

const folder = '#/components/schemas/';

let ajv: Ajv2020 | undefined;

/**
 * The schema that an answer gives: a JSON Schema (2020-12) whose references lead to schemas of the contract, or the name
 * of one of these.
 *
 * @param at JSON pointer of the schema in the answer
 * @throws AnswerMistake if it is no such schema
 */
export function givenSchema(draft: Draft, given: unknown, at: string): SchemaPart {
  const names = Object.keys(draft.schemas);
  if (typeof given === 'string') {
    if (!names.includes(given)) throw unknownName(at, 'the name of a schema of the contract', given, names);
    return { $ref: folder + given };
  }
  if (!isObject(given))
    throw new AnswerMistake(at, `expected a JSON Schema, or the name of a schema; found ${shown(given)}.`);
  ajv ??= new Ajv2020({ strict: false });
  if (!ajv.validateSchema(given)) {
    const errors = [...(ajv.errors ?? [])].sort(
      (one, other) => depthOf(other.instancePath) - depthOf(one.instancePath),
    );
    const { instancePath = '', message = 'must be a JSON Schema' } = errors[0] ?? {};
    const found = shown(valueAt(given, instancePath));
    throw new AnswerMistake(
      at + instancePath,
      `expected a JSON Schema (2020-12), where this ${message}; found ${found}.`,
    );
  }
  for (const { path, value } of schemasWithin(given, [])) {
    const { $ref } = value;
    if (typeof $ref !== 'string') continue;
    const name = schemaNameOf($ref);
    const place = `${at}${toPointer(path)}/$ref`;
    if (name === undefined)
      throw new AnswerMistake(
        place,
        `expected ${folder} and the name of a schema of the contract; found ${shown($ref)}.`,
      );
    if (!names.includes(name)) throw unknownName(place, 'the name of a schema of the contract', name, names);
  }
  return structuredClone(given) as SchemaPart;
}

function depthOf(pointer: string): number {
  return parsePointer(pointer).length;
}
