import type { Discovery } from '../discover.js';
import type { CheckedOperation } from '../operations.js';
import type { RunOptions } from '../run.js';
import type { Resource } from '../resources.js';
import { checkAction } from './action.js';
import { checkCreate } from './lifecycle.js';
import { checkRemove } from './removal.js';
import { checkReplace } from './replace.js';
import { removeThing, subjectFor, type Thing, type Workshop } from './thing.js';
import { checkUpdate } from './update.js';

/**
 * Real writes, one after another, for servers that were started for the test. Things are made, changed and taken away
 * again; what has no creation is changed where it is.
 */
export async function checkWrites(options: RunOptions, discovery: Discovery): Promise<void> {
  const { contract, scope, begin = () => undefined } = options;
  const shop = workshopOf(options, discovery);
  const done = new Set<CheckedOperation>();
  for (const operation of contract.operations) {
    if (operation.method === 'get' || !scope.has(operation) || done.has(operation)) continue;
    const resource = contract.resources.find(({ create, update, replace, remove }) => [create, update, replace, remove].includes(operation));
    begin(operation.id);
    if (resource) {
      for (const each of [resource.create, resource.update, resource.replace, resource.remove]) if (each) done.add(each);
      await checkResource(shop, resource);
    } else {
      done.add(operation);
      const twin = singletonOf(contract.operations, operation);
      const thing = twin && (await standing(shop, operation, twin));
      if (thing) await checkUpdate(shop, operation, thing);
      else await checkAction(shop, operation, siblingsOf(contract.operations, operation));
    }
  }
}

/** What every write of a run needs. */
export function workshopOf({ session, world, source, scope, runs, isMock }: RunOptions, discovery: Discovery): Workshop {
  return { session, world, source, discovery, inScope: scope.has, runs, seed: source.seed, isMock };
}

async function checkResource(shop: Workshop, resource: Resource): Promise<void> {
  const { create, update, replace, remove } = resource;
  const { inScope } = shop;
  if (create && inScope(create)) await checkCreate(shop, resource);
  const isWritten = [update, replace, remove].some((operation) => operation && inScope(operation));
  const thing = isWritten ? await subjectFor(shop, resource, 'subject') : undefined;
  if (!thing) return;
  // What is only accepted (202) is done later, and no read tells when.
  if (update && inScope(update)) await (update.success?.status === '202' ? checkAction(shop, update, []) : checkUpdate(shop, update, thing));
  if (replace && inScope(replace)) await checkReplace(shop, replace, thing);
  if (remove && inScope(remove)) await checkRemove(shop, thing);
  else await removeThing(shop, thing);
}

/** What there is one of is read and updated at one path: the settings of a directory. */
export function singletonOf(operations: readonly CheckedOperation[], { path, method }: CheckedOperation): CheckedOperation | undefined {
  return method === 'patch' ? operations.find((other) => other.path === path && other.method === 'get') : undefined;
}

/** The one thing that an update without an id of its own changes. */
export async function standing(shop: Workshop, update: CheckedOperation, get: CheckedOperation): Promise<Thing | undefined> {
  const [parameters] = await shop.discovery.parametersFor(update);
  if (!parameters) return undefined;
  const resource: Resource = {
    prefix: update.path, parameter: '', parameters: update.pathParameters, get, update, replace: undefined, remove: undefined, list: undefined, create: undefined, words: [], idField: 'id',
  };
  return { resource, parameters, parents: parameters, isOwn: false };
}

/** Other actions on the same thing, those that stand first in the contract first. */
function siblingsOf(operations: readonly CheckedOperation[], operation: CheckedOperation): CheckedOperation[] {
  const above = operation.path.replace(/\/$/, '').replace(/\/[^/]+$/, '/');
  return operations.filter((other) => other !== operation && other.method === operation.method && other.path.startsWith(above) && !other.path.slice(above.length).replace(/\/$/, '').includes('/'));
}
