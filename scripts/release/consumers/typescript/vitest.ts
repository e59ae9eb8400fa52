// Uses the entry points for Vitest and for Mock Service Worker.
import { tier } from 'directory-contract/examples';
import { handlers } from 'directory-contract/msw';
import { defineContractTests } from 'directory-contract/vitest';
import { setupServer } from 'msw/node';
import { expect, it } from 'vitest';

defineContractTests({ baseUrl: 'http://127.0.0.1:4020', writes: 'disposable' });
// @ts-expect-error there is no such mode of writing
defineContractTests({ baseUrl: 'http://127.0.0.1:4020', writes: 'everything' });

it('has the matchers', async () => {
  await expect(new Response('[]')).toMatchContract('listDirectories');
  // @ts-expect-error there is no such operation
  await expect(new Response('[]')).toMatchContract('listNothing');
  expect({}).toBeSchema('PartnerEntry');
  // @ts-expect-error there is no such schema
  expect({}).toBeSchema('Nothing');
});

const { getTier, updateTier } = handlers('https://directory.example.com');
setupServer(
  getTier(({ path }) => tier({ id: path.tier_id })),
  updateTier.error(404),
);
// @ts-expect-error the title of a tier is a string
getTier(() => tier({ title: 1 }));
