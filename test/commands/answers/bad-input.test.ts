import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answersFile } from '../../answers/taught.js';
import { publishedProgram } from '../../published-program.js';
import { runProgram } from '../../run-program.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { checked, countingServer } from '../check/fixture.js';

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', 'a-key-of-the-tests'));

/** Ten lists, each of which repeats the list before nine times. */
const nine = (index: number): string => Array(9).fill(`*a${index}`).join(', ');
const bomb = `a0: &a0 [x]\n${Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${nine(n)}]\n`).join('')}`;

const scheme = 'auth.scheme-prefix';
const envelope = 'answers:\n  lists.envelope:\n    value: ';

describe('a mistake in the answers', () => {
  it.each<[what: string, text: string, at: string, says: RegExp]>([
    ['a torn file', 'answers:\n  lists.envelope: { value: { items: /re', ':2:40', /not valid YAML/],
    ['two values', `answers:\n  ${scheme}: {value: A}\n  ${scheme}: {value: B}`, ':3:3', /unique/],
    ['a file that is no text', 'answers:\u0000', ':1:9', /control character U\+0000/],
    ['a few lines that expand to a billion', bomb, ':2:10', /Aliases expand to more than 100 copies\. Write/],
    ['lists in lists', `answers: ${'['.repeat(200)}`, ':1:', /at most 100 levels of nesting/],
    ['10 MB', `# ${'x'.repeat(10_000_000)}\n`, ':1:1', /at most 5 MB, found 10\.0 MB\. Remove what does not belong/],
    ['a list', `answers: [${scheme}]\n`, ':1:1', /expected object or null; found \["auth.*For example: /],
    [
      'an unknown question',
      'answers:\n  auth.sheme-prefix: { value: A }\n',
      ':2:3',
      /Did you mean auth\.scheme-prefix\?/,
    ],
    ['a tab', `answers:\n\t${scheme}: { value: A }\n`, ':2:1', /Tabs are not allowed.*Indent with spaces\./],
    [
      'a question beside the answers',
      `${scheme}: { value: Bearer }\n`,
      ':1:1',
      /expected auth\.scheme-prefix below "answers", found it beside\. Indent it there\./,
    ],
    [
      'a value without "value"',
      `answers:\n  ${scheme}: A\n`,
      ':2:3',
      /expected object; .* example: \{"value":"Bearer"\}/,
    ],
    ['an unknown word', `${envelope}enveloped\n`, ':3:5', /expected "bare" or object; .* For example: \{"items":/],
    [
      'two answers in conflict',
      'answers:\n  resources.fields: { value: { Tier: { properties: { title: { type: string, maxLength: 9 } } } } }\n' +
        '  limits.field-lengths: { value: { Tier.title: 20 } }\n',
      ':3:3',
      /limits\.field-lengths and resources\.fields \(\S+:2:3\) both set .*Remove one of them, or use "except"\./,
    ],
    [
      'an unknown part',
      `answers:\n  ${scheme}: { valeu: Bearer }\n`,
      ':2:',
      /an object with value, found .*Add value\. For/,
    ],
    [
      'a place that is no pointer',
      `${envelope}{ items: results }\n`,
      ':3:',
      /expected another form, found "results"\. For example: "\/results"/,
    ],
    ['an unknown operation', `${envelope}bare\n    except: { listTeirs: bare }\n`, ':4:15', /Did you mean listTiers\?/],
    [
      'no overlay',
      'overlays: [no.yaml]\n',
      ':1:12: ',
      /the overlay \S*no\.yaml cannot be read: .* Correct its path\.$/,
    ],
  ])('is reported with its place before anything is sent: %s', async (_, text, at, says) => {
    const file = answersFile(text);
    const server = await countingServer((_request, response) => response.end());
    const ran = await checked({ baseUrl: server.url, answers: file, report: ['json=report.json'] });
    expect(ran).toMatchObject({ code: 2, output: '' });
    expect(ran.errors).toMatch(says);
    expect(ran.errors).toContain(at === '' ? '' : `${file}${at}`);
    expect(ran.errors.trimEnd().split('\n')).toHaveLength(1);
    expect(server.asked).toEqual([]);
    expect(readdirSync(dirname(file))).toEqual(['directory.answers.yaml']);
  });

  it.each([
    ['a file that does not exist', 'no.yaml', 'the file or folder does not exist'],
    ['a folder', '.', 'it is a folder'],
    ['a place below a file', 'file/answers.yaml', 'a part of the path is a file, not a folder'],
  ])('is reported if the path is wrong: %s', async (_, path, says) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const ran = await checked({ baseUrl: 'http://127.0.0.1:1', answers: join(folder, path) });
    expect(ran).toMatchObject({ code: 2, output: '' });
    expect(ran.errors).toContain(says);
    expect(ran.errors).toMatch(/^The file with answers \S+ cannot be read: [^\n]*\. Correct its path\.$/);
  });

  it('ends every command that could use them, and writes nothing', { tags: 'slow' }, async () => {
    const cli = await publishedProgram();
    const cwd = temporaryFolder();
    const old = resolve('baseline/openapi.yaml');
    writeFileSync(join(cwd, 'directory.answers.yaml'), 'answers: { auth.scheme-prefix: { value: 7 } }\n');
    mkdirSync(join(cwd, 'home'));
    const env = { ...process.env, DIRECTORY_API_KEY: 'a-key-of-the-tests', HOME: join(cwd, 'home') };
    const servers = ['sandbox --port 0', 'mock --port 0', 'docs --port 0'];
    const commands = ['answers', 'spec', ...servers, `diff ${old}`, 'check --list'];
    const says = 'directory.answers.yaml:1:34: expected string; found 7. For example: "Bearer".';
    const run = async (line: string): Promise<void> => {
      const { code, stdout, stderr } = await runProgram(process.execPath, [cli, ...line.split(' ')], { cwd, env });
      expect({ code, stdout, says: stderr.split('\n')[1] }, line).toEqual({ code: 2, stdout: '', says });
    };
    await Promise.all(commands.map(run));
    expect(readdirSync(cwd).sort()).toEqual(['directory.answers.yaml', 'home']);
  });
});
