// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../sample.js';
import { type Editor, editors } from './editors.js';

const program = `
import { createDirectoryClient, type PartnerEntry } from '../../scripts/index.js';
const client = createDirectoryClient({ baseUrl: 'http://127.0.0.1:4020', apiKey: 'sandbox-key' });
const path = { directory_id: 'd', entry_id: 'e' };
const updated = await client.updatePartnerEntry/*method*/({ path, body: {
  customSlug/*customSlug*/: 'a', title/*title*/: 'a', tier/*tier*/: 'a', externalId/*externalId*/: 'a',
  keywords/*keywords*/: [], owner/*owner*/: {}, status/*status*/: ''/*values of an update*/,
} });
if (updated.ok) updated.data/*entry*/;
else updated.error/*error*/;
const listed = await client.listBadges({ path });
if (listed.ok) { const { data/*badges*/ } = listed; }
const gone = await client.deleteBadge({ path: { badge_id: 'b' } });
if (gone.ok) gone.data/*nothing*/;
for await (const each/*item*/ of client.pages/*pages*/.listPartnerEntries/*list*/({ path })) each;
client.pages.l/*lists*/;
const seen: PartnerEntry = { status: ''/*values of an entry*/ };
await client.updateFilter({ path: { filter_id: 'f' }, body: { type: ''/*values of a filter*/ } });
`;

describe.each(sample(editors, 2))('an editor with %s', (_, open) => {
  let editor: Editor;
  beforeAll(async () => {
    editor = await open(program);
  });
  afterAll(() => editor[Symbol.asyncDispose]());

  it('names the data of a result by its schema', async () => {
    expect(await editor.hover('entry')).toBe('(property) data: PartnerEntry');
    expect(await editor.hover('badges')).toBe('const data: Badge[]');
    expect(await editor.hover('nothing')).toBe('(property) data: undefined');
    expect(await editor.hover('error')).toBe('(property) error: string | ApiError');
  });

  it('shows the name of a field in the response, if it differs from the name in the update', async () => {
    for (const [mark, sentence] of Object.entries({
      customSlug: 'Shows as `custom_slug`.',
      tier: 'Shows as `tier.id`.',
      externalId: 'Shows as `metadata.external_id`.',
      keywords: 'No documented response field shows this value.',
    }))
      expect(await editor.hover(mark)).toContain(sentence);
    for (const mark of ['title', 'status', 'owner'])
      expect(await editor.hover(mark)).not.toMatch(/Shows as|shows this value/);
  });

  it('offers the values of a field that an update sends and a response shows', async () => {
    expect((await editor.completions('values of an update')).sort()).toEqual(['hidden', 'public']);
    expect((await editor.completions('values of an entry')).sort()).toEqual(['hidden', 'public']);
    expect(await editor.completions('values of a filter')).toEqual(['user']);
  });

  it('names the items of a list by their schema, and links to the method', async () => {
    expect(await editor.hover('item')).toBe('const each: PartnerEntry');
    expect(await editor.hover('list')).toMatch(/The items of .*DirectoryClient\.listPartnerEntries/);
    expect(await editor.hover('pages')).toContain('`for await (const item of client.pages.…) …`');
    const lists = await editor.completions('lists');
    expect(lists).toContain('listBadges');
    expect(lists.filter((name) => !name.startsWith('list'))).toEqual([]);
  });

  it('shows the standing and an example of a method', async () => {
    const shownText = await editor.hover('method');
    expect(shownText).toContain('Stated in full (§4.1).');
    expect(shownText).toContain("  body: { status: 'hidden' },\n");
  });
});
