import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { validatorsFile } from '../../scripts/build/artefacts/validators/validators-file.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import type { Validator } from '../../scripts/validators/index.js';
import * as published from '../../scripts/validators/index.js';
import { temporaryFolder } from '../temporary-folder.js';
import { examples, validatorOf } from './examples.js';

const runTime = readFileSync('generated/validators/parts/run-time.js', 'utf8');
/** Builds the validators of a document in one file, and loads them. */
async function loaded(document: OpenApiDocument, form: 'esm' | 'commonjs') {
  const path = join(temporaryFolder('validators-file'), form === 'esm' ? 'validators.mjs' : 'validators.cjs');
  writeFileSync(path, validatorsFile(document, { runTime, form, note: '// A note.' }).code);
  return (await import(pathToFileURL(path).href)) as Record<string, Validator<unknown>>;
}

/** Returns a value with a mistake in each of its fields, at any depth. */
function wrong(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wrong);
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? 1 : 'a text';
  return { ...Object.fromEntries(Object.entries(value).map(([key, below]) => [key, wrong(below)])), undeclared: 1 };
}

describe.each(['esm', 'commonjs'] as const)('the validators in one file, as %s', (form) => {
  it('export the same names as the package', { tags: 'slow' }, async () => {
    const names = Object.keys(await loaded(contract, form)).filter(
      (name) => !/^(?:default|module.exports|__esModule)$/.test(name),
    );
    expect(names.sort()).toEqual(Object.keys(published).sort());
  });

  it('find the same issues', { tags: 'slow' }, async () => {
    const validators = await loaded(contract, form);
    let found = 0;
    for (const { schema, value } of examples) {
      const own = validators[schema.charAt(0).toLowerCase() + schema.slice(1)];
      for (const each of [value, wrong(value)]) {
        const issues = validatorOf(schema).validate(each).issues;
        expect(own?.validate(each).issues, schema).toEqual(issues);
        found += issues?.length ?? 0;
      }
    }
    expect(found).toBeGreaterThan(1000);
  });
});

it('a schema may have the name of a function of the run time, or a format that nothing checks', async () => {
  const schemas = {
    Email: { type: 'string', format: 'email' },
    Validator: { type: 'string', format: 'hostname' },
    Check: { type: 'object', properties: { validate1: { $ref: '#/components/schemas/Email' } } },
  };
  const document = { paths: {}, components: { schemas } } as unknown as OpenApiDocument;
  const { email, validator, check } = await loaded(document, 'esm');
  expect([email?.is('a@example.com'), email?.is('a')]).toEqual([true, false]);
  expect([validator?.is('any text'), validator?.is(1)]).toEqual([true, false]);
  expect([check?.is({ validate1: 'a@example.com' }), check?.is({ validate1: 'a' })]).toEqual([true, false]);
});

it('a bundle keeps only the validators that are used', async () => {
  const folder = temporaryFolder('validators-file');
  const { code } = validatorsFile(contract, { runTime, form: 'esm', note: '// A note.' });
  writeFileSync(join(folder, 'all.mjs'), code);
  const { outputFiles } = await build({
    stdin: { contents: "export { tierSummary } from './all.mjs';", resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(5000);
  expect(outputFiles[0]?.text).toContain('~standard');
});
