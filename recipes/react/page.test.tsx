// Runs with vitest and msw in Node.js, without a browser.
import { MutationObserver, QueryClientProvider } from '@tanstack/react-query';
import { partnerEntry } from 'directory-contract/examples';
import { handlers } from 'directory-contract/msw';
import { setupServer } from 'msw/node';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { entryUpdate, newQueryClient, queries } from './directory.js';
import { messagesOf } from './entry-form.js';
import { EntryList } from './page.js';

// The client begins at the host of the page, which only a browser has.
vi.hoisted(() => vi.stubGlobal('location', new URL('http://localhost')));

const directory = handlers('http://localhost');
const network = setupServer();
beforeAll(() => network.listen({ onUnhandledRequest: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

const entry = partnerEntry({ title: 'Old' });
const path = { directory_id: '0fd4340a-c3c4-4d8b-815a-f5be26abedae', entry_id: entry.id ?? '' };
const { queryKey } = queries.getPartnerEntry.queryOptions({ path });

test('the list shows each partner', async () => {
  network.use(directory.listPartnerEntries(() => [entry, partnerEntry({ title: 'Second' })]));
  const queryClient = newQueryClient();
  await queryClient.prefetchInfiniteQuery(queries.listPartnerEntries.infiniteQueryOptions({ path }));
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <EntryList directoryId={path.directory_id} onSelect={() => undefined} />
    </QueryClientProvider>,
  );
  expect(html.match(/(?<=>)\w+(?=<\/button>)/g)).toEqual(['Old', 'Second']);
});

test('an update shows at once, and is taken back if the server refuses it', async () => {
  const queryClient = newQueryClient();
  queryClient.setQueryData(queryKey, entry);
  const titles: unknown[] = [];
  queryClient.getQueryCache().subscribe(() => titles.push(queryClient.getQueryData(queryKey)?.title));
  network.use(directory.updatePartnerEntry.error(500));
  const update = new MutationObserver(queryClient, entryUpdate(queryClient));
  await expect(update.mutate({ path, body: { title: 'New' } })).rejects.toMatchObject({ status: 500 });
  expect(new Set(titles)).toEqual(new Set(['New', 'Old']));
  expect(queryClient.getQueryData(queryKey)).toEqual(entry);
});

test('a message of the server belongs to its field', async () => {
  const body = { errors: [{ pointer: '/media/0/title', message: 'Too long.' }] };
  network.use(directory.updatePartnerEntry.error(400, body));
  const update = new MutationObserver(newQueryClient(), queries.updatePartnerEntry.mutationOptions());
  const error: Error = await update.mutate({ path, body: {} }).catch((each) => each);
  expect(messagesOf(error)).toEqual([['media.0.title', 'Too long.']]);
});
