import type { CheckedOperation } from '../model/contract/operations.js';
import { WriteStop } from '../restore/guard.js';
import type { Restoration } from '../restore/restoration.js';
import type { Discovery } from '../session/discover.js';
import type { Resource } from '../session/resource.js';
import { checkNoop, checkRoundtrip } from './guarded-update.js';
import { type Harness, harnessOf, type RunOptions } from './harness.js';
import { reflectionsOf, UpdateTest } from './update-test.js';
import { findSingletonRead, toSingletonResource } from './writes.js';

/** Tests writes to existing resources, one after another. Each write is undone before the next one is sent. */
export async function checkGuardedWrites(
  options: RunOptions,
  discovery: Discovery,
  restoration: Restoration,
): Promise<void> {
  const { contract, scope, session, onStepBegin = () => undefined } = options;
  const harness = harnessOf(options, discovery);
  for (const operation of contract.operations) {
    if (operation.method !== 'patch' || !scope.has(operation)) continue;
    // A guess is not enough to restore a resource: the contract or an answer must say where it is in the body.
    if (session.hasGuessedEnvelope) {
      session.tally.noteSkipped(operation.id, guessedEnvelopeReason);
      continue;
    }
    onStepBegin(operation.id);
    try {
      await checkOperation(harness, operation, restoration);
    } catch (error) {
      if (!(error instanceof WriteStop)) throw error;
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

async function checkOperation(harness: Harness, operation: CheckedOperation, restoration: Restoration): Promise<void> {
  const { session } = harness;
  const resources = await resourcesOf(harness, operation);
  const [first] = resources;
  if (!first) return;
  const guardResult = await restoration.createGuard(
    operation,
    resources,
    reflectionsOf(harness, operation, first).filter(({ isEnveloped }) => !isEnveloped),
  );
  if ('reason' in guardResult)
    return session.tally.noteSkipped(operation.id, `Nothing was written. ${guardResult.reason}`);
  const check = restoration.mode === 'noop' ? checkNoop : checkRoundtrip;
  const test = new UpdateTest(harness, operation, guardResult.resource, guardResult.guard);
  test.state = guardResult.state;
  await check(test, guardResult.guard);
}

const guessedEnvelopeReason =
  'Nothing was written: the server wraps its data in an object that the contract does not describe. Describe this ' +
  'object first: answer the questions lists.envelope and objects.envelope ("directory-contract learn" proposes ' +
  'answers).';

/** Maximum number of resources from which the one to write to is chosen. */
const resourceLimit = 5;

/** Returns the resource that the user has named, or else some known ones. */
async function resourcesOf(harness: Harness, operation: CheckedOperation): Promise<Resource[]> {
  const { session, discovery, fixtures } = harness;
  const resourceType = session.contract.resources.find(({ update }) => update === operation);
  if (!resourceType) {
    const read = findSingletonRead(harness, operation);
    if (!read)
      session.tally.noteSkipped(
        operation.id,
        'Nothing was written: no operation reads the resource that this operation changes.',
      );
    const [parameters] = read ? await discovery.parametersFor(operation) : [];
    return read && parameters ? [toSingletonResource(operation, read, parameters)] : [];
  }
  await discovery.parametersFor(operation);
  return fixtures
    .bindings(resourceType.prefix, operation)
    .slice(0, resourceLimit)
    .map(({ parameters, context }) => ({
      type: resourceType,
      parameters,
      parents: { ...context, ...parameters },
      isCreatedByRun: false,
    }));
}
