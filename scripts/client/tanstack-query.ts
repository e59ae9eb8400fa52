// Only types of @tanstack/query-core, so that every framework can use the queries: React, Vue, Solid, Svelte, Angular.
import type { DataTag, QueryClient } from '@tanstack/query-core';
import { itemsIn, nextQuery, parseQuery, type QueryParameters } from '../contract/paging/follow.js';
import type { Paging } from '../contract/paging/paging.js';
import { parameterNames } from '../contract/path-template.js';
import { queryText } from './query.js';
import type { AnyCall, CallSettings, OperationRow, RequestPage } from './types.js';

/** The members of a client that the queries use. Every client of this package, even a generated one, has them. */
export interface QueriedClient {
  readonly orThrow: object;
  readonly pages: object;
}

type CallOf<Method> = Method extends (...call: infer Call) => unknown ? Call : never;

type ResultOf<Method> = Method extends (...call: never) => infer Result ? Result : never;

/** A call without the settings that TanStack Query manages: it passes its own signal. */
type QueriedCall<Method> =
  CallOf<Method> extends [infer Call]
    ? [call: Omit<Call, 'signal'>]
    : CallOf<Method> extends [(infer Call)?]
      ? [call?: Omit<NonNullable<Call>, 'signal'>]
      : never;

/** TanStack Query has no query data `undefined`; a success without a body is null. */
type QueryData<Method> = Method extends (...call: never) => Promise<infer Data>
  ? Exclude<Data, undefined> | (undefined extends Data ? null : never)
  : never;

type PageItem<Method> = Method extends (...call: never) => AsyncGenerator<infer Item> ? Item : never;

/** The parts of a call that are in a key. */
export type DirectoryKeyCall = Pick<AnyCall, 'path' | 'query'> & Pick<CallSettings, 'extraQuery'>;

/** The key of a query: `['directory', 'getPartnerEntry', { path, query }]`. */
export type DirectoryQueryKey<Id = string> = readonly ['directory', Id, DirectoryKeyCall?, 'pages'?];

/** Where the next page begins. */
export interface DirectoryPageParam {
  readonly query: QueryParameters;
  /** The number of items on all pages before it. */
  readonly seenCount: number;
}

/** One page of a list. */
export interface DirectoryPage<Item> {
  readonly items: readonly Item[];
  /** Undefined on the last page. */
  readonly next: DirectoryPageParam | undefined;
}

interface QueryContext {
  readonly signal: AbortSignal;
}

interface PageContext extends QueryContext {
  readonly pageParam: DirectoryPageParam | undefined;
}

/** The options of a query, for `useQuery`, `createQuery`, `queryClient.fetchQuery` and others. */
interface ReadQueries<Id, Method> {
  /** The key of this operation's query, or, without a call, the beginning of the keys of all its queries. */
  queryKey(...call: Partial<QueriedCall<Method>>): DataTag<DirectoryQueryKey<Id>, QueryData<Method>>;
  /** The key and the function of this query: `useQuery(queries.getPartnerEntry.queryOptions({ path }))`. */
  queryOptions(...call: QueriedCall<Method>): {
    queryKey: DataTag<DirectoryQueryKey<Id>, QueryData<Method>>;
    queryFn: (context: QueryContext) => Promise<QueryData<Method>>;
  };
}

/** The options of an infinite query: one page after another, as `client.pages` reads them. */
interface ListQueries<Id, Method, Item> {
  /** Pass it to `useInfiniteQuery` and others. The data is a list of pages, each with its `items`. */
  infiniteQueryOptions(...call: QueriedCall<Method>): {
    queryKey: DirectoryQueryKey<Id>;
    queryFn: (context: PageContext) => Promise<DirectoryPage<Item>>;
    initialPageParam: DirectoryPageParam | undefined;
    getNextPageParam: (page: DirectoryPage<Item>) => DirectoryPageParam | undefined;
  };
}

interface WriteQueries<Id, Method> {
  /** Pass it to `useMutation` and others. The variable of the mutation is the argument of the client's method. */
  mutationOptions(): {
    mutationKey: readonly ['directory', Id];
    mutationFn: (...call: CallOf<Method>) => ResultOf<Method>;
  };
  /** The keys of the reads whose data a write may change: pass the call that was sent. */
  affectedKeys(...call: CallOf<Method>): DirectoryQueryKey[];
  /** Invalidates the queries of these keys, and waits until those on the screen were read again. */
  invalidate(queryClient: Pick<QueryClient, 'invalidateQueries'>, ...call: CallOf<Method>): Promise<void>;
}

/** Lint keeps the verbs of operations that read: get, list and export. */
type ReadId = `get${string}` | `list${string}` | `export${string}`;

