import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { contract } from '../../../generated/contract.js';
import { applyOverlay, type Overlay } from '../../../scripts/answers/overlay.js';
import { withSharedQuestions } from '../../../scripts/contract/shared-questions.js';
import { columnCountOf } from '../../../scripts/text/columns.js';
import { taughtWith } from '../../answers/taught.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { type Printed, runHere } from '../input-files/run-here.js';

const text = readFileSync(new URL('known.answers.yaml', import.meta.url), 'utf8');

/** Returns a folder that has these answers in the usual file. */
function folderWith(answers?: string): string {
  const folder = temporaryFolder();
  if (answers !== undefined) writeFileSync(join(folder, 'directory.answers.yaml'), answers);
  return folder;
}

const run = (folder: string, ...args: string[]): Promise<Printed> => runHere(['answers', ...args], folder);

describe('the list of questions', () => {
  it('shows each question with its section, and each answer shortened, with its source, in 80 columns', async () => {
    const { code, stdout, stderr } = await run(folderWith(text));
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Using the answers in directory.answers.yaml. Add --no-answers to ignore them.\n',
    });
    for (const { id } of contract['x-unknowns'] ?? []) expect(stdout).toContain(`\n  ${id}: `);
    expect(stdout).toContain(`
Section 5
  auth.scheme-prefix: answered, "Bearer", by platform team, on 2026-11-22
    Does a scheme stand in front of the key in the Authorization header?
  auth.key-issuance: answered, "Ask the owner of the directory."
    How is a key issued, renewed and revoked?
  auth.permissions: open
`);
    expect(stdout).toContain(`
  lists.envelope: answered,
    {"items":"/a/very/long/way/to/the/items","next":"/a/very/lo…, except
    listBadges
`);
    expect(stdout).toMatch(/\n\n62 questions: 3 answered, 59 open\.\n$/);
    expect(stdout.split('\n').filter((line) => columnCountOf(line) > 80)).toEqual([]);
    expect(stdout).not.toContain('\u001b');
  });

  it('says how to begin, and when answers are not needed', async () => {
    const { code, stdout, stderr } = await run(folderWith());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/62 questions: 62 open\.\n[^\n]*"directory-contract answers --init"/);
    const without = await run(folderWith(text), '--no-answers');
    expect(without).toEqual({ code, stdout, stderr });
  });

  it('is JSON with --json', async () => {
    const { stdout } = await run(folderWith(text), '--json');
    const list = JSON.parse(stdout) as { counts: object; questions: { id: string }[] };
    expect(list).toMatchObject({
      format: 1,
      answers: { file: 'directory.answers.yaml', sha256: expect.stringMatching(/^[0-9a-f]{64}$/), overlays: [] },
      counts: { answered: 3, 'answered-in-part': 0, open: 59, 'no-longer-needed': 0 },
    });
    expect(list.questions.map(({ id }) => id)).toEqual((contract['x-unknowns'] ?? []).map(({ id }) => id));
    expect(list.questions.find(({ id }) => id === 'auth.scheme-prefix')).toMatchObject({
      section: '5',
      state: 'answered',
      answer: { value: 'Bearer', from: { by: 'platform team', on: '2026-11-22' } },
    });
  });
});

describe('one question', () => {
  it('shows the assumption, the evidence that would answer it, and the form of an answer with examples', async () => {
    const { code, stdout, stderr } = await run(folderWith(), 'lists.envelope');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Assumed {3}A bare array with all items\.$/m);
    expect(stdout).toMatch(/^Shown by {2}The response of any list\.$/m);
    expect(stdout).toMatch(/^Concerns {2}47 operations; section 4\.3/m);
    expect(stdout).toMatch(/^State {5}open\.$/m);
    const [, first = '', second = ''] = stdout.split('\nanswers:\n');
    expect(taughtWith(`answers:\n${first}`).answers.answers['lists.envelope']?.value).toHaveProperty('next', '/next');
    expect(taughtWith(`answers:\n${second}`).answers.answers['lists.envelope']?.value).toBe('bare');
    const [explanation = ''] = stdout.split('\nExamples');
    expect(explanation.split('\n').filter((line) => columnCountOf(line) > 80)).toEqual([]);
  });

  it('shows its answer, and is JSON with --json', async () => {
    const { stdout } = await run(folderWith(text), 'auth.scheme-prefix');
    expect(stdout).toContain('State     answered:\n  auth.scheme-prefix:\n    value: Bearer\n');
    const { stdout: json } = await run(folderWith(text), 'auth.key-issuance', '--json');
    expect(JSON.parse(json)).toMatchObject({ id: 'auth.key-issuance', state: 'answered', section: '5' });
  });

  it.each([
    [['lists.envelop'], 'found "lists.envelop". Did you mean lists.envelope?'],
    [['lists.envelope', '--init'], 'one of --init, --overlay and --worlds'],
  ])('is refused for %j', async (args, message) => {
    const { code, stdout, stderr } = await run(folderWith(), ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('the overlay', () => {
  it('turns the contract into the taught one', { tags: 'slow' }, async () => {
    const { stdout } = await run(folderWith(text), '--overlay');
    const { actions } = parse(stdout) as Overlay;
    expect(withSharedQuestions(applyOverlay(contract, actions))).toEqual(taughtWith(text).document);
  });

  it.each([
    [undefined, 'There is no directory.answers.yaml here'],
    ['answers:\n', 'The file has no answers'],
  ])('is refused if there are no answers: %j', async (answers, message) => {
    const { code, stdout, stderr } = await run(folderWith(answers), '--overlay');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});

describe('--init', () => {
  it('writes a file whose examples become answers when their comment signs are removed', async () => {
    const folder = folderWith();
    const { code, stdout } = await run(folder, '--init');
    expect(code).toBe(0);
    expect(stdout).toContain('questions to directory.answers.yaml, with');
    const file = readFileSync(join(folder, 'directory.answers.yaml'), 'utf8');
    expect(file.split('\n', 1)).toEqual([
      '# yaml-language-server: $schema=./node_modules/directory-contract/generated/schemas/answers.schema.json',
    ]);
    expect(taughtWith(file).document).toEqual(contract);
    const { answers } = taughtWith(file.replaceAll(/^ {2}# /gm, '  '));
    expect(answers.answers['lists.envelope']).toMatchObject({
      value: { items: '/results' },
      from: { by: 'your team' },
    });
    expect(Object.keys(answers.answers)[0]).toBe('auth.scheme-prefix');
  });

  it('never overwrites a file', { tags: 'slow' }, async () => {
    const folder = folderWith(text);
    const { code, stderr } = await run(folder, '--init');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'directory.answers.yaml exists already, and was not changed. Choose another file with --answers.\n',
    });
    expect(readFileSync(join(folder, 'directory.answers.yaml'), 'utf8')).toBe(text);
    expect(await run(folder, '--init', '--answers', 'no/folder.yaml')).toMatchObject({ code: 2 });
    expect(await run(folder, '--init', '--answers', 'other.yaml')).toMatchObject({ code: 0, stderr: '' });
  });
});
