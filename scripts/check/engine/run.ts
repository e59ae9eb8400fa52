import { fieldsOf } from '../../contract/schema-fields.js';
import { casesAtUnknownIds } from '../cases/at-unknown-ids.js';
import { schemePrefixCase } from '../cases/refusals.js';
import { checkPathForms } from '../meaning/habits/path-forms.js';
import { type Harness, harnessOf, type RunOptions } from '../meaning/harness.js';
import { checkOtherIdentity } from '../meaning/identity/access.js';
import { checkLinks, takeNewLinks } from '../meaning/lists/links.js';
import { checkList, readOtherParents } from '../meaning/lists/lists.js';
import { checkQueries } from '../meaning/lists/queries.js';
import { checkMock } from '../meaning/mock.js';
import { checkOtherForms, checkOtherFormsOfWrites } from '../meaning/other-forms.js';
import { checkRead } from '../meaning/reads.js';
import { fillStock, retryReads } from '../meaning/stock.js';
import { checkWriteVariations } from '../meaning/write-variations.js';
import { checkWrites } from '../meaning/writes.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { listShape, type ResourceType } from '../model/contract/resources.js';
import { endsWithWords, lastFixedSegmentOf } from '../model/words.js';
import { Discovery, type FirstRead } from '../session/discover.js';

interface InitialReads {
  discovery: Discovery;
  reads: readonly CheckedOperation[];
  /** For each operation, its first read; if it was read under several parents, the read with the most items. */
  firstReads: FirstReads;
  /** Everything that tests of writes need; set only with `--writes disposable`. */
  harness: Harness | undefined;
}

type FirstReads = ReadonlyMap<CheckedOperation, FirstRead>;

/** Runs all checks: reads, comparisons of reads, requests that change nothing, and then real writes. */
export async function run(options: RunOptions): Promise<void> {
  const { session, isMock, reads, shouldContinue, writes, restoration } = options;
  if (isMock) return checkEachOperation(options);
  const initialReads = await findResources(options);
  if (reads === 'quick' && shouldContinue?.() !== true) return;
  await compareReads(options, initialReads);
  await sendHarmlessRequests(options, initialReads);
  if (writes === 'none') return;
  await options.awaitProof?.();
  session.isWriting = true;
  if (restoration) {
    const { checkGuardedWrites } = await import('../meaning/guarded-writes.js');
    await checkGuardedWrites(options, initialReads.discovery, restoration);
  }
  if (initialReads.harness) await testWrites(options, initialReads, initialReads.harness);
}

async function checkEachOperation(options: RunOptions): Promise<void> {
  const { contract, session, scope, onStepBegin } = options;
  onStepBegin?.('each operation alone');
  await session.each(contract.operations.filter(scope.has), (operation) => checkMock(options, operation));
}

/** Reads everything once. With `--writes disposable`, then creates missing resources, and reads again. */
async function findResources(options: RunOptions): Promise<InitialReads> {
  const { contract, session, fixtures, scope, fullScope = scope, writes, onStepBegin } = options;
  const reads = findNeededReads(contract, fullScope.has);
  const discovery = new Discovery(session, fixtures, scope.has);
  onStepBegin?.('reads');
  const harness = writes === 'disposable' ? harnessOf(options, discovery) : undefined;
  const knownReads = await sendFirstReads(options, discovery, reads);
  const firstReads = harness ? await createMissingResources(options, harness, reads, knownReads) : knownReads;
  if (options.reads) await readOtherParents(options, firstReads);
  return { discovery, reads, firstReads, harness };
}

async function compareReads(options: RunOptions, initialReads: InitialReads): Promise<void> {
  const readChecks = checkReads(options, initialReads);
  // With `disposable`, reads are also sent with undeclared methods, which may create resources and change the lists.
  if (options.writes === 'disposable') await readChecks;
  await Promise.all([readChecks, checkListsAndLinks(options, initialReads.firstReads)]);
}

/** Sends requests in unusual forms, and writes to resources that do not exist. */
async function sendHarmlessRequests(options: RunOptions, initialReads: InitialReads): Promise<void> {
  const { discovery, firstReads, harness } = initialReads;
  options.onStepBegin?.('unusual forms of requests, and writes to resources that do not exist');
  await Promise.all([
    checkOtherForms(options, firstReads),
    checkSchemePrefix(options, initialReads),
    checkPathForms(options, firstReads),
    // A run that creates resources sends writes to unknown ids only after its other writes.
    !harness && checkAtUnknownIds(options, discovery),
  ]);
}

/** Tests writes with resources that the run creates, and then removes these resources. */
async function testWrites(options: RunOptions, { discovery, reads }: InitialReads, harness: Harness): Promise<void> {
  await checkWrites(options, harness);
  options.onStepBegin?.('unusual forms of writes, writes to unknown ids, and repeated reads');
  await Promise.all([
    checkWriteVariations(harness, options.isLocal ?? false),
    checkAtUnknownIds(options, discovery),
    retryReads(harness, reads),
  ]);
  const shared = options.reads ? undefined : options.shared;
  if (shared) options.onStepBegin?.('access with the key of another identity');
  const refusal = shared && (await checkOtherIdentity(harness, shared));
  await options.removeCreations?.();
  if (refusal) throw refusal;
}

/**
 * Sends writes to resources that do not exist. If an operation already succeeded on an existing resource, that resource
 * received its invalid requests, so do not repeat them.
 */
