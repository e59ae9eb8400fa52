import { withoutSlash } from '../../contract/path-template.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import { casesAtUnknownIds } from '../cases/at-unknown-ids.js';
import { schemePrefixCase } from '../cases/refusals.js';
import { checkLinks, freshLinks } from '../meaning/links.js';
import { checkList } from '../meaning/lists.js';
import { checkMock } from '../meaning/mock.js';
import { checkOtherForms, checkOtherFormsOfWrites } from '../meaning/other-forms.js';
import { readOtherParents } from '../meaning/other-parents.js';
import { checkQueries } from '../meaning/queries.js';
import { checkRead } from '../meaning/reads.js';
import type { RunOptions } from '../meaning/run-options.js';
import { checkWrites } from '../meaning/writes.js';
import type { CheckedContract } from '../model/contract.js';
import type { CheckedOperation } from '../model/operations.js';
import { isNamed, listShape } from '../model/resources.js';
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
  const first = await firstReads(options, discovery, reads);
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
  else await checkWrites(options, discovery);
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
function readsFor(contract: CheckedContract, inScope: (operation: CheckedOperation) => boolean): CheckedOperation[] {
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