/** For each operation, the options of TanStack Query. */
export type DirectoryQueries<Client extends QueriedClient> = {
  readonly [Id in keyof Client['orThrow']]: Id extends ReadId
    ? ReadQueries<Id, Client['orThrow'][Id]> &
        (Id extends keyof Client['pages']
          ? ListQueries<Id, Client['orThrow'][Id], PageItem<Client['pages'][Id]>>
          : unknown)
    : WriteQueries<Id, Client['orThrow'][Id]>;
};

/** A method of `client.orThrow`, with the members that `buildClient` adds. */
interface ThrowingMethod {
  (call?: AnyCall): Promise<unknown>;
  readonly requestPage: RequestPage;
  readonly row: OperationRow;
}

/** By tag, the tags whose reads may show what its writes change. */
export type RelatedGroups = Readonly<Record<string, readonly string[]>>;

/** Makes the options of TanStack Query for each operation of a client. */
export function buildQueries<Client extends QueriedClient>(
  client: Client,
  relatedGroups: RelatedGroups,
): DirectoryQueries<Client> {
  const methods = Object.entries(client.orThrow as Readonly<Record<string, ThrowingMethod>>);
  const pages = client.pages as Readonly<Record<string, { readonly paging?: Paging }>>;
  /**
   * The reads whose data a write may change: they belong to the same group, or to a group whose responses show the same
   * resources, or their path is below that of the write.
   */
  const affectedReads = ({ tag, path }: OperationRow) =>
    methods.filter(
      ([id, { row }]) =>
        isRead(id) && (row.tag === tag || relatedGroups[tag]?.includes(row.tag) || row.path.startsWith(path)),
    );
  const queries = methods.map(([id, method]) => [
    id,
    isRead(id) ? readQueries(id, method, pages[id]?.paging) : writeQueries(id, method, affectedReads(method.row)),
  ]);
  return Object.fromEntries(queries) as DirectoryQueries<Client>;
}

const isRead = (id: string): boolean => /^(get|list|export)/.test(id);

/** The parts of a call that choose its data. */
function keyPartsOf({ path, query, extraQuery }: AnyCall, row: OperationRow): DirectoryKeyCall {
  return {
    ...(path && { path: valuesIn(row.path, path) }),
    ...(query && { query }),
    ...(extraQuery && { extraQuery }),
  };
}

/** The values of a path that a template has, so that a path with more values than needed makes the same key. */
function valuesIn(template: string, path: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = parameterNames(template).filter((name) => Object.hasOwn(path, name));
  return Object.fromEntries(names.map((name) => [name, path[name]]));
}

function readQueries(id: string, method: ThrowingMethod, paging: Paging = {}): ReadQueries<string, ThrowingMethod> {
  const queryKey = (call?: AnyCall) => ['directory', id, ...(call ? [keyPartsOf(call, method.row)] : [])];

  const readPage = async (call: AnyCall, { signal, pageParam }: PageContext): Promise<DirectoryPage<unknown>> => {
    // The query of a later page contains the extra parameters: do not send them twice.
    const { extraQuery: _, ...rest } = call;
    const pageCall = pageParam ? { ...rest, query: pageParam.query } : call;
    const { data, headers, items } = await method.requestPage({ ...pageCall, signal }, (value) =>
      itemsIn(paging, value),
    );
    const query = pageParam?.query ?? parseQuery(queryText(call));
    const seenCount = (pageParam?.seenCount ?? 0) + items.length;
    const next = nextQuery(paging, {
      value: data,
      header: (name) => headers.get(name),
      query,
      count: items.length,
      seenCount,
    });
    return { items, next: next && { query: next, seenCount } };
  };

  return {
    queryKey,
    queryOptions: (call?: AnyCall) => ({
      queryKey: queryKey(call),
      queryFn: async ({ signal }: QueryContext) => (await method({ ...call, signal })) ?? null,
    }),
    infiniteQueryOptions: (call: AnyCall = {}) => ({
      queryKey: [...queryKey(call), 'pages'],
      queryFn: (context: PageContext) => readPage(call, context),
      initialPageParam: undefined,
      getNextPageParam: ({ next }: DirectoryPage<unknown>) => next,
    }),
  } as unknown as ReadQueries<string, ThrowingMethod>;
}

function writeQueries(
  id: string,
  method: ThrowingMethod,
  affectedReads: readonly (readonly [string, ThrowingMethod])[],
): WriteQueries<string, ThrowingMethod> {
  const affectedKeys = ({ path = {} }: AnyCall = {}): DirectoryQueryKey[] =>
    affectedReads.map(([readId, { row }]) => {
      const common = valuesIn(row.path, path);
      return Object.keys(common).length > 0 ? ['directory', readId, { path: common }] : ['directory', readId];
    });
  return {
    affectedKeys,
    invalidate: async (queryClient, call) => {
      const keys = affectedKeys(call);
      await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
    mutationOptions: () => ({ mutationKey: ['directory', id], mutationFn: (call) => method(call) }),
  };
}
