import { isObject } from '../../../contract/json.js';
import type { Probe } from '../../cases/bodies.js';
import { cleanupCase } from '../../cases/reads.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { formatValue } from '../../model/deviation.js';
import { compareField, type FieldReflection, valueAt } from '../../model/reflection.js';
import { caseOf } from '../../model/request.js';
import type { Outcome } from '../../session/outcome.js';
import { fieldOf } from '../../session/resource.js';
import { hasToken } from '../../values/token.js';
import { readList, readResource } from '../harness.js';
import { UpdateTest } from '../update-test.js';
import type { OtherIdentity, OwnResource } from './other-identity.js';

/** Maximum number of updates to send to an operation with the other key. */
const updateLimit = 3;

/** Statuses of refusals that do not depend on the body, so that another body would be refused as well. */
const finalStatuses = [401, 403, 404, 405, 410];

/** Sends updates with the other key. @returns whether a read with the right key shows a value of one of them */
export async function checkChange(
  identity: OtherIdentity,
  operation: CheckedOperation,
  own: OwnResource,
): Promise<boolean> {
  const { harness } = identity;
  const { type, parameters } = own.resource;
  // A PUT with the other key may create a resource of the other identity, which the run must be able to delete.
  const mayCreate = operation.responses.some(({ status }) => status === '201');
  if ((mayCreate && !type.remove) || !(await identity.mayWrite(own))) return false;
  const test = new UpdateTest(harness, operation, own.resource);
  test.state = (await readResource(harness, own.resource, 'before another identity'))?.value;
  for (const { case: testCase, body } of findProbes(test).slice(0, updateLimit)) {
    const outcome = await identity.send(testCase);
    if (!isObject(body)) continue;
    const isExpected = (value: unknown): boolean => !outcome.ok || test.isBodyShown(value, body);
    const read = await readResource(harness, own.resource, 'after another identity', isExpected);
    // If no read returns the resource, only the response shows its new state.
    const after = test.state === undefined && outcome.ok ? outcome.value : read?.value;
    const isChanged = (each: FieldReflection): boolean =>
      compareField(harness.session.contract, each, body[each.name], after) === 'same' &&
      compareField(harness.session.contract, each, body[each.name], test.state) === 'other';
    // Without a token, a value may also come from the service itself, such as the next state of a resource.
    const isProof = ({ name }: FieldReflection): boolean => hasToken(JSON.stringify(body[name])) || outcome.ok;
    const changes = test.reflectionsFor(body).filter((each) => isChanged(each) && isProof(each));
    const change = changes.find(({ name }) => hasToken(JSON.stringify(body[name]))) ?? changes[0];
    if (change) {
      const [expected, actual] = [test.state, after].map((state) => formatValue(valueAt(state, change.pointer)));
      const { pointer } = change;
      identity.report('auth.other-identity-changes', outcome, {
        pointer,
        expected: expected ?? '',
        actual: actual ?? '',
      });
      return true;
    }
    if (outcome.status === 201 && type.remove) await identity.send(cleanupCase(type.remove, parameters));
    if (finalStatuses.includes(outcome.status)) break;
  }
  return false;
}

/** Returns updates that the server probably accepts: fields that it has accepted alone, then several fields. */
function findProbes(test: UpdateTest): Probe[] {
  const { bodies, operation, harness, resource } = test;
  const { idField, parameter } = resource.type;
  const accepted = harness.notebook.writes.get(operation.id);
  const fields = bodies.fieldProbes((name) => test.currentValue(name));
  const wasAccepted = ({ case: { pointer } }: Probe): boolean => accepted?.has(`field ${pointer} 2`) === true;
  const allFields = bodies.allFieldsProbe((name) => test.currentValue(name));
  // An update of the id would move the resource to a path that the run does not know.
  const keepsId = ({ body }: Probe): boolean =>
    (fieldOf(body, idField) ?? resource.parameters[parameter]) === resource.parameters[parameter];
  const partial = operation.method === 'put' ? [] : fields.filter(wasAccepted);
  return [...partial, ...(allFields ? [allFields] : []), ...fields].filter(keepsId);
}

/** Deletes a resource with the other key. It is gone if reads with the right key say so, where they found it before. */
export async function checkDeletion(
  identity: OtherIdentity,
  operation: CheckedOperation,
  own: OwnResource,
): Promise<void> {
  const { harness } = identity;
  const { parameters } = own.resource;
  if (!(await readResource(harness, own.resource, 'before another identity'))) return;
  if (!(await identity.mayWrite(own))) return;
  const outcome = await identity.send(cleanupCase(operation, parameters));
  const goneText = outcome.ok ? await findGoneText(identity, own) : undefined;
  if (goneText === undefined) return;
  identity.report('auth.other-identity-deletes', outcome, {
    expected: 'the resource is still there',
    actual: goneText,
  });
}

/** Reads a resource with the right key after its deletion. Returns how the response shows that it is gone. */
async function findGoneText({ harness }: OtherIdentity, { resource }: OwnResource): Promise<string | undefined> {
  const { type, parameters } = resource;
  const isGone = ({ status }: Outcome): boolean => status === 404 || status === 410;
  if (type.get) {
    const about = 'for a resource that another identity has deleted';
    const parts = { kind: 'read-again', about, expect: 'any', parameters, detail: 'after another identity' } as const;
    const read = await harness.session.readUntil(caseOf(type.get, parts), isGone);
    return isGone(read) ? `a read with the right key returns ${read.status}` : undefined;
  }
  const id = parameters[type.parameter]?.toLowerCase() ?? '';
  const list = await readList(harness, resource, 'after another identity', (items) => !items.has(id));
  return list?.isComplete && !list.items.has(id) ? 'the list with the right key lacks it' : undefined;
}
