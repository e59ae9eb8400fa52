import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFile } from '../temporary-folder.js';
import { documentWith } from './base-document.js';
import { lintDocument, rulesetFile, writtenRules } from './lint-document.js';

const ownRules = Object.entries(writtenRules()).flatMap(([name, rule]) =>
  typeof rule === 'string' ? [] : [{ name, rule }],
);
/** The names of the rules with documents that they accept or reject. */
const triedValues = readdirSync(import.meta.dirname).map((name) => name.replace(/(?:\.test)?\.\w+$/, ''));

test.each(ownRules)('$name is an error with a description, a message and documents', ({ name, rule }) => {
  expect(rule).toMatchObject({
    severity: 'error',
    description: expect.stringMatching(/\.$/) as unknown,
    message: expect.any(String) as unknown,
  });
  expect(triedValues).toContain(name);
});

test('every function in the list is a file, and is used', () => {
  const text = readFileSync(rulesetFile, 'utf8');
  const { functions } = parse(text) as { functions: string[] };
  const files = readdirSync(join(dirname(rulesetFile), 'scripts', 'spectral'));
  for (const name of functions) {
    expect(files).toContain(`${name}.js`);
    expect(text).toContain(`function: ${name}\n`);
  }
});

test('every rule has a comment that says why', () => {
  const lines = readFileSync(rulesetFile, 'utf8').split('\n');
  for (const name of Object.keys(writtenRules())) {
    const line = lines.findIndex((text) => text.startsWith(`  ${name}:`));
    // Rules with the same reason are listed together below the comment.
    let above = line - 1;
    while (/^ {2}\S+: error$/.test(lines[above] ?? '')) above -= 1;
    expect(lines[above], name).toMatch(/^ {2}# \S/);
  }
});

const command = createRequire(import.meta.url).resolve('@stoplight/spectral-cli/dist/index.js');

/** Lints with Spectral's command line, which loads rules and functions itself; returns its output. */
async function lintByCommand(document: object): Promise<string> {
  const file = temporaryFile('openapi.yaml', JSON.stringify(document));
  const options = ['lint', file, '--ruleset', rulesetFile, '--fail-severity', 'warn', '--format', 'text'];
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...options], { cwd: dirname(rulesetFile) });
  return stdout;
}

test('all rules together find nothing in the base document', async () => {
  expect(await lintDocument(documentWith())).toEqual([]);
});

test.each([
  'no-such-rule',
  'path-keys-no-trailing-slash',
  'info-contact',
  'operation-operationId-unique',
  'operation-success-response',
])('lintDocument() refuses %s, which does not exist, or is off', async (rule) => {
  await expect(lintDocument(documentWith(), rule)).rejects.toThrow(`or it is off: ${rule}`);
});

test('a broken reference is reported only by the parser, and stops no rule', async () => {
  const brokenDocument = documentWith({ set: { 'filter parameters 0 $ref': '#/components/parameters/%zz' } });
  const ownValues = ['path-parameter-components', 'open-responses'];
  expect((await lintDocument(brokenDocument, ...ownValues)).map(({ code }) => code)).toEqual(['invalid-ref']);
});

test('the command line finds nothing in the base document', { tags: 'long' }, async () => {
  expect(await lintByCommand(documentWith())).toContain('No results');
});

test('the command line fails on a broken document, with the reason', { tags: 'long' }, async () => {
  const brokenDocument = documentWith({ set: { 'filter get operationId': 'fetchFilter' } });
  const stdout = expect.stringContaining('operation-id-verb') as unknown;
  await expect(lintByCommand(brokenDocument)).rejects.toMatchObject({ code: 1, stdout });
});
