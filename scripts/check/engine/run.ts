import { fieldsOf } from '../../contract/schema-fields.js';
import { casesAtUnknownIds } from '../cases/at-unknown-ids.js';
import { schemePrefixCase } from '../cases/refusals.js';
import { checkFormsOfMade } from '../meaning/forms-of-made.js';
import { type Harness, harnessOf, type RunOptions } from '../meaning/harness.js';
import { checkLinks, freshLinks } from '../meaning/lists/links.js';
import { checkList, readOtherParents } from '../meaning/lists/lists.js';
import { checkQueries } from '../meaning/lists/queries.js';
import { checkMock } from '../meaning/mock.js';
import { checkOtherForms, checkOtherFormsOfWrites } from '../meaning/other-forms.js';
import { checkRead } from '../meaning/reads.js';
import { fillStock, readLate } from '../meaning/stock.js';
import { checkWrites } from '../meaning/writes.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { listShape, type ResourceType } from '../model/contract/resources.js';
import { isNamed, lastNameIn } from '../model/words.js';
import { Discovery, type FirstRead } from '../session/discover.js';

/** What the reads at the beginning of a run have found. */
interface Found {
  discovery: Discovery;
  reads: readonly CheckedOperation[];
  /** The best read of each operation. */
  first: FirstReads;
  /** With `disposable`: everything that tests of writes need. */
  harness: Harness | undefined;
}

type FirstReads = ReadonlyMap<CheckedOperation, FirstRead>;

/** Runs all checks: reads, comparisons between reads, requests that change nothing, then real writes. */
export async function run(options: RunOptions): Promise<void> {
  const { session, isMock, reads, writes, restoring } = options;
  if (isMock) return checkEachAlone(options);
  const found = await findResources(options);
  if (reads === 'quick') return;
  await compareReads(options, found);
  await sendHarmless(options, found);
  if (writes === 'none') return;
  await options.settled?.();
  session.isWriting = true;
  if (restoring)
    await (await import('../meaning/guarded-writes.js')).checkGuardedWrites(options, found.discovery, restoring);
  if (found.harness) await writeOwn(options, found, found.harness);
}

async function checkEachAlone(options: RunOptions): Promise<void> {
  const { contract, session, scope, begin } = options;
  begin?.('each operation alone');
  await session.each(contract.operations.filter(scope.has), (operation) => checkMock(options, operation));
}

/** Reads everything once; with `disposable`, creates what the reads have not found, and reads again. */
async function findResources(options: RunOptions): Promise<Found> {
  const { contract, session, fixtures, scope, unsharded = scope, writes, begin } = options;
  const reads = readsFor(contract, unsharded.has);
  const discovery = new Discovery(session, fixtures, scope.has);
  begin?.('reads');
  const harness = writes === 'disposable' ? harnessOf(options, discovery) : undefined;
  const known = await firstReads(options, discovery, reads);
  const first = harness ? await withStock(options, harness, reads, known) : known;
  if (options.reads) await readOtherParents(options, first);
  return { discovery, reads, first, harness };
}

/** Tests every read by itself, and compares it with others: lists with their items, queries, links. */
async function compareReads(options: RunOptions, { reads, first }: Found): Promise<void> {
  const reading = checkReads(options, reads, first);
  // Undeclared methods may create something on a server started for the test; then the lists would change.
  if (options.writes === 'disposable') await reading;
  await Promise.all([reading, checkListsAndLinks(options, first)]);
}

/** Sends requests in other forms, and writes to resources that do not exist. */
async function sendHarmless(options: RunOptions, { discovery, reads, first, harness }: Found): Promise<void> {
  options.begin?.('other forms of requests, and writes to resources that do not exist');
  await Promise.all([
    checkOtherForms(options, first),
    checkSchemePrefix(options, reads, first),
    // A run that creates resources sends these after its writes.
    !harness && checkAtUnknownIds(options, discovery),
  ]);
}

/** Tests writes with resources of the run, and removes them. */
async function writeOwn(options: RunOptions, { discovery, reads }: Found, harness: Harness): Promise<void> {
  await checkWrites(options, harness);
  options.begin?.('other forms of writes, and what writes have brought into being');
  await Promise.all([
    checkFormsOfMade(harness, options.isLocal ?? false),
    checkAtUnknownIds(options, discovery),
    readLate(harness, reads),
  ]);
  await options.removeCreations?.();
}

/**
 * Sends writes to resources that do not exist. Where the run has tested the operation at one that does, it has sent it
 * all other refusals there.
 */
async function checkAtUnknownIds(options: RunOptions, discovery: Discovery): Promise<void> {
  const { contract, session, source, scope, writes } = options;
  const aimed = contract.operations.filter((operation) => operation.method !== 'get' && scope.has(operation));
  await session.each(aimed, async (operation) => {
    const parents = (await discovery.parametersFor(operation))[0];
    const permissions = {
      mayCreate: scope.isNamed(operation) || writes === 'disposable',
      isTested: session.tally.countsOf(operation.id).success,
    };
    await session.sendEach(casesAtUnknownIds(source, operation, parents, permissions));
  });
  await checkOtherFormsOfWrites(options, discovery);
}

