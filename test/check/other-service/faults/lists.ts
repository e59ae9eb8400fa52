import { windowOf } from '../acts.js';
import type { Call, ShelfFault } from '../behaviour.js';
import { type JsonObject, without } from '../store.js';
import { answering, changed, failure, faults, isOf, listOf, type Replacing } from './parts.js';

/** Lists what passes the test, and the part of the query that is seen. */
const matching =
  (test: (call: Call, book: JsonObject) => boolean, ...unseen: string[]): Replacing =>
  (before) => ({
    matches: (call, thing) =>
      before.matches({ ...call, query: without(call.query, ...unseen) }, thing) && test(call, thing),
  });

const paging =
  (chosen: (resources: JsonObject[], size: number, skipped: number) => JsonObject[]): Replacing =>
  (before, id) => ({
    paged: (call, resources) =>
      isOf(call, id) ? chosen(resources, ...windowOf(call.query)) : before.paged(call, resources),
  });

/** Cuts the page, or sorts before that, as if the query said something else. */
const asking =
  (part: 'paged' | 'sorted', edit: (query: Call['query']) => Call['query']): Replacing =>
  (before, id) => ({
    [part](call: Call, resources: JsonObject[]) {
      return before[part](isOf(call, id) ? { ...call, query: edit(call.query) } : call, resources);
    },
  });
const pagedBy = (values: Call['query']): Replacing => asking('paged', (query) => ({ ...query, ...values }));
const sortedBy = (edit: (sort: string) => string): Replacing =>
  asking('sorted', (query) => changed(query, 'sort', (sort) => edit(String(sort))));

const counting =
  (count: (counts: { all: number; shown: number; total: number }) => number): Replacing =>
  (before, id) => ({
    total: (call, counts) => {
      const total = before.total(call, counts);
      return isOf(call, id) ? count({ ...counts, total }) : total;
    },
  });

/** Begins one place further at each reading, as a database without an order may. */
const unstable: Replacing = (before, id) => {
  let readings = 0;
  return {
    sorted(call, resources) {
      if (!isOf(call, id) || call.query['sort'] !== undefined) return before.sorted(call, resources);
      const by = readings++ % resources.length;
      return [...resources.slice(by), ...resources.slice(0, by)];
    },
  };
};

const filteredLate: Replacing = (before, id) => ({
  listed(call) {
    if (!isOf(call, id)) return before.listed(call);
    const all = before.collection(call);
    const resources = before.paged(call, before.sorted(call, all)).filter((thing) => before.matches(call, thing));
    return { resources, total: all.filter((thing) => before.matches(call, thing)).length };
  },
});

const sortedLate: Replacing = (before, id) => ({
  listed(call) {
    if (!isOf(call, id)) return before.listed(call);
    const all = before.collection(call).filter((thing) => before.matches(call, thing));
    return { resources: before.sorted(call, before.paged(call, all)), total: all.length };
  },
});

const countHeader = (edit: (headers: Record<string, string>, count: number) => Record<string, string>): Replacing =>
  answering(({ headers, ...sent }) => ({ ...sent, headers: edit(headers, listOf(sent.body).length) }), 200);

/** Takes a value of the query that the contract has not for another one, or for none. */
const lenient =
  (name: string, isTolerated: (text: string) => boolean, instead?: string): Replacing =>
  (before, id) => ({
    query(call) {
      const url = new URL(call.target, call.origin);
      const text = url.searchParams.get(name);
      if (!isOf(call, id) || text === null || !isTolerated(text)) return before.query(call);
      url.searchParams.delete(name);
      if (instead !== undefined) url.searchParams.set(name, instead);
      return before.query(Object.assign(call, { target: url.pathname + url.search }));
    },
  });

const breaking =
  (name: string): Replacing =>
  (before, id) => ({
    query(call) {
      const refused = before.query(call);
      const isBad = refused?.status === 422 && new URL(call.target, call.origin).searchParams.has(name);
      return isBad && isOf(call, id) ? failure() : refused;
    },
  });

