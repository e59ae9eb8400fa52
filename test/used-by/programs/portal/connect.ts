import { createDirectoryClient } from 'directory-contract';
import { createDirectoryQueries } from 'directory-contract/tanstack-query';

// The proxy of the portal adds the key.
export const client = createDirectoryClient({ baseUrl: '/directory', apiKey: false, timeout: 10_000 });

export const queries = createDirectoryQueries(client);
