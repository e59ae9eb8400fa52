import { windowOf } from '../acts.js';
import type { Call, ShelfFault } from '../behaviour.js';
import { type JsonObject, without } from '../store.js';
import { changed, failure, faults, isOf, listOf, type Replacing, respondingWith } from './parts.js';

/** Filters by a test and by the query, but ignores the parameters in `unseen`. */
const matching =
  (test: (call: Call, book: JsonObject) => boolean, ...unseen: string[]): Replacing =>
  (before) => ({
    matches: (call, resource) =>
      before.matches({ ...call, query: without(call.query, ...unseen) }, resource) && test(call, resource),
  });

const paging =
  (chosen: (resources: JsonObject[], size: number, skipped: number) => JsonObject[]): Replacing =>
  (before, id) => ({
    paged: (call, resources) =>
      isOf(call, id) ? chosen(resources, ...windowOf(call.query)) : before.paged(call, resources),
  });

/** Sorts or pages as if the query had been another one. */
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

/** Starts one position later at each read, as a database without a fixed order may. */
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
    const resources = before.paged(call, before.sorted(call, all)).filter((resource) => before.matches(call, resource));
    return { resources, total: all.filter((resource) => before.matches(call, resource)).length };
  },
});

const sortedLate: Replacing = (before, id) => ({
  listed(call) {
    if (!isOf(call, id)) return before.listed(call);
    const all = before.collection(call).filter((resource) => before.matches(call, resource));
    return { resources: before.sorted(call, before.paged(call, all)), total: all.length };
  },
});

const countHeader = (edit: (headers: Record<string, string>, count: number) => Record<string, string>): Replacing =>
  respondingWith(({ headers, ...sent }) => ({ ...sent, headers: edit(headers, listOf(sent.body).length) }), 200);

/** Treats an invalid value of the query as another value, or as absent. */
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

