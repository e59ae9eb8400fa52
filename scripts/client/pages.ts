import { itemsIn, nextQuery, parseQuery, type QueryParameters, sortQuery, valueIn } from '../contract/paging/follow.js';
import type { Paging } from '../contract/paging/paging.js';
import { createError, mismatchText, toMissingListError } from './error.js';
import { guards } from './guard.js';
import { queryText } from './query.js';
import type { AnyCall, AnyResult, DirectoryClientOptions } from './types.js';

type CallMethod = (call?: AnyCall) => Promise<AnyResult>;

/** Maximum length of the address or cursor of a next page: servers refuse requests with longer lines. */
const maxNextAddressLength = 8192;

/**
 * Creates the members of `pages` for operations with `x-paging`. Each yields the items of all pages, and requests a
 * page only after the caller has taken all items of the previous page.
 *
 * @param client as `buildClient` returned it
 * @param paging by operationId
 * @param _options unused; clients that an older version generated pass it
 */
export function pagesOf(
  client: object,
  paging: Readonly<Record<string, Paging>>,
  _options?: DirectoryClientOptions,
): object {
  const guard = guards.get(client)!;

  async function* itemsOf(id: string, listPaging: Paging, call: AnyCall = {}): AsyncGenerator<unknown, void> {
    const method = (client as Readonly<Record<string, CallMethod>>)[id]!;
    const usedQueries = new Set<string>();
    let query: QueryParameters;
    let lastResult: AnyResult | undefined;
    let [nextCall, count, itemCount, emptyCount, lastItemsText] = [call, 0, 0, 0, ''];
    const toPageError = (expected: string, actual: string): Error =>
      createError('invalid-body', mismatchText(expected, `${actual} the team that runs the server`), lastResult);
    const toRepeatedPageError = (): Error => toPageError(`a further page of ${id}`, 'one that was read before. Tell');

    /** Chooses the query of the next page. @returns false after the last page */
    const chooseNextQuery = (): boolean => {
      if (!lastResult) {
        query = parseQuery(queryText(call));
        return true;
      }
      const { headers, data: value } = lastResult;
      const responseParts = { value, header: (name: string) => headers.get(name) };
      const nextAddress = valueIn(listPaging.next, responseParts);
      if (typeof nextAddress === 'string' && nextAddress.length > maxNextAddressLength)
        throw toPageError(
          `at most ${maxNextAddressLength} characters for the next page of ${id}`,
          `${nextAddress.length}. Tell`,
        );
      const newQuery = nextQuery(listPaging, { ...responseParts, query, count, seenCount: itemCount });
      if (!newQuery) return false;
      if (usedQueries.has(String(sortQuery(newQuery)))) throw toRepeatedPageError();
      // The query of the next page already contains the extra parameters: do not send them twice.
      const { extraQuery: _, emptyPages = 1000, ...rest } = call;
      // Negate the comparison, so that the error is also thrown if emptyPages is not a number.
      if (!(emptyCount < emptyPages))
        throw toPageError(`an item of ${id}`, `none in ${emptyCount} pages in a row. Raise emptyPages, or tell`);
      query = newQuery;
      nextCall = { ...rest, query };
      return true;
    };

    /** Reads the items of the next page; undefined after the last page. */
    const readPage = async (): Promise<readonly unknown[] | undefined> => {
      if (!chooseNextQuery()) return undefined;
      usedQueries.add(String(sortQuery(query)));
      lastResult = await method(nextCall);
      const items = lastResult.ok ? itemsIn(listPaging, lastResult.data) : undefined;
      if (!items) throw toMissingListError(lastResult, `${listPaging.items ? `${listPaging.items} of ` : ''}${id}`);
      const text = toJson(items);
      if (text === undefined) throw toPageError(`items of ${id}`, 'some that are nested too deep to compare. Tell');
      count = items.length;
      // Stop, because a server that ignores the query would return its first page for ever.
      if (text === lastItemsText && count > 0) throw toRepeatedPageError();
      lastItemsText = text;
      itemCount += count;
      emptyCount = count ? 0 : emptyCount + 1;
      return items;
    };

    for (let items = await guard(readPage(), id); items; items = await guard(readPage(), id)) yield* items;
  }

  return Object.fromEntries(
    Object.entries(paging).map(([id, ownPaging]) => [
      id,
      Object.assign((call?: AnyCall) => itemsOf(id, ownPaging, call), { paging: ownPaging }),
    ]),
  );
}

/** JSON of a value; undefined if the value is nested too deeply. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