/** Tests every read by itself. Refusals are tested even if the resource cannot be read. */
async function checkReads(options: RunOptions, reads: readonly CheckedOperation[], first: FirstReads): Promise<void> {
  const { session, source, scope, writes } = options;
  await session.each(reads.filter(scope.has), async (operation) => {
    const found = first.get(operation);
    if (!found) return;
    const { parameters, outcome } = found;
    await checkRead({ session, source, operation, parameters }, writes === 'disposable', outcome);
  });
}

/** Sends one read with another scheme before the key. */
async function checkSchemePrefix(
  { session, scope }: RunOptions,
  reads: readonly CheckedOperation[],
  first: FirstReads,
): Promise<void> {
  const prefixed = reads.find((operation) => first.get(operation)?.outcome.ok === true);
  const testCase = prefixed && schemePrefixCase(prefixed, first.get(prefixed)?.parameters ?? {});
  if (testCase && scope.has(prefixed)) await session.send(testCase);
}

/**
 * Reads everything once, in the order of `reads`. Every shard reads the same resources, so that all shards choose the
 * same ids.
 */
async function firstReads(
  { session, fixtures }: RunOptions,
  discovery: Discovery,
  reads: readonly CheckedOperation[],
): Promise<FirstReads> {
  const first = new Map<CheckedOperation, FirstRead>();
  const all = async (read: (operation: CheckedOperation) => Promise<FirstRead | undefined>): Promise<void> => {
    await session.each(reads, async (operation) => {
      const found = await read(operation);
      if (found) first.set(operation, found);
    });
  };
  await all((operation) => discovery.read(operation));
  // One read may have returned the ids that another needs.
  discovery.learnUnclaimed();
  await all((operation) => discovery.retry(operation));
  fixtures.learnPaths();
  return inOrderOf(reads, first);
}

function inOrderOf(reads: readonly CheckedOperation[], first: FirstReads): FirstReads {
  return new Map(
    reads.flatMap((operation) => {
      const found = first.get(operation);
      return found ? [[operation, found]] : [];
    }),
  );
}

/** Creates what the reads have not found, and reads again what may show it. */
async function withStock(
  { contract, session, fixtures, settled, begin = () => undefined }: RunOptions,
  harness: Harness,
  reads: readonly CheckedOperation[],
  found: FirstReads,
): Promise<FirstReads> {
  begin('resources of the run');
  await settled?.();
  const first = new Map(found);
  const left = new Set<ResourceType>();
  let before = 0;
  do {
    before = left.size;
    session.isWriting = true;
    const filled = await fillStock(harness, left);
    session.isWriting = false;
    if (filled.size === 0) break;
    const shows = new Set([...filled].flatMap(({ list, keyed }) => [list, keyed]));
    // A list shows what the reads below it need.
    for (const isList of [true, false]) {
      const these = reads.filter((each) => (listShape(each, contract.resolve) !== undefined) === isList);
      await session.each(these, async (operation) => {
        const again = await harness.discovery.retry(operation, shows.has(operation));
        if (again) first.set(operation, again);
      });
    }
  } while (left.size > 0 && left.size !== before);
  fixtures.learnPaths();
  return inOrderOf(reads, first);
}

async function checkListsAndLinks(
  { contract, session, fixtures, source, scope }: RunOptions,
  first: FirstReads,
): Promise<void> {
  const known = new Set<string>();
  const readable = [...first].filter(([, { outcome }]) => outcome.ok);
  // Each link is followed only where it comes first, also across shards.
  const linked = readable.map(([operation, read]) => ({ operation, ...read, links: freshLinks(read.outcome, known) }));
  await session.each(
    linked.filter(({ operation }) => scope.has(operation)),
    async ({ operation, outcome, parameters, links }) => {
      await checkLinks(session, operation, outcome, links);
      if (!listShape(operation, contract.resolve)) return;
      await checkList(session, fixtures, operation, { parameters, outcome });
      await checkQueries({ session, source, operation, parameters });
    },
  );
}

/** The reads in scope, and the lists of resources that bodies of operations in scope can refer to. */
export function readsFor(
  contract: CheckedContract,
  inScope: (operation: CheckedOperation) => boolean,
): CheckedOperation[] {
  const needed = new Set<CheckedOperation | undefined>();
  for (const operation of contract.operations.filter(inScope)) {
    if (operation.method === 'get') needed.add(operation);
    const fields = fieldsOf(contract, operation.body?.schema ?? {}).properties.keys();
    const names = [...fields, lastNameIn(operation.path)];
    for (const { list, words } of contract.resources) if (names.some((name) => isNamed(words, name))) needed.add(list);
  }
  return contract.operations.filter((operation) => needed.has(operation));
}
