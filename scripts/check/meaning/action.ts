import { Bodies, type Probe } from '../cases/bodies.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { caseOf, type Parameters } from '../model/request.js';
import type { Outcome } from '../session/outcome.js';
import type { Harness } from './harness.js';
import { refusalCases } from './lists/sharing.js';
import { ownSource } from './own-source.js';
import { checkRandom } from './random.js';

const wrongLimit = 20;

/**
 * Tests an operation that does not create, update or delete a resource, so that its effect is unknown. Sends it to the
 * resource that `parameters` identify, with ids of resources that the run created in its body.
 */
export async function checkAction(
  harness: Harness,
  operation: CheckedOperation,
  siblings: readonly CheckedOperation[],
  parameters: Parameters,
): Promise<void> {
  const { session } = harness;
  const source = await ownSource(harness, operation, parameters);
  const bodies = new Bodies({ source, operation, parameters });
  let isTaken = false;
  for (const probe of probesOf(bodies)) {
    const outcome = await sendWhereReady(harness, probe, siblings, parameters);
    isTaken ||= outcome.ok;
    if (!outcome.ok && probe.otherwise)
      isTaken = (await sendWhereReady(harness, probe.otherwise, siblings, parameters)).ok || isTaken;
  }
  if (!isTaken && operation.body) {
    // A service may refuse what it cannot know in the other fields.
    const parts = { detail: 'least', expect: 'either' } as const;
    const least = bodies.probe('action', 'with the required fields alone', bodies.least('least'), parts);
    await session.send(least.case);
  }
  await session.sendEach(await refusalCases({ session, source, operation, parameters }, { most: wrongLimit }));
  await session.tryEach(bodies.doubtful(6, 2), ({ case: testCase }) => session.send(testCase));
  await checkRandom({ ...harness, source }, bodies);
}

/** A request with each example of the contract, and one with a body of its schema; or one without a body. */
function probesOf(bodies: Bodies): Probe[] {
  const { operation, parameters } = bodies;
  if (!operation.body)
    return [
      {
        case: caseOf(operation, { kind: 'action', about: 'without a body', expect: 'success', parameters }),
        body: null,
      },
    ];
  const sampled = bodies.certain(() => undefined, 'action');
  return [
    ...bodies.examples(),
    ...(sampled ? [bodies.probe('action', 'with a body made from its schema', sampled)] : []),
  ];
}

/** Sends an action. If it is refused, tries each sibling before it: approving needs something that was submitted. */
async function sendWhereReady(
  harness: Harness,
  probe: Probe,
  siblings: readonly CheckedOperation[],
  parameters: Parameters,
): Promise<Outcome> {
  const { session } = harness;
  const first = await session.send(probe.case);
  if (![400, 409, 412, 422].includes(first.status)) return first;
  for (const sibling of siblings) {
    const bodies = new Bodies({
      source: await ownSource(harness, sibling, parameters),
      operation: sibling,
      parameters,
      round: 'before',
    });
    const [before] = probesOf(bodies);
    if (!before || !(await session.send(before.case, harness.scope.has(sibling) ? 'counted' : 'preparing')).ok)
      continue;
    const again = await session.send(probe.case);
    if (again.ok) return again;
  }
  return first;
}
