import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  type ModuleFormat,
  schemaValidators,
  validatorsFile,
} from '../../scripts/build/artefacts/validators/validators-file.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import type { Validator } from '../../scripts/validators/index.js';
import { temporaryFolder } from '../temporary-folder.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A schema for each keyword that the contract may use in the future, with valid and invalid values. */
const tables: Record<string, { schema: object; values: readonly unknown[] }> = {
  Required: {
    schema: { type: 'object', required: ['a', 'b c'], properties: { a: { type: 'string' } } },
    values: [{}, { a: 'x' }, { a: 'x', 'b c': 1 }, { a: undefined, 'b c': 1 }],
  },
  Lengths: {
    schema: { type: 'string', minLength: 2, maxLength: 3 },
    values: ['a', 'ab', 'abcd', '👩‍👩', '👩👩👩', '👩'],
  },
  Numbers: { schema: { type: 'number', minimum: 1, maximum: 9, multipleOf: 0.5 }, values: [0, 1, 1.5, 1.2, 9, 10] },
  Exclusive: { schema: { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 3 }, values: [1, 2, 3, 2.5] },
  Unique: {
    schema: { type: 'array', uniqueItems: true, minItems: 1, maxItems: 3 },
    values: [[], [1], [1, 1], [{ a: [1] }, { a: [1] }], [{ a: 1 }, { a: 1, b: 1 }], [null, 0, '0'], [1, 2, 3, 4]],
  },
  Choice: { schema: { enum: ['a', 1, null, { b: [1] }] }, values: ['a', 'b', 1, '1', null, { b: [1] }, { b: [2] }] },
  Constant: {
    schema: { const: { a: { b: null } } },
    values: [{ a: { b: null } }, { a: {} }, null, { a: { b: null }, c: 1 }],
  },
  OneForm: {
    schema: { oneOf: [{ type: 'string' }, { type: 'object', required: ['a'] }, { type: 'object', required: ['b'] }] },
    values: ['x', {}, { a: 1 }, { a: 1, b: 1 }, 1],
  },
  NotText: { schema: { not: { type: 'string' } }, values: ['x', 1] },
  Branch: {
    schema: {
      type: 'object',
      if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
      then: { required: ['a'] },
      else: { properties: { b: { type: 'null' } } },
    },
    values: [{ kind: 'a' }, { kind: 'a', a: 1 }, { kind: 'b', b: 1 }, { b: null }, {}],
  },
  Pair: {
    schema: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
    values: [[], ['a'], ['a', 1], [1], ['a', 1, 2]],
  },
  Patterns: {
    schema: {
      type: 'object',
      patternProperties: { '^x-': { type: 'string' } },
      additionalProperties: { type: 'integer' },
    },
    values: [{ 'x-a': 'b' }, { 'x-a': 1 }, { y: 1 }, { y: 'a' }],
  },
  FieldNames: { schema: { type: 'object', propertyNames: { minLength: 2 } }, values: [{}, { ab: 1 }, { a: 1 }] },
  Dependent: { schema: { type: 'object', dependentRequired: { a: ['b'] } }, values: [{}, { a: 1 }, { a: 1, b: 1 }] },
  Closed: {
    schema: {
      type: 'object',
      properties: Object.fromEntries([...'abcdefghij'].map((name) => [name, {}])),
      additionalProperties: false,
    },
    values: [{ a: 1 }, { k: 1 }, { toString: 1 }],
  },
  Names: {
    schema: {
      type: 'object',
      properties: {
        errors: { type: 'string' },
        'vErrors = [err0];': { type: 'string' },
        'a"b': { type: 'array', items: { type: 'string' } },
      },
    },
    values: [{ errors: 1 }, { 'vErrors = [err0];': 1 }, { 'a"b': [1] }, { errors: 'a' }],
  },
  Tree: {
    schema: { type: 'object', properties: { children: { type: 'array', items: ref('Tree') } } },
    values: [{ children: [{ children: [{}] }] }, { children: [{ children: [1] }] }],
  },
  Beside: { schema: { ...ref('Tree'), required: ['children'] }, values: [{}, { children: [] }, { children: [1] }] },
  Contained: { schema: { type: 'array', contains: { type: 'string' } }, values: [[], [1], [1, 'a']] },
  EndedForms: {
    schema: {
      anyOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: {} }, required: ['b'] }],
      unevaluatedProperties: false,
    },
    values: [{}, { a: 'a' }, { a: 1 }, { b: 1 }, { a: 1, b: 1 }, { c: 1 }],
  },
  Ended: {
    schema: {
      type: 'object',
      allOf: [ref('Tree')],
      properties: { name: { type: 'string' } },
      unevaluatedProperties: false,
    },
    values: [{ name: 'a', children: [] }, { other: 1 }],
  },
};

/** Schemas of a request that has several forms with different fields. */
const requests: Record<string, object> = {
  ShapeCreate: {
    anyOf: [ref('CircleCreate'), { type: 'object', properties: { side: { type: 'integer' } }, required: ['side'] }],
    properties: { name: { type: 'string' } },
  },
  DiscCreate: { allOf: [ref('CircleCreate'), { type: 'object', properties: { colour: { type: 'string' } } }] },
  CircleCreate: {
    type: 'object',
    properties: { radius: { type: 'integer' }, centre: ref('PointCreate') },
    required: ['radius'],
  },
  PointCreate: { type: 'object', properties: { x: { type: 'integer' } } },
};

