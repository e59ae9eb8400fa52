import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { contract } from '../../../generated/contract.js';
import { readOperations } from '../../../scripts/check/model/contract/operations.js';
import type { ValueContext } from '../../../scripts/check/values/shape.js';
import { valueAt } from '../../../scripts/contract/pointer.js';
import type { Schema } from '../../../scripts/contract/schema.js';
import { yamlBeside } from '../../yaml-beside.js';

/** A request body of a document, and a complete validator of its values. */
export interface Body {
  id: string;
  schema: Schema;
  resolve(schema: Schema): Schema;
  /** Returns JSON pointers to the errors of a value; empty if it is valid. */
  errors(value: unknown): string[];
}

export const knownIds: readonly string[] = [
  '0fd4340a-c3c4-4d8b-815a-f5be26abedae',
  'c07ef43e-b5f0-44d8-8c75-5f49fec498c9',
  '6c1f6b8e-52a1-4d4c-9f0e-2f4b2f6f9a11',
];

export function contextOf({ resolve }: Pick<Body, 'resolve'>, salt = 'a', references = knownIds): ValueContext {
  return { resolve, references: () => references, salt };
}

/** The context of a schema without references. */
export function plain(salt = 'a', references: readonly string[] = []): ValueContext {
  return { resolve: (schema) => schema, references: () => references, salt };
}

function bodiesOf(document: object, schemas: { id: string; schema: Schema }[]): Body[] {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    ownProperties: true,
    validateFormats: true,
    multipleOfPrecision: 9,
  });
  addFormats.default(ajv, { mode: 'full' });
  ajv.addSchema(document, 'document');
  // Resolves only one reference, since keywords beside a `$ref` apply as well.
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : (valueAt(document, schema.$ref.slice(1)) as Schema);
  return schemas.map(({ id, schema }) => {
    const validate = ajv.compile({ $ref: `document${schema.$ref ?? ''}` });
    const errors = (value: unknown): string[] =>
      validate(value) ? [] : (validate.errors ?? []).map(({ instancePath }) => instancePath);
    return { id, schema, resolve, errors };
  });
}

/** Each request body of the contract, with the id of its operation. */
export const contractBodies = bodiesOf(
  contract,
  readOperations(contract).flatMap(({ id, body }) => (body ? [{ id, schema: body.schema }] : [])),
);

const foreignRows = yamlBeside<{ components: { schemas: Record<string, Schema> } }>(import.meta.url, 'bodies.yaml');

/** Bodies like those in documents of other services. */
export const foreignBodies = bodiesOf(
  foreignRows,
  Object.keys(foreignRows.components.schemas).map((id) => ({ id, schema: { $ref: `#/components/schemas/${id}` } })),
);

export const allBodies = [...contractBodies, ...foreignBodies];

/** Returns the body of an operation or a schema. */
export function find(bodies: readonly Body[], id: string): Body {
  const body = bodies.find((otherBody) => otherBody.id === id);
  if (!body) throw new Error(`No body has the id ${id}.`);
  return body;
}

/** Returns a matcher for a value of a table; a text that begins with `~` is a pattern. */
export function orForm(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('~') ? expect.stringMatching(value.slice(1)) : value;
}
