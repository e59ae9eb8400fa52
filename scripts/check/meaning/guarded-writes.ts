import type { CheckedOperation } from '../model/operations.js';
import { WritesEnded } from '../restore/guard.js';
import type { Restoring } from '../restore/restoring.js';
import type { Discovery } from '../session/discover.js';
import type { Thing } from '../session/thing.js';
import { checkNoop, checkRoundtrip } from './guarded-update.js';
import type { RunOptions } from './run-options.js';
import type { Workshop } from './thing.js';
import { reflectionsOf, UpdatedThing } from './updated-thing.js';
import { singletonOf, standing, workshopOf } from './writes.js';

/** Writes to things that are there, one after another; each is put back before the next. */
export async function checkGuardedWrites(
  options: RunOptions,
  discovery: Discovery,
  restoring: Restoring,
): Promise<void> {
  const { contract, scope, begin = () => undefined } = options;
  const shop = workshopOf(options, discovery);
  for (const operation of contract.operations) {
    if (operation.method !== 'patch' || !scope.has(operation)) continue;
    begin(operation.id);
    try {
      await checkOne(shop, operation, restoring);
    } catch (error) {
      if (!(error instanceof WritesEnded)) throw error;
      if (!error.isDirty)
        shop.session.notes.add(
          `Not all was written by ${operation.id}, since of too many writes nobody can say what became of them.`,
        );
      else
        return void shop.session.notes.add('Nothing more was written after a thing was found not to be what it was.');
    }
  }
}

async function checkOne(shop: Workshop, operation: CheckedOperation, restoring: Restoring): Promise<void> {
  const { session } = shop;
  const things = await thingsOf(shop, operation);
  const [first] = things;
  if (!first) return;
  const guarded = await restoring.guard(operation, things, reflectionsOf(shop, operation, first));
  if ('reason' in guarded) return session.tally.leftOut(operation.id, `Nothing was written. ${guarded.reason}`);
  const check = restoring.mode === 'noop' ? checkNoop : checkRoundtrip;
  const updated = new UpdatedThing(shop, operation, guarded.thing, guarded.guard);
  updated.state = guarded.state;
  await check(updated, guarded.guard);
}

/** Things that one is chosen from. */
const candidates = 5;

/** The thing that the user has named, else some that are known. */
async function thingsOf(shop: Workshop, operation: CheckedOperation): Promise<Thing[]> {
  const { session, discovery, world } = shop;
  const resource = session.contract.resources.find(({ update }) => update === operation);
  if (!resource) {
    const twin = singletonOf(shop, operation);
    if (!twin) session.tally.leftOut(operation.id, 'Nothing was written: no operation reads what it changes.');
    const [parameters] = twin ? await discovery.parametersFor(operation) : [];
    return twin && parameters ? [standing(operation, twin, parameters)] : [];
  }
  await discovery.parametersFor(operation);
  return world
    .bindings(resource.prefix, operation)
    .slice(0, candidates)
    .map(({ parameters, context }) => ({ resource, parameters, parents: { ...context, ...parameters }, isOwn: false }));
}
