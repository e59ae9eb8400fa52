import { isObject } from '../../contract/json.js';
import { keyCases } from '../cases/refusals.js';
import { faultOf } from '../model/fault.js';
import { sameShown } from '../model/likeness.js';
import { caseOf } from '../model/request.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import { type Harness, readList, readResource, removeResource, surelyLacks } from './harness.js';
import { otherParentCases } from './lists/sharing.js';
import { makeResource } from './making.js';

/** Tests a deletion: refusals first; then the resource and its place in the list must be gone, and others stay. */
export async function checkRemove(harness: Harness, resource: Resource): Promise<void> {
  const { session, source } = harness;
  const { type: resourceType, parameters } = resource;
  const { remove } = resourceType;
  if (!remove || !resource.isOwn) return;
  for (const testCase of keyCases(source, remove, parameters)) await session.send(testCase);
  for (const testCase of await otherParentCases({ session, source, operation: remove, parameters })) {
    const sent = await session.send(testCase, 'counted');
    // Deleting what is not there has the effect that was asked for (RFC 9110 §9.2.2).
    const isOfNothing = sent.ok && remove.hasProvenance === false && (await readResource(harness, resource, 'still'));
    if (!isOfNothing) for (const deviation of sent.deviations) session.report(sent, deviation);
  }
  // A faulty deletion is most likely to remove resources that were created later.
  const use = resourceType.create && harness.scope.has(resourceType.create) ? 'counted' : 'preparing';
  const neighbour = await makeResource(harness, resourceType, { round: 'beside', use });
  const before = await readList(harness, resource, 'before a deletion');
  const shownBefore = (await readResource(harness, resource, 'before its deletion'))?.value;
  const outcome = await session.send(
    caseOf(remove, { kind: 'delete', about: 'of a resource', expect: 'success', parameters }),
  );
  if (!outcome.ok) {
    if (neighbour) await removeResource(harness, neighbour.resource);
    return;
  }
  await checkGone(harness, resource, outcome, shownBefore);
  const id = parameters[resourceType.parameter] ?? '';
  const list = await readList(harness, resource, 'after a deletion', (items) => !items.has(id.toLowerCase()));
  const item = list?.items.get(id.toLowerCase());
  if (item !== undefined && !isMarked(outcome, before?.items.get(id.toLowerCase()), item)) {
    const message = 'A deleted resource is still in the list.';
    const found = { message, expected: `a list without ${id}`, actual: 'a list with it' };
    session.report(outcome, faultOf(remove, { rule: 'delete.listed', ...found }));
  }
  const lost = neighbour?.resource.parameters[resourceType.parameter]?.toLowerCase();
  if (lost !== undefined && before?.items.has(lost) && list && (await surelyLacks(harness, resource, list, lost))) {
    const message = 'A deletion also removes another resource.';
    const found = { message, expected: `a list with ${lost}`, actual: 'a list without it' };
    session.report(outcome, faultOf(remove, { rule: 'delete.takes-others', ...found }));
  }
  await session.send(
    caseOf(remove, { kind: 'delete-again', about: 'of a deleted resource', expect: 'either', parameters }),
  );
  if (neighbour) await removeResource(harness, neighbour.resource);
}

/** Checks that a deleted resource can no longer be read. */
async function checkGone(
  { session }: Pick<Harness, 'session'>,
  { type: { get, remove }, parameters }: Resource,
  outcome: Outcome,
  before: unknown,
): Promise<void> {
  if (!get || !remove) return;
  const about = 'of a deleted resource';
  const testCase = caseOf(get, { kind: 'read-again', about, expect: 'any', parameters, detail: 'after its deletion' });
  const read = await session.settled(testCase, ({ status }) => status >= 400);
  if (!read.ok || isMarked(outcome, before, read.value)) return;
  const message = 'A deleted resource can still be read.';
  const found = { message, expected: 'status 404 or 410', actual: `status ${read.status}` };
  session.report(outcome, faultOf(remove, { rule: 'delete.kept', ...found }));
}

/** Whether a resource is marked as deleted, or will be deleted later (202). */
function isMarked({ status }: Outcome, before: unknown, after: unknown): boolean {
  if (status === 202) return true;
  if (!isObject(before) || !isObject(after)) return false;
  return Object.keys(after).some(
    (name) => /delet|archiv|remov|trash|activ|status|state/i.test(name) && !sameShown(before[name], after[name]),
  );
}
