import { expect, it } from 'vitest';
import { createDirectoryClient } from '../../scripts/index.js';
import { createSandbox, createSandboxFor, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { pagedContract, pagedForms } from '../paged-contract.js';
import { all } from './fixture.js';
import { workspace } from './workspace.js';

const path = { directory_id: '0fd4340a-c3c4-4d8b-815a-f5be26abedae' };

type Create = typeof createDirectoryClient;

async function loadClient(document: ReturnType<typeof pagedContract>): Promise<Create> {
  return (await workspace(document as never).load<{ createDirectoryClient: Create }>()).createDirectoryClient;
}

it.each(pagedForms)('a client for lists with $name runs without Node.js, and reads every item once', async (form) => {
  const document = pagedContract(form, 'Bearer');
  const sandbox = createSandboxFor(document)();
  const seenValues: string[] = [];
  const fetch = (request: Request) => {
    expect(request.headers.get('authorization')).toBe(`Bearer ${defaultKey}`);
    seenValues.push(request.url);
    return sandbox.fetch(request);
  };
  const options = { baseUrl: 'http://localhost', apiKey: defaultKey };
  const client = (await loadClient(document))({ ...options, fetch });
  const whole = createDirectoryClient({ ...options, fetch: createSandbox().fetch });
  const items = await all(client.pages.listPartnerEntries({ path }));
  const expected = await all(whole.pages.listPartnerEntries({ path }));
  expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  expect(seenValues.length).toBeGreaterThan(1);
  expect(new Set(seenValues).size).toBe(seenValues.length);
});

it('a client adds the word before the key also for a custom fetch, and refuses a key that starts with it', async () => {
  const create = await loadClient(pagedContract(pagedForms[0]!, 'Bearer'));
  const sentValues: (string | null)[] = [];
  const fetch = async (request: Request) => {
    sentValues.push(request.headers.get('authorization'));
    return new Response('[]');
  };
  const options = { baseUrl: 'https://directory.example.com', fetch };
  const message = 'apiKey begins with "Bearer", which the client adds. Remove this prefix.';
  await create({ ...options, apiKey: 'k-1' }).getTier({ path: { tier_id: 't' } });
  for (const apiKey of ['Bearer k-1', 'bearer k-1']) expect(() => create({ ...options, apiKey })).toThrow(message);
  const later = (apiKey: string) => create({ ...options, apiKey: async () => apiKey });
  await later('k-2').getTier({ path: { tier_id: 't' } });
  const refusal = later('Bearer k-3').pages.listTiers({ path }).next();
  await expect(refusal).rejects.toMatchObject({ code: 'invalid-options', message });
  const withParameter = await loadClient(pagedContract(pagedForms[0]!, 'Token token='));
  await withParameter({ ...options, apiKey: 'k-4' }).getTier({ path: { tier_id: 't' } });
  expect(sentValues).toEqual(['Bearer k-1', 'Bearer k-2', 'Token token=k-4']);
  for (const wrong of [undefined, { ...options, apiKey: '' }, { ...options, apiKey: 'k', fetch: {} }])
    expect(() => create(wrong as never)).toThrow(expect.objectContaining({ code: 'invalid-options' }));
});
