// Uses the entry point for Vitest.
import { defineContractTests } from 'directory-contract/vitest';
import { expect, it } from 'vitest';

defineContractTests({ baseUrl: 'http://127.0.0.1:4020', writes: 'disposable' });
// @ts-expect-error there is no such mode of writing
defineContractTests({ baseUrl: 'http://127.0.0.1:4020', writes: 'everything' });

it('has the matcher', async () => {
  await expect(new Response('[]')).toMatchContract('listDirectories');
  // @ts-expect-error there is no such operation
  await expect(new Response('[]')).toMatchContract('listNothing');
});
