import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseReport, parseReportOption } from '../../scripts/check/reports/formats.js';
import { diffReportFormats } from '../../scripts/commands/diff/reports.js';
import { ownEnvironment } from '../own-machine.js';
import { temporaryFolder } from '../temporary-folder.js';
import { project } from './ci-machine.js';
import { type Action, type JobRun, runAction } from './github-runner.js';

const action = parse(readFileSync(join(project, 'recipes/action/action.yml'), 'utf8')) as Action;
const marker = '<!-- directory-contract Depot 127-0-0-1 -->';
const diffMarker = '<!-- directory-contract-diff Depot -->';

interface Comment {
  id: number;
  user: { type: string };
  body: string;
}

interface Played {
  /** The inputs of the action. */
  inputs?: Record<string, string>;
  /** The exit code of the check. */
  code?: number;
  /** The exit code of the comparison of contracts, and its comment after the first line. */
  compared?: { code: number; comment: string };
  /** Comments on the pull request; undefined if there is no pull request. */
  comments?: Comment[];
  /** Whether the token must not comment. */
  isForbidden?: boolean;
}

interface Ran extends JobRun {
  /** The command line of the check. */
  checked: string[];
  /** The command line of the comparison. */
  compared: string[];
  /** The calls of `gh`. */
  called: string[];
}

/** Replaces the programs that the action calls: `npx` writes the reports of a check, and `gh` records its calls. */
async function playAction(played: Played = {}): Promise<Ran> {
  const { inputs = {}, code = 0, compared = { code: 0, comment: 'New.' }, comments, isForbidden = false } = played;
  const folder = temporaryFolder('action');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const program = (name: string, text: string): void =>
    writeFileSync(join(bin, name), `#!/usr/bin/env node\n${text}`, { mode: 0o755 });
  program(
    'npx',
    `const { mkdirSync, writeFileSync } = require('node:fs');
    const isDiff = process.argv[4] === 'diff';
    writeFileSync(isDiff ? 'compared' : 'checked', process.argv.slice(2).join('\\n'));
    for (const [, format, path] of process.argv.join('\\n').matchAll(/^(\\w+)=(.+)$/gm)) {
      if (path === '-' || (!isDiff && ${code} === 2)) continue;
      mkdirSync(require('node:path').dirname(path), { recursive: true });
      const change = ${JSON.stringify(`${diffMarker}\n${compared.comment}\n`)};
      const text = isDiff ? change : ${JSON.stringify(`${marker}\n`)} + format;
      writeFileSync(path, text);
    }
    process.exitCode = isDiff ? ${compared.code} : ${code};`,
  );
  program(
    'gh',
    `const { appendFileSync } = require('node:fs');
    const [, method = 'GET'] = /--method\\n(\\w+)/.exec(process.argv.join('\\n')) ?? [];
    const path = process.argv.find((each) => each.startsWith('repos/'));
    appendFileSync('called', method + ' ' + path + ' ' + process.env.GH_TOKEN + '\\n');
    if (${isForbidden}) process.exit(1);
    const filter = process.argv.at(-1);
    const [, mine = ''] = /startswith\\("(.*)"\\)/.exec(filter) ?? [];
    if (method !== 'GET') {
      const body = process.argv.find((each) => each.startsWith('body=@')) ?? '';
      if (!require('node:fs').existsSync(body.slice(6))) process.exit(1);
    } else {
      const wanted = '.[] | select(.user.type == "Bot" and (.body | startswith("' + mine + '"))) | .id';
      if (mine === '' || filter !== wanted) process.exit(1);
      for (const { id, user, body } of ${JSON.stringify(comments ?? [])})
        if (user.type === 'Bot' && body.startsWith(mine)) console.log(id);
    }`,
  );
  const environment = ownEnvironment({ HOME: folder });
  const result = await runAction(
    action,
    { 'base-url': 'http://127.0.0.1:9', ...inputs },
    {
      folder,
      environment: { ...environment, PATH: [bin, environment['PATH']].join(delimiter) },
      contexts: {
        'github.token': 'token-of-the-job',
        'github.repository': 'team/server',
        'github.event.pull_request.number': comments === undefined ? '' : '7',
      },
    },
  );
  const lines = (name: string): string[] =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').trim().split('\n') : [];
  return { ...result, checked: lines('checked'), compared: lines('compared'), called: lines('called') };
}

const bot = { type: 'Bot' };

