import { describe, expect, it } from 'vitest';
import { moduleText } from '../../scripts/build/artefacts/generated-module.js';
import { entryGuardModule } from '../../scripts/build/artefacts/is-partner-entry.js';
import { createDirectoryClient, isPartnerEntry } from '../../scripts/index.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { bundle } from '../spec/bundle.js';
import { yamlBeside } from '../yaml-beside.js';

const directory = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
const addresses = yamlBeside<Record<'partner' | 'other', unknown[]>>(import.meta.url, 'hrefs.yaml', { directory });

describe('isPartnerEntry', () => {
  it.each(addresses.partner)('recognises a partner entry by its href: %s', (address) => {
    expect(isPartnerEntry({ href: address })).toBe(true);
  });

  it.each(addresses.other)('does not recognise an entry by another href: %s', (address) => {
    expect(isPartnerEntry({ href: address })).toBe(false);
  });

  it.each([undefined, null, 'a', 7, [], {}, { title: 'A partner entry without href' }])(
    'recognises no entry in %j',
    (value) => {
      expect(isPartnerEntry(value)).toBe(false);
    },
  );

  it('distinguishes the entries of the sandbox', async () => {
    const sandbox = createSandbox();
    const client = createDirectoryClient({ baseUrl: 'http://127.0.0.1', apiKey: defaultKey, fetch: sandbox.fetch });
    const path = { directory_id: directory };
    const partners = await client.listPartnerEntries({ path });
    const allEntries = await client.listEntries({ path });
    if (!partners.ok || !allEntries.ok) throw new Error('Expected lists from the sandbox.');
    expect(allEntries.data.length).toBeGreaterThan(partners.data.length);
    expect(allEntries.data.filter(isPartnerEntry).map(({ id }) => id)).toEqual(partners.data.map(({ id }) => id));
  });
});

describe('the text of isPartnerEntry', () => {
  it.each([
    ['without the update', { paths: {} }],
    ['without href', { components: { schemas: { PartnerEntry: {} } } }],
  ])('cannot be generated %s', (_, change) => {
    const message = 'Expected the operation updatePartnerEntry and the field href';
    expect(() => moduleText(entryGuardModule({ ...bundle, ...change } as typeof bundle))).toThrow(message);
  });
});
