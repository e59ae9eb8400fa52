import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answersFile } from '../../answers/taught.js';
import { publishedProgram } from '../../published-program.js';
import { runProgram } from '../../run-program.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { yamlBeside } from '../../yaml-beside.js';
import { checked, countingServer } from '../check/fixture.js';

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', 'a-key-of-the-tests'));

/** Ten lists, each of which repeats the previous list nine times. */
const nine = (index: number): string => Array(9).fill(`*a${index}`).join(', ');
const bomb = `a0: &a0 [x]\n${Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${nine(n)}]\n`).join('')}`;

type Mistake = Record<'what' | 'text' | 'at' | 'says', string>;

describe('a mistake in the answers', () => {
  it.each<Mistake>([
    ...yamlBeside<Mistake[]>(import.meta.url, 'mistakes.yaml'),
    { what: 'lines that expand to a billion', text: bomb, at: ':2:10', says: 'more than 50 MB\\. Write' },
    { what: 'lists in lists', text: `answers: ${'['.repeat(200)}`, at: ':1:', says: 'at most 100 levels of nesting' },
    { what: '10 MB', text: `# ${'x'.repeat(10_000_000)}\n`, at: ':1:1', says: '5 MB, found 10\\.0 MB\\. Shorten' },
  ])('is reported with its place before anything is sent: $what', async ({ text, at, says }) => {
    const file = answersFile(text);
    const server = await countingServer((_request, response) => response.end());
    const result = await checked({ baseUrl: server.url, answers: file, report: ['json=report.json'] });
    expect(result).toMatchObject({ code: 2, output: '' });
    expect(result.errors).toMatch(new RegExp(says));
    expect(result.errors).toContain(at === '' ? '' : `${file}${at}`);
    expect(result.errors.trimEnd().split('\n')).toHaveLength(1);
    expect(server.requests).toEqual([]);
    expect(readdirSync(dirname(file))).toEqual(['directory.answers.yaml']);
  });

  it.each([
    ['a file that does not exist', 'no.yaml', 'the file or folder does not exist'],
    ['a folder', '.', 'it is a folder'],
    ['a place below a file', 'file/answers.yaml', 'a part of the path is a file, not a folder'],
  ])('is reported if the path is wrong: %s', async (_, path, message) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const result = await checked({ baseUrl: 'http://127.0.0.1:1', answers: join(folder, path) });
    expect(result).toMatchObject({ code: 2, output: '' });
    expect(result.errors).toContain(message);
    expect(result.errors).toMatch(/^The file with answers \S+ cannot be read: [^\n]*\. Correct its path\.$/);
  });

  it('ends every command that could use the answers, and nothing is written', { tags: 'slow' }, async () => {
    const cli = await publishedProgram();
    const cwd = temporaryFolder();
    const oldText = resolve('baseline/openapi.yaml');
    writeFileSync(join(cwd, 'directory.answers.yaml'), 'answers: { auth.scheme-prefix: { value: 7 } }\n');
    mkdirSync(join(cwd, 'home'));
    const env = { ...process.env, DIRECTORY_API_KEY: 'a-key-of-the-tests', HOME: join(cwd, 'home') };
    const servers = ['sandbox --port 0', 'mock --port 0', 'docs --port 0'];
    const commands = ['answers', 'spec', ...servers, `diff ${oldText}`, 'check --list'];
    const message = 'directory.answers.yaml:1:34: expected string; found 7. For example: "Bearer".';
    const run = async (line: string): Promise<void> => {
      const { code, stdout, stderr } = await runProgram(process.execPath, [cli, ...line.split(' ')], { cwd, env });
      expect({ code, stdout, says: stderr.split('\n')[1] }, line).toEqual({ code: 2, stdout: '', says: message });
    };
    await Promise.all(commands.map(run));
    expect(readdirSync(cwd).sort()).toEqual(['directory.answers.yaml', 'home']);
  });
});