describe('the composite action', () => {
  it('passes its inputs to the check, and requests reports in formats that the check knows', async () => {
    const { checked, failed, summary } = await playAction({
      inputs: { writes: 'disposable', contract: 'my api.yaml', args: '--strict\n--seed 7\n' },
    });
    expect(failed).toBe(false);
    expect(checked.slice(0, 5)).toEqual([
      '--yes',
      expect.stringMatching(/^directory-contract@\d/),
      'check',
      '--writes',
      'disposable',
    ]);
    expect(checked.slice(-5)).toEqual(['--strict', '--seed', '7', '--contract', 'my api.yaml']);
    const reports = checked.filter((_, index) => checked[index - 1] === '--report').map(parseReportOption);
    expect(reports.map(({ format }) => format)).toEqual(['github', 'markdown', 'comment', 'json', 'sarif', 'junit']);
    expect(summary).toBe(`${marker}\nmarkdown`);
  });

  it('executes nothing that an input contains', async () => {
    const { checked, called } = await playAction({ inputs: { args: '--only $(gh)`gh`;gh', contract: '"; gh #' } });
    expect(checked.slice(-4)).toEqual(['--only', '$(gh)`gh`;gh', '--contract', '"; gh #']);
    expect(called).toEqual([]);
  });

  it.each([0, 1, 3])('ends with %i like the check, after it has commented and stored the reports', async (code) => {
    const { failed, steps, called, used } = await playAction({ code, comments: [] });
    expect({ failed, code: steps['End with the exit code of the check']?.code }).toEqual({ failed: code !== 0, code });
    expect(called).toHaveLength(2);
    expect(used.map(({ uses }) => uses)).toEqual(['actions/upload-artifact@v7']);
  });

  it('writes one comment, and updates it later; comments of others stay unchanged', async () => {
    const otherComments: Comment[] = [
      { id: 1, user: bot, body: 'Deployed.' },
      { id: 2, user: { type: 'User' }, body: `${marker} by hand` },
    ];
    const path = 'repos/team/server/issues';
    expect((await playAction({ comments: otherComments })).called).toEqual([
      `GET ${path}/7/comments token-of-the-job`,
      `POST ${path}/7/comments token-of-the-job`,
    ]);
    const own = [3, 4].map((id) => ({ id, user: bot, body: `${marker}\n## old` }));
    expect((await playAction({ comments: [...otherComments, ...own] })).called.at(-1)).toBe(
      `PATCH ${path}/comments/3 token-of-the-job`,
    );
  });

  it('does not comment without a pull request, without a report, or if the inputs forbid it', async () => {
    expect((await playAction()).called).toEqual([]);
    expect((await playAction({ comments: [], code: 2 })).called).toEqual([]);
    expect((await playAction({ comments: [], inputs: { comment: 'false', upload: 'false' } })).called).toEqual([]);
  });

  it('compares the contract with an older one, and keeps a second comment up to date', async () => {
    const inputs = { diff: 'origin/main:openapi.yaml --fail-on breaking\n' };
    const path = 'repos/team/server/issues';
    const { compared, called, failed } = await playAction({ inputs, comments: [] });
    expect(compared.slice(2, 6)).toEqual(['diff', 'origin/main:openapi.yaml', '--fail-on', 'breaking']);
    const reports = compared.filter((_, index) => compared[index - 1] === '--report');
    expect(reports.map((text) => parseReport(text, diffReportFormats).format)).toEqual([
      'github',
      'markdown',
      'comment',
    ]);
    expect(failed).toBe(false);
    expect(called.filter((call) => call.startsWith('POST'))).toHaveLength(2);
    const comments = [marker, diffMarker].map((body, id) => ({ id, user: bot, body: `${body}\n## old` }));
    expect((await playAction({ inputs, comments })).called.filter((call) => call.startsWith('PATCH'))).toEqual([
      `PATCH ${path}/comments/0 token-of-the-job`,
      `PATCH ${path}/comments/1 token-of-the-job`,
    ]);
    expect((await playAction({ comments })).compared).toEqual([]);
  });

  it('writes no first comment on a contract that did not change, but corrects an earlier one', async () => {
    const played = { inputs: { diff: 'origin/main:openapi.yaml' }, compared: { code: 0, comment: 'Nothing changed.' } };
    const methodsOf = async (comments: Comment[]): Promise<string[]> =>
      (await playAction({ ...played, comments })).called.map((call) => call.split(' ')[0] ?? '');
    expect(await methodsOf([])).toEqual(['GET', 'POST', 'GET']);
    expect(await methodsOf([{ id: 1, user: bot, body: diffMarker }])).toEqual(['GET', 'POST', 'GET', 'PATCH']);
  });

  it.each([
    [0, 1, 1],
    [0, 2, 2],
    [1, 2, 1],
    [3, 0, 3],
  ])('ends after a check with %i and a comparison with %i with %i', async (code, diffCode, want) => {
    const inputs = { diff: 'origin/main:openapi.yaml' };
    const { steps, used } = await playAction({
      inputs,
      code,
      compared: { code: diffCode, comment: 'New.' },
      comments: [],
    });
    expect(steps['End with the exit code of the check']?.code).toBe(want);
    expect(used).toHaveLength(1);
  });

  it('warns, and keeps the verdict, if the token may not comment', async () => {
    const { failed, steps } = await playAction({ comments: [], isForbidden: true });
    expect(failed).toBe(false);
    expect(steps['Comment on the pull request']?.stdout).toContain('::warning::The comment could not be written.');
  });

  it('has no expressions in its scripts, and pins the actions that it uses', () => {
    for (const { run = '', uses = 'actions/x@v1', shell } of action.runs.steps) {
      expect(run).not.toContain('${{');
      expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
      expect(shell ?? 'bash').toBe('bash');
    }
  });
});
