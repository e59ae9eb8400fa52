import { Bodies, type Probe } from '../cases/bodies.js';
import { choicesOfQuery } from '../cases/query-values.js';
import { idCases, keyCases, plainBody } from '../cases/refusals.js';
import type { CaseSource } from '../cases/source.js';
import { brokenBodyCases, wrongBodyCases } from '../cases/wrong-bodies.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/operations.js';
import { caseOf, type Parameters } from '../model/request.js';
import type { Outcome } from '../session/outcome.js';
import type { Harness } from './harness.js';
import { ownSource } from './own-source.js';
import { checkRandom } from './random.js';
import { withoutSharing } from './sharing.js';

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
  for (const probe of probesOf(bodies, operation, parameters)) {
    const outcome = await sendWhereReady(harness, probe, siblings, parameters);
    isTaken ||= outcome.ok;
    if (!outcome.ok && probe.otherwise)
      isTaken = (await sendWhereReady(harness, probe.otherwise, siblings, parameters)).ok || isTaken;
  }
  for (const testCase of isTaken ? [] : simplerCases(source, bodies)) if ((await session.send(testCase)).ok) break;
  const refusals = [
    ...keyCases(source, operation, parameters),
    ...idCases(await withoutSharing({ session, source, operation, parameters }), operation, parameters),
    ...brokenBodyCases(operation, parameters, plainBody(source, operation, parameters)),
    ...wrongBodyCases(source, operation, parameters).slice(0, wrongLimit),
  ];
  await session.sendEach(refusals);
  await session.tryEach(bodies.doubtful(6, 2), ({ case: testCase }) => session.send(testCase));
  await checkRandom({ ...harness, source }, bodies);
}

export function probesOf(bodies: Bodies, operation: CheckedOperation, parameters: Parameters): Probe[] {
  if (!operation.body) {
    return [
      {
        case: caseOf(operation, { kind: 'action', about: 'without a body', expect: 'success', parameters }),
        body: null,
      },
    ];
  }
  const sampled = bodies.certain(() => undefined, 'action');
  return [
    ...bodies.examples(),
    ...(sampled ? [bodies.probe('action', 'with a body made from its schema', sampled)] : []),
  ];
}

/** Choices of a query to try. */
const mostQueries = 3;

/**
 * Requests whose bodies say less, since a service may refuse what it cannot know in the others; else those that choose
 * something in the query, such as to delete all.
 */
function simplerCases(source: CaseSource, bodies: Bodies): TestCase[] {
  const { operation, parameters } = bodies;
  if (operation.body) {
    const about = 'with the required fields alone';
    return [bodies.probe('action', about, bodies.least('least'), { detail: 'least', expect: 'either' }).case];
  }
  return choicesOfQuery(source, operation)
    .slice(0, mostQueries)
    .map((query) => {
      const detail = new URLSearchParams(query).toString();
      return caseOf(operation, {
        kind: 'action',
        about: `with ${detail}`,
        detail,
        expect: 'either',
        parameters,
        query,
      });
    });
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
    const [before] = probesOf(bodies, sibling, parameters);
    if (!before || !(await session.send(before.case, harness.scope.has(sibling) ? 'counted' : 'preparing')).ok)
      continue;
    const again = await session.send(probe.case);
    if (again.ok) return again;
  }
  return first;
}