/** Lists that do not match the request. */
export const listFaults: readonly ShelfFault[] = faults({
  'd listBooks limit-ignored: The list of books has 20 items and ignores `limit`.': pagedBy({ limit: 20 }),
  'd listBooks limit-off-by-one: The list of books has one item more than `limit`.': paging(
    (resources, size, skipped) => resources.slice(skipped, skipped + size + 1),
  ),
  'd listReviews reviews-limit-ignored: The list of reviews returns all reviews and ignores `limit`.': pagedBy({
    limit: 100,
  }),
  'd listBooks offset-ignored: The list of books ignores `offset`.': pagedBy({
    offset: 0,
  }),
  'd listBooks offset-skips-one: With an `offset`, the list of books skips one book too many.': paging(
    (resources, size, skipped) => resources.slice(skipped + Number(skipped > 0)).slice(0, size),
  ),
  'd listBooks offset-counts-pages: The list of books treats `offset` as a number of pages.': paging(
    (resources, size, skipped) => resources.slice(skipped * size, skipped * size + size),
  ),

  'd listAuthors page-ignored: The list of authors returns the first page and ignores `page`.': pagedBy({ page: 1 }),
  // The first page is correct if the parameter is absent, so most requests do not show the fault.
  'd listAuthors page-from-zero: The list of authors counts pages from 0 if the request has `page`.': (before, id) => ({
    paged(call, resources) {
      const isAsked = isOf(call, id) && new URL(call.target, call.origin).searchParams.has('page');
      const query = changed(call.query, 'page', (page) => Number(page) + 1);
      return before.paged(isAsked ? { ...call, query } : call, resources);
    },
  }),
  'd listAuthors page-overlaps: Each page of authors begins with the last author of the previous page.': paging(
    (resources, size, skipped) => resources.slice(skipped - Number(skipped > 0)).slice(0, size),
  ),
  'd listAuthors per-page-ignored: The list of authors has 20 items per page and ignores `per_page`.': pagedBy({
    per_page: 20,
  }),

  'd listBooks total-of-page: The `total` of books is the number of books on the page.': counting(({ shown }) => shown),
  'd listBooks total-ignores-filter: The `total` of books includes books that do not match.': counting(
    ({ all }) => all,
  ),
  'd listReviews total-one-short: The `total` of reviews is one too low.': counting(({ total }) =>
    Math.max(0, total - 1),
  ),
  'd listAuthors total-count-of-page: `X-Total-Count` is the number of authors on the page.': countHeader(
    (headers, count) => ({ ...headers, 'X-Total-Count': String(count) }),
  ),
  'd listAuthors total-count-missing: The header `X-Total-Count` is missing.': countHeader(
    ({ 'X-Total-Count': _, ...headers }) => headers,
  ),
  'd listAuthors total-count-no-number: `X-Total-Count` is a range, not a number.': countHeader((headers, count) => ({
    ...headers,
    'X-Total-Count': `1-${count}/${headers['X-Total-Count']}`,
  })),

  'd listBooks sort-ignored: The list of books is in order of creation and ignores `sort`.': asking('sorted', (query) =>
    without(query, 'sort'),
  ),
  'd listBooks sort-descending-ignored: The list of books ignores the minus sign of `sort`.': sortedBy((sort) =>
    sort.replace('-', ''),
  ),
  'd listBooks sort-year-by-title: The list of books sorts by title instead of year.': sortedBy((sort) =>
    sort.replace('year', 'title'),
  ),
  'd listBooks sort-within-page: The list of books is sorted after paging.': sortedLate,
  'd listAuthors author-sort-ignored: The list of authors is in order of creation and ignores `sort`.': asking(
    'sorted',
    (query) => ({ ...query, sort: 'createdAt' }),
  ),
  'd listAuthors order-ignored: The list of authors is ascending and ignores `order`.': asking('sorted', (query) =>
    without(query, 'order'),
  ),

  'd listBooks language-filter-ignored: The list of books ignores `language`.': matching(() => true, 'language'),
  'd listBooks author-filter-ignored: The list of books ignores `authorId`.': matching(() => true, 'authorId'),
  'd listBooks available-filter-ignored: The list of books ignores `available`.': matching(() => true, 'available'),
  'd listBooks available-filter-inverted: The list of books inverts `available`.': matching(
    ({ query }, book) => query['available'] === undefined || query['available'] !== book['available'],
    'available',
  ),
  'd listBooks available-false-ignored: The list of books ignores `available=false`.': matching(
    ({ query }, book) => query['available'] !== true || book['available'] === true,
    'available',
  ),
  'd listBooks filters-either: Two filters together match books that fit only one of them.': (before) => ({
    matches(call, resource) {
      const asked = ['authorId', 'language', 'available'].filter((name) => call.query[name] !== undefined);
      return asked.length < 2
        ? before.matches(call, resource)
        : asked.some((name) => call.query[name] === resource[name]);
    },
  }),
  'd listBooks filter-after-paging: The list of books is filtered after paging, so that pages have gaps.': filteredLate,

  'd listBooks list-repeats-item: A page of books after the first begins with its second item twice.': paging(
    (resources, size, skipped) => {
      const page = resources.slice(skipped, skipped + size);
      return skipped > 0 && page[1] ? [page[1], ...page.slice(1)] : page;
    },
  ),
  'd listBooks list-misses-last: The list of books never contains the last book.': paging((resources, size, skipped) =>
    resources.slice(0, -1).slice(skipped, skipped + size),
  ),
  'd listBooks unstable-order: The list of books starts at another book at each reading.': unstable,

  'd listBooks limit-over-maximum: A `limit` over 100 is treated as 100.': lenient(
    'limit',
    (text) => /^\d+$/.test(text) && Number(text) > 100,
    '100',
  ),
  'd listReviews negative-offset: A negative `offset` of reviews is treated as 0.': lenient(
    'offset',
    (text) => /^-\d+$/.test(text),
    '0',
  ),
  'd listBooks unknown-sort-ignored: An unknown `sort` is ignored.': lenient(
    'sort',
    (text) => !/^-?(title|year)$/.test(text),
  ),
  'd listAuthors bad-page-500: An invalid `page` returns 500.': breaking('page'),
  'd listBooks bad-filter-500: An `authorId` that is not a UUID returns 500.': breaking('authorId'),
});