/** Lists that are not what was asked for. */
export const listFaults: readonly ShelfFault[] = faults({
  'd listBooks limit-ignored: The list of books has 20 items, whatever `limit` says.': pagedBy({ limit: 20 }),
  'd listBooks limit-off-by-one: The list of books has one item more than `limit` says.': paging(
    (resources, size, skipped) => resources.slice(skipped, skipped + size + 1),
  ),
  'd listReviews reviews-limit-ignored: The list of reviews gives all, whatever `limit` says.': pagedBy({ limit: 100 }),
  'd listBooks offset-ignored: The list of books begins with the first one, whatever `offset` says.': pagedBy({
    offset: 0,
  }),
  'd listBooks offset-skips-one: After an `offset`, the list of books leaves out one more.': paging(
    (resources, size, skipped) => resources.slice(skipped + Number(skipped > 0)).slice(0, size),
  ),
  'd listBooks offset-counts-pages: The list of books takes `offset` for a number of pages.': paging(
    (resources, size, skipped) => resources.slice(skipped * size, skipped * size + size),
  ),

  'd listAuthors page-ignored: The list of authors gives the first page, whatever `page` says.': pagedBy({ page: 1 }),
  // A page that is not asked for is the first one all the same: most calls look right.
  'd listAuthors page-from-zero: The list of authors counts pages from 0 where one is asked for.': (before, id) => ({
    paged(call, resources) {
      const isAsked = isOf(call, id) && new URL(call.target, call.origin).searchParams.has('page');
      const query = changed(call.query, 'page', (page) => Number(page) + 1);
      return before.paged(isAsked ? { ...call, query } : call, resources);
    },
  }),
  'd listAuthors page-overlaps: Each page of authors begins with the last one of the page before.': paging(
    (resources, size, skipped) => resources.slice(skipped - Number(skipped > 0)).slice(0, size),
  ),
  'd listAuthors per-page-ignored: The list of authors has 20 a page, whatever `per_page` says.': pagedBy({
    per_page: 20,
  }),

  'd listBooks total-of-page: The `total` of books is how many are on the page.': counting(({ shown }) => shown),
  'd listBooks total-ignores-filter: The `total` of books counts those that do not match, too.': counting(
    ({ all }) => all,
  ),
  'd listReviews total-one-short: The `total` of reviews is one too low.': counting(({ total }) =>
    Math.max(0, total - 1),
  ),
  'd listAuthors total-count-of-page: `X-Total-Count` says how many are on the page.': countHeader(
    (headers, count) => ({ ...headers, 'X-Total-Count': String(count) }),
  ),
  'd listAuthors total-count-missing: There is no `X-Total-Count`.': countHeader(
    ({ 'X-Total-Count': _, ...headers }) => headers,
  ),
  'd listAuthors total-count-no-number: `X-Total-Count` is a range, not a number.': countHeader((headers, count) => ({
    ...headers,
    'X-Total-Count': `1-${count}/${headers['X-Total-Count']}`,
  })),

  'd listBooks sort-ignored: The list of books is in the order of arrival, whatever `sort` says.': asking(
    'sorted',
    (query) => without(query, 'sort'),
  ),
  'd listBooks sort-descending-ignored: The list of books does not see the minus of `sort`.': sortedBy((sort) =>
    sort.replace('-', ''),
  ),
  'd listBooks sort-year-by-title: The list of books sorts by title where the year is asked for.': sortedBy((sort) =>
    sort.replace('year', 'title'),
  ),
  'd listBooks sort-within-page: The list of books is sorted after the page was cut.': sortedLate,
  'd listAuthors author-sort-ignored: The list of authors is in the order of arrival, whatever `sort` says.': asking(
    'sorted',
    (query) => ({ ...query, sort: 'createdAt' }),
  ),
  'd listAuthors order-ignored: The list of authors is ascending, whatever `order` says.': asking('sorted', (query) =>
    without(query, 'order'),
  ),

  'd listBooks language-filter-ignored: The list of books does not see `language`.': matching(() => true, 'language'),
  'd listBooks author-filter-ignored: The list of books does not see `authorId`.': matching(() => true, 'authorId'),
  'd listBooks available-filter-ignored: The list of books does not see `available`.': matching(
    () => true,
    'available',
  ),
  'd listBooks available-filter-inverted: The list of books takes `available` the other way round.': matching(
    ({ query }, book) => query['available'] === undefined || query['available'] !== book['available'],
    'available',
  ),
  'd listBooks available-false-ignored: The list of books takes `available=false` as if it was not there.': matching(
    ({ query }, book) => query['available'] !== true || book['available'] === true,
    'available',
  ),
  'd listBooks filters-either: Two filters together let pass what fits one of them.': (before) => ({
    matches(call, thing) {
      const asked = ['authorId', 'language', 'available'].filter((name) => call.query[name] !== undefined);
      return asked.length < 2 ? before.matches(call, thing) : asked.some((name) => call.query[name] === thing[name]);
    },
  }),
  'd listBooks filter-after-paging: The list of books is filtered after the page was cut, so that pages have gaps.':
    filteredLate,

  'd listBooks list-repeats-item: A page of books after the first begins with its second item twice.': paging(
    (resources, size, skipped) => {
      const page = resources.slice(skipped, skipped + size);
      return skipped > 0 && page[1] ? [page[1], ...page.slice(1)] : page;
    },
  ),
  'd listBooks list-misses-last: The list of books never shows the last one.': paging((resources, size, skipped) =>
    resources.slice(0, -1).slice(skipped, skipped + size),
  ),
  'd listBooks unstable-order: The list of books begins elsewhere at each reading.': unstable,

  'd listBooks limit-over-maximum: A `limit` over 100 is taken for 100.': lenient(
    'limit',
    (text) => /^\d+$/.test(text) && Number(text) > 100,
    '100',
  ),
  'd listReviews negative-offset: A negative `offset` of reviews is taken for 0.': lenient(
    'offset',
    (text) => /^-\d+$/.test(text),
    '0',
  ),
  'd listBooks unknown-sort-ignored: A `sort` that is not known is taken as if it was not there.': lenient(
    'sort',
    (text) => !/^-?(title|year)$/.test(text),
  ),
  'd listAuthors bad-page-500: A `page` that is no number from 1 brings 500.': breaking('page'),
  'd listBooks bad-filter-500: An `authorId` that is no UUID brings 500.': breaking('authorId'),
});
