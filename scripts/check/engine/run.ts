import { withoutSlash } from '../../contract/path-template.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import { casesAtUnknownIds } from '../cases/at-unknown-ids.js';
import { readCase } from '../cases/reads.js';
import { schemePrefixCase } from '../cases/refusals.js';
import type { Harness } from '../meaning/harness.js';
import { checkLinks, freshLinks } from '../meaning/links.js';
import { checkList } from '../meaning/lists.js';
import { checkMock } from '../meaning/mock.js';
import { checkOtherForms, checkOtherFormsOfWrites } from '../meaning/other-forms.js';
import { readOtherParents } from '../meaning/other-parents.js';
import { checkQueries } from '../meaning/queries.js';
import { checkRead } from '../meaning/reads.js';
import type { RunOptions } from '../meaning/run-options.js';
import { clearStock, fillStock, placesInStock } from '../meaning/stock.js';
import { checkWrites, harnessOf } from '../meaning/writes.js';
import type { CheckedContract } from '../model/contract.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Parameters } from '../model/request.js';
import { listShape, type ResourceType } from '../model/resources.js';
import { isNamed } from '../model/words.js';
import { Discovery, type FirstRead } from '../session/discover.js';
import { sideBySide } from '../session/side-by-side.js';

/**
 * Runs all checks in this order: reads, which find the existing resources; comparisons between reads; writes to
 * resources that do not exist; then real writes.
 */
export async function run(options: RunOptions): Promise<void> {
  const { contract, session, fixtures, source, scope, isMock, writes, begin = () => undefined } = options;
  if (isMock) {
    begin('each operation alone');
    await sideBySide(contract.operations.filter(scope.has), options.concurrency, (operation) =>
      checkMock(options, operation),
    );
    return;
  }
  const reads = readsFor(contract, (options.unsharded ?? scope).has);
  const discovery = new Discovery(session, fixtures, scope.has);
  begin('reads');
  const harness = writes === 'disposable' ? harnessOf(options, discovery) : undefined;
  const found = await firstReads(options, discovery, reads);
  const first = harness ? await withStock(options, harness, reads, found) : found;
  if (options.reads) await readOtherParents(options, first);
  if (options.reads === 'quick') return;
  // Refusals are tested even if the resource cannot be read.
  await sideBySide(reads.filter(scope.has), options.concurrency, async (operation) => {
    const found = first.get(operation);
    if (found) await checkRead({ session, source, operation, parameters: found.parameters }, writes === 'disposable');
  });
  await checkOtherForms(options, first);
  const prefixed = reads.find((operation) => first.get(operation)?.outcome.ok === true);
  const testCase = prefixed && schemePrefixCase(prefixed, first.get(prefixed)?.parameters ?? {});
  if (testCase && scope.has(prefixed)) await session.send(testCase);

  begin('lists and links');
  await checkListsAndLinks(options, first);

  begin('writes to resources that do not exist');
  const aimed = contract.operations.filter((operation) => operation.method !== 'get' && scope.has(operation));
  await sideBySide(aimed, options.concurrency, async (operation) => {
    const parents = (await discovery.parametersFor(operation))[0];
    const mayCreate = scope.isNamed(operation) || writes === 'disposable';
    for (const each of casesAtUnknownIds(source, operation, parents, mayCreate)) await session.send(each);
  });
  await checkOtherFormsOfWrites(options, discovery);
  if (writes === 'none') return;
  await options.settled?.();
  session.isWriting = true;
  if (options.restoring)
    await (await import('../meaning/guarded-writes.js')).checkGuardedWrites(options, discovery, options.restoring);
  if (!harness) return;
  await checkWrites(options, harness);
  await readLate(options, harness, reads);
  await clearStock(harness);
}

/** Reads what could not be read before: a write may have brought it into being. */
async function readLate(
  { session, source, scope, begin = () => undefined }: RunOptions,
  harness: Harness,
  reads: readonly CheckedOperation[],
): Promise<void> {
  begin('reads after writes');
  for (const operation of reads.filter(scope.has)) {
    if (session.tally.countsOf(operation.id).success) continue;
    let there: Parameters | undefined;
    for (const parameters of placesInStock(harness, operation))
      if (!there && (await session.send(readCase(operation, parameters, 'after writes'), 'counted')).ok)
        there = parameters;
    const found = there ? undefined : await harness.discovery.retry(operation);
    if (found?.outcome.ok) there = found.parameters;
    if (there) await checkRead({ session, source, operation, parameters: there }, true);
  }
}

type FirstReads = ReadonlyMap<CheckedOperation, FirstRead>;

/**
 * Reads everything once, in the order of `reads`. Every shard reads the same resources, so that all shards choose the
 * same ids.
 */
async function firstReads(
  { fixtures, concurrency }: RunOptions,
  discovery: Discovery,
  reads: readonly CheckedOperation[],
): Promise<FirstReads> {
  const first = new Map<CheckedOperation, FirstRead>();
  const all = async (read: (operation: CheckedOperation) => Promise<FirstRead | undefined>): Promise<void> => {
    await sideBySide(reads, concurrency, async (operation) => {
      const found = await read(operation);
      if (found) first.set(operation, found);
    });
  };
  await all((operation) => discovery.read(operation));
  // One read may have returned the ids that another needs.
  discovery.learnUnclaimed();
  await all((operation) => discovery.retry(operation));
  fixtures.learnPaths();
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
  // A list shows what the reads below it need.
  const listsFirst = [true, false].flatMap((isList) =>
    reads.filter((operation) => (listShape(operation, contract.resolve) !== undefined) === isList),
  );
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
    for (const operation of listsFirst) {
      const again = await harness.discovery.retry(operation, shows.has(operation));
      if (again) first.set(operation, again);
    }
  } while (left.size > 0 && left.size !== before);
  fixtures.learnPaths();
  return new Map(
    reads.flatMap((operation) => (first.has(operation) ? [[operation, first.get(operation) as FirstRead]] : [])),
  );
}

async function checkListsAndLinks(
  { contract, session, fixtures, source, scope }: RunOptions,
  first: FirstReads,
): Promise<void> {
  const known = new Set<string>();
  for (const [operation, { outcome, parameters }] of first) {
    if (!outcome.ok) continue;
    // Each link is followed only where it comes first, also across shards.
    const links = freshLinks(outcome, known);
    if (!scope.has(operation)) continue;
    await checkLinks(session, operation, outcome, links);
    if (!listShape(operation, contract.resolve)) continue;
    await checkList(session, fixtures, operation, parameters);
    await checkQueries({ session, source, operation, parameters });
  }
}

/** The reads in scope, and the lists of resources that bodies of operations in scope can refer to. */
export function readsFor(
  contract: CheckedContract,
  inScope: (operation: CheckedOperation) => boolean,
): CheckedOperation[] {
  const needed = new Set<CheckedOperation | undefined>();
  for (const operation of contract.operations.filter(inScope)) {
    if (operation.method === 'get') needed.add(operation);
    const names = operation.body ? [...fieldsOf(contract, operation.body.schema).properties.keys()] : [];
    const own =
      withoutSlash(operation.path)
        .split('/')
        .filter((part) => !part.startsWith('{'))
        .at(-1) ?? '';
    for (const { list, words } of contract.resources)
      if ([...names, own].some((name) => isNamed(words, name))) needed.add(list);
  }
  return contract.operations.filter((operation) => needed.has(operation));
}
