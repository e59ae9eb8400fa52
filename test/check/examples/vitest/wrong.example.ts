import { afterAll } from 'vitest';
// In your own project: from 'directory-contract/vitest'.
import { defineContractTests } from '../../../../scripts/check/vitest.js';
import { serve } from '../serve.js';

const servers = [serve('wrong-type'), serve('auth-ignored')];
afterAll(async () => {
  for (const server of servers) await (await server).close();
});

// This server sends one field of a partner entry with the wrong type. The contract guesses the type: hence `strict`.
defineContractTests({
  strict: true,
  name: 'a field of another type',
  baseUrl: async () => (await servers[0])?.url ?? '',
  only: ['getPartnerEntry', 'getDirectory'],
});

// This server accepts any key. Its options are known only when the tests run.
defineContractTests(async () => ({ baseUrl: (await servers[1])?.url ?? '', only: ['listDirectories'] }));

// No server listens here.
defineContractTests({ name: 'no server', baseUrl: 'http://127.0.0.1:9', only: ['listDirectories'], timeout: 2 });
