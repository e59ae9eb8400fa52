import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import { Bodies, type Probe } from '../cases/bodies.js';
import type { CaseSource } from '../cases/source.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { ResourceType } from '../model/contract/resources.js';
import { proofMinimum } from '../model/proposal.js';
import { caseOf, type Parameters } from '../model/request.js';
import { endsWithWords, lastFixedSegmentOf } from '../model/words.js';
import type { Outcome } from '../session/outcome.js';
import { uuidOf } from '../values/token.js';
import { takeFromStock } from './create-resource.js';
import type { Harness } from './harness.js';
import { checkLinks, takeNewLinks } from './lists/links.js';
import { refusalCases } from './lists/sharing.js';
import { checkRandomBodies } from './random.js';

/**
 * Tests an action: an operation that does not create, update or delete a resource, but has an unknown effect. The path
 * leads to the resource that `parameters` identify. Ids in the body belong to resources that the run created.
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
  const acceptedProbes: Probe[] = [];
  const send = async (probe: Probe): Promise<Outcome> => {
    const outcome = await retryAfterSiblings(harness, probe, siblings, parameters);
    if (outcome.ok) acceptedProbes.push(probe);
    return outcome;
  };
  const knownPaths = new Set<string>();
  for (const probe of probesOf(bodies)) {
    const outcome = await send(probe);
    if (outcome.ok) await checkLinks(session, operation, outcome, takeNewLinks(outcome, knownPaths, session));
    else if (probe.fallback) await send(probe.fallback);
  }
  const [acceptedProbe] = acceptedProbes;
  // A claim about the responses of an action needs several of them.
  for (let count = acceptedProbes.length; acceptedProbe && harness.reads && count < proofMinimum.responses; count += 1)
    await send(acceptedProbe);
  if (!acceptedProbe && operation.body) {
    // A service may refuse a made-up value in an optional field, so this probe has only the required fields.
    const parts = { detail: 'least', expect: 'either' } as const;
    const description = 'with the required fields alone';
    await session.send(bodies.createProbe('action', description, bodies.minimalBody('least'), parts).case);
  }
  const target = { session, source, operation, parameters };
  await session.sendEach(await refusalCases(target, { maxWrongBodies: 20 }));
  await session.tryEach(bodies.doubtfulProbes(6, 2), ({ case: testCase }) => session.send(testCase));
  await checkRandomBodies({ ...harness, source }, bodies);
}

function probesOf(bodies: Bodies): Probe[] {
  const { operation, parameters } = bodies;
  const parts = { kind: 'action', about: 'without a body', expect: 'success', parameters } as const;
  if (!operation.body) return [{ case: caseOf(operation, parts), body: null }];
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
  for (const operation of siblings) {
    const source = await sourceWithOwnResources(harness, operation, parameters);
    const [probeBefore] = probesOf(new Bodies({ source, operation, parameters, round: 'before' }));
    const use = harness.scope.has(operation) ? 'counted' : 'preparing';
    if (!probeBefore || !(await session.send(probeBefore.case, use)).ok) continue;
    const repeatedOutcome = await session.send(probe.case);
    if (repeatedOutcome.ok) return repeatedOutcome;
  }
  return first;
}

/** Returns a source of test cases whose bodies refer to resources of the run, as far as it can create them. */
async function sourceWithOwnResources(
  harness: Harness,
  operation: CheckedOperation,
  parameters: Parameters,
): Promise<CaseSource> {
  const { session, source } = harness;
  const creatableTypes = session.contract.resources.filter(({ isCreatable }) => isCreatable);
  const names = namesOf(harness, operation);
  const ids = new Map<ResourceType, string>();
  for (const type of creatableTypes) {
    const isNamed = names.some((name) => endsWithWords(type.words, name));
    const resource = isNamed ? await takeFromStock(harness, type, parameters) : undefined;
    if (resource) ids.set(type, resource.parameters[type.parameter] ?? '');
  }
  return {
    ...source,
    references(name, context) {
      const types = creatableTypes.filter(({ words }) => endsWithWords(words, name));
      return types.length === 0 ? source.references(name, context) : types.flatMap((type) => ids.get(type) ?? []);
    },
    knows: (id) => [...ids.values()].includes(id),
    replaceId: (id) => (source.knows(id) ? uuidOf(`replacement for ${id}`) : id),
  };
}

/** Returns the names in the body of an operation, two levels deep, and the last fixed segment of its path. */
function namesOf({ session: { contract } }: Harness, { body, path }: CheckedOperation): string[] {
  if (!body) return [];
  const propertiesOf = (schema: Schema): [string, Schema][] => [
    ...fieldsOf(contract, contract.resolve(schema).items ?? schema).properties,
  ];
  const topFields = propertiesOf(body.schema);
  const fields = [...topFields, ...topFields.flatMap(([, property]) => propertiesOf(property))];
  return [lastFixedSegmentOf(path), ...fields.map(([name]) => name)];
}
