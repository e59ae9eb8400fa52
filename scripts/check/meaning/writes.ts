import { withoutSlash } from '../../contract/path-template.js';
import { groupBy } from '../../text/group-by.js';
import { wrongBodyCases } from '../cases/wrong-bodies.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { type ResourceType, resourceWrittenBy } from '../model/contract/resources.js';
import { isRemoval } from '../model/operation-words.js';
import type { Parameters } from '../model/request.js';
import type { Resource } from '../session/resource.js';
import { checkAction } from './action.js';
import { findTarget, takeFromStock } from './create-resource.js';
import { checkJsonPatches, isJsonPatch } from './habits/json-patches.js';
import { checkWriteConditions } from './habits/write-conditions.js';
import type { Harness, RunOptions } from './harness.js';
import { checkCreatedBodies, checkCreation } from './lifecycle.js';
import {
  createNeighbourhood,
  type Neighbour,
  type Neighbourhood,
  removeNeighbours,
} from './neighbours/neighbourhood.js';
import { isResourceGone } from './neighbours/policy.js';
import { NeighbourWatch } from './neighbours/watch.js';
import { checkRemovals } from './removal.js';
import { checkReplacement, checkReplacementRefusals } from './replace.js';
import { runTasks, type Task } from './run-tasks.js';
import { retryReads } from './stock.js';
import { checkUpdate } from './update.js';
import { UpdateTest } from './update-test.js';
import { whyNoOwnResource, whyNotWritable } from './why-not-written.js';

/**
 * Tests all writes on a server that was started for the test. Creates, changes and deletes resources. Writes that
 * concern the same resources are sent one after another. Changes only resources that the run created or the user named.
 */
export async function checkWrites(options: RunOptions, harness: Harness): Promise<void> {
  const { session, onStepBegin = () => undefined } = options;
  const acceptance: Acceptance = new Map();
  const neighbourWatch = new NeighbourWatch(harness);
  await neighbourWatch.observeLists();
  // At first, only one resource of each type is created, so that the list before and after can be compared.
  await runTasks(session, harness, firstCreationTasks(options, acceptance), onStepBegin);
  await runTasks(session, harness, tasksOf(options, acceptance, neighbourWatch), onStepBegin);
  onStepBegin('effects of writes on other resources');
  await neighbourWatch.observeLists();
  await neighbourWatch.trace();
}

/** Whether the server has accepted the first creation of each type; undefined if it could not be sent. */
type Acceptance = Map<ResourceType | string, boolean | undefined>;

/** Returns a task for each type, which creates one resource. Fills `acceptance` with the result. */
function firstCreationTasks({ contract, scope }: RunOptions, acceptance: Acceptance): Task[] {
  return contract.resources.flatMap((resourceType): Task[] => {
    const { create } = resourceType;
    if (!create || !scope.has(create) || resourceWrittenBy(contract.resources, create) !== resourceType) return [];
    const work = async (harness: Harness): Promise<void> =>
      void acceptance.set(resourceType, await checkCreation(harness, resourceType));
    return [{ name: create.id, work }];
  });
}

/** Returns the writes in scope as tasks: the writes of a resource type, or else of a path, and then the creations. */
function tasksOf(options: RunOptions, acceptance: Acceptance, watch: NeighbourWatch): Task[] {
  const { operations, resources } = options.contract;
  const writes = operations.filter((operation) => operation.method !== 'get' && options.scope.has(operation));
  const subjects = groupBy(writes, (write) => resourceWrittenBy(resources, write) ?? groupPathOfAction(write));
  const changes = [...subjects].flatMap(([subject, operations]) =>
    typeof subject === 'string' ? actionTasks(options, operations) : changeTasks(options, subject, watch),
  );
  // Changes wait for each response, but creations send many requests at once. So the changes begin first.
  return [...changes, ...[...subjects.keys()].flatMap((subject) => creationTasks(subject, acceptance))];
}

