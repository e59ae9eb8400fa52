import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { temporaryFolder } from '../temporary-folder.js';
import { documentWith } from './base-document.js';
import { lintDocument, rulesetFile } from './lint-document.js';

const command = createRequire(import.meta.url).resolve('@stoplight/spectral-cli/dist/index.js');

/** Lints with Spectral's command line, which loads rules and functions by itself; returns its output. */
async function lintByCommand(document: object): Promise<string> {
  const folder = temporaryFolder('lint');
  const file = join(folder, 'openapi.yaml');
  await writeFile(file, stringify(document, { aliasDuplicateObjects: false }));
  const options = ['lint', file, '--ruleset', rulesetFile, '--fail-severity', 'warn', '--format', 'text'];
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...options], {
    cwd: dirname(rulesetFile),
  });
  return stdout;
}

test('all rules together find nothing in the base document', async () => {
  expect(await lintDocument(documentWith())).toEqual([]);
});

test('YAML text is linted like an object', async () => {
  expect(await lintDocument(stringify(documentWith(), { aliasDuplicateObjects: false }))).toEqual([]);
});

test.each([
  'no-such-rule',
  'path-keys-no-trailing-slash',
  'info-contact',
  'operation-operationId-unique',
  'operation-success-response',
])('%s does not exist, or is off', async (rule) => {
  await expect(lintDocument(documentWith(), rule)).rejects.toThrow(`or it is off: ${rule}`);
});

test('a broken reference is reported only by the parser, and stops no rule', async () => {
  const broken = documentWith({ set: { 'filter parameters 0 $ref': '#/components/parameters/%zz' } });
  const own = ['path-parameter-components', 'open-responses'];
  expect((await lintDocument(broken, ...own)).map(({ code }) => code)).toEqual(['invalid-ref']);
});

test('the command line finds nothing in the base document', { tags: 'long' }, async () => {
  expect(await lintByCommand(documentWith())).toContain('No results');
});

test('the command line fails on a broken document, with the reason', { tags: 'long' }, async () => {
  const broken = documentWith({ set: { 'filter get operationId': 'fetchFilter' } });
  await expect(lintByCommand(broken)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('operation-id-verb') as unknown,
  });
});
