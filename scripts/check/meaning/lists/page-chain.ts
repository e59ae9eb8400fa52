import { totalIn } from '../../../contract/paging/follow.js';
import { placeText } from '../../../contract/paging/paging.js';
import { pageCase } from '../../cases/reads.js';
import type { RuleBreach } from '../../model/breach.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { itemIdField } from '../../model/contract/resources.js';
import { formatValue } from '../../model/deviation.js';
import { nextPath, receivedParts } from '../../model/pages.js';
import { itemsOf } from '../../session/fixtures.js';
import type { Outcome } from '../../session/outcome.js';
import { fieldOf, haveIds, keysOf } from '../../session/resource.js';
import type { Session } from '../../session/session.js';
import { readWholeList, type WholeList } from '../../session/whole-list.js';

interface PageFault {
  outcome: Outcome;
  fault: RuleBreach & { pointer?: string };
}

/**
 * Checks the pages of a list as `x-paging` describes them: they must lead from the first to the last, contain each item
 * once, and give the right total. A fault must occur in two walks through the same items, since somebody else may
 * change the list between two pages.
 *
 * @param readAgain reads the first page once more
 */
export async function checkPageChain(
  session: Session,
  operation: CheckedOperation,
  wholeList: WholeList,
  readAgain: () => Promise<Outcome>,
): Promise<void> {
  const idField = itemIdField(session.contract, operation);
  const faultsOf = async (list: WholeList): Promise<PageFault[]> => [
    ...findRepeatedItems(list, idField),
    ...findWrongTotals(operation, list, idField),
    ...(list.chainBreak ? [chainFault(operation, list.chainBreak)] : []),
    ...(await findItemsAfterTotal(session, operation, list, idField)),
  ];
  const faults = await faultsOf(wholeList);
  if (faults.length === 0) return;
  const secondList = await readWholeList(session, await readAgain());
  const joinKeys = (list: WholeList): string => [...new Set(keysOf(list.items, idField))].sort().join();
  if (!secondList || joinKeys(wholeList) !== joinKeys(secondList)) return;
  const rules = new Set((await faultsOf(secondList)).map(({ fault }) => fault.rule));
  for (const { outcome, fault } of faults) {
    const contract = `${operation.pointer}/x-paging`;
    if (rules.has(fault.rule)) session.reportFault(outcome, operation, { ...fault, contract }, { isPaged: true });
    // Each rule is reported once.
    rules.delete(fault.rule);
  }
}

function* findRepeatedItems({ pages }: WholeList, idField: string | undefined): Iterable<PageFault> {
  const pageIndexes = new Map<string, number>();
  for (const [index, { outcome, items }] of pages.entries()) {
    const keys = keysOf(items, idField);
    for (const [position, item] of items.entries()) {
      const [id, key] = [fieldOf(item, idField ?? 'id'), keys[position] ?? ''];
      const earlierIndex = pageIndexes.get(key);
      pageIndexes.set(key, index);
      if (id === undefined || earlierIndex === undefined || earlierIndex === index) continue;
      const message = 'Two pages of the list contain the same resource.';
      const actual = `${id} on pages ${earlierIndex + 1} and ${index + 1}`;
      const details = { message, expected: 'each resource once', actual };
      yield { outcome, fault: { rule: 'list.duplicate', pointer: '/*', ...details } };
    }
  }
}

function* findWrongTotals(
  { paging }: CheckedOperation,
  { pages, items, isComplete }: WholeList,
  idField: string | undefined,
): Iterable<PageFault> {
  if (paging?.total === undefined) return;
  const [count, isExact] = [new Set(keysOf(items, idField)).size, haveIds(items, idField)];
  for (const { outcome } of pages) {
    const total = totalIn(paging, receivedParts(outcome.value, outcome.exchange.response));
    if (total === undefined) continue;
    // Items without an id may be equal. Then the list has more items than different values.
    const isTotalPlausible = !isExact && total > count && total < items.length;
    const isTotalRight = isComplete ? total === count || total === items.length || isTotalPlausible : total >= count;
    if (isTotalRight) continue;
    const message = `The total ${placeText(paging.total)} is not the number of items on all pages.`;
    const expected = isComplete ? String(count) : `at least ${count}`;
    yield { outcome, fault: { rule: 'page.total', message, expected, actual: String(total) } };
  }
}

/** Reads the page after the last page, if only the total says which page is the last, and reports items on it. */
async function findItemsAfterTotal(
  session: Session,
  operation: CheckedOperation,
  { pages, items, isComplete }: WholeList,
  idField: string | undefined,
): Promise<PageFault[]> {
  const [first, last] = [pages[0], pages.at(-1)];
  const { total, next, ...paging } = operation.paging ?? {};
  if (!first || !last || !isComplete || next !== undefined || total === undefined) return [];
  const { value, exchange, case: read } = last.outcome;
  const responseParts = receivedParts(value, exchange.response);
  const page = { path: read.request.path, value, response: exchange.response };
  const counts = { count: last.items.length, seenCount: items.length };
  const textAfter = nextPath({ paging, security: operation.security }, { ...page, ...counts });
  if (textAfter === undefined) return [];
  const outcome = await session.send({ ...pageCase(first.outcome.case, textAfter, pages.length + 1), expect: 'any' });
  const knownKeys = new Set(keysOf(items, idField));
  const laterItems = outcome.ok ? (itemsOf(session.contract, operation, outcome.value) ?? []) : [];
  const newKeys = keysOf(laterItems, idField).filter((key) => !knownKeys.has(key));
  if (newKeys.length === 0) return [];
  const message = `The list has more items than its total ${placeText(total)} says.`;
  const expected = `at least ${knownKeys.size + newKeys.length}`;
  const actual = formatValue(totalIn({ total }, responseParts));
  return [{ outcome, fault: { rule: 'page.total', message, expected, actual } }];
}

function chainFault(
  { success, paging }: CheckedOperation,
  { reason, outcome }: NonNullable<WholeList['chainBreak']>,
): PageFault {
  const refusal = { rule: 'page.refused', message: 'The next page of the list cannot be read.' } as const;
  if (reason === 'unnamed') {
    const expected = `a string or a number ${placeText(paging?.page?.item ?? '/id')} of the last item`;
    return { outcome, fault: { ...refusal, expected, actual: 'no cursor for the next page' } };
  }
  if (reason === 'refused') {
    const texts = { expected: `status ${success?.status ?? '2xx'}`, actual: `status ${outcome.status}` };
    return { outcome, fault: { ...refusal, ...texts } };
  }
  const message = 'The next page of the list contains no new items.';
  const expected = 'a page with other items, or the last page';
  const actual =
    reason === 'empty' ? 'a page without items that says that another one follows' : 'the same items again';
  return { outcome, fault: { rule: 'page.repeats', message, expected, actual } };
}
