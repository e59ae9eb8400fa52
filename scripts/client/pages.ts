import { itemsIn, nextQuery, type Paging, type Query, sortedQuery } from '../contract/paging.js';
import { failure } from './error.js';
import { causeWithout } from './secret.js';
import type { AnyCall, AnyResult, DirectoryClientOptions } from './types.js';

type Method = (call?: AnyCall) => Promise<AnyResult>;

/**
 * The members of `pages` for operations with `x-paging`: for each a generator of the items of all pages, which asks for
 * a page when all items of the page before have been taken.
 *
 * @param paging by operationId
 */
export function pagesOf(
  client: object,
  paging: Readonly<Record<string, Paging>>,
  { apiKey }: DirectoryClientOptions,
): object {
  const causeOf = causeWithout(apiKey);

  async function* itemsOf(id: string, paged: Paging, call?: AnyCall): AsyncGenerator<unknown, void> {
    const method = (client as Readonly<Record<string, Method>>)[id]!;
    const fail = (result: AnyResult, expected: string, found: string): Error =>
      Object.assign(failure(result.ok ? 'invalid-body' : 'refused', expected, found, causeOf(result)), {
        operationId: id,
      });
    const [texts, others] = parted(call?.query);
    const asked = new Set<string>();
    let [query, next, seen, before] = [texts, call, 0, ''];
    for (;;) {
      asked.add(String(sortedQuery(query)));
      const result = await method(next);
      const items = result.ok ? itemsIn(paged, result.data) : undefined;
      if (!items) {
        const place = paged.items ? `${paged.items} of ` : '';
        throw fail(result, `a list from ${place}${id}`, `none (status ${result.status}). See cause`);
      }
      const shown = JSON.stringify(items);
      // A server that ignores the query would return its first page for ever.
      if (shown === before && items.length > 0) throw fail(result, `a further page of ${id}`, repeated);
      before = shown;
      yield* items;
      seen += items.length;
      const link = result.headers.get('link');
      const further = nextQuery(paged, { query, value: result.data, link, count: items.length, seen });
      if (!further) return;
      if (asked.has(String(sortedQuery(further)))) throw fail(result, `a further page of ${id}`, repeated);
      query = further;
      next = { ...call, query: { ...others, ...query } };
    }
  }

  return Object.fromEntries(
    Object.entries(paging).map(([id, paged]) => [id, (call?: AnyCall) => itemsOf(id, paged, call)]),
  );
}

const repeated = 'one that was read before. Tell the team of the server';

/** The parameters of a query with one value, as texts, and all others, which every further query repeats. */
function parted(query: AnyCall['query'] = {}): [texts: Query, others: Record<string, unknown>] {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const isOther = ([, value]: [string, unknown]): boolean => typeof value === 'object';
  return [
    Object.fromEntries(given.filter((each) => !isOther(each)).map(([name, value]) => [name, String(value)])),
    Object.fromEntries(given.filter(isOther)),
  ];
}
