// The two modules of undici that the check uses. Its index also loads fetch, WebSocket, caches and mocks, which take
// longer to load than these, and would double its share of the package.

import type { Client as UndiciClient, errors as undiciErrors } from 'undici';
// @ts-expect-error undici has types only for its index.
import errorsModule from 'undici/lib/core/errors.js';
// @ts-expect-error undici has types only for its index.
import clientModule from 'undici/lib/dispatcher/client.js';

export const Client = clientModule as typeof UndiciClient;
export type Client = UndiciClient;
export const errors = errorsModule as typeof undiciErrors;
