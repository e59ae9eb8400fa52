// @module-tag slow
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations } from '../../scripts/sandbox/sandbox.js';
import { amountOf } from '../sample.js';
import { Player } from './player.js';
import { request } from './random-request.js';

/** The requests are the same in each run, so that a failure can be repeated. The long run sends more. */
const total = amountOf('sandboxRequests');
const seed = 4020;
const length = 100;

describe('random requests, one after another', () => {
  const count = `(${total} requests)`;
  const title = `cause no 5xx, no response outside the contract, and no contradiction between responses ${count}`;
  it(title, async () => {
    const calledValues = new Set<string>();
    // A request can shrink to null, so that a reported failure has few requests before it.
    const some = fc.array(fc.option(request, { freq: 10_000 }), { minLength: length, maxLength: length });
    await fc.assert(
      fc.asyncProperty(some, async (requests) => {
        const player = new Player();
        for (const otherRequest of requests) {
          if (otherRequest === null) continue;
          calledValues.add(otherRequest.operationId);
          await player.play(otherRequest);
        }
      }),
      { seed, numRuns: Math.ceil(total / length), interruptAfterTimeLimit: 1_200_000, markInterruptAsFailure: true },
    );
    if (total >= 20_000) expect(calledValues.size).toBe(operations.length);
  }, 1_300_000);
});
