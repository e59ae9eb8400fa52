import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { contract } from '../../../generated/contract.js';
import { readOperations } from '../../../scripts/check/model/contract/operations.js';
import type { ValueContext } from '../../../scripts/check/values/shape.js';
import { valueAt } from '../../../scripts/contract/pointer.js';
import type { Schema } from '../../../scripts/contract/schema.js';
import { words } from '../../words.js';

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
  const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, validateFormats: true });
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

/** A schema that allows no value. Documents may contain it, but the type `Schema` does not include it. */
const never = false as unknown as Schema;

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const schemas: Record<string, Schema> = {
  bounds: {
    type: 'object',
    required: ['sku', 'amount'],
    properties: {
      sku: { type: 'string', minLength: 3, maxLength: 12 },
      initial: { type: 'string', minLength: 1, maxLength: 1 },
      note: { type: 'string', minLength: 100, maxLength: 300 },
      site: { type: 'string', format: 'uri', maxLength: 30 },
      amount: { type: 'integer', minimum: 1, maximum: 5 },
      weight: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      price: { type: 'number', minimum: 0, maximum: 100, multipleOf: 0.01 },
      dozens: { type: 'integer', minimum: -24, maximum: -12, multipleOf: 12 },
      far: { type: 'integer', exclusiveMinimum: 1_000_000 },
      tags: { type: 'array', items: { type: 'string', maxLength: 8 }, minItems: 1, maxItems: 3, uniqueItems: true },
      pair: { type: 'array', items: { type: 'boolean' }, minItems: 2, maxItems: 2, uniqueItems: true },
      many: { type: 'array', items: { type: 'integer' }, minItems: 7 },
    },
  },
  sets: {
    type: 'object',
    additionalProperties: false,
    properties: {
      kind: { type: 'string', enum: ['small', 'large', 'odd one'] },
      version: { const: 3 },
      level: { type: 'integer', enum: [10, 20] },
      maybe: { type: ['string', 'null'], enum: ['yes', null] },
      mixed: { enum: ['a', 7, null, { b: true }] },
    },
  },
  patterns: {
    type: 'object',
    properties: {
      letter: { type: 'string', pattern: '^[A-Za-z]$' },
      plate: { type: 'string', pattern: '^[A-Z]{2}-\\d{3,5}(?:-[a-f0-9]+)?$' },
      semver: { type: 'string', pattern: '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)$' },
      lower: { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 20 },
      country: { type: 'string', pattern: '^[A-Z]{2}$', minLength: 2, maxLength: 2 },
      hash: { type: 'string', pattern: '^(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$' },
      path: { type: 'string', format: 'uri-reference', pattern: '^/(?!/)' },
      secure: { type: 'string', format: 'uri', pattern: '^https://' },
      unicode: { type: 'string', pattern: '^\\p{Lu}\\p{Ll}+$' },
      twice: { type: 'string', pattern: '^(a|b)\\1$' },
      ahead: { type: 'string', pattern: '^(?=.\\d)[a-z]\\d$' },
      late: { type: 'string', pattern: '^(?![a-l])[a-z]$' },
      impossible: { type: 'string', pattern: '(?=a)b' },
      exampled: { type: 'string', pattern: '^(q7)#\\1$', example: 'q7#q7' },
    },
  },
  formats: {
    type: 'object',
    properties: Object.fromEntries(
      words`
        uuid uri url uri-reference uri-template email date date-time time duration hostname ipv4 ipv6 byte
        json-pointer regex password binary
      `.map((format) => [format, { type: 'string', format }]),
    ),
  },
  nullable: {
    type: 'object',
    properties: {
      text: { type: ['string', 'null'] },
      first: { type: ['null', 'integer'], minimum: 5 },
      part: { anyOf: [{ type: 'null' }, ref('address')] },
      nothing: { type: 'null' },
      either: { type: ['string', 'integer'] },
      any: {},
    },
  },
  address: {
    type: 'object',
    required: ['street', 'id'],
    properties: {
      id: { type: 'integer', readOnly: true },
      street: { type: 'string', maxLength: 40 },
      zip: { type: 'string', pattern: '^\\d{5}$' },
      secret: { type: 'string', writeOnly: true },
    },
  },
  merged: {
    allOf: [
      ref('address'),
      { type: 'object', properties: { street: { minLength: 10 }, floor: { type: 'number', minimum: 2 } } },
      { required: ['floor'], properties: { floor: { type: 'integer', maximum: 4 } } },
    ],
  },
  branches: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string' },
      size: {
        oneOf: [
          { type: 'integer', minimum: 3 },
          { type: 'string', enum: ['S', 'M'] },
        ],
      },
    },
    oneOf: [
      { required: ['cat'], properties: { cat: { type: 'boolean' }, dog: never } },
      { required: ['dog'], properties: { dog: { type: 'boolean' }, cat: never } },
    ],
  },
  chosen: { oneOf: [ref('card'), ref('bank')] },
  card: {
    type: 'object',
    required: ['kind', 'number'],
    properties: { kind: { const: 'card' }, number: { type: 'string', pattern: '^\\d{16}$' } },
  },
  bank: {
    type: 'object',
    required: ['kind', 'iban'],
    properties: { kind: { const: 'bank' }, iban: { type: 'string', minLength: 15, maxLength: 34 } },
  },
  tree: {
    type: 'object',
    properties: {
      label: { type: 'string' },
      children: { type: 'array', items: ref('tree') },
      parent: ref('tree'),
      byName: { type: 'object', additionalProperties: ref('tree') },
    },
  },
  maps: {
    type: 'object',
    minProperties: 2,
    properties: {
      counts: { type: 'object', additionalProperties: { type: 'integer', minimum: 3 }, minProperties: 1 },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      free: { type: 'object' },
      closed: { type: 'object', additionalProperties: false },
      list: { type: 'array' },
      'odd/name~': { type: 'object', required: ['a/b'], properties: { 'a/b': { type: 'boolean' } } },
      __proto__x: { type: 'string' },
    },
  },
  sibling: { $ref: '#/components/schemas/address', minProperties: 3 } as Schema,
};

/** Bodies like those in documents of other services. */
export const foreignBodies = bodiesOf(
  { components: { schemas } },
  Object.keys(schemas).map((id) => ({ id, schema: ref(id) })),
);

export const allBodies = [...contractBodies, ...foreignBodies];

/** Returns the body of an operation or a schema. */
export function find(bodies: readonly Body[], id: string): Body {
  const body = bodies.find((each) => each.id === id);
  if (!body) throw new Error(`No body has the id ${id}.`);
  return body;
}
