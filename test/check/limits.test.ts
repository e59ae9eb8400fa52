import { describe, expect, it } from 'vitest';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { createSandbox, operations } from '../../scripts/sandbox/sandbox.js';
import { fetchable } from './fetchable.js';
import { checkSandbox, checkServed, everything } from './run.js';

/**
 * Returns the number of times that a run sends each request (method, path, key, media type and body).
 * `turns` delays the response for a path, in turns of the event loop.
 */
async function requestsOf(
  options: Partial<CheckOptions>,
  turns: (path: string) => number = () => 0,
): Promise<ReadonlyMap<string, number>> {
  const sandbox = createSandbox();
  const counts = new Map<string, number>();
  const recording: typeof sandbox = {
    ...sandbox,
    async fetch(request) {
      const { method, url, headers } = request;
      const body = method === 'GET' || method === 'HEAD' ? null : Buffer.from(await request.arrayBuffer());
      const { pathname, search } = new URL(url);
      const key = JSON.stringify([
        method,
        pathname + search,
        headers.get('authorization'),
        headers.get('content-type'),
        body?.toString('latin1'),
      ]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      for (let turn = turns(pathname); turn > 0; turn -= 1) await new Promise(setImmediate);
      return sandbox.fetch(new Request(url, { method: fetchable(method), headers, body: body?.length ? body : null }));
    },
  };
  const report = await checkServed(recording, { ...everything, runs: 2, ...options });
  expect(report.run.requests).toBe(sum(counts.values()));
  return counts;
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, each) => total + each, 0);
}

/** The requests of a run with the usual options, shared by two tests. */
let usual: ReturnType<typeof requestsOf> | undefined;
const usualRequests = (): ReturnType<typeof requestsOf> => (usual ??= requestsOf({}));

describe('a run', () => {
  it('sends the same requests whichever response comes first', { tags: 'long' }, async () => {
    const requests = Object.fromEntries(await usualRequests());
    // Delays the lists of entries, so that a tier returns the first ids of entries.
    const isLate = /\/directories\/[^/]+\/entries\/(?:partners\/)?$/;
    expect(Object.fromEntries(await requestsOf({}, (path) => (isLate.test(path) ? 50 : 0)))).toEqual(requests);
  });
});

describe('shards', () => {
  it('together send each request as often as one run does', { tags: 'slow' }, async () => {
    const requests = await usualRequests();
    // A shard without operations sends only the reads with which every shard finds the existing resources.
    const reads = await requestsOf({ shard: { index: operations.length + 1, count: operations.length + 1 } });
    const together = new Map<string, number>();
    const count = 3;
    for (let index = 1; index <= count; index += 1) {
      for (const [request, times] of await requestsOf({ shard: { index, count } }))
        together.set(request, (together.get(request) ?? 0) + times);
    }
    for (const [request, times] of reads) together.set(request, (together.get(request) ?? 0) - (count - 1) * times);
    expect(Object.fromEntries(together)).toEqual(Object.fromEntries(requests));
    expect(reads.size).toBeGreaterThan(operations.length / 2);
    expect(sum(requests.values())).toBeGreaterThan(5 * sum(reads.values()));
  });

  it('cover every operation', { tags: 'slow' }, async () => {
    const first = await checkSandbox([], { ...everything, shard: { index: 1, count: 2 } });
    const second = await checkSandbox([], { ...everything, shard: { index: 2, count: 2 } });
    const scoped = [...first.operations, ...second.operations]
      .filter(({ inScope }) => inScope)
      .map(({ operationId }) => operationId);
    expect(scoped.sort()).toEqual(operations.map(({ id }) => id).sort());
  });
});

describe('the report', () => {
  it('does not grow with the number of requests', { tags: 'long' }, async () => {
    const options = {
      ...everything,
      only: ['updatePartnerEntry', 'updateFilter', 'createCallout'],
      writes: 'disposable' as const,
    };
    const fewRuns = await checkSandbox(['extra-field', 'patch-noop'], { ...options, runs: 2 });
    const manyRuns = await checkSandbox(['extra-field', 'patch-noop'], { ...options, runs: 110 });
    expect(manyRuns.run.requests).toBeGreaterThan(fewRuns.run.requests + 300);
    expect(fewRuns.counts.violation + fewRuns.counts.drift).toBeGreaterThan(0);
    expect(manyRuns.findings.map(({ id }) => id)).toEqual(fewRuns.findings.map(({ id }) => id));
    expect(manyRuns.operations).toHaveLength(fewRuns.operations.length);
    expect(manyRuns.evidence).toHaveLength(fewRuns.evidence.length);
    expect(manyRuns.notes).toEqual(fewRuns.notes);
    // A report lists each resource that the run has created.
    const sizeOf = (report: CheckReport): number => JSON.stringify({ ...report, created: [] }).length;
    expect(sizeOf(manyRuns)).toBeLessThan(sizeOf(fewRuns) * 1.05);
  });
});
