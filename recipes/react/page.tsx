// A page with the partners of a directory, one of them in a form. The guide "Front end" explains it. Copy the folder,
// and install @tanstack/react-query, @tanstack/query-core, react-hook-form and @hookform/resolvers besides this package.
import { QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { DirectoryResponseError } from 'directory-contract';
import { useState } from 'react';
import { newQueryClient, queries } from './directory.js';
import { EntryForm } from './entry-form.js';

export function DirectoryPage({ directoryId }: { directoryId: string }) {
  const [queryClient] = useState(newQueryClient);
  const [entryId, setEntryId] = useState<string>();
  return (
    <QueryClientProvider client={queryClient}>
      <EntryList directoryId={directoryId} onSelect={setEntryId} />
      {entryId && <EntryDetail key={entryId} path={{ directory_id: directoryId, entry_id: entryId }} />}
    </QueryClientProvider>
  );
}

export function EntryList(props: { directoryId: string; onSelect: (id: string | undefined) => void }) {
  const list = useInfiniteQuery(
    queries.listPartnerEntries.infiniteQueryOptions({ path: { directory_id: props.directoryId } }),
  );
  if (list.isPending) return <p>Loading …</p>;
  if (!list.data) return <Problem error={list.error} />;
  const entries = list.data.pages.flatMap(({ items }) => items);
  return (
    <nav>
      {entries.map(({ id, title }) => (
        <button type="button" key={id} onClick={() => props.onSelect(id)}>
          {title}
        </button>
      ))}
      {list.hasNextPage && (
        <button type="button" disabled={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
          More partners
        </button>
      )}
    </nav>
  );
}

function EntryDetail({ path }: { path: { directory_id: string; entry_id: string } }) {
  const { data: entry, error, isPending } = useQuery(queries.getPartnerEntry.queryOptions({ path }));
  if (isPending) return <p>Loading …</p>;
  if (!entry) return <Problem error={error} />;
  return (
    <article>
      <h2>{entry.title}</h2>
      <p>{entry.headline}</p>
      <EntryForm path={path} entry={entry} />
    </article>
  );
}

function Problem({ error }: { error: Error }) {
  const status = error instanceof DirectoryResponseError ? error.status : undefined;
  if (status === undefined) return <p role="alert">The directory cannot be reached.</p>;
  return <p role="alert">{status === 404 ? 'This does not exist any more.' : `The directory responds ${status}.`}</p>;
}
