// @module-tag slow
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { blocksOf } from '../../docs/guide-blocks.js';
import { ownEnvironment } from '../../own-machine.js';
import { publishedProgram } from '../../published-program.js';
import { runProgram, startProgram } from '../../run-program.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { key } from './fixture.js';

/** Each run starts a program, which takes seconds on a busy machine. */
const timeout = 300_000;

/** Runs the command in a new folder. `checked` checks a sandbox, in a separate process. */
async function commandAt(...faults: string[]) {
  const folder = temporaryFolder();
  const cli = await publishedProgram();
  const env = ownEnvironment({ DIRECTORY_API_KEY: key });
  const startCli = (args: readonly string[]) => startProgram(process.execPath, [cli, ...args], { cwd: folder, env });
  const sandbox = startCli(['sandbox', '--port', '0', ...faults.flatMap((fault) => ['--fault', fault])]);
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await sandbox.waitFor(/http:\/\/127\.0\.0\.1:\d+/)) ?? [];
  const reportOf = (name: string): CheckReport => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CheckReport;
  return {
    url,
    run: (...args: string[]) => startCli(args).exit,
    shell: (source: string) => runProgram('/bin/sh', ['-ec', source], { cwd: folder, env }),
    async checked(name: string, ...args: string[]) {
      const { code, stderr } = await startCli(['check', url, ...args, '--report', `json=${name}`]).exit;
      if (code !== 0 && code !== 1) throw new Error(`It ended with ${code}: ${stderr}`);
      return reportOf(name);
    },
    reportOf,
    async [Symbol.asyncDispose]() {
      sandbox.child.kill();
      await sandbox.exit;
    },
  };
}

/** The statements of a report for a reader, without counts and times. */
function said({ operations, findings, coverage, verdict, exitCode }: CheckReport) {
  const tested = operations
    .filter(({ inScope }) => inScope)
    .map(({ operationId, success, refusal }) => ({ operationId, success: success.tested, refusal: refusal.tested }));
  return { tested, findings: findings.map(({ id, severity }) => ({ id, severity })), coverage, verdict, exitCode };
}

const reading = ['--include', 'named,inferred'];
const writing = [
  ...['updatePartnerEntry', 'getPartnerEntry', 'createTier', 'updateTier', 'deleteTier', 'listTiers'],
  ...['createCallout', 'updateCallout', 'deleteCallout', 'listReviews', 'updateFilter', 'getFilter'],
];

describe('four shards in separate processes', () => {
  it.each<[name: string, faults: string[], args: string[]]>([
    ['a wrong server', ['wrong-type', 'auth-ignored'], reading],
    ['real writes', ['patch-drops-field'], ['--only', writing.join(), '--writes', 'disposable', '--runs', '1']],
    ['a right server', [], reading],
  ])('together report and test the same as one run: %s', { tags: 'long', timeout }, async (_, faults, args) => {
    await using command = await commandAt(...faults);
    const report = await command.checked('whole.json', ...args);
    expect(report.findings.some(({ severity }) => severity !== 'observation')).toBe(faults.length > 0);

    const shards = [1, 2, 3, 4].map(async (index) => {
      await command.checked(`${index}.json`, ...args, '--shard', `${index}/4`, '--timings', 'whole.json');
      return `${index}.json`;
    });
    const files = (await Promise.all(shards)).reverse();
    const { code } = await command.run('merge-reports', ...files, '--report', 'json=merged.json');
    expect(said(command.reportOf('merged.json'))).toEqual(said(report));
    expect(code).toBe(report.exitCode);
  });

  it('work exactly as the guide says', { tags: 'long', timeout }, async () => {
    await using command = await commandAt();
    const guide = readFileSync('openapi/docs/rollout.md', 'utf8').split('## On several machines')[1] ?? '';
    const [block] = blocksOf(guide);
    const source = (block?.source ?? '')
      .replaceAll('http://127.0.0.1:4020', command.url)
      .replaceAll('npx directory-contract', `'${process.execPath}' '${await publishedProgram()}'`);
    const { code, stdout, stderr } = await command.shell(source);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(command.reportOf('whole.json').coverage).toMatchObject({ inScope: 63, successTested: 61 });
    expect(stdout).toMatch(/shard 1\/2\n/);
  });
});
