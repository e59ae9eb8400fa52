import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type TaughtOwnContract, teachOwnContract } from '../../scripts/answers/own-contract.js';
import { learn } from '../../scripts/learn/rounds.js';
import { readContract } from '../../scripts/sandbox/model/read-contract.js';
import { buildSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { type AnswerValues, randomAnswers } from '../answers/random-answers.js';
import { taughtWith } from '../answers/taught.js';
import { withMany } from '../check/evidence/many-resources.js';
import { amountOf, isWhole, randomSeed } from '../sample.js';
import { compared, type Found, type Mode, pagesByHand, type RoundTrip } from './claims.js';
import { allWrites, answeredByPerson } from './learnt-world.js';

/** Number of answer sets that each mode learns again. A normal run tests writes only in `worlds.test.ts`. */
const sets: readonly [Mode, number][] = [
  ['reads', amountOf('learnSets')],
  ['writes', amountOf('learnSetsWrites')],
];
/** A failure prints the seed. A normal run always tries the same few sets. */
const seed = randomSeed(isWhole ? 1152746950 : 7);

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
});

describe.each(sets.filter(([, count]) => count > 0))('random sets of answers, learnt by %s', (mode, count) => {
  it(`are found again, without a wrong claim (seed ${seed})`, { tags: 'long', timeout: 3_600_000 }, async () => {
    const own = teachOwnContract('directory.answers.yaml', '');
    // If no resource can be created, a run with writes learns only what reads show.
    const untaught = [await learntFrom(own, 'reads'), ...(mode === 'writes' ? [await learntFrom(own, mode)] : [])];
    const tripOf = async (answers: AnswerValues): Promise<RoundTrip | undefined> => {
      const taughtContract = taughtUnlessRefused(answers);
      return taughtContract && compared(answers as Found, await learntFrom(taughtContract, mode), untaught, mode);
    };
    const allTrips: RoundTrip[] = [];
    for (const [index, answers] of fc.sample(randomAnswers, { seed, numRuns: count }).entries()) {
      const trip = await tripOf(answers);
      if (!trip) continue;
      allTrips.push(trip);
      if (trip.wrong.length === 0) continue;
      console.log(`Wrong in set ${index} of seed ${seed}: ${trip.wrong.join(', ')}`);
      // Tests that set of answers alone, so that fast-check can make it as small as possible.
      const property = fc.asyncProperty(randomAnswers, async (set) => {
        expect((await tripOf(set))?.wrong ?? []).toEqual([]);
      });
      await fc.assert(property, { seed, path: String(index), numRuns: 1, interruptAfterTimeLimit: 120_000 });
    }
    expect(allTrips.flatMap(({ wrong }) => wrong)).toEqual([]);
    const [values, learnable] = [allTrips.flatMap((trip) => trip.matches), allTrips.flatMap((trip) => trip.learnable)];
    const gaps = allTrips.flatMap((trip) => trip.gaps).sort();
    expect(values.length, gaps.join('\n')).toBeGreaterThanOrEqual(learnable.length * 0.95);
  });
});

/** Learns from a sandbox that follows the answers of a contract, with enough resources for likely claims. */
async function learntFrom(taughtContract: TaughtOwnContract, mode: Mode): Promise<Found> {
  const contract = readContract(taughtContract.document, taughtContract.validators);
  const sandbox = buildSandbox(contract);
  sandbox.load(withMany(sandbox.snapshot()));
  const server = await serveSandbox({ sandbox, contract });
  const pages = pagesByHand(taughtContract.answers.answers);
  try {
    const { taken } = await learn({
      ...{ file: 'directory.answers.yaml', today: '2026-11-23', baseUrl: server.url, runs: 0 },
      text: pages ? answeredByPerson('', 'lists.envelope', pages) : '',
      ...(mode === 'writes' && allWrites),
      acceptLikely: true,
    });
    return Object.fromEntries(taken.map(({ question, answer }) => [question, answer]));
  } finally {
    await server.close();
  }
}

/** The contract with these answers; undefined if two answers exclude each other. */
function taughtUnlessRefused(answers: AnswerValues): TaughtOwnContract | undefined {
  try {
    return taughtWith(answers);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return undefined;
  }
}
