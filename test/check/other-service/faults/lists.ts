import { windowOf } from '../acts.js';
import type { Call, ShelfFault } from '../behaviour.js';
import { type Json, type JsonObject, without } from '../store.js';
import { adjust, failure, faults, inOwnStage, isOf, listOf, type Replacing, respondingWith } from './parts.js';

/** Filters by this test instead of the parameter. */
const matching =
  (unseenText: string, test: (wanted: Json | undefined, found: Json | undefined) => boolean = () => true): Replacing =>
  (base) => ({
    matches: (call, resource) =>
      base.matches({ ...call, query: without(call.query, unseenText) }, resource) &&
      test(call.query[unseenText], resource[unseenText]),
  });

const paging =
  (choose: (resources: JsonObject[], size: number, skipped: number) => JsonObject[]): Replacing =>
  (base, id) => ({
    paged: (call, resources) =>
      isOf(call, id) ? choose(resources, ...windowOf(call.query)) : base.paged(call, resources),
  });

/** Sorts or pages as if the query were different. */
const asking =
  (part: 'paged' | 'sorted', edit: (query: Call['query']) => Call['query']): Replacing =>
  (base, id) => ({
    [part](call: Call, resources: JsonObject[]) {
      return base[part](isOf(call, id) ? { ...call, query: edit(call.query) } : call, resources);
    },
  });
const pagedBy = (values: Call['query']): Replacing => asking('paged', (query) => ({ ...query, ...values }));
const sortedBy = (edit: (sort: string) => string): Replacing =>
  asking('sorted', (query) => adjust(query, 'sort', (sort) => edit(String(sort))));

const counting =
  (count: (counts: { all: number; onPage: number }) => number): Replacing =>
  (base, id) => ({
    total: (call, counts) => (isOf(call, id) ? count(counts) : base.total(call, counts)),
  });

/** Starts one position later at each read, as a database without a fixed order may. */
const unstable: Replacing = (base, id) => {
  let readings = 0;
  return {
    sorted(call, resources) {
      if (!isOf(call, id) || call.query['sort'] !== undefined) return base.sorted(call, resources);
      const by = readings++ % resources.length;
      return [...resources.slice(by), ...resources.slice(0, by)];
    },
  };
};

/** Filters or sorts only the items of each page. */
const late =
  (part: 'filter' | 'sort'): Replacing =>
  (base, id) => ({
    listResources(call) {
      if (!isOf(call, id)) return base.listResources(call);
      const allObjects = base.collection(call);
      const matchingObjects = allObjects.filter((resource) => base.matches(call, resource));
      const resources =
        part === 'sort'
          ? base.sorted(call, base.paged(call, matchingObjects))
          : base.paged(call, base.sorted(call, allObjects)).filter((resource) => matchingObjects.includes(resource));
      return { resources, total: matchingObjects.length };
    },
  });

const countHeader = (edit: (headers: Record<string, string>, count: number) => Record<string, string>): Replacing =>
  respondingWith(({ headers, ...reply }) => ({ ...reply, headers: edit(headers, listOf(reply.body).length) }), 200);

/** Treats an invalid value of the query as another value, or as absent. */
const lenient = (name: string, isTolerated: (text: string) => boolean, instead?: string): Replacing =>
  inOwnStage('query', (call, usual) => {
    const url = new URL(call.target, call.origin);
    const text = url.searchParams.get(name);
    if (text === null || !isTolerated(text)) return usual();
    url.searchParams.delete(name);
    if (instead !== undefined) url.searchParams.set(name, instead);
    return usual(Object.assign(call, { target: url.pathname + url.search }));
  });

