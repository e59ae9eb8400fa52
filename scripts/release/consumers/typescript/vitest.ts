// Uses the entry point for Vitest.
import { defineContractTests } from 'directory-contract/vitest';
import { expect, it } from 'vitest';

defineContractTests({ baseUrl: 'http://127.0.0.1:4020', writes: 'disposable' });
// @ts-expect-error no such mode
defineContractTests({ baseUrl: 'http://127.0.0.1:4020', writes: 'everything' });

it('has the matcher', async () => {
  await expect(new Response('[]')).toMatchContract('listDirectories');
  // @ts-expect-error no such operation
  await expect(new Response('[]')).toMatchContract('listNothing');
});
