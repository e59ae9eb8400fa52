import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ownTypeTools } from '../../scripts/build/artefacts/own-type-tools.js';
import { type GenerateFlags, runGenerate } from '../../scripts/commands/generate/run.js';
import { generatedNotice, type generateFiles } from '../../scripts/generate/files.js';
import { loadTypeTools } from '../../scripts/generate/type-tools.js';
import { answersFile, operationOf } from '../answers/taught.js';
import { type Ran, ranWith } from '../commands/check/fixture.js';
import { publishedProgram } from '../published-program.js';
import { runProgram } from '../run-program.js';
import { temporaryFolder } from '../temporary-folder.js';

const envelope = { 'lists.envelope': { value: { items: '/results' } } };

/** Makes two files, one of which depends on the answers. */
const make: typeof generateFiles = async (document, { watcher }) => {
  watcher.begin('types.ts');
  watcher.end('types.ts');
  const { responses } = operationOf(document, 'listTiers');
  return [
    { name: 'types.ts', text: `// ${generatedNotice}\n${JSON.stringify(responses, undefined, 2)}\n` },
    { name: 'client.ts', text: `// ${generatedNotice}\n` },
  ];
};

const ran = (flags: GenerateFlags, isTTY = false): Promise<Ran> =>
  ranWith(({ output, errors }) => runGenerate(flags, { output, errors: errors as never, make }), { isTTY });

describe('generate', () => {
  const answers = answersFile(envelope);
  const out = join(dirname(answers), 'directory');
  beforeAll(async () => {
    expect(await ran({ out, answers })).toEqual({
      code: 0,
      output: expect.stringMatching(/directory\/: wrote types\.ts, client\.ts \(\d.*s\)\.\n$/) as string,
      errors: '',
    });
  });

  it('--check passes right after generate, and another generate changes nothing', async () => {
    const output = `${out}/ is up to date: 2 files.\n`;
    expect(await ran({ out, answers, check: true })).toEqual({ code: 0, output, errors: '' });
    expect((await ran({ out, answers })).output).toContain('/: nothing changed (');
  });

  it('--check fails after another answer, names the files and the command, and writes nothing', async () => {
    const otherText = answersFile({ 'lists.envelope': { value: { items: '/rows' } } });
    const textBefore = readFileSync(join(out, 'types.ts'), 'utf8');
    const { code, output, errors } = await ran({ out, answers: otherText, check: true });
    expect({ code, output }).toEqual({ code: 1, output: '' });
    const namedNames = [...errors.matchAll(/^\S+\/(\S+):\d+ differs\.$/gm)].map(([, name]) => name);
    expect(namedNames).toEqual(['types.ts']);
    expect(errors).toMatch(
      /\nRun "npx directory-contract generate --out \S+ --answers \S+", and commit the files that it writes\.\n$/,
    );
    expect((await ran({ out, answers: false, check: true })).errors).toMatch(/ --out \S+ --no-answers", and commit /);
    expect(readFileSync(join(out, 'types.ts'), 'utf8')).toBe(textBefore);
    const nowhere = join(dirname(answers), 'nowhere');
    expect((await ran({ out: nowhere, answers, check: true })).errors).toContain(`${nowhere}/types.ts is missing.\n`);
    expect(existsSync(nowhere)).toBe(false);
  });

  it('takes the file with answers from DIRECTORY_ANSWERS, says so, and shows its steps at a terminal', async () => {
    vi.stubEnv('DIRECTORY_ANSWERS', answers);
    const { code, errors } = await ran({ out, check: true }, true);
    expect(code).toBe(0);
    expect(errors).toContain(`Using the answers in ${answers}, the file set with DIRECTORY_ANSWERS.\n`);
    expect(errors).toContain('now: types.ts');
    vi.unstubAllEnvs();
  });

  it('leaves all files as they are after a mistake in the answers', async () => {
    const textBefore = readFileSync(join(out, 'client.ts'), 'utf8');
    const wrongText = answersFile('answers:\n  lists.envelop: { value: bare }\n');
    const { code, errors } = await ran({ out, answers: wrongText });
    expect(code).toBe(2);
    expect(errors).toContain(':2:3: expected the id of an open question, found "lists.envelop". Did you mean');
    expect(readFileSync(join(out, 'client.ts'), 'utf8')).toBe(textBefore);
  });

  it('names the files of an earlier version that are left over', async () => {
    const leftover = join(out, 'old.ts');
    writeFileSync(leftover, readFileSync(join(out, 'types.ts')));
    expect((await ran({ out, answers })).errors).toBe(`${out}/old.ts is no longer generated. Remove it.\n`);
    expect((await ran({ out, answers, check: true })).code).toBe(1);
    expect(existsSync(leftover)).toBe(true);
  });
});

it.concurrent.each([
  [['generate'], "required option '--out <folder>' not specified"],
  [['generate', '--out', 'a', '--answer', 'b'], 'Did you mean --answers?'],
  [['generate', '--out', 'a', '--answers', 'nowhere.yaml'], 'The file with answers nowhere.yaml cannot be read: '],
])('ends with 2 and a sentence: %j', { tags: 'slow' }, async (args, sentence) => {
  const cwd = temporaryFolder();
  const { code, stderr } = await runProgram(process.execPath, [await publishedProgram(), ...args], { cwd });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) as string });
  expect(stderr).not.toMatch(/^\s+at /m);
});

it('uses the tools that are installed', async () => {
  const said: string[] = [];
  const { ts, openapiTS } = await loadTypeTools((line) => said.push(line));
  expect(ts.version).toBe(ownTypeTools.ts.version);
  expect(typeof openapiTS).toBe('function');
  expect(said).toEqual([]);
});
