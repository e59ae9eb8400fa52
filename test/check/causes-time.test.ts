// @module-tag slow
import { expect, it } from 'vitest';
import { accusations } from './run.js';
import type { JsonObject } from './service/contract.js';
import { documentNamed } from './service/document.js';
import { checkDocument } from './service/resources.js';

const document = documentNamed('jobs');

/** Checks a service of jobs, each of which starts this time after its creation, or after a write to the job. */
async function findingsOf(runsAfter: number, isByWrite: boolean): Promise<string[]> {
  const begins = new Map<unknown, number>();
  const { report } = await checkDocument(document, {
    change: ({ create, act, show }) => ({
      create: (call) => {
        const job = create(call);
        begins.set(job['id'], isByWrite ? Infinity : performance.now() + runsAfter);
        return job;
      },
      act(call) {
        const id = call.parameters['id'];
        if (isByWrite && call.method === 'PATCH' && (call.body as JsonObject)['title'] !== undefined)
          begins.set(id, performance.now());
        return act(call);
      },
      show: (call, job) => {
        const isRunning = performance.now() >= (begins.get(job['id']) ?? Infinity);
        return show(call, { ...job, state: job['state'] ?? (isRunning ? 'running' : 'queued') });
      },
    }),
  });
  return accusations(report).filter((line) => line.endsWith('/state'));
}

it.each([60, 100, 150, 250])(
  'a job that begins to run by itself after %i ms was not changed by a write',
  async (time) => {
    expect(await findingsOf(time, false)).toEqual([]);
  },
);

it('a write of the title that starts a job has changed the job', async () => {
  expect(await findingsOf(0, true)).toEqual(['update.touches updateJob /state']);
});
