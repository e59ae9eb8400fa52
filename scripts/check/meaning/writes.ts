import { withoutSlash } from '../../contract/path-template.js';
import { groupBy } from '../../text/group-by.js';
import { wrongBodyCases } from '../cases/wrong-bodies.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { type ResourceType, resourceWrittenBy } from '../model/contract/resources.js';
import { isRemoval } from '../model/operation-words.js';
import type { Parameters } from '../model/request.js';
import type { Resource } from '../session/resource.js';
import { checkAction } from './action.js';
import { runApart, type Task } from './apart.js';
import type { Harness, RunOptions } from './harness.js';
import { checkCreate, checkCreatedBodies } from './lifecycle.js';
import { aimOf, inStock } from './making.js';
import { type Neighbour, removeNeighbours, type Settlement, surround } from './neighbours/neighbourhood.js';
import { isGone } from './neighbours/policy.js';
import { Watch } from './neighbours/watch.js';
import { checkRemovals } from './removal.js';
import { checkReplace, checkReplaceRefusals } from './replace.js';
import { readLate } from './stock.js';
import { checkUpdate } from './update.js';
import { whyNoneOfOurs, whyNotExisting } from './why-not-written.js';

/**
 * Tests all writes on a server that was started for the test; those that touch the same resources one after another.
 * Creates, changes and deletes resources. Changes nothing else, unless the user names it.
 */
export async function checkWrites(options: RunOptions, harness: Harness): Promise<void> {
  const { session, begin = () => undefined } = options;
  const taken = new Map<ResourceType, boolean | undefined>();
  const watch = new Watch(harness);
  await watch.lookAtLists();
  // At first nothing else of a kind is created, and its list can be compared.
  await runApart(session, harness, firstCreations(options, taken), begin);
  await runApart(session, harness, tasksOf(options, taken, watch), begin);
  begin('what writes do to others');
  await watch.lookAtLists();
  await watch.trace();
}

/** One creation of each kind. @param taken to be filled with what the server takes */
function firstCreations({ contract, scope }: RunOptions, taken: Map<ResourceType, boolean | undefined>): Task[] {
  return contract.resources.flatMap((resourceType): Task[] => {
    const { create } = resourceType;
    if (!create || !scope.has(create) || resourceWrittenBy(contract.resources, create) !== resourceType) return [];
    const work = async (harness: Harness): Promise<void> =>
      void taken.set(resourceType, await checkCreate(harness, resourceType));
    return [{ name: create.id, work }];
  });
}

/** The writes in scope, by what they concern: a kind of resource, or else a place. */
function tasksOf(options: RunOptions, taken: ReadonlyMap<ResourceType, boolean | undefined>, watch: Watch): Task[] {
  const { contract, scope } = options;
  const writes = contract.operations.filter((each) => each.method !== 'get' && scope.has(each));
  const subjects = groupBy(
    writes,
    (operation) => resourceWrittenBy(contract.resources, operation) ?? placeOf(operation),
  );
  return [...subjects].flatMap(([subject, operations]) =>
    typeof subject === 'string'
      ? actionsOf(options, operations)
      : tasksFor(options, subject, { hasTaken: taken.get(subject), watch }),
  );
}

/** Creations of a kind with all kinds of bodies, and changes of one that is there. */
function tasksFor(
  { scope }: RunOptions,
  type: ResourceType,
  { hasTaken, watch }: { hasTaken: boolean | undefined; watch: Watch },
): Task[] {
  const { create, update, replace, remove } = type;
  const changing = [update, replace, remove].find((each) => each && scope.has(each));
  const tasks: Task[] = [];
  if (create && hasTaken !== undefined) {
    const work = (harness: Harness): Promise<void> => checkCreatedBodies(harness, type, hasTaken);
    tasks.push({ name: create.id, work });
  }
  if (changing) {
    const work = (harness: Harness): Promise<void> => checkSubject(harness, type, watch);
    tasks.push({ name: changing.id, work });
  }
  return tasks;
}

/** Actions at one place, one after another: approving needs what was submitted. */
function actionsOf({ contract }: RunOptions, operations: readonly CheckedOperation[]): Task[] {
  const reads = contract.operations.filter(({ method }) => method === 'get');
  const work = async (harness: Harness): Promise<void> => {
    for (const each of operations) await checkOther(harness, each);
    if (harness.stock.owner !== '') await readLate(harness, reads);
  };
  return [{ name: operations[0]?.id ?? '', work }];
}

/** What an operation concerns that is no resource of its own: `…/{id}/edits` for `…/{id}/edits/approve/`. */
function placeOf({ path }: CheckedOperation): string {
  const parts = withoutSlash(path).split('/');
  const last = parts.findLastIndex((part) => part.startsWith('{'));
  const end = Math.max(1, last);
  return parts.slice(0, Math.max(end + 1, Math.min(end + 2, parts.length - 1))).join('/');
}

