import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import {
  type ModuleFormat,
  schemaValidators,
  validatorsFile,
} from '../../scripts/build/artefacts/validators/validators-file.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import type { Validator } from '../../scripts/validators/index.js';
import * as published from '../../scripts/validators/index.js';
import { temporaryFolder } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import { bundleProgram } from './bundled.js';
import { examples, validatorOf } from './examples.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A schema for each keyword that the contract may use in the future, with values that fit and values that do not. */
const tables = yamlBeside<Readonly<Record<string, { schema: object; values: unknown[] }>>>(
  import.meta.url,
  'keywords.yaml',
);

/** Schemas of a request that has several forms with different fields. */
const requests = yamlBeside<Record<string, object>>(import.meta.url, 'shapes.yaml');

function documentOf(schemas: Record<string, object>, body?: string): OpenApiDocument {
  const requestBody = { content: { 'application/json': { schema: ref(body ?? '') } } };
  const post = { operationId: 'create', requestBody, responses: { 204: { description: 'Done.' } } };
  const paths = body === undefined ? {} : { '/': { post } };
  return { paths, components: { schemas } } as unknown as OpenApiDocument;
}

type Validators = Readonly<Record<string, Validator<unknown> | undefined>>;

/** Builds the validators of a document as the modules of the package, and loads them. */
async function buildValidators(document: OpenApiDocument): Promise<Validators> {
  const folder = temporaryFolder('validators');
  for (const [path, text] of Object.entries(await schemaValidators(document))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return (await import(pathToFileURL(join(folder, 'index.js')).href)) as Validators;
}

const runTime = readFileSync('generated/validators/parts/run-time.js', 'utf8');
const nameOf = (schema: string): string => schema.charAt(0).toLowerCase() + schema.slice(1);

/** Builds the validators of a document in one file, and loads them. */
async function inOneFile(document: OpenApiDocument, form: ModuleFormat): Promise<Validators> {
  const path = join(temporaryFolder('validators-file'), form === 'esm' ? 'validators.mjs' : 'validators.cjs');
  writeFileSync(path, validatorsFile(document, { runtimeCode: runTime, form, note: '// A note.' }).code);
  return (await import(pathToFileURL(path).href)) as Validators;
}

const issuesOf = (validator: Validator<unknown> | undefined, value: unknown) => validator?.validate(value).issues ?? [];
const pointersOf = (validator: Validator<unknown> | undefined, value: unknown): string[] =>
  issuesOf(validator, value).map(({ pointer }) => pointer);

describe('a keyword that the contract may use in the future', () => {
  it('gives the same result as with Ajv, and sentences', async () => {
    const schemas = Object.fromEntries(Object.entries(tables).map(([name, { schema }]) => [name, schema]));
    const validators = await buildValidators(documentOf(schemas));
    expect(validators['required']?.is({ a: undefined, 'b c': 1 })).toBe(false);
    const options = { strict: false, ownProperties: true, multipleOfPrecision: 9 };
    const ajv = new Ajv2020(options).addSchema({ components: { schemas } }, 'document');
    for (const [name, { values }] of Object.entries(tables)) {
      const validate = ajv.compile({ $ref: `document#/components/schemas/${name}` });
      const expected = values.map((value) => validate(value));
      const validator = validators[nameOf(name)];
      expect([name, values.map((value) => validator?.is(value))]).toEqual([name, expected]);
      expect(new Set(expected).size, name).toBe(2);
      for (const { message } of values.flatMap((value) => issuesOf(validator, value)))
        expect(message).toMatch(/^(?:Expected|The value must) [\s\S]*\.$/);
    }
  });

  it('rejects an endless value if a schema refers to itself', async () => {
    const { tree } = await buildValidators(documentOf({ Tree: tables['Tree']?.schema ?? {} }));
    const endless: { children: unknown[] } = { children: [] };
    endless.children.push(endless);
    expect(issuesOf(tree, endless)).toEqual([
      { message: 'Expected a readable value, found one that throws when read.', path: [], pointer: '' },
    ]);
  });

  it('closes the forms of a request by the fields of the matching forms', async () => {
    const { discCreate } = await buildValidators(documentOf(requests, 'DiscCreate'));
    expect(discCreate?.is({ radius: 1, colour: 'red', centre: { x: 1 } })).toBe(true);
    expect(pointersOf(discCreate, { radius: 1, side: 1, centre: { y: 1 } })).toEqual(['/centre/y', '/side']);
    const { shapeCreate } = await buildValidators(documentOf(requests, 'ShapeCreate'));
    for (const right of [
      { radius: 1, centre: { x: 1 }, name: 'a' },
      { side: 1, name: 'a' },
      { side: 1, radius: 1 },
    ])
      expect(pointersOf(shapeCreate, right)).toEqual([]);
    expect(pointersOf(shapeCreate, { side: 1, centre: {} })).toEqual(['/centre']);
    expect(pointersOf(shapeCreate, { radius: 1, centre: { y: 1 } })).toContain('/centre/y');
    expect(shapeCreate?.is({ side: 1, nowhere: 'a' })).toBe(false);
  });
});

describe('a schema for which no validator can be generated', () => {
  it('is rejected with a sentence, for a format that is not implemented', async () => {
    await expect(schemaValidators(documentOf({ Strange: { type: 'string', format: 'ipv4' } }))).rejects.toMatchObject({
      name: 'BuildError',
      message:
        'No validator can be made for the schema Strange: scripts/validators/formats.ts does not have the ' +
        'format ipv4. Use other keywords in the schema, or add support for these keywords to ' +
        'scripts/build/artefacts/validators/rule-code.ts.',
    });
  });

  it('is rejected for a name that is a reserved word of JavaScript', async () => {
    await expect(schemaValidators(documentOf({ Delete: { type: 'string' } }))).rejects.toThrow(
      'found Delete: delete is a reserved word',
    );
  });
});

/** Returns a value with a mistake in each of its fields, at any depth. */
function wrong(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wrong);
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? 1 : 'a text';
  return { ...Object.fromEntries(Object.entries(value).map(([key, child]) => [key, wrong(child)])), undeclared: 1 };
}

