import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { words } from '../../words.js';
import type { Got } from './ask.js';
import { items, json, list, type Row, rightAnswers, showing, statuses } from './row.js';
import { type Scene, scenes } from './scenes.js';
import { ids } from './state.js';

/** A row that refuses otherwise, and stores no more than the right server. */
function refusing(name: string, scenes: Partial<Record<Scene, readonly number[]>>): Row {
  const told = Object.entries(scenes) as [Scene, readonly number[]][];
  return {
    name,
    differs: told.map(([scene]) => scene),
    async probe(tell) {
      for (const [scene, wanted] of told) expect(statuses(await tell(scene)), scene).toEqual(wanted);
    },
  };
}

/** A row that says of a server what the sandbox does itself. */
const same = (name: string, scenes: Partial<Record<Scene, readonly number[]>>): Row => ({
  ...refusing(name, scenes),
  differs: [],
});

const first = async (scene: Scene): Promise<Got> => (await rightAnswers(scene))[0] as Got;

const hasEmpty = (text: string): boolean => /:null|:""|:\[\]/.test(text);

export const rightRows: readonly Row[] = [
  refusing('ok-422', {
    'sends a word for a boolean': [422, 200],
    'sends a word for a tier': [422, 200],
    'sends a word for a URL': [422, 200],
    'sends a word for a boolean, and a title': [422, 200],
    'sends a null': [422, 200],
  }),
  {
    name: 'ok-ignores-unknown-fields',
    differs: ['sends fields that nobody knows of a tier'],
    async probe(told) {
      const [tier] = await told('sends fields that nobody knows of a tier');
      const { colour, ...right } = json(await first('sends fields that nobody knows of a tier'));
      expect(colour).toBe('red');
      expect(json(tier)).toEqual(right);
    },
  },
  {
    name: 'ok-refuses-unknown-fields',
    differs: ['sends a field that nobody knows'],
    async probe(told) {
      const [refusal, read] = await told('sends a field that nobody knows');
      expect(refusal?.status).toBe(400);
      expect(json(refusal)['errors']).toEqual([{ pointer: '/colour', message: 'is not known' }]);
      expect(read?.bytes).toEqual((await first('reads an entry')).bytes);
    },
  },
  {
    name: 'ok-omits-empty-fields',
    differs: (right) => right.some(({ status, text }) => status < 300 && hasEmpty(text)),
    async probe(told) {
      const [plain] = await told('reads a plain entry');
      const right = json(await first('reads a plain entry'));
      const full = Object.entries(right).filter(
        ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
      );
      expect(json(plain)).toEqual(Object.fromEntries(full));
      const [entry] = await told('reads an entry');
      expect(items(json(entry), 'resources')[0]).not.toHaveProperty('file');
      expect(hasEmpty(plain?.text ?? '')).toBe(false);
    },
  },
  {
    name: 'ok-empty-url',
    differs: showing(/"award":/),
    async probe(told) {
      const [entry] = await told('reads an entry');
      expect(json(entry)).toEqual({ ...json(await first('reads an entry')), award: '' });
    },
  },
  {
    name: 'ok-no-length-limit',
    differs: ['sends two megabytes'],
    async probe(told) {
      const [update] = await told('sends two megabytes');
      expect(update?.status).toBe(200);
      expect(String(json(update)['description'])).toHaveLength(2_000_000);
      expect(statuses(await told('sends a long text'))).toEqual([200, 200]);
    },
  },
  refusing('ok-length-limit', { 'sends a long text': [400, 200] }),
  refusing('ok-404-without-key', { 'has no key': [404], 'has no key for an update': [404] }),
  refusing('ok-403-no-key', { 'has no key': [403], 'has no key for an update': [403] }),
  same('ok-404-before-400', {
    'reads an entry whose id is no UUID': [404],
    'sends malformed JSON to an unknown entry': [404],
    'sends malformed JSON': [400],
  }),
  refusing('ok-404-before-405', { 'puts an unknown entry': [404] }),
  refusing('ok-delete-twice-204', { 'deletes an entry': [204, 404, 204] }),
  refusing('ok-soft-delete-410', { 'deletes an entry': [204, 410, 410] }),
  {
    name: 'ok-trims',
    differs: ['sends spaces around a title'],
    async probe(told) {
      const [update, read] = await told('sends spaces around a title');
      expect(json(update)['title']).toBe('Caf\u00e9');
      expect(read?.bytes).toEqual(update?.bytes);
    },
  },
  {
    name: 'ok-uuid-lowercase',
    differs: ['sends ids in capitals'],
    async probe(told) {
      const [update] = await told('sends ids in capitals');
      expect(items(json(update), 'verifications')).toEqual([{ id: ids.owner, title: 'Insured' }]);
    },
  },
  {
    name: 'ok-number-1.0',
    differs: showing(/:-?\d+[,}]/),
    async probe(told) {
      const [entry] = await told('reads an entry');
      const right = await first('reads an entry');
      expect(entry?.text).toContain('"order":1.0');
      expect(entry?.text).not.toMatch(/:-?\d+[,}]/);
      expect(json(entry)).toEqual(json(right));
      expect(entry?.text.replace(/(\d)\.0(?=[,}])/g, '$1')).toBe(right.text);
    },
  },
  {
    name: 'ok-charset',
    differs: () => true,
    async probe(told) {
      const [entry] = await told('reads an entry');
      const right = await first('reads an entry');
      expect(entry?.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'x-request-id': '1' });
      expect(Object.keys(entry?.headers ?? {})).toEqual(expect.arrayContaining(Object.keys(right.headers)));
      expect(entry?.bytes).toEqual(right.bytes);
    },
  },
  {
    name: 'ok-gzip',
    differs: ['takes gzip'],
    async probe(told) {
      const [packed] = await told('takes gzip');
      expect(packed?.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      expect(gunzipSync(packed?.bytes ?? '')).toEqual((await first('takes gzip')).bytes);
    },
  },
  {
    name: 'ok-empty-arrays',
    differs: showing(/"headline":|"title":"New"/),
    async probe(told) {
      const [made] = await told('creates an entry');
      const arrays = Object.entries(json(made)).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));
      expect(arrays).toEqual(
        words`
          use_cases callouts media resources special_offers clients testimonials certifications verifications
        `,
      );
      expect(json(made)).toMatchObject(json(await first('creates an entry')));
    },
  },
  {
    name: 'ok-new-status-value',
    differs: (right, asks) => showing(/"status":"public".*"featured":/)(right) && asks !== scenes['updates the status'],
    async probe(told) {
      expect(json((await told('reads an entry'))[0])['status']).toBe('under_review');
      expect((await told('updates the title')).slice(0, 2).map((got) => json(got)['status'])).toEqual([
        'under_review',
        'under_review',
      ]);
      // What is sent comes back.
      expect((await told('updates the status')).map((got) => json(got)['status'])).toEqual(['public', 'public']);
      const entries = list((await told('lists partner entries'))[0]);
      expect(entries.map(({ status }) => status)).toEqual(['under_review', 'under_review', 'hidden']);
    },
  },
  {
    name: 'ok-closes-connections',
    differs: ['lists directories fourteen times'],
    async probe(told) {
      const wires = (await told('lists directories fourteen times')).map(({ wire }) => wire);
      expect(new Set(wires)).toEqual(new Set(['close', undefined]));
    },
  },
  {
    name: 'ok-third-party',
    differs: [
      'lists partner entries',
      'lists all entries',
      'lists the entries of a tier',
      'updates an unknown entry',
      'updates the title',
      'updates the title, and back',
      'updates the flag of internal display',
      'updates the resources',
      'updates the resources twice',
      'updates the media',
      'creates an entry',
    ],
    async probe(told) {
      const [, read, other, entries] = await told('updates the title');
      // The entry that was asked for stays as it was left.
      expect(read?.bytes).toEqual((await rightAnswers('updates the title'))[1]?.bytes);
      expect(String(json(other)['headline'])).toMatch(/^Edit \d of somebody else$/);
      expect(list(entries).map(({ headline }) => headline)).toEqual([
        'What Fjordline Data does',
        'Edit 1 of somebody else',
        'Edit 4 of somebody else',
      ]);
      const [made, after] = await told('creates an entry');
      expect(list(after).at(-1)).toEqual(json(made));
    },
  },
  {
    name: 'ok-cached-reads',
    differs: [
      'sends a long text',
      'sends emoji',
      'sends spaces around a title',
      'sends ids in capitals',
      'updates the title',
      'updates the external id',
      'updates the headline with a long one',
      'updates the slugs',
      'updates the tier',
      'updates the resources',
      'updates the resources twice',
      'updates the media',
      'updates a filter',
      'creates an entry',
      'deletes an entry',
    ],
    async probe(told) {
      const [update, read] = await told('updates the title');
      expect(update?.bytes).toEqual((await first('updates the title')).bytes);
      expect(read?.bytes).toEqual((await first('reads an entry')).bytes);
      expect(statuses(await told('deletes an entry'))).toEqual([204, 200, 404]);
    },
  },
  {
    name: 'ok-429',
    differs: ['lists directories fourteen times'],
    async probe(told) {
      const answers = await told('lists directories fourteen times');
      const busy = answers.flatMap(({ status, headers }, index) =>
        status === 429 ? [[index + 1, headers['retry-after']]] : [],
      );
      expect(busy).toEqual([
        [7, '0'],
        [14, '1'],
      ]);
    },
  },
  {
    name: 'ok-date-offset',
    differs: ['reads a review', 'lists reviews'],
    async probe(told) {
      const { created } = json((await told('reads a review'))[0]);
      expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?[+-]\d\d:\d\d$/);
      expect(Date.parse(String(created))).toBe(Date.parse('2026-03-14T09:30:00Z'));
      expect(json((await told('reads a review'))[0])).toEqual({ ...json(await first('reads a review')), created });
    },
  },
  same('ok-extra-query-ignored', { 'asks with a query': [200] }),
  {
    name: 'ok-idempotent-null',
    differs: ['sends a null'],
    async probe(told) {
      const [update] = await told('sends a null');
      expect(update?.status).toBe(200);
      expect(update?.bytes).toEqual((await first('reads an entry')).bytes);
    },
  },
];
