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
      const note = error.isDirty
        ? 'The check sent no more writes after it found a resource that differs from its original state.'
        : `${operation.id}: not all writes were sent, because the outcome of too many of them is unknown.`;
      session.notes.add(note);
      if (error.isDirty) return;
    }
  }
}

async function checkOperation(harness: Harness, operation: CheckedOperation, restoration: Restoration): Promise<void> {
  const { tally } = harness.session;
  const resources = await resourcesOf(harness, operation);
  const [first] = resources;
  if (!first) return;
  const reflections = reflectionsOf(harness, operation, first).filter(({ isEnveloped }) => !isEnveloped);
  const result = await restoration.createGuard(operation, resources, reflections);
  if ('reason' in result) return tally.noteSkipped(operation.id, `Nothing was written. ${result.reason}`);
  const test = new UpdateTest(harness, operation, result.resource, result.guard);
  test.state = result.state;
  await (restoration.mode === 'noop' ? checkNoop : checkRoundtrip)(test, result.guard);
}

const guessedEnvelopeReason =
  'Nothing was written: the server wraps its data in an object that the contract does not describe. Describe this ' +
  'object first: answer the questions lists.envelope and objects.envelope ("directory-contract learn" proposes ' +
  'answers).';

/** Maximum number of candidates for the resource to write to. */
const resourceLimit = 5;

/** Returns the resource that the user has named, or else some known resources. */
async function resourcesOf(harness: Harness, operation: CheckedOperation): Promise<Resource[]> {
  const { session, discovery, fixtures } = harness;
  const type = session.contract.resources.find(({ update }) => update === operation);
  if (!type) {
    const read = findSingletonRead(harness, operation);
    const reason = 'Nothing was written: no operation reads the resource that this operation changes.';
    if (!read) session.tally.noteSkipped(operation.id, reason);
    const [parameters] = read ? await discovery.parametersFor(operation) : [];
    return read && parameters ? [toSingletonResource(operation, read, parameters)] : [];
  }
  await discovery.parametersFor(operation);
  const bindings = fixtures.bindings(type.prefix, operation).slice(0, resourceLimit);
  return bindings.map(({ parameters, context }) => {
    return { type, parameters, parents: { ...context, ...parameters }, isCreatedByRun: false };
  });
}
