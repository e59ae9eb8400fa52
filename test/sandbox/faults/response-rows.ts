import { expect } from 'vitest';
import type { JsonObject } from '../../../scripts/contract/json.js';
import { initialState } from '../../../scripts/sandbox/data/initial-state.js';
import type { SandboxState } from '../../../scripts/sandbox/model/store.js';
import { createSandbox } from '../../../scripts/sandbox/sandbox.js';
import { words } from '../../words.js';
import { ask, type Got } from './ask.js';
import { first, items, json, list, type Row, row, showing, updates } from './row.js';
import { partners, rich } from './scenes.js';
import { ids } from './state.js';

/** A row about one field of an entry, and perhaps others. All other fields must be unchanged. */
function field(
  name: string,
  [of, where = new RegExp(`"${of}":`), ...others]: [of: string, where?: RegExp, ...others: string[]],
  check: (entry: JsonObject, right: JsonObject) => void,
): Row {
  return row(name, showing(where), async (run) => {
    for (const scene of ['reads an entry', 'lists partner entries', 'updates the title'] as const) {
      const one = (got?: Got): JsonObject => (scene === 'lists partner entries' ? (list(got)[0] ?? {}) : json(got));
      const [entry, right] = [one((await run(scene))[0]), one(await first(scene))];
      check(entry, right);
      const rest = (resource: JsonObject): unknown =>
        Object.entries(resource).filter(([key]) => key !== of && !others.includes(key));
      expect(rest(entry)).toEqual(rest(right));
    }
  });
}

const inMedia = /"media":\[\{/;
const inCallouts = /"callouts":\[\{/;
const partnerHref = /"href":"[^"]*\/partners\//;
const inEntries = /"headline":|"title":"New"/;

export const responseRows: readonly Row[] = [
  field('wrong-type', ['featured'], (entry) => expect(entry['featured']).toBe('true')),
  field('nested-wrong-type', ['media', inMedia], (entry) =>
    expect(items(entry, 'media').map((item) => item['order'])).toEqual(['1', '2']),
  ),
  field('null-leak', ['title', inEntries], (entry) => expect(entry['title']).toBeNull()),
  field('bad-uuid', ['owner'], (entry) => expect(entry['owner']).toBe('user-2c0b0f00')),
  field('bad-url', ['award'], (entry) => expect(entry['award']).toBe('n/a')),
  field('bad-email', ['support_email'], (entry) => expect(entry['support_email']).not.toContain('@')),
  field('colour-with-hash', ['callouts', inCallouts], (entry) =>
    expect(items(entry, 'callouts')[0]).toMatchObject({ textColor: '#FFFFFF', backgroundColor: '1A7F5A' }),
  ),
  field('media-type-word', ['media', inMedia], (entry) =>
    expect(items(entry, 'media').map((item) => item['type'])).toEqual(['image', 'image']),
  ),
  field('request-names-in-response', ['custom_slug', undefined, 'customSlug'], (entry) => {
    expect(entry).not.toHaveProperty('custom_slug');
    expect(entry['customSlug']).toBeNull();
  }),
  field('snake-in-camel', ['callouts', inCallouts], (entry) =>
    expect(Object.keys(items(entry, 'callouts')[0] ?? {})).toEqual(words`id name order text_color backgroundColor`),
  ),
  field('field-absent', ['tracking'], (entry) => expect(entry).not.toHaveProperty('tracking')),
  row('field-absent-sometimes', [], async () => {
    const listed = async (data: SandboxState): Promise<JsonObject[]> =>
      list(await ask(createSandbox({ data, faults: ['field-absent-sometimes'] }), { path: partners }));
    const entries = await listed(initialState);
    const without = entries.filter((entry) => !('tracking' in entry));
    expect(without.length).toBeGreaterThan(0);
    expect(without.length).toBeLessThan(entries.length / 4);
    // The share can only be measured with many entries.
    const [some] = initialState.collections['PartnerEntry'] ?? [];
    const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
    const many = Array.from({ length: 400 }, (_, index) => ({ ...some, id: idOf(index) }));
    const { Directory } = initialState.collections;
    const all = await listed({ ...initialState, collections: { Directory, PartnerEntry: many } } as SandboxState);
    const share = all.filter((entry) => !('tracking' in entry)).length / all.length;
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.16);
  }),
  field('extra-field', ['internal_score', inEntries], (entry) => expect(entry['internal_score']).toBe(0.7)),
  field('extra-field-deep', ['tier'], (entry, right) =>
    expect(entry['tier']).toEqual({ ...(right['tier'] as JsonObject), legacyId: 7 }),
  ),
  field('owner-object', ['owner'], (entry) => expect(entry['owner']).toEqual({ id: ids.owner })),
  field('tier-id-only', ['tier'], (entry) => expect(entry['tier']).toBe(ids.gold)),
  row('array-as-object', showing(/"use_cases":\[\]/), async (run) => {
    const [plain] = await run('reads a plain entry');
    expect(plain?.text).toContain('"use_cases":{}');
    const [entry] = await run('reads an entry');
    expect(items(json(entry), 'use_cases')).toHaveLength(1);
  }),
  field('absolute-href', ['href', partnerHref], (entry) => expect(entry['href']).toBe(`http://sandbox.example${rich}`)),
  row('dead-href', showing(partnerHref), async (run) => {
    const [entry] = await run('reads an entry');
    const href = String(json(entry)['href']);
    expect(href).toMatch(/^\/(?!\/)/);
    expect((await ask(createSandbox({ faults: ['dead-href'] }), { path: href })).status).toBe(404);
  }),
  row(
    'shuffled-certifications',
    [
      'reads an entry three times',
      ...updates,
      'updates the title, and back',
      'sends an unknown field',
      'updates the flag of internal display',
      'updates the status',
    ],
    async (run) => {
      const orders = (await run('reads an entry three times')).map((got) =>
        items(json(got), 'certifications').map((item) => item['quantity']),
      );
      expect(orders).toEqual([
        [6, 2, 1],
        [2, 1, 6],
        [1, 6, 2],
      ]);
    },
  ),
  field('order-not-integer', ['use_cases', /"use_cases":\[\{/], (entry) =>
    expect(items(entry, 'use_cases')[0]?.['order']).toBe(1.5),
  ),
  row('count-as-string', showing(/"entriesCount":/), async (run) => {
    const [entry] = await run('reads an entry');
    expect(json(entry)['tier']).toMatchObject({ entriesCount: '1' });
    const [tier] = await run('reads a tier');
    expect(json(tier)['entriesCount']).toBe('1');
    const [tiers] = await run('lists tiers');
    expect(list(tiers).map((it) => it['entriesCount'])).toEqual(['1', '2']);
  }),
];
