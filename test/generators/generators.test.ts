import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { inspectCode } from './generated-code.js';
import { type Generator, generators, titleOf } from './generator.js';
import { createSubjects } from './subjects.js';
import { missesOf, tryGenerator } from './try-generator.js';

const sample = ['oapi-codegen', 'openapi-python-client'];

it.for(sample)('%s generates code for both documents that works with the sandbox', { tags: 'slow' }, works);
const otherValues = generators.map(titleOf).filter((title) => !sample.includes(title));
it.for(otherValues)('%s generates code for both documents that works as far as its row says', { tags: 'long' }, works);

async function works(title: string, context: TestContext): Promise<void> {
  const generator = generators.find((otherGenerator) => titleOf(otherGenerator) === title) as Generator;
  const missingProgram = generator.programs.find((program) => spawnSync(program, ['--version']).error !== undefined);
  if (missingProgram !== undefined) context.skip(`${missingProgram} is not installed.`);
  for (const subject of createSubjects())
    expect((await tryGenerator(generator, subject)).misses, subject.name).toEqual([]);
}

const [python] = generators.filter(({ name }) => name === 'openapi-python-client') as [Generator];

/** Generated code that has these lines, and one operation. */
function codeWith(...lines: string[]): string {
  const folder = temporaryFolder('code');
  mkdirSync(join(folder, 'client/api/entries'), { recursive: true });
  for (const name of ['update_partner_entry', '__init__'])
    writeFileSync(join(folder, 'client/api/entries', `${name}.py`), lines.join('\n'));
  return folder;
}

it('the guide has the result of each generator', () => {
  const guide = readFileSync('openapi/docs/generators.md', 'utf8');
  for (const { name, version, language } of generators) expect(guide).toContain(`| ${name} ${version} | ${language} |`);
});

it('names and doubts come from the code, even if comments break a sentence', () => {
  const comment = ['# Known values: public,', '  # hidden; others may come.'];
  expect(inspectCode(codeWith('class Partner_Entry:', '  a_b = d.pop("the service")', ...comment), python)).toEqual({
    operations: 1,
    names: { updatePartnerEntry: 'update_partner_entry', PartnerEntry: 'Partner_Entry', 'the service': 'a_b' },
    doubts: ['fields'],
  });
});

it('each miss says what the row expected and what the code contained', () => {
  expect(missesOf(python, inspectCode(codeWith('class Partner:'), python))).toEqual([
    'Expected 117 operations, found 1.',
    'Expected a name for PartnerEntry, found none.',
    'Expected a name for the service, found none.',
    'Expected comments of operations that say how sure the contract is, found none.',
    'Expected comments of fields that say how sure the contract is, found none.',
  ]);
});
