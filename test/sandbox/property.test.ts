import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations } from '../../scripts/sandbox/sandbox.js';
import { Player } from './player.js';
import { request } from './random-request.js';

/** A sample that is always the same, so that a failure is one for everybody; more, and others, on demand. */
const total = Number(process.env['SANDBOX_REQUESTS'] ?? 10_000);
const seed = Number(process.env['SANDBOX_SEED'] ?? 4020);
const length = 100;

describe('random requests, one after another', () => {
  const count = `(${total} requests)`;
  const title = `bring no 5xx, nothing outside the contract, and no answer that another contradicts ${count}`;
  it(title, async () => {
    const met = new Set<string>();
    // A request can shrink to none, so that what is found comes with few requests before it.
    const some = fc.array(fc.option(request, { freq: 10_000 }), { minLength: length, maxLength: length });
    await fc.assert(
      fc.asyncProperty(some, async (requests) => {
        const player = new Player();
        for (const each of requests) {
          if (each === null) continue;
          met.add(each.operationId);
          await player.play(each);
        }
      }),
      { seed, numRuns: Math.ceil(total / length), interruptAfterTimeLimit: 1_200_000, markInterruptAsFailure: true },
    );
    if (total >= 20_000) expect(met.size).toBe(operations.length);
  }, 1_300_000);
});
