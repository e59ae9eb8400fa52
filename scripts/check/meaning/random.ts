import type { Json, JsonObject } from '../../contract/json.js';
import type { Bodies } from '../cases/bodies.js';
import { seedOf, valueContext } from '../cases/source.js';
import type { TestCase } from '../model/case.js';
import type { Deviation } from '../model/deviation.js';
import type { Outcome, ResponseUse } from '../session/outcome.js';
import { hashOf } from '../values/token.js';
import type { Harness } from './harness.js';

/** Maximum number of smaller bodies to try after a finding. */
const shrinkLimit = 100;

/** Maximum number of sent bodies to remember. Bodies repeat early if only few different ones are possible. */
const maxRememberedBodies = 100;

/** Sends a test case. It may also take additional steps. */
export type CaseSender = (testCase: TestCase, use: ResponseUse) => Promise<Outcome>;

interface RandomOptions {
  /** Returns the deviation of a response that lacks a sent value; undefined if it contains all of them. */
  findMissing?: (outcome: Outcome, body: JsonObject) => { deviation: Deviation } | undefined;
  send?: CaseSender;
}

/** Sends random bodies, the same for the same seed. After a finding, tries smaller bodies, and reports the smallest. */
export async function checkRandomBodies(harness: Harness, bodies: Bodies, options: RandomOptions = {}): Promise<void> {
  const { operation, parameters } = bodies;
  const { findMissing = () => undefined, send = (testCase, use) => harness.session.send(testCase, use) } = options;
  const { session, source, runs } = harness;
  if (runs === 0 || !operation.body) return;
  // fast-check takes a while to load, and runs without writes do not need it, so it is imported only here.
  const { asyncProperty, bodyArbitrary, check } = await import('../values/arbitrary.js');
  const arbitrary = bodyArbitrary(bodies.schema, valueContext(source, operation, parameters, 'random'));
  if (!arbitrary) return;
  const ownSeed = hashOf(seedOf(source), operation.id) | 0;
  const description = `with a random body (--seed ${source.seed})`;
  const probeOf = (body: Json, parts = {}): ReturnType<Bodies['createProbe']> =>
    bodies.createProbe('random', description, bodies.withoutChosenId(body), parts);
  // A finding that was already reported does not count again.
  const isNewFinding = ({ rule, pointer, severity }: Deviation): boolean =>
    severity !== 'observation' && !session.tally.has(`${rule}:${operation.id}:${pointer}`);
  const findMissingValue = (outcome: Outcome, body: Json): ReturnType<typeof findMissing> =>
    outcome.ok && outcome.value !== undefined ? findMissing(outcome, body as JsonObject) : undefined;
  const hasNewFinding = (outcome: Outcome, body: Json): boolean => {
    const missing = findMissingValue(outcome, body);
    return outcome.deviations.some(isNewFinding) || (missing !== undefined && isNewFinding(missing.deviation));
  };
  let stopError: unknown;
  let requestsLeft = runs + shrinkLimit;
  const sentBodies = new Set<TestCase['request']['body']>();
  const property = asyncProperty(arbitrary, async (value) => {
    if (stopError !== undefined || requestsLeft === 0) return;
    const { case: testCase, body } = probeOf(value);
    // If a schema has few possible values, the same body comes again. Sending it again would prove nothing new.
    if (sentBodies.has(testCase.request.body)) return;
    if (sentBodies.size < maxRememberedBodies) sentBodies.add(testCase.request.body);
    requestsLeft -= 1;
    const outcome = await send(testCase, 'counted').catch((error: unknown) => {
      stopError = error;
      return undefined;
    });
    if (outcome && hasNewFinding(outcome, body)) throw new Error('wrong');
  });
  const result = await check(property, { seed: ownSeed, numRuns: runs, maxSkipsPerRun: 0 });
  if (stopError !== undefined) throw stopError;
  const [smallestBody] = result.counterexample ?? [];
  if (!result.failed || smallestBody === undefined) return;
  const { case: testCase, body } = probeOf(smallestBody, { detail: 'smallest' });
  const outcome = await send(testCase, 'judged');
  const missingValue = findMissingValue(outcome, body);
  if (missingValue) session.report(outcome, missingValue.deviation);
}
