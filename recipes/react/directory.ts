import { mutationOptions, QueryClient } from '@tanstack/react-query';
import { createDirectoryClient, withPartnerEntryUpdate } from 'directory-contract';
import { createDirectoryQueries } from 'directory-contract/tanstack-query';

// Requests go to the host of the page. A proxy there adds the key, which the page must not have.
const client = createDirectoryClient({ baseUrl: '/', apiKey: false });

export const queries = createDirectoryQueries(client);

// The client already sends reads again.
export const newQueryClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Updates an entry: the page shows it before the server responds, and shows the old one again after an error. */
export const entryUpdate = (queryClient: QueryClient) =>
  mutationOptions({
    ...queries.updatePartnerEntry.mutationOptions(),
    onMutate: async ({ path, body }) => {
      const queryKey = queries.getPartnerEntry.queryKey({ path });
      await queryClient.cancelQueries({ queryKey }); // A read that is under way has the old entry.
      const before = queryClient.getQueryData(queryKey);
      if (before) queryClient.setQueryData(queryKey, withPartnerEntryUpdate(before, body).entry);
      return () => queryClient.setQueryData(queryKey, before);
    },
    onError: (_error, _call, restore) => restore?.(),
    onSettled: (_entry, _error, call) => queries.updatePartnerEntry.invalidate(queryClient, call),
  });
