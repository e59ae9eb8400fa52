import { describe, expect, it } from 'vitest';
import { moduleText } from '../../scripts/build/artefacts/generated-module.js';
import { entryGuardModule } from '../../scripts/build/artefacts/is-partner-entry.js';
import { createDirectoryClient, isPartnerEntry } from '../../scripts/index.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { bundle } from '../spec/bundle.js';

const directory = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
const href = `/api/directory/private/v1alpha/directories/${directory}/entries/partners/c07ef43e/`;

describe('isPartnerEntry', () => {
  const origin = 'https://directory.example.com';
  it.each([
    href,
    href.slice(1),
    href.slice(0, -1),
    origin + href,
    `/prefix${href}`,
    `${href}?view=full`,
    `${href}#top`,
  ])('knows a partner entry by its href: %s', (address) => {
    expect(isPartnerEntry({ href: address })).toBe(true);
  });

  it.each([
    href.replace('partners', 'apps'),
    href.replace('/v1alpha', ''),
    `x${href.slice(1)}`,
    `${href}media/`,
    href.replace('c07ef43e', ''),
    `/login?next=${href}`,
    `/app/#${href}`,
    `/app/#!${href}`,
    `${href}media/?next=${href}`,
    7,
    null,
  ])('recognises no entry by any other href: %s', (address) => {
    expect(isPartnerEntry({ href: address })).toBe(false);
  });

  it.each([undefined, null, 'a', 7, [], {}, { title: 'A partner entry without href' }])(
    'recognises no entry in %j',
    (value) => {
      expect(isPartnerEntry(value)).toBe(false);
    },
  );

  it('tells the entries of the sandbox apart', async () => {
    const sandbox = createSandbox();
    const client = createDirectoryClient({ baseUrl: 'http://127.0.0.1', apiKey: defaultKey, fetch: sandbox.fetch });
    const path = { directory_id: directory };
    const partners = await client.listPartnerEntries({ path });
    const all = await client.listEntries({ path });
    if (!partners.ok || !all.ok) throw new Error('Expected lists from the sandbox.');
    expect(all.data.length).toBeGreaterThan(partners.data.length);
    expect(all.data.filter(isPartnerEntry).map(({ id }) => id)).toEqual(partners.data.map(({ id }) => id));
  });
});

describe('the text of isPartnerEntry', () => {
  it.each([
    ['without the update', { paths: {} }],
    ['without href', { components: { schemas: { PartnerEntry: {} } } }],
  ])('is refused %s', (_, change) => {
    const message = 'Expected the operation updatePartnerEntry and the field href';
    expect(() => moduleText(entryGuardModule({ ...bundle, ...change } as typeof bundle))).toThrow(message);
  });
});
