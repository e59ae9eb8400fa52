import type { CheckedOperation } from '../model/contract/operations.js';
import { WritesEnded } from '../restore/guard.js';
import type { Restoring } from '../restore/restoring.js';
import type { Discovery } from '../session/discover.js';
import type { Resource } from '../session/resource.js';
import { checkNoop, checkRoundtrip } from './guarded-update.js';
import { type Harness, harnessOf, type RunOptions } from './harness.js';
import { reflectionsOf, UpdatedResource } from './updated-resource.js';
import { existing, singletonOf } from './writes.js';

/** Writes to existing resources, one after another; each write is undone before the next. */
export async function checkGuardedWrites(
  options: RunOptions,
  discovery: Discovery,
  restoring: Restoring,
): Promise<void> {
  const { contract, scope, begin = () => undefined } = options;
  const harness = harnessOf(options, discovery);
  for (const operation of contract.operations) {
    if (operation.method !== 'patch' || !scope.has(operation)) continue;
    begin(operation.id);
    try {
      await checkOne(harness, operation, restoring);
    } catch (error) {
      if (!(error instanceof WritesEnded)) throw error;
      if (!error.isDirty)
        harness.session.notes.add(
          `${operation.id}: not all writes were sent, because the outcome of too many of them is unknown.`,
        );
      else
        return void harness.session.notes.add(
          'No more writes were sent after a resource was found to differ from its original state.',
        );
    }
  }
}

async function checkOne(harness: Harness, operation: CheckedOperation, restoring: Restoring): Promise<void> {
  const { session } = harness;
  const resources = await resourcesOf(harness, operation);
  const [first] = resources;
  if (!first) return;
  const guarded = await restoring.guard(
    operation,
    resources,
    reflectionsOf(harness, operation, first).filter(({ isEnveloped }) => !isEnveloped),
  );
  if ('reason' in guarded) return session.tally.leftOut(operation.id, `Nothing was written. ${guarded.reason}`);
  const check = restoring.mode === 'noop' ? checkNoop : checkRoundtrip;
  const updated = new UpdatedResource(harness, operation, guarded.resource, guarded.guard);
  updated.state = guarded.state;
  await check(updated, guarded.guard);
}

/** Number of resources to choose from. */
const candidates = 5;

/** Returns the resource that the user has named, or some known ones. */
async function resourcesOf(harness: Harness, operation: CheckedOperation): Promise<Resource[]> {
  const { session, discovery, fixtures } = harness;
  const resourceType = session.contract.resources.find(({ update }) => update === operation);
  if (!resourceType) {
    const twin = singletonOf(harness, operation);
    if (!twin)
      session.tally.leftOut(operation.id, 'Nothing was written: no operation reads the resource that it changes.');
    const [parameters] = twin ? await discovery.parametersFor(operation) : [];
    return twin && parameters ? [existing(operation, twin, parameters)] : [];
  }
  await discovery.parametersFor(operation);
  return fixtures
    .bindings(resourceType.prefix, operation)
    .slice(0, candidates)
    .map(({ parameters, context }) => ({
      type: resourceType,
      parameters,
      parents: { ...context, ...parameters },
      isOwn: false,
    }));
}