/** Returns the task that changes one resource of a type. */
function changeTasks({ scope }: RunOptions, type: ResourceType, watch: NeighbourWatch): Task[] {
  const write = [type.update, type.replace, type.remove].find((operation) => operation && scope.has(operation));
  if (!write) return [];
  return [{ name: write.id, work: (harness) => checkSubject(harness, type, watch) }];
}

/** Returns the task that creates resources of a type with all kinds of bodies. */
function creationTasks(type: ResourceType | string, acceptance: Acceptance): Task[] {
  const isAccepted = acceptance.get(type);
  if (typeof type === 'string' || !type.create || isAccepted === undefined) return [];
  return [{ name: type.create.id, work: (harness) => checkCreatedBodies(harness, type, isAccepted) }];
}

/** Returns one task with all actions of a path, in order: a resource may have to be submitted before it is approved. */
function actionTasks({ contract }: RunOptions, operations: readonly CheckedOperation[]): Task[] {
  const reads = contract.operations.filter(({ method }) => method === 'get');
  const work = async (harness: Harness): Promise<void> => {
    for (const operation of operations) await checkUntypedOperation(harness, operation);
    if (harness.stock.owner !== '') await retryReads(harness, reads);
  };
  return [{ name: operations[0]?.id ?? '', work }];
}

/** Returns the path shared by actions that belong together: `…/{id}/edits` for `…/{id}/edits/approve/`. */
function groupPathOfAction({ path }: CheckedOperation): string {
  const parts = withoutSlash(path).split('/');
  const lastIdIndex = parts.findLastIndex((part) => part.startsWith('{'));
  const end = Math.max(1, lastIdIndex);
  return parts.slice(0, Math.max(end + 1, Math.min(end + 2, parts.length - 1))).join('/');
}

/** Tests update, replacement and deletion of one resource: of the run, or an existing one that may be changed. */
async function checkSubject(harness: Harness, type: ResourceType, watch: NeighbourWatch): Promise<void> {
  const { scope, session } = harness;
  const { update, replace, remove } = type;
  const neighbourhood =
    (type.create ?? type.upsert) &&
    ((await createNeighbourhood(harness, type, 'subject')) ?? (await createLoneNeighbourhood(harness, type)));
  const ownSubject = neighbourhood?.subject.resource;
  const [members, goneKeys]: [readonly Neighbour[], Set<string>] = [neighbourhood?.members ?? [], new Set()];
  const remaining = (): Neighbour[] =>
    members.filter(({ resource }) => !isResourceGone({ members, deletedKeys: goneKeys }, resource));
  const checkNeighbours = watch.createNeighbourCheck(harness, type, () => remaining().map(({ resource }) => resource));
  const subjectOf = async (operation: CheckedOperation | undefined): Promise<Resource | undefined> => {
    if (!operation || !scope.has(operation)) return undefined;
    if (ownSubject) return ownSubject;
    const parameters = (await findTarget(harness, operation))?.parameters;
    return parameters && { type, parameters, parents: parameters, isCreatedByRun: false };
  };
  await checkNeighbours(ownSubject);
  const [wrongCase] = type.create && ownSubject ? wrongBodyCases(harness.source, type.create, ownSubject.parents) : [];
  if (wrongCase) await session.send({ ...wrongCase, id: `${wrongCase.id}/beside` }, 'counted');
  const updateTarget = await subjectOf(update);
  // An update that responds with 202 is applied later, and no read shows when.
  if (update && updateTarget)
    await (update.success?.status === '202'
      ? checkAction(harness, update, [], updateTarget.parameters)
      : checkUpdate(harness, update, updateTarget, () => checkNeighbours(ownSubject)));
  if (update && updateTarget?.isCreatedByRun && isJsonPatch(update))
    await checkJsonPatches(harness, update, updateTarget);
  if (updateTarget) await checkNeighbours(ownSubject);
  const replaceTarget = await subjectOf(replace);
  if (replace && replaceTarget) await checkReplacement(new UpdateTest(harness, replace, replaceTarget));
  if (replaceTarget) await checkNeighbours(ownSubject);
  if (replace && replaceTarget) await checkReplacementRefusals(harness, replace, replaceTarget);
  if (ownSubject)
    for (const operation of [update, replace, remove])
      if (operation && scope.has(operation)) await checkWriteConditions(harness, operation, ownSubject);
  if (remove && scope.has(remove) && neighbourhood)
    await checkRemovals(harness, neighbourhood, { deletedKeys: goneKeys, checkNeighbours });
  else if (remove && scope.has(remove)) {
    const reason = type.isCreatable
      ? whyNoOwnResource(harness, type, remove)
      : 'The check calls this operation only for resources that the run created, and the contract has no operation ' +
        'that creates such a resource.';
    session.tally.noteSkipped(remove.id, reason);
  }
  await removeNeighbours(harness, remaining());
}

