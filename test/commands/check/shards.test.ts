// @module-tag slow
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { blocksOf } from '../../docs/guide-blocks.js';
import { ownEnvironment } from '../../own-machine.js';
import { publishedProgram } from '../../published-program.js';
import { runProgram, startProgram } from '../../run-program.js';
import { isWhole } from '../../sample.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { key } from './fixture.js';

const count = 4;
const indexes = Array.from({ length: count }, (_, index) => index + 1);

/** An operation that takes several times as long as each of the others, but less than a quarter of all of them. */
const scenario = '- when: { operation: listReviews }\n  then: { delay: 30 }\n';

/** Each run starts a program, which takes seconds on a busy machine. */
const timeout = 300_000;

/** Runs the command in a new folder. `checked` checks a sandbox, in a separate process. */
async function commandAt(...faults: string[]) {
  const folder = temporaryFolder();
  const cli = await publishedProgram();
  const env = ownEnvironment({ DIRECTORY_API_KEY: key });
  const started = (args: readonly string[]) => startProgram(process.execPath, [cli, ...args], { cwd: folder, env });
  writeFileSync(join(folder, 'slow.yaml'), scenario);
  const sandbox = started([
    ...['sandbox', '--port', '0', '--latency', '5', '--scenario', 'slow.yaml'],
    ...faults.flatMap((fault) => ['--fault', fault]),
  ]);
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await sandbox.printed(/http:\/\/127\.0\.0\.1:\d+/)) ?? [];
  const reportOf = (name: string): CheckReport => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CheckReport;
  return {
    url,
    run: (...args: string[]) => started(args).ended,
    shell: (source: string) => runProgram('/bin/sh', ['-ec', source], { cwd: folder, env }),
    async checked(name: string, ...args: string[]) {
      const { code, stderr } = await started(['check', url, ...args, '--report', `json=${name}`]).ended;
      if (code !== 0 && code !== 1) throw new Error(`It ended with ${code}: ${stderr}`);
      return reportOf(name);
    },
    reportOf,
    async [Symbol.asyncDispose]() {
      sandbox.child.kill();
      await sandbox.ended;
    },
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Returns the time that the operations in scope of this report took in an earlier run. */
function expectedOf({ operations }: CheckReport, costs: ReadonlyMap<string, number>): number {
  return sum(
    operations.filter(({ inScope }) => inScope).map(({ operationId }) => costs.get(operationId) ?? Number.NaN),
  );
}

/** The statements of a report for a reader, without counts and times. */
function said({ operations, findings, coverage, verdict, exitCode }: CheckReport) {
  const tested = operations
    .filter(({ inScope }) => inScope)
    .map(({ operationId, success, refusal }) => ({ operationId, success: success.tested, refusal: refusal.tested }));
  return { tested, findings: findings.map(({ id, severity }) => ({ id, severity })), coverage, verdict, exitCode };
}

/** Reads of all kinds, and updates; the long run takes all operations. */
const some = [
  ...['listDirectories', 'getDirectory', 'listPartnerEntries', 'getPartnerEntry', 'updatePartnerEntry', 'listTiers'],
  ...['getTier', 'updateTier', 'listFilters', 'getFilter', 'updateFilter', 'listFilterOptions', 'listReviews'],
  ...['getReview', 'updateReview', 'listBadges', 'getBadge', 'listCallouts', 'getCallout', 'listCertifications'],
  ...['getCertification', 'listVerifications', 'getVerification', 'exportReviews'],
];
const reading = isWhole ? ['--include', 'named,inferred'] : ['--only', some.join()];
const writing = [
  ...['updatePartnerEntry', 'getPartnerEntry', 'createTier', 'updateTier', 'deleteTier', 'listTiers'],
  ...['createCallout', 'updateCallout', 'deleteCallout', 'listReviews', 'updateFilter', 'getFilter'],
];

describe('four shards in processes of their own', () => {
  const cases: [name: string, faults: string[], args: string[]][] = [
    ['a wrong server', ['wrong-type', 'auth-ignored'], reading],
    ['real writes', ['patch-drops-field'], ['--only', writing.join(), '--writes', 'disposable', '--runs', '1']],
  ];
  if (isWhole) cases.push(['a right server', [], reading]);
  it.each(isWhole ? cases : cases.slice(1))(
    'together find and test the same as one run, and take equally long: %s',
    { tags: 'long', timeout },
    async (_, faults, args) => {
      await using command = await commandAt(...faults);
      const whole = await command.checked('whole.json', ...args);
      expect(whole.findings.some(({ severity }) => severity !== 'observation')).toBe(faults.length > 0);

      const shards = await Promise.all(
        indexes.map((index) =>
          command.checked(`${index}.json`, ...args, '--shard', `${index}/${count}`, '--timings', 'whole.json'),
        ),
      );
      const files = indexes.map((index) => `${index}.json`).reverse();
      const { code } = await command.run('merge-reports', ...files, '--report', 'json=merged.json');
      const merged = command.reportOf('merged.json');
      expect(said(merged)).toEqual(said(whole));
      expect(code).toBe(whole.exitCode);

      // Counts the times of the whole run, so that the load of this machine during the shards does not matter.
      const costs = new Map(whole.operations.map(({ operationId, time }) => [operationId, time.total ?? Number.NaN]));
      const all = expectedOf(whole, costs);
      const expected = shards.map((shard) => expectedOf(shard, costs));
      expect(sum(expected)).toBeCloseTo(all, 3);
      if (args === reading) expect(Math.max(...expected) / all).toBeLessThan(0.29);
    },
  );

  it('work as the guide says, word for word', { tags: 'long', timeout }, async () => {
    await using command = await commandAt();
    const guide = readFileSync('openapi/docs/check.md', 'utf8').split('## On several machines')[1] ?? '';
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