function documentOf(schemas: Record<string, object>, body?: string): OpenApiDocument {
  const requestBody = { content: { 'application/json': { schema: ref(body ?? '') } } };
  const operation = { operationId: 'create', requestBody, responses: { 204: { description: 'Done.' } } };
  return {
    paths: body === undefined ? {} : { '/': { post: operation } },
    components: { schemas },
  } as unknown as OpenApiDocument;
}

const folder = temporaryFolder('validators');

/** Builds the validators of a document in their own folder, and loads them. */
async function built(name: string, document: OpenApiDocument): Promise<Record<string, Validator<unknown>>> {
  for (const [path, text] of Object.entries(await schemaValidators(document))) {
    mkdirSync(dirname(join(folder, name, path)), { recursive: true });
    writeFileSync(join(folder, name, path), text);
  }
  return (await import(pathToFileURL(join(folder, name, 'index.js')).href)) as Record<string, Validator<unknown>>;
}

const runTime = readFileSync('generated/validators/parts/run-time.js', 'utf8');

/** Builds the same validators in one file, and loads them. */
async function inOneFile(form: ModuleFormat, document: OpenApiDocument): Promise<Record<string, Validator<unknown>>> {
  const path = join(folder, form === 'esm' ? 'one.mjs' : 'one.cjs');
  writeFileSync(path, validatorsFile(document, { runTime, form, note: '// A note.' }).code);
  return (await import(pathToFileURL(path).href)) as Record<string, Validator<unknown>>;
}

describe('a keyword that the contract may use one day', () => {
  it.each([
    ['the modules of the package', (document: OpenApiDocument) => built('keywords', document)],
    ['one ES module', (document: OpenApiDocument) => inOneFile('esm', document)],
    ['one CommonJS module', (document: OpenApiDocument) => inOneFile('commonjs', document)],
  ])('gives the same result as with Ajv, in %s', async (_, load) => {
    const schemas = Object.fromEntries(Object.entries(tables).map(([name, { schema }]) => [name, schema]));
    const validators = await load(documentOf(schemas));
    const ajv = new Ajv2020({ strict: false, ownProperties: true }).addSchema({ components: { schemas } }, 'document');
    for (const [name, { values }] of Object.entries(tables)) {
      const validate = ajv.compile({ $ref: `document#/components/schemas/${name}` });
      const expected = values.map((value) => validate(value));
      const validator = validators[name.charAt(0).toLowerCase() + name.slice(1)];
      expect([name, values.map((value) => validator?.is(value))]).toEqual([name, expected]);
      expect(new Set(expected).size, name).toBe(2);
      const messages = values.flatMap((value) =>
        (validator?.validate(value).issues ?? []).map(({ message }) => message),
      );
      for (const message of messages) expect(message).toMatch(/^(?:Expected|The value must) [\s\S]*\.$/);
    }
  });

  it('rejects an endless value if a schema refers to itself', async () => {
    const { tree } = await built('endless', documentOf({ Tree: tables['Tree']?.schema ?? {} }));
    const endless: { children: unknown[] } = { children: [] };
    endless.children.push(endless);
    expect(tree?.validate(endless).issues).toEqual([
      { message: 'Expected a value that can be read completely, found one that cannot.', path: [], pointer: '' },
    ]);
  });

  it('closes the forms of a request by the fields of the matching ones', async () => {
    const { discCreate } = await built('parts', documentOf(requests, 'DiscCreate'));
    expect(discCreate?.is({ radius: 1, colour: 'red', centre: { x: 1 } })).toBe(true);
    expect(
      discCreate?.validate({ radius: 1, side: 1, centre: { y: 1 } }).issues?.map(({ pointer }) => pointer),
    ).toEqual(['/centre/y', '/side']);
    const { shapeCreate } = await built('forms', documentOf(requests, 'ShapeCreate'));
    expect(shapeCreate?.is({ radius: 1, centre: { x: 1 }, name: 'a' })).toBe(true);
    expect(shapeCreate?.is({ side: 1, name: 'a' })).toBe(true);
    expect(shapeCreate?.is({ side: 1, radius: 1 })).toBe(true);
    expect(shapeCreate?.validate({ side: 1, centre: {} }).issues).toMatchObject([{ pointer: '/centre' }]);
    expect(shapeCreate?.validate({ radius: 1, centre: { y: 1 } }).issues?.map(({ pointer }) => pointer)).toContain(
      '/centre/y',
    );
    expect(shapeCreate?.is({ side: 1, nowhere: 'a' })).toBe(false);
  });
});

describe('a schema for which no validator can be made', () => {
  it.each([
    [
      'a format that is not implemented',
      { type: 'string', format: 'ipv4' },
      'scripts/validators/formats.ts does not have the format ipv4',
    ],
  ])('is rejected with a sentence: %s', async (_, schema, reason) => {
    const document = documentOf({ Strange: schema });
    await expect(schemaValidators(document)).rejects.toMatchObject({
      name: 'BuildError',
      message:
        `No validator can be made for the schema Strange: ${reason}. Use other keywords there, or add support to ` +
        'scripts/build/artefacts/validators/rule-code.ts.',
    });
  });

  it('is rejected for a name that is a reserved word of JavaScript', async () => {
    await expect(schemaValidators(documentOf({ Delete: { type: 'string' } }))).rejects.toThrow(
      /found Delete\. Rename it/,
    );
  });
});