async function checkAtUnknownIds(options: RunOptions, discovery: Discovery): Promise<void> {
  const { contract, session, source, scope, writes } = options;
  const writeOperations = contract.operations.filter((operation) => operation.method !== 'get' && scope.has(operation));
  await session.each(writeOperations, async (operation) => {
    const parents = (await discovery.parametersFor(operation))[0];
    const permissions = {
      mayCreate: scope.isNamed(operation) || writes === 'disposable',
      hasOtherTests: session.tally.countsOf(operation.id).success,
    };
    await session.sendEach(casesAtUnknownIds(source, operation, parents, permissions));
  });
  await checkOtherFormsOfWrites(options, discovery);
}

/** Runs the tests of each read operation alone. Refusals are tested even if the resource cannot be read. */
async function checkReads(options: RunOptions, { reads, firstReads }: InitialReads): Promise<void> {
  const { session, source, scope, writes } = options;
  await session.each(reads.filter(scope.has), async (operation) => {
    const firstRead = firstReads.get(operation);
    if (!firstRead) return;
    const { parameters, outcome } = firstRead;
    await checkRead({ session, source, operation, parameters }, writes === 'disposable', outcome);
  });
}

/** Sends one read with another authentication scheme before the key, or without the documented scheme. */
async function checkSchemePrefix({ session, scope }: RunOptions, { reads, firstReads }: InitialReads): Promise<void> {
  const candidate = reads.find((operation) => firstReads.get(operation)?.outcome.ok === true);
  const testCase = candidate && schemePrefixCase(candidate, firstReads.get(candidate)?.parameters ?? {});
  if (testCase && scope.has(candidate)) await session.send(testCase);
}

/** Reads everything once, in the order of `reads`. All shards send the same reads, so that all choose the same ids. */
async function sendFirstReads(
  { session, fixtures }: RunOptions,
  discovery: Discovery,
  reads: readonly CheckedOperation[],
): Promise<FirstReads> {
  const firstReads = new Map<CheckedOperation, FirstRead>();
  const readAll = async (read: (operation: CheckedOperation) => Promise<FirstRead | undefined>): Promise<void> => {
    await session.each(reads, async (operation) => {
      const firstRead = await read(operation);
      if (firstRead) firstReads.set(operation, firstRead);
    });
  };
  await readAll((operation) => discovery.read(operation));
  // One read may have returned ids that another read needs.
  discovery.noteUnlistedResources();
  await readAll((operation) => discovery.retry(operation));
  fixtures.noteResourcesInPaths();
  return sortReads(reads, firstReads);
}

function sortReads(reads: readonly CheckedOperation[], firstReads: FirstReads): FirstReads {
  return new Map(
    reads.flatMap((operation) => {
      const firstRead = firstReads.get(operation);
      return firstRead ? [[operation, firstRead]] : [];
    }),
  );
}

/** Creates the resources that the reads have not found, and repeats the reads that may now return them. */
async function createMissingResources(
  { contract, session, fixtures, awaitProof, onStepBegin = () => undefined }: RunOptions,
  harness: Harness,
  reads: readonly CheckedOperation[],
  knownReads: FirstReads,
): Promise<FirstReads> {
  onStepBegin('creation of missing resources');
  await awaitProof?.();
  const firstReads = new Map(knownReads);
  const typesWithoutResources = new Set<ResourceType>();
  let previousCount = 0;
  do {
    previousCount = typesWithoutResources.size;
    session.isWriting = true;
    const filledTypes = await fillStock(harness, typesWithoutResources);
    session.isWriting = false;
    if (filledTypes.size === 0) break;
    const affectedReads = new Set([...filledTypes].flatMap(({ list, keyList }) => [list, keyList]));
    // Lists come first, since they return the ids that the reads below them need.
    for (const isList of [true, false]) {
      const batch = reads.filter((operation) => (listShape(operation, contract.resolve) !== undefined) === isList);
      await session.each(batch, async (operation) => {
        const newRead = await harness.discovery.retry(operation, affectedReads.has(operation));
        if (newRead) firstReads.set(operation, newRead);
      });
    }
  } while (typesWithoutResources.size > 0 && typesWithoutResources.size !== previousCount);
  fixtures.noteResourcesInPaths();
  return sortReads(reads, firstReads);
}

async function checkListsAndLinks(
  { contract, session, fixtures, source, scope }: RunOptions,
  firstReads: FirstReads,
): Promise<void> {
  const knownLinks = new Set<string>();
  const successfulReads = [...firstReads].filter(([, { outcome }]) => outcome.ok);
  // Each link is followed only from the first read that has it, even if another shard checks that read.
  const readsWithLinks = successfulReads.map(([operation, read]) => ({
    operation,
    ...read,
    links: takeNewLinks(read.outcome, knownLinks, session),
  }));
  await session.each(
    readsWithLinks.filter(({ operation }) => scope.has(operation)),
    async ({ operation, outcome, parameters, links }) => {
      await checkLinks(session, operation, outcome, links);
      if (!listShape(operation, contract.resolve)) return;
      await checkList(session, fixtures, operation, { parameters, outcome });
      await checkQueries({ session, source, operation, parameters });
    },
  );
}

/** Returns the reads in scope, and the lists of resources to which the bodies of operations in scope can refer. */
export function findNeededReads(
  contract: CheckedContract,
  isInScope: (operation: CheckedOperation) => boolean,
): CheckedOperation[] {
  const neededReads = new Set<CheckedOperation | undefined>();
  for (const operation of contract.operations.filter(isInScope)) {
    if (operation.method === 'get') neededReads.add(operation);
    const fields = fieldsOf(contract, operation.body?.schema ?? {}).properties.keys();
    const names = [...fields, lastFixedSegmentOf(operation.path)];
    for (const { list, words } of contract.resources)
      if (names.some((name) => endsWithWords(words, name))) neededReads.add(list);
  }
  return contract.operations.filter((operation) => neededReads.has(operation));
}
