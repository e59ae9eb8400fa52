import { itemsIn, nextQuery, type Paging, type Query, sortedQuery } from '../contract/paging.js';
import { failure, noList, unlike } from './error.js';
import { wholeQuery } from './query.js';
import { causesOf } from './secret.js';
import type { AnyCall, AnyResult, DirectoryClientOptions } from './types.js';

type Method = (call?: AnyCall) => Promise<AnyResult>;

/**
 * The members of `pages` for operations with `x-paging`: for each a generator of the items of all pages, which asks for
 * a page when all items of the page before have been taken.
 *
 * @param client as `buildClient` returned it
 * @param paging by operationId
 * @param _options for clients that an older version made
 */
export function pagesOf(
  client: object,
  paging: Readonly<Record<string, Paging>>,
  _options?: DirectoryClientOptions,
): object {
  const causeOf = causesOf.get(client)!;

  async function* itemsOf(id: string, paged: Paging, call?: AnyCall): AsyncGenerator<unknown, void> {
    const method = (client as Readonly<Record<string, Method>>)[id]!;
    const repeated = (result: AnyResult): Error =>
      Object.assign(
        failure(
          'invalid-body',
          unlike(`a further page of ${id}`, 'one that was read before. Tell the team of the server'),
          causeOf(result),
        ),
        { operationId: id },
      );
    const [texts, others] = parted(wholeQuery(call ?? {}, String));
    // A further page is asked for with the query that it names, in which extra parameters would stand twice.
    const { extraQuery: _, ...rest } = call ?? {};
    const asked = new Set<string>();
    let [query, next, seen, before] = [texts, call, 0, ''];
    for (;;) {
      asked.add(String(sortedQuery(query)));
      const result = await method(next);
      const items = result.ok ? itemsIn(paged, result.data) : undefined;
      if (!items) {
        const place = paged.items ? `${paged.items} of ` : '';
        throw Object.assign(noList(result, `${place}${id}`, causeOf(result)), { operationId: id });
      }
      const shown = JSON.stringify(items);
      // A server that ignores the query would return its first page for ever.
      if (shown === before && items.length > 0) throw repeated(result);
      before = shown;
      yield* items;
      seen += items.length;
      const link = result.headers.get('link');
      const further = nextQuery(paged, { query, value: result.data, link, count: items.length, seen });
      if (!further) return;
      if (asked.has(String(sortedQuery(further)))) throw repeated(result);
      query = further;
      next = { ...rest, query: { ...others, ...query } };
    }
  }

  return Object.fromEntries(
    Object.entries(paging).map(([id, paged]) => [id, (call?: AnyCall) => itemsOf(id, paged, call)]),
  );
}

/** The parameters of a query with one value, as texts, and all others, which every further query repeats. */
function parted(query: Record<string, unknown>): [texts: Query, others: Record<string, unknown>] {
  const given = Object.entries(query);
  const isOther = ([, value]: [string, unknown]): boolean => typeof value === 'object';
  return [
    Object.fromEntries(given.filter((each) => !isOther(each)).map(([name, value]) => [name, String(value)])),
    Object.fromEntries(given.filter(isOther)),
  ];
}
