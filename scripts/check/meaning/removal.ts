import { isObject } from '../../contract/json.js';
import { keyCases } from '../cases/refusals.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { isSameValue } from '../model/likeness.js';
import { caseOf } from '../model/request.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import { takeFromStock } from './create-resource.js';
import { type Harness, readList, readResource } from './harness.js';
import { otherParentCases } from './lists/sharing.js';
import { keyOf, type Neighbourhood, removeNeighbours } from './neighbours/neighbourhood.js';
import type { NeighbourCheck } from './neighbours/watch.js';

/**
 * Tests deletions. First come deletions that the server must refuse. Then the run deletes a resource that others need,
 * then one that none need, and then the last of its type.
 */
export async function checkRemovals(
  harness: Harness,
  { subject, members, dependents }: Neighbourhood,
  { deletedKeys, checkNeighbours }: { deletedKeys: Set<string>; checkNeighbours: NeighbourCheck },
): Promise<void> {
  const { type } = subject.resource;
  const { remove } = type;
  if (!remove) return;
  // Uses the sibling of the subject, since it still has all fields with which it was created.
  const { resource } = members.findLast((member) => member.resource.type === type) ?? subject;
  await checkRefusals(harness, remove, resource);
  await checkNeighbours();
  const areOthersDependent = dependents.length > 0;
  const valueBefore = areOthersDependent ? await readValue(harness, resource) : undefined;
  const about = 'for a resource that other resources need';
  const parts = { kind: 'delete', about, expect: 'any', parameters: resource.parameters, detail: 'held' } as const;
  const outcome = areOthersDependent ? await harness.session.send(caseOf(remove, parts), 'counted') : undefined;
  if (outcome?.ok) deletedKeys.add(keyOf(resource));
  if (outcome) await checkNeighbours(undefined, deletedKeys);
  if (outcome && !outcome.ok) {
    await removeNeighbours(harness, dependents);
    for (const dependent of dependents) deletedKeys.add(keyOf(dependent.resource));
  }
  const all = members.filter((member) => member.resource.type === type && !deletedKeys.has(keyOf(member.resource)));
  const [first, ...otherNeighbours] = all;
  // If no other resource of this type exists, the run judges this deletion.
  if (outcome?.ok && !first) await checkDeleted(harness, remove, resource, outcome, valueBefore);
  if (!first) return;
  const removal = await checkOneRemoval(harness, remove, first.resource);
  if (removal?.ok) deletedKeys.add(keyOf(first.resource));
  // After a broken connection, the deletion is sent again. A 404 may then mean that the first attempt succeeded, so
  // another resource is tested.
  const anotherResource = removal?.status === 404 ? await takeFromStock(harness, type) : undefined;
  if (anotherResource) await checkOneRemoval(harness, remove, anotherResource);
  await checkNeighbours(undefined, deletedKeys);
  await removeNeighbours(harness, otherNeighbours);
  for (const neighbour of otherNeighbours) deletedKeys.add(keyOf(neighbour.resource));
  // Deleting the last resource of its type may also have deleted its parent.
  if (otherNeighbours.length > 0 && members[0]?.resource.type !== type) await checkNeighbours(undefined, deletedKeys);
}

async function checkOneRemoval(
  harness: Harness,
  remove: CheckedOperation,
  resource: Resource,
): Promise<Outcome | undefined> {
  if (!resource.isCreatedByRun) return undefined;
  const valueBefore = await readValue(harness, resource);
  const parts = { kind: 'delete', about: 'for a resource', expect: 'success' } as const;
  const outcome = await harness.session.send(caseOf(remove, { ...parts, parameters: resource.parameters }));
  if (outcome.ok) await checkDeleted(harness, remove, resource, outcome, valueBefore);
  return outcome;
}

async function readValue(harness: Harness, resource: Resource): Promise<unknown> {
  return (await readResource(harness, resource, 'before its deletion'))?.value;
}

/** Tests that a deleted resource is gone: reads it, looks for it in its list, and deletes it again. */
async function checkDeleted(
  harness: Harness,
  remove: CheckedOperation,
  resource: Resource,
  outcome: Outcome,
  before: unknown,
): Promise<void> {
  const { session } = harness;
  const { type, parameters } = resource;
  await checkAbsence(harness, resource, outcome, before);
  const id = parameters[type.parameter] ?? '';
  const list = await readList(harness, resource, 'after a deletion', (items) => !items.has(id.toLowerCase()));
  const item = list?.items.get(id.toLowerCase());
  if (item !== undefined && !isMarkedAsDeleted(outcome, before, item)) {
    const message = 'A deleted resource is still in the list.';
    const details = { message, expected: `a list without ${id}`, actual: 'a list with it' };
    session.reportFault(outcome, remove, { rule: 'delete.listed', ...details });
  }
  const parts = { kind: 'delete-again', about: 'for a deleted resource', expect: 'either', parameters } as const;
  await session.send(caseOf(remove, parts));
}

async function checkRefusals(harness: Harness, remove: CheckedOperation, resource: Resource): Promise<void> {
  const { session, source } = harness;
  const { parameters } = resource;
  for (const testCase of keyCases(source, remove, parameters)) await session.send(testCase);
  for (const testCase of await otherParentCases({ session, source, operation: remove, parameters })) {
    const outcome = await session.send(testCase, 'counted');
    // If the sent path names no resource, nothing had to be deleted, so a success is right (RFC 9110 §9.2.2).
    const isRight = outcome.ok && remove.hasProvenance === false && (await readResource(harness, resource, 'still'));
    if (!isRight) for (const deviation of outcome.deviations) session.report(outcome, deviation);
  }
}

async function checkAbsence(
  { session }: Harness,
  { type: { get, remove }, parameters }: Resource,
  outcome: Outcome,
  before: unknown,
): Promise<void> {
  if (!get || !remove) return;
  const about = 'for a deleted resource';
  const testCase = caseOf(get, { kind: 'read-again', about, expect: 'any', parameters, detail: 'after its deletion' });
  const read = await session.readUntil(testCase, ({ status }) => status >= 400);
  if (!read.ok || isMarkedAsDeleted(outcome, before, read.value)) return;
  const message = 'A deleted resource can still be read.';
  const details = { message, expected: 'status 404 or 410', actual: `status ${read.status}` };
  session.reportFault(outcome, remove, { rule: 'delete.kept', ...details });
}

/** Whether a resource was marked as deleted, or will be deleted later (202). */
function isMarkedAsDeleted({ status }: Outcome, before: unknown, after: unknown): boolean {
  if (status === 202) return true;
  if (!isObject(before) || !isObject(after)) return false;
  return Object.keys(after).some(
    (name) => /delet|archiv|remov|trash|activ|status|state/i.test(name) && !isSameValue(before[name], after[name]),
  );
}