/** Lists that do not match the request. */
export const listFaults: readonly ShelfFault[] = faults({
  'd listBooks limit-ignored page.limit: The list of books ignores `limit`.': pagedBy({ limit: 20 }),
  'd listBooks limit-off-by-one page.limit: The list of books has one item more than `limit`.': paging(
    (resources, size, skipped) => resources.slice(skipped, skipped + size + 1),
  ),
  'd listBooks offset-ignored page.offset: The list of books ignores `offset`.': pagedBy({ offset: 0 }),
  'd listBooks offset-counts-pages page.offset: The list of books treats `offset` as a number of pages.': paging(
    (resources, size, skipped) => resources.slice(skipped * size, skipped * size + size),
  ),
  'd listAuthors page-ignored page.page: The list of authors ignores `page`.': pagedBy({ page: 1 }),
  // The first page is correct if the parameter is absent, so most requests do not show the fault.
  'd listAuthors page-from-zero page.page: Pages count from 0 if the request has `page`.': (base, id) => ({
    paged(call, resources) {
      const isAsked = isOf(call, id) && /[?&]page=/.test(call.target);
      const query = adjust(call.query, 'page', (page) => Number(page) + 1);
      return base.paged(isAsked ? { ...call, query } : call, resources);
    },
  }),
  'd listAuthors per-page-ignored page.limit: The list of authors ignores `per_page`.': pagedBy({ per_page: 20 }),
  'd listBooks total-of-page page.total: `total` is the number of books on the page.': counting(({ onPage }) => onPage),
  'd listBooks total-ignores-filter page.total: `total` includes books that do not match.': counting(({ all }) => all),
  'd listAuthors total-count-of-page page.total: `X-Total-Count` is the number of authors on the page.': countHeader(
    (headers, count) => ({ ...headers, 'X-Total-Count': String(count) }),
  ),
  'd listAuthors total-count-missing header.x-total-count-missing: The header `X-Total-Count` is missing.': countHeader(
    ({ 'X-Total-Count': _, ...headers }) => headers,
  ),
  'd listAuthors total-count-no-number header.x-total-count: `X-Total-Count` is a range, no number.': countHeader(
    (headers, count) => ({ ...headers, 'X-Total-Count': `1-${count}/9` }),
  ),
  'd listBooks sort-ignored sort.order': asking('sorted', (query) => without(query, 'sort')),
  'd listBooks sort-descending-ignored sort.order': sortedBy((sort) => sort.replace('-', '')),
  'd listBooks sort-year-by-title sort.order': sortedBy((sort) => sort.replace('year', 'title')),
  'd listBooks sort-within-page sort.order: The list of books is sorted after paging.': late('sort'),
  'd listAuthors order-ignored sort.order': asking('sorted', (query) => without(query, 'order')),
  'd listBooks author-filter-ignored filter.ignored: The list of books ignores `authorId`.': matching('authorId'),
  'd listBooks available-filter-ignored filter.ignored: The list of books ignores `available`.': matching('available'),
  'd listBooks available-filter-inverted filter.ignored': matching('available', (wanted, found) => wanted !== found),
  'd listBooks available-false-ignored filter.ignored: The list of books ignores `available=false`.': matching(
    'available',
    (wantedValue, foundValue) => wantedValue !== true || foundValue === true,
  ),
  'd listBooks filters-either filter.ignored: Two filters together match books that fit one.': (base) => ({
    matches(call, resource) {
      const requests = ['authorId', 'language', 'available'].filter((name) => call.query[name] !== undefined);
      const isEither = requests.some((name) => call.query[name] === resource[name]);
      return requests.length < 2 ? base.matches(call, resource) : isEither;
    },
  }),
  'd listBooks filter-after-paging filter.misses: Books are filtered after paging, so pages have gaps.': late('filter'),
  'd listBooks list-repeats-item page.offset: A page of books after the first begins with its second item twice.':
    paging((resources, size, skipped) => {
      const page = resources.slice(skipped, skipped + size);
      return skipped > 0 && page[1] ? [page[1], ...page.slice(1)] : page;
    }),
  'd listBooks list-misses-last page.total: The list of books never contains the last book.': paging(
    (resources, size, skipped) => resources.slice(0, -1).slice(skipped, skipped + size),
  ),
  'd listBooks unstable-order page.offset: The list of books starts at another book at each reading.': unstable,
  'd listBooks limit-over-maximum refusal.out-of-bounds-accepted: A `limit` over 100 is treated as 100.': lenient(
    'limit',
    (text) => /^\d+$/.test(text) && Number(text) > 100,
    '100',
  ),
  'd listReviews negative-offset refusal.out-of-bounds-accepted': lenient('offset', (text) => /^-\d+$/.test(text), '0'),
  'd listBooks unknown-sort-ignored refusal.out-of-bounds-accepted: An unknown `sort` is ignored.': lenient(
    'sort',
    (text) => !/^-?(title|year)$/.test(text),
  ),
  'd listBooks bad-filter-500 status.server-error: An `authorId` that is no UUID returns 500.': inOwnStage(
    'query',
    (call, usual) => usual() && (call.target.includes('authorId=') ? failure() : usual()),
  ),
});
