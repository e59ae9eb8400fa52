import { fieldsOf } from '../../contract/schema-fields.js';
import { Bodies, type Probe } from '../cases/bodies.js';
import type { CaseSource } from '../cases/source.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { ResourceType } from '../model/contract/resources.js';
import { caseOf, type Parameters } from '../model/request.js';
import { endsWithWords, lastFixedSegmentOf } from '../model/words.js';
import type { Outcome } from '../session/outcome.js';
import { uuidOf } from '../values/token.js';
import { takeFromStock } from './create-resource.js';
import type { Harness } from './harness.js';
import { checkLinks, takeNewLinks } from './lists/links.js';
import { refusalCases } from './lists/sharing.js';
import { checkRandomBodies } from './random.js';

const wrongBodyLimit = 20;

/**
 * Tests an action: an operation that does not create, update or delete a resource, but has an unknown effect. The path
 * is that of the resource that `parameters` identify. Ids in the body are those of resources that the run created.
 */
export async function checkAction(
  harness: Harness,
  operation: CheckedOperation,
  siblings: readonly CheckedOperation[],
  parameters: Parameters,
): Promise<void> {
  const { session } = harness;
  const source = await sourceWithOwnResources(harness, operation, parameters);
  const bodies = new Bodies({ source, operation, parameters });
  let isAccepted = false;
  const knownPaths = new Set<string>();
  for (const probe of probesOf(bodies)) {
    const outcome = await retryAfterSiblings(harness, probe, siblings, parameters);
    if (outcome.ok) await checkLinks(session, operation, outcome, takeNewLinks(outcome, knownPaths, session));
    isAccepted ||= outcome.ok;
    if (!outcome.ok && probe.fallback)
      isAccepted = (await retryAfterSiblings(harness, probe.fallback, siblings, parameters)).ok || isAccepted;
  }
  if (!isAccepted && operation.body) {
    // A service may refuse a made-up value in an optional field, so this probe has only the required fields.
    const parts = { detail: 'least', expect: 'either' } as const;
    const minimalProbe = bodies.createProbe(
      'action',
      'with the required fields alone',
      bodies.minimalBody('least'),
      parts,
    );
    await session.send(minimalProbe.case);
  }
  await session.sendEach(
    await refusalCases({ session, source, operation, parameters }, { maxWrongBodies: wrongBodyLimit }),
  );
  await session.tryEach(bodies.doubtfulProbes(6, 2), ({ case: testCase }) => session.send(testCase));
  await checkRandomBodies({ ...harness, source }, bodies);
}

function probesOf(bodies: Bodies): Probe[] {
  const { operation, parameters } = bodies;
  if (!operation.body)
    return [
      {
        case: caseOf(operation, { kind: 'action', about: 'without a body', expect: 'success', parameters }),
        body: null,
      },
    ];
  const sample = bodies.certainBody(() => undefined, 'action');
  return [
    ...bodies.exampleProbes(),
    ...(sample ? [bodies.createProbe('action', 'with a body made from its schema', sample)] : []),
  ];
}

/**
 * Sends an action. If the server refuses it, sends other actions on the same resource, and tries again after each: a
 * resource may have to be submitted before it can be approved.
 */
async function retryAfterSiblings(
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
      source: await sourceWithOwnResources(harness, sibling, parameters),
      operation: sibling,
      parameters,
      round: 'before',
    });
    const [siblingProbe] = probesOf(bodies);
    if (
      !siblingProbe ||
      !(await session.send(siblingProbe.case, harness.scope.has(sibling) ? 'counted' : 'preparing')).ok
    )
      continue;
    const repeatedOutcome = await session.send(probe.case);
    if (repeatedOutcome.ok) return repeatedOutcome;
  }
  return first;
}

/**
 * Returns a source of test cases whose bodies refer to resources that the run has created, as far as it can create such
 * resources.
 */
async function sourceWithOwnResources(
  harness: Harness,
  operation: CheckedOperation,
  parameters: Parameters,
): Promise<CaseSource> {
  const {
    session: { contract },
    source,
  } = harness;
  const names = namesOf(harness, operation);
  const isTypeForField = ({ isCreatable, words }: ResourceType, name: string): boolean =>
    isCreatable && endsWithWords(words, name);
  const ids = new Map<ResourceType, string>();
  for (const resourceType of contract.resources) {
    const resource = names.some((name) => isTypeForField(resourceType, name))
      ? await takeFromStock(harness, resourceType, parameters)
      : undefined;
    if (resource) ids.set(resourceType, resource.parameters[resourceType.parameter] ?? '');
  }
  return {
    ...source,
    references(name, context) {
      const types = contract.resources.filter((resourceType) => isTypeForField(resourceType, name));
      return types.length === 0
        ? source.references(name, context)
        : types.flatMap((resourceType) => ids.get(resourceType) ?? []);
    },
    knows: (id) => [...ids.values()].includes(id),
    replaceId: (id) => (source.knows(id) ? uuidOf(`replacement for ${id}`) : id),
  };
}

/** Returns the names in the body of an operation, two levels deep, and the last fixed segment of its path. */
function namesOf({ session: { contract } }: Harness, { body, path }: CheckedOperation): string[] {
  if (!body) return [];
  const schema = contract.resolve(body.schema);
  const topFields = [...fieldsOf(contract, schema.items ?? schema).properties];
  const nestedNames = topFields.flatMap(([, property]) => {
    const resolvedProperty = contract.resolve(property);
    return [...fieldsOf(contract, resolvedProperty.items ?? resolvedProperty).properties.keys()];
  });
  return [lastFixedSegmentOf(path), ...topFields.map(([name]) => name), ...nestedNames];
}
