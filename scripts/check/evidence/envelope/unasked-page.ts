import { pathWith } from '../../../contract/paging/follow.js';
import { type ListForm, type Reading, totalOf } from '../../../contract/paging/recognise.js';
import { hasNext, type SketchedPage, signsOf } from '../../../contract/paging/recognise-next.js';
import type { NextSign } from '../../model/unasked-page.js';

/** A page of a list, and what says that another one follows. */
interface Leading {
  operationId: string;
  path: string;
  items: string;
  signs: NextSign[];
}

/** With fewer items, a number could be that of a page as well as a number of items. */
const enoughItems = 3;

/**
 * The page that suits best for a search for the next one, among lists in envelopes where nothing shows how to ask for
 * it; undefined if no page says that another one follows.
 *
 * @param envelopes what is known of each list
 * @param isAllowed whether an operation may be called
 */
export function leadingPage(
  { lists }: Reading,
  envelopes: ReadonlyMap<string, ListForm>,
  isAllowed: (operationId: string) => boolean,
): Leading | undefined {
  const open = lists.filter(({ operationId }) => {
    const known = envelopes.get(operationId);
    return known !== undefined && known !== 'bare' && known.next === undefined && known.page === undefined;
  });
  const all = open.flatMap(({ pages }) => pages);
  const total = totalOf(all, {});
  const signs = nextSigns(all, total);
  const leading = open
    .filter(({ operationId }) => isAllowed(operationId))
    .flatMap(({ operationId, items, pages }) =>
      pages.flatMap((page) => {
        const own = signs.filter((sign) => isTold(page, sign));
        return own.length > 0 ? [{ operationId, items, page, signs: own, rank: rankOf(page, own, total) }] : [];
      }),
    );
  const [best] = leading.sort((one, other) => one.rank - other.rank || other.page.count - one.page.count);
  if (!best) return undefined;
  const { page, rank: _, ...rest } = best;
  return { ...rest, path: pathWith(page.path, page.query) };
}

/**
 * The longest page for a search for the parameter with the number of items of a page, among lists where only that is
 * open; undefined if there is none, or if all are so short that they would show nothing.
 */
export function pageWithoutSize(
  { lists }: Reading,
  envelopes: ReadonlyMap<string, ListForm>,
  isAllowed: (operationId: string) => boolean,
): Leading | undefined {
  const open = lists.filter(({ operationId }) => {
    const known = envelopes.get(operationId);
    return isAllowed(operationId) && known !== 'bare' && known?.page !== undefined && known.page.size === undefined;
  });
  const first = open.flatMap(({ operationId, items, pages }) =>
    pages.filter(({ query }) => Object.keys(query).length === 0).map((page) => ({ operationId, items, page })),
  );
  const [longest] = first.sort((one, other) => other.page.count - one.page.count);
  if (!longest || longest.page.count < enoughItems) return undefined;
  const { page, ...rest } = longest;
  return { ...rest, path: page.path, signs: [] };
}

function isTold(page: SketchedPage, { kind, at }: NextSign): boolean {
  if (page.count === 0) return false;
  return kind === 'total' ? Number(page.values.get(at)) > page.count : hasNext(page, at) === true;
}

const kinds: readonly NextSign['kind'][] = ['value', 'more', 'total'];

/** What says that more follow, the surest first. */
function nextSigns(pages: readonly SketchedPage[], total: string | undefined): NextSign[] {
  const told = signsOf(pages).flatMap(({ at, kind }): NextSign[] => (kind === 'address' ? [] : [{ at, kind }]));
  const signs: NextSign[] = [...told, ...(total === undefined ? [] : [{ at: total, kind: 'total' as const }])];
  const doubt = ({ at, kind }: NextSign): number => (kind === 'value' ? doubtOf(at, pages) : 0);
  const rank = (sign: NextSign): number => kinds.indexOf(sign.kind) * 10 + doubt(sign);
  const sure = signs.filter((sign) => doubt(sign) < 2);
  return (sure.length > 0 ? sure : signs).sort((one, other) => rank(one) - rank(other));
}

/** How little a value looks like a cursor: it is on all pages, as that of a session is, and not named for the next. */
function doubtOf(at: string, pages: readonly SketchedPage[]): number {
  const hasEnd = pages.some((page) => hasNext(page, at) === false);
  return (hasEnd ? 0 : 1) + (/next|after|continu/i.test(at) ? 0 : 1);
}

/** Less is better: the surest sign, no query, enough items, and two pages after this one. */
function rankOf(page: SketchedPage, own: readonly NextSign[], total: string | undefined): number {
  const sign = kinds.indexOf(own[0]?.kind ?? 'total');
  const isLong = total === undefined || Number(page.values.get(total)) > page.count * 2;
  return sign * 100 + Object.keys(page.query).length * 10 + (page.count < enoughItems ? 2 : 0) + (isLong ? 0 : 1);
}