/**
 * Tests the update, the replacement and the deletion of a resource of the run, or of what may be changed instead, and
 * looks at resources around it after each.
 */
async function checkSubject(harness: Harness, type: ResourceType, watch: Watch): Promise<void> {
  const { scope, session } = harness;
  const { update, replace, remove } = type;
  const around =
    (type.create ?? type.upsert) && ((await surround(harness, type, 'subject')) ?? (await alone(harness, type)));
  const own = around?.subject.resource;
  const [members, gone]: [readonly Neighbour[], Set<string>] = [around?.members ?? [], new Set()];
  const left = (): Neighbour[] => members.filter(({ resource }) => !isGone({ members, gone }, resource));
  const lookAround = watch.lookingAround(harness, type, () => left().map(({ resource }) => resource));
  const subjectOf = async (operation: CheckedOperation | undefined): Promise<Resource | undefined> => {
    if (!operation || !scope.has(operation)) return undefined;
    if (own) return own;
    const parameters = (await aimOf(harness, operation))?.parameters;
    return parameters && { type, parameters, parents: parameters, isOwn: false };
  };
  await lookAround(own);
  const [wrong] = type.create && own ? wrongBodyCases(harness.source, type.create, own.parents) : [];
  if (wrong) await session.send({ ...wrong, id: `${wrong.id}/beside` }, 'counted');
  const updated = await subjectOf(update);
  // An update with 202 is applied later, and no read shows when.
  if (update && updated)
    await (update.success?.status === '202'
      ? checkAction(harness, update, [], updated.parameters)
      : checkUpdate(harness, update, updated, () => lookAround(own)));
  if (updated) await lookAround(own);
  const replaced = await subjectOf(replace);
  if (replace && replaced) await checkReplace(harness, replace, replaced);
  if (replaced) await lookAround(own);
  if (replace && replaced) await checkReplaceRefusals(harness, replace, replaced);
  if (remove && scope.has(remove) && around) await checkRemovals(harness, around, { gone, lookAround });
  else if (remove && scope.has(remove)) {
    const reason = type.isMade
      ? whyNoneOfOurs(harness, type, remove)
      : 'It deletes only resources that the run created, and the contract has no operation that creates one.';
    session.tally.leftOut(remove.id, reason);
  }
  await removeNeighbours(harness, left());
}

/** A resource of the run without others around it, where a creation has failed, such as by a broken connection. */
async function alone(harness: Harness, type: ResourceType): Promise<Settlement | undefined> {
  const resource = await inStock(harness, type);
  return resource && { subject: { resource }, members: [{ resource }], holders: [] };
}

/** Tests an operation without a resource type: the update of a singleton, or an action. */
async function checkOther(harness: Harness, operation: CheckedOperation): Promise<void> {
  const target = await aimOf(harness, operation);
  if (!target) return;
  const { parameters, isOwn } = target;
  const twin = singletonOf(harness, operation);
  if (twin) await checkUpdate(harness, operation, existing(operation, twin, parameters));
  else await checkAction(harness, operation, siblingsOf(harness, operation, isOwn), parameters);
}

/** Returns the read of a singleton, which is read and updated at one path, such as the settings of a directory. */
export function singletonOf(
  { session, scope }: Harness,
  { path, method }: CheckedOperation,
): CheckedOperation | undefined {
  return method === 'patch'
    ? session.contract.operations.find(
        (other) => other.path === path && other.method === 'get' && scope.whyNever(other) === undefined,
      )
    : undefined;
}

/** Returns the resource of an update without an id in its path. */
export function existing(update: CheckedOperation, get: CheckedOperation, parameters: Parameters): Resource {
  const resourceType: ResourceType = {
    prefix: update.path,
    parameter: '',
    parameters: update.pathParameters,
    get,
    update,
    replace: undefined,
    remove: undefined,
    list: undefined,
    keyed: undefined,
    create: undefined,
    upsert: undefined,
    isMade: false,
    words: [],
    idField: 'id',
    idFields: ['id'],
  };
  return { type: resourceType, parameters, parents: parameters, isOwn: false };
}

/**
 * Returns other actions on the same resource that delete nothing, in the order of the contract.
 *
 * @param isOwn whether the run has made the resource
 */
function siblingsOf(harness: Harness, operation: CheckedOperation, isOwn: boolean): CheckedOperation[] {
  const { session, scope } = harness;
  const mayBeSent = (other: CheckedOperation): boolean =>
    isOwn ? !isRemoval(other) : scope.isNamed(other) || whyNotExisting(harness, other) === undefined;
  const above = operation.path.replace(/\/$/, '').replace(/\/[^/]+$/, '/');
  const isBeside = ({ path }: CheckedOperation): boolean =>
    path.startsWith(above) && !/[/{]/.test(path.slice(above.length).replace(/\/$/, ''));
  return session.contract.operations.filter(
    (other) =>
      other !== operation &&
      other.method === operation.method &&
      isBeside(other) &&
      scope.whyNever(other) === undefined &&
      mayBeSent(other),
  );
}