describe('the validators in one file', () => {
  it.each(['esm', 'commonjs'] as const)(
    'export the names of the package, and find the same issues, as %s',
    {
      tags: 'slow',
    },
    async (form) => {
      const validators = await inOneFile(contract, form);
      const names = Object.keys(validators).filter((name) => !/^(?:default|module.exports|__esModule)$/.test(name));
      expect(names.sort()).toEqual(Object.keys(published).sort());
      let foundCount = 0;
      for (const { schema, value } of examples)
        for (const each of [value, wrong(value)]) {
          const issues = issuesOf(validatorOf(schema), each);
          expect(issuesOf(validators[nameOf(schema)], each), schema).toEqual(issues);
          foundCount += issues.length;
        }
      expect(foundCount).toBeGreaterThan(1000);
    },
  );

  it('may have the name of a run-time function, or a format that nothing checks', async () => {
    const schemas = {
      Email: { type: 'string', format: 'email' },
      Validator: { type: 'string', format: 'hostname' },
      Check: { type: 'object', properties: { validate1: ref('Email') } },
    };
    const { email, validator, check } = await inOneFile(documentOf(schemas), 'esm');
    expect(['a@example.com', 'a'].map((text) => email?.is(text))).toEqual([true, false]);
    expect(['any text', 1].map((value) => validator?.is(value))).toEqual([true, false]);
    expect(['a@example.com', 'a'].map((validate1) => check?.is({ validate1 }))).toEqual([true, false]);
  });

  it('are left out of a bundle that does not use them', async () => {
    const folder = temporaryFolder('validators-file');
    writeFileSync(
      join(folder, 'all.mjs'),
      validatorsFile(contract, { runtimeCode: runTime, form: 'esm', note: '// A note.' }).code,
    );
    const { text, size } = await bundleProgram("export { tierSummary } from './all.mjs';", folder);
    expect(size).toBeLessThan(5000);
    expect(text).toContain('~standard');
  });
});
