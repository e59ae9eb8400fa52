import { describe, expect, it, vi } from 'vitest';
import { type CheckResult, checkWithPresence } from '../../scripts/check/engine/check.js';
import { HarFiles } from '../../scripts/check/engine/recording/har-files.js';
import { mergeReports } from '../../scripts/check/engine/report/merge-reports.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { jsonReport } from '../../scripts/check/reports/json.js';
import { learn } from '../../scripts/learn/rounds.js';
import { servedWorld, type World } from '../answers/worlds.js';
import { temporaryFile } from '../temporary-folder.js';
import { reportWith } from './proposals.js';

const key = 'sandbox-key';
const tiers = ['listTiers', 'getTier', 'createTier', 'updateTier', 'deleteTier'];

async function inWorld<T>(name: string, look: (world: World) => Promise<T>): Promise<T> {
  const world = await servedWorld(name);
  vi.stubEnv('DIRECTORY_API_KEY', world.wholeKey);
  try {
    return await look(world);
  } finally {
    await world.served.close();
  }
}

const listProposals = ({ proposals }: CheckResult): unknown[] =>
  proposals.map((proposal) => [
    proposal.certainty,
    proposal.question,
    proposal.certainty === 'conflicting' ? proposal.readings.map(({ answer }) => answer) : proposal.answer,
  ]);

const fileOf = (report: CheckResult['report']): string => temporaryFile('report.json', jsonReport(report));

describe('a JSON report with exchanges', () => {
  it.each([
    ['offset-pages.answers.yaml', {}],
    ['plain-statuses.answers.yaml', { writes: 'disposable', include: ['named', 'inferred'], only: tiers, runs: 1 }],
  ] as [string, Partial<CheckOptions>][])(
    'of %s supports what the run supported, and sends nothing',
    { tags: 'slow' },
    async (name, options) => {
      const { run, requests } = await inWorld(name, async (world) => ({
        run: await checkWithPresence({ ...options, baseUrl: world.served.url, exchanges: true }),
        requests: world.requests,
      }));
      const sentCount = requests.length;
      const { writes: _, ...scope } = options;
      const file = fileOf(run.report);
      const traffic = new HarFiles([file]);
      const secondCheckResult = await checkWithPresence({ ...scope, baseUrl: '', har: traffic.name }, { traffic });
      expect(run.proposals.length).toBeGreaterThan(3);
      expect(listProposals(secondCheckResult)).toEqual(listProposals(run));
      expect(secondCheckResult.report.coverage.fields).toEqual(run.report.coverage.fields);
      expect(requests).toHaveLength(sentCount);
      expect(jsonReport(run.report)).not.toContain(key);
    },
  );

  it('is used in rounds, together with another report', { tags: 'slow' }, async () => {
    const { report } = await inWorld('offset-pages.answers.yaml', async ({ served: { url: baseUrl } }) =>
      checkWithPresence({ baseUrl, exchanges: true }),
    );
    const { exchanges = [] } = report;
    const half = Math.floor(exchanges.length / 2);
    const parts = [exchanges.slice(0, half), exchanges.slice(half)];
    const traffic = new HarFiles(parts.map((part) => fileOf({ ...report, exchanges: part })));
    const { baseUrl } = report.target;
    const learnResult = await learn({ file: 'a.yaml', text: '', today: '2026-11-23', baseUrl, traffic });
    const envelope = learnResult.taken.find(({ question }) => question === 'lists.envelope');
    expect(envelope?.answer.value).toMatchObject({ items: expect.stringMatching(/^\//) });
    expect(learnResult.after.fields.seen).toBeGreaterThan(learnResult.before.fields.seen);
    expect(learnResult.report.notes).toContain(
      `${exchanges.length} recorded exchanges were judged; 0 exchanges belong to no operation of the contract.`,
    );
  });

  it('can be merged from shards', () => {
    const shard = (index: number): CheckResult['report'] => {
      const report = reportWith({});
      const run = { ...report.run, started: '2026-11-23T00:00:00Z', include: [], shard: { index, count: 2 } };
      const coverage = { ...report.coverage, statuses: { seen: 0, documented: 0 } };
      return { ...report, run, coverage, exchanges: [{ case: `${index}` } as never] };
    };
    expect(mergeReports([shard(2), shard(1)]).exchanges?.map((exchange) => exchange.case)).toEqual(['1', '2']);
  });

  it('leads to advice on how to make it if exchanges are missing', () => {
    const file = fileOf(reportWith({}));
    expect(() => [...new HarFiles([file]).exchanges()]).toThrow(
      `${file} is a JSON report without exchanges. To write one with exchanges, run ` +
        '"directory-contract check --exchanges --report json=FILE".',
    );
  });
});
