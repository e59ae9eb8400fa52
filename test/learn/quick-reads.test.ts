import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CheckResult, checkWithPresence, type LearnRunOptions } from '../../scripts/check/engine/check.js';
import type { Proposal } from '../../scripts/check/model/proposal.js';
import { learn } from '../../scripts/learn/rounds.js';
import { defaultKey } from '../../scripts/sandbox/sandbox.js';
import { varyingServer } from './varying-server.js';

const only = ['listTiers', 'getTier', 'listDirectories'];

/** Serves a sandbox whose lists come in an envelope. */
async function servedLists(): Promise<string> {
  const server = await varyingServer((shown) => {
    if (Array.isArray(shown.body)) shown.body = { results: shown.body };
  });
  onTestFinished(() => server.close());
  return server.url;
}

const runOf = (baseUrl: string, options?: LearnRunOptions): Promise<CheckResult> =>
  checkWithPresence({ baseUrl, only, runs: 0 }, options);

const requestsOf = ({ report }: CheckResult): number => report.run.requests;

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
});

describe('a quick run', () => {
  it('ends after its reads, unless the caller wants more; then it becomes a whole run', async () => {
    const baseUrl = await servedLists();
    const wholeRun = await runOf(baseUrl, { readMode: 'wide' });
    const calls: (readonly Proposal[])[] = [];
    const answer = (goesOn: boolean) => (proposals: readonly Proposal[]) => calls.push(proposals) > 0 && goesOn;
    const result = await runOf(baseUrl, { readMode: 'quick', shouldContinue: answer(false) });
    const continued = await runOf(baseUrl, { readMode: 'quick', shouldContinue: answer(true) });
    expect(requestsOf(result)).toBeLessThan(requestsOf(wholeRun) / 3);
    expect(requestsOf(continued)).toBe(requestsOf(wholeRun));
    expect(calls).toEqual([result.proposals, result.proposals]);
  });

  it('is the only kind before the last run of a program that learns by reads', async () => {
    const baseUrl = await servedLists();
    const quickRun = await runOf(baseUrl, { readMode: 'quick' });
    const { requests, rounds, taken, report } = await learn({
      ...{ file: 'directory.answers.yaml', text: '', today: '2026-11-23', runs: 0, baseUrl, only },
    });
    expect(taken.map(({ question }) => question)).toContain('lists.envelope');
    expect(requests).toBe(requestsOf(quickRun) * (rounds - 1) + report.run.requests);
    expect(report.run.requests).toBeGreaterThan(3 * requestsOf(quickRun));
  });
});
