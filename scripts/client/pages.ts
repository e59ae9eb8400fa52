import { itemsIn, nextQuery, type Query, queryIn, sortedQuery } from '../contract/paging/follow.js';
import type { Paging } from '../contract/paging/paging.js';
import { valueAt } from '../contract/pointer.js';
import { failure, noList, unlike } from './error.js';
import { guards } from './guard.js';
import { queryText } from './query.js';
import type { AnyCall, AnyResult, DirectoryClientOptions } from './types.js';

type Method = (call?: AnyCall) => Promise<AnyResult>;

/** The most characters of the address of a next page, or of its cursor: servers accept no longer line in a request. */
const longestNext = 8192;

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
  const guarded = guards.get(client)!;

  async function* itemsOf(id: string, paged: Paging, call: AnyCall = {}): AsyncGenerator<unknown, void> {
    const method = (client as Readonly<Record<string, Method>>)[id]!;
    const asked = new Set<string>();
    let query: Query;
    let last: AnyResult | undefined;
    let [next, count, seen, empty, before] = [call, 0, 0, 0, ''];
    const unusable = (expected: string, found: string): Error =>
      failure('invalid-body', unlike(expected, `${found} the team of the server`), last);
    const repeated = (): Error => unusable(`a further page of ${id}`, 'one that was read before. Tell');

    /** Chooses the query of the next page. @returns false after the last page */
    const turned = (): boolean => {
      if (!last) {
        query = queryIn(queryText(call));
        return true;
      }
      const link = last.headers.get('link');
      const told = paged.next === 'link' ? link : valueAt(last.data, paged.next ?? '');
      if (typeof told === 'string' && told.length > longestNext)
        throw unusable(`at most ${longestNext} characters for the next page of ${id}`, `${told.length}. Tell`);
      const further = nextQuery(paged, { query, value: last.data, link, count, seen });
      if (!further) return false;
      if (asked.has(String(sortedQuery(further)))) throw repeated();
      // A further page is asked for with the query that it names, in which extra parameters would stand twice.
      const { extraQuery: _, emptyPages = 1000, ...rest } = call;
      // Also if emptyPages is not a number.
      if (!(empty < emptyPages))
        throw unusable(`an item of ${id}`, `none in ${empty} pages one after another. Raise emptyPages, or tell`);
      query = further;
      next = { ...rest, query };
      return true;
    };

    /** The items of the next page; undefined after the last page. */
    const page = async (): Promise<readonly unknown[] | undefined> => {
      if (!turned()) return undefined;
      asked.add(String(sortedQuery(query)));
      last = await method(next);
      const items = last.ok ? itemsIn(paged, last.data) : undefined;
      if (!items) throw noList(last, `${paged.items ? `${paged.items} of ` : ''}${id}`);
      const shown = textOf(items);
      if (shown === undefined) throw unusable(`items of ${id}`, 'some that are nested too deep to compare. Tell');
      count = items.length;
      // A server that ignores the query would return its first page for ever.
      if (shown === before && count > 0) throw repeated();
      before = shown;
      seen += count;
      empty = count ? 0 : empty + 1;
      return items;
    };

    for (let items = await guarded(page(), id); items; items = await guarded(page(), id)) yield* items;
  }

  return Object.fromEntries(
    Object.entries(paging).map(([id, paged]) => [id, (call?: AnyCall) => itemsOf(id, paged, call)]),
  );
}

/** JSON of a value; undefined if it is nested too deep. */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
