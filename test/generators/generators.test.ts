import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { type Generator, generators, titleOf } from './generator.js';
import { look } from './look.js';
import { createSubjects } from './subjects.js';
import { missesOf, missingProgram, tryGenerator } from './try-generator.js';

const sample = ['oapi-codegen', 'openapi-python-client'];

it.for(sample)(
  '%s makes code of both documents that compiles, and works with the sandbox',
  { tags: 'slow' },
  async (name, context) => {
    const generator = generators.find((each) => titleOf(each) === name) as Generator;
    const missing = missingProgram(generator);
    if (missing !== undefined) context.skip(`${missing} is not installed.`);
    for (const subject of await createSubjects()) {
      const { done, misses } = await tryGenerator(generator, subject);
      expect({ done, misses }, subject.name).toEqual({ done: ['generate', 'compile', 'run'], misses: [] });
    }
  },
);

const [python] = generators.filter(({ name }) => name === 'openapi-python-client') as [Generator];

/** Generated code that has these lines, and one operation. */
function codeWith(...lines: string[]): string {
  const folder = temporaryFolder('code');
  mkdirSync(join(folder, 'client/api/entries'), { recursive: true });
  for (const name of ['update_partner_entry', '__init__'])
    writeFileSync(join(folder, 'client/api/entries', `${name}.py`), lines.join('\n'));
  return folder;
}

it('the names of things are those of the code', () => {
  const view = look(codeWith('class Partner_Entry:', '    a_b = d.pop("the service", UNSET)'), python);
  expect(view).toMatchObject({
    operations: 1,
    names: { updatePartnerEntry: 'update_partner_entry', PartnerEntry: 'Partner_Entry', 'the service': 'a_b' },
  });
});

it('doubts are also found where comments break their sentences', () => {
  const doubts = ['# Known values: public,', '  # hidden; others may come.'];
  expect(look(codeWith(...doubts), python).doubts).toEqual({ operations: false, fields: true });
});

it('each miss says what was expected and what was found', () => {
  expect(missesOf(python, look(codeWith('class Partner:'), python))).toEqual([
    'Expected 117 operations, found 1.',
    'Expected a name for PartnerEntry, found none.',
    'Expected a name for the service, found none.',
    'Expected comments of operations with doubts, found the opposite.',
    'Expected comments of fields with doubts, found the opposite.',
  ]);
});

it('code at another place is a mistake', () => {
  expect(() => look(temporaryFolder('empty'), python)).toThrow('Expected generated files with the path client/');
});