/** Returns a neighbourhood of only one resource, to use if the creation of a complete neighbourhood has failed. */
async function createLoneNeighbourhood(harness: Harness, type: ResourceType): Promise<Neighbourhood | undefined> {
  const resource = await takeFromStock(harness, type);
  return resource && { subject: { resource }, members: [{ resource }], dependents: [] };
}

/** Tests an operation without a resource type: the update of a singleton, or an action. */
async function checkUntypedOperation(harness: Harness, operation: CheckedOperation): Promise<void> {
  const target = await findTarget(harness, operation);
  if (!target) return;
  const { parameters, isOwnResource } = target;
  const read = findSingletonRead(harness, operation);
  if (read) await checkUpdate(harness, operation, toSingletonResource(operation, read, parameters));
  else await checkAction(harness, operation, siblingsOf(harness, operation, isOwnResource), parameters);
}

/**
 * Returns the read of a singleton: a resource with one path for reads and updates, such as the settings of a directory.
 * Undefined if the operation is not the update of a singleton.
 */
export function findSingletonRead(
  { session, scope }: Harness,
  { path, method }: CheckedOperation,
): CheckedOperation | undefined {
  if (method !== 'patch') return undefined;
  const read = session.contract.operations.find((operation) => operation.path === path && operation.method === 'get');
  return read && scope.whyNeverCalled(read) === undefined ? read : undefined;
}

/** Returns the resource of an update without an id in its path. */
export function toSingletonResource(update: CheckedOperation, get: CheckedOperation, parameters: Parameters): Resource {
  const type: ResourceType = {
    prefix: update.path,
    parameter: '',
    parameters: update.pathParameters,
    get,
    update,
    replace: undefined,
    remove: undefined,
    list: undefined,
    keyList: undefined,
    create: undefined,
    upsert: undefined,
    isCreatable: false,
    reservedIds: new Set(),
    words: [],
    idField: 'id',
    idFields: ['id'],
  };
  return { type, parameters, parents: parameters, isCreatedByRun: false };
}

/** Returns the other actions on the same resource that do not delete anything, in the order of the contract. */
function siblingsOf(harness: Harness, operation: CheckedOperation, isCreatedByRun: boolean): CheckedOperation[] {
  const { session, scope } = harness;
  const mayBeSent = (other: CheckedOperation): boolean =>
    isCreatedByRun ? !isRemoval(other) : scope.isNamed(other) || whyNotWritable(harness, other) === undefined;
  const parentPath = operation.path.replace(/\/$/, '').replace(/\/[^/]+$/, '/');
  const isSibling = ({ path, method }: CheckedOperation): boolean =>
    method === operation.method &&
    path.startsWith(parentPath) &&
    !/[/{]/.test(path.slice(parentPath.length).replace(/\/$/, ''));
  return session.contract.operations.filter(
    (other) => other !== operation && isSibling(other) && scope.whyNeverCalled(other) === undefined && mayBeSent(other),
  );
}
