import { inspect } from 'node:util';
import { CancelledError, InfiniteQueryObserver, MutationObserver, QueryClient } from '@tanstack/query-core';
import { expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { createDirectoryQueries } from '../../generated/tanstack-query.js';
import { firstExampleBody, pathParameters } from '../../scripts/contract/example-walk.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import {
  createDirectoryClient,
  DirectoryRequestError,
  DirectoryResponseError,
  type PartnerEntry,
} from '../../scripts/index.js';
import { createSandbox, createSandboxFor, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { pagedContract, pagedForms } from '../paged-contract.js';
import { all } from './fixture.js';
import { workspace } from './workspace.js';

const path = { directory_id: '0fd4340a-c3c4-4d8b-815a-f5be26abedae', entry_id: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9' };
const options = { baseUrl: 'http://localhost', apiKey: defaultKey };

function setUp() {
  const requests: Request[] = [];
  const sandbox = createSandbox();
  const fetch = (request: Request) => {
    requests.push(request);
    return sandbox.fetch(request);
  };
  const client = createDirectoryClient({ ...options, fetch });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { requests, sandbox, client, queryClient, queries: createDirectoryQueries(client) };
}

it('a query has a stable key, typed data, and the signal of the query client', async () => {
  const { queryClient, queries, requests } = setUp();
  const { queryKey, queryFn } = queries.getPartnerEntry.queryOptions({ path });
  expect(queryKey).toEqual(['directory', 'getPartnerEntry', { path }]);
  const entry: PartnerEntry = await queryClient.fetchQuery({ queryKey, queryFn });
  expect(queryClient.getQueryData(queries.getPartnerEntry.queryKey({ path }))?.title).toBe(entry.title);
  const running = queryClient.fetchQuery(queries.listTiers.queryOptions({ path }));
  await queryClient.cancelQueries({ queryKey: queries.listTiers.queryKey() });
  await expect(running).rejects.toBeInstanceOf(CancelledError);
  expect(requests).toHaveLength(2);
  expect(requests[1]?.signal.aborted).toBe(true);
});

it('a path with more values than an operation needs makes the same key', () => {
  const { directory_id } = path;
  const { listTiers } = setUp().queries;
  expect(listTiers.queryKey({ path })).toEqual(listTiers.queryKey({ path: { directory_id } }));
});

it('an operation that reads has query options alone, one that writes has mutation options alone', () => {
  const { queries } = setUp();
  for (const { method, operation } of eachOperation(contract)) {
    const id = operation.operationId as keyof typeof queries;
    expect('queryOptions' in queries[id], id).toBe(method === 'get');
    expect('mutationOptions' in queries[id], id).toBe(method !== 'get');
  }
});

it('a response that is not a success is the error of the query, with status and body', async () => {
  const { queryClient, queries } = setUp();
  const call = { path: { ...path, entry_id: '11111111-1111-4111-8111-111111111111' } };
  const error: unknown = await queryClient.fetchQuery(queries.getPartnerEntry.queryOptions(call)).catch((each) => each);
  expect(error).toBeInstanceOf(DirectoryResponseError);
  expect(error).toMatchObject({ status: 404, operationId: 'getPartnerEntry', error: { detail: expect.any(String) } });
});

it('a mutation resolves with the data, and its write invalidates the entry and the lists that show it', async () => {
  const { queryClient, queries } = setUp();
  const entry = queries.getPartnerEntry.queryOptions({ path });
  const list = queries.listPartnerEntries.queryOptions({ path, extraQuery: { status: 'public' } });
  const query = queries.listFilters.queryOptions({ path });
  await Promise.all([entry, list, query].map((each) => queryClient.fetchQuery<unknown>({ ...each })));
  const call = { path, body: { title: 'Ours' } };
  const mutation = new MutationObserver(queryClient, {
    ...queries.updatePartnerEntry.mutationOptions(),
    onSuccess: (_, sentCall) => queries.updatePartnerEntry.invalidate(queryClient, sentCall),
  });
  expect((await mutation.mutate(call)).title).toBe('Ours');
  const invalidated = [entry, list, query].map(({ queryKey }) => queryClient.getQueryState(queryKey)?.isInvalidated);
  expect(invalidated).toEqual([true, true, false]);
});

it('a write affects every read whose response the sandbox changes', { tags: 'slow' }, async () => {
  const { sandbox, client, queries } = setUp();
  const operations = [...eachOperation(contract)].map(({ method, operation }) => ({
    id: operation.operationId as keyof typeof client.orThrow,
    isRead: method === 'get',
    call: { path: pathParameters(contract, operation), body: firstExampleBody(contract, operation) },
  }));
  const readAll = async () => {
    const texts = new Map<string, string>();
    for (const { id, isRead, call } of operations)
      if (isRead) texts.set(id, JSON.stringify(await client[id](call as never)));
    return texts;
  };
  const missedReads: string[] = [];
  let changes = 0;
  for (const { id, isRead, call } of operations) {
    if (isRead) continue;
    sandbox.reset();
    const before = await readAll();
    await client[id](call as never);
    const after = await readAll();
    const changedReads = [...after].filter(([read, text]) => before.get(read) !== text).map(([read]) => read);
    const query = queries[id] as { affectedKeys(call: unknown): readonly (readonly unknown[])[] };
    const affected = query.affectedKeys(call).map(([, read]) => read);
    missedReads.push(...changedReads.filter((read) => !affected.includes(read)).map((read) => `${id}: ${read}`));
    changes += changedReads.length;
  }
  expect(missedReads).toEqual([]);
  expect(changes).toBeGreaterThan(50);
});

it.each(pagedForms)('an infinite query reads every item once from lists with $name', async (form) => {
  const document = pagedContract(form);
  const { createDirectoryClient: create } = await workspace(document as never).load<{
    createDirectoryClient: typeof createDirectoryClient;
  }>();
  const client = create({ ...options, fetch: createSandboxFor(document)().fetch });
  const infinite = createDirectoryQueries(client).listPartnerEntries.infiniteQueryOptions({ path });
  const observer = new InfiniteQueryObserver(new QueryClient(), { ...infinite, retry: false });
  await observer.refetch();
  let result = await observer.fetchNextPage();
  while (result.hasNextPage && (result.data?.pages.length ?? 0) < 30) result = await observer.fetchNextPage();
  const ids = result.data?.pages.flatMap(({ items }) => items.map(({ id }) => id));
  const expected = await all(client.pages.listPartnerEntries({ path }));
  expect(ids).toEqual(expected.map(({ id }) => id));
  expect(result.data?.pages.length).toBeGreaterThan(1);
});

it('an infinite query fails for a response without a list, and its error keeps the key to itself', async () => {
  const { queryClient } = setUp();
  const fetch = async () => Response.json({ echo: options.apiKey });
  const { listTiers } = createDirectoryQueries(createDirectoryClient({ ...options, fetch }));
  const error: unknown = await queryClient.fetchInfiniteQuery(listTiers.infiniteQueryOptions({ path })).catch((e) => e);
  expect(error).toBeInstanceOf(DirectoryRequestError);
  expect(error).toMatchObject({ code: 'invalid-body', operationId: 'listTiers' });
  expect(inspect(error, { depth: null })).not.toContain(options.apiKey);
});

it('an infinite query of a list without pages has one page', async () => {
  const { queryClient, queries } = setUp();
  const { pages } = await queryClient.fetchInfiniteQuery(queries.listTiers.infiniteQueryOptions({ path }));
  expect(pages).toMatchObject([{ items: [{ title: 'Gold' }, { title: 'Silver' }, { title: 'Bronze' }] }]);
  expect(pages[0]?.next).toBeUndefined();
});
