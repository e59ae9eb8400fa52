import { afterAll, beforeAll, describe, expect, test } from 'vitest';
// In your own project: from 'directory-contract/vitest'.
import { defineContractTests } from '../../../../scripts/check/vitest.js';
import { idOf } from '../../../../scripts/sandbox/data/initial-state.js';
import type { SandboxServer } from '../../../../scripts/sandbox/server/serve.js';
import { serve } from '../serve.js';

let server: SandboxServer;
beforeAll(async () => {
  server = await serve();
});
afterAll(() => server.close());

// Without writes, the update is skipped, with the reason. Without `only`: every stated operation and every read.
defineContractTests({
  name: 'reads',
  baseUrl: () => server.url,
  parameters: () => ({ directory_id: idOf('Directory', 'Solution partners') }),
  only: ['listDirectories', 'listPartnerEntries', 'getPartnerEntry', 'updatePartnerEntry'],
});

// With writes, the whole operation is tested. Use them only for a server that was started for the test.
defineContractTests({
  name: 'writes',
  baseUrl: () => server.url,
  only: ['updatePartnerEntry'],
  writes: 'disposable',
  runs: 2,
});

// Answers to open questions of the contract then weigh as much as stated facts.
defineContractTests({
  name: 'answers',
  baseUrl: () => server.url,
  only: ['listDirectories'],
  answers: 'directory.answers.yaml',
});

describe('one response', () => {
  test('fits the contract', async () => {
    const headers = { Authorization: process.env['DIRECTORY_API_KEY'] ?? '' };
    const response = await fetch(`${server.url}/api/directory/private/v1alpha/directories/`, { headers });
    await expect(response).toMatchContract('listDirectories');
    expect(await response.json()).toHaveLength(2);
  });
});
