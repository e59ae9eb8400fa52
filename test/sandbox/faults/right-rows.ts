import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { words } from '../../words.js';
import { first, items, json, list, type Row, rightAnswers, row, showing, status, statuses, updates } from './row.js';
import { scenes } from './scenes.js';
import { ids } from './state.js';

const hasEmpty = (text: string): boolean => /:null|:""|:\[\]/.test(text);

export const rightRows: readonly Row[] = [
  status('ok-422', {
    'sends a word for a boolean': [422, 200],
    'sends a word for a tier': [422, 200],
    'sends a word for a URL': [422, 200],
    'sends a word for a boolean, and a title': [422, 200],
    'sends a null': [422, 200],
  }),
  row('ok-ignores-unknown-fields', ['sends fields that nobody knows of a tier'], async (told) => {
    const [tier] = await told('sends fields that nobody knows of a tier');
    const { colour, ...right } = json(await first('sends fields that nobody knows of a tier'));
    expect(colour).toBe('red');
    expect(json(tier)).toEqual(right);
  }),
  row('ok-refuses-unknown-fields', ['sends a field that nobody knows'], async (told) => {
    const [refusal, read] = await told('sends a field that nobody knows');
    expect(refusal?.status).toBe(400);
    expect(json(refusal)['errors']).toEqual([{ pointer: '/colour', message: 'is not known' }]);
    expect(read?.bytes).toEqual((await first('reads an entry')).bytes);
  }),
  row(
    'ok-omits-empty-fields',
    (right) => right.some(({ status, text }) => status < 300 && hasEmpty(text)),
    async (told) => {
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
  ),
  row('ok-empty-url', showing(/"award":/), async (told) => {
    const [entry] = await told('reads an entry');
    expect(json(entry)).toEqual({ ...json(await first('reads an entry')), award: '' });
  }),
  row('ok-no-length-limit', ['sends two megabytes'], async (told) => {
    const [update] = await told('sends two megabytes');
    expect(update?.status).toBe(200);
    expect(String(json(update)['description'])).toHaveLength(2_000_000);
    expect(statuses(await told('sends a long text'))).toEqual([200, 200]);
  }),
  status('ok-length-limit', { 'sends a long text': [400, 200] }),
  status('ok-404-without-key', { 'has no key': [404], 'has no key for an update': [404] }),
  status('ok-403-no-key', { 'has no key': [403], 'has no key for an update': [403] }),
  status(
    'ok-404-before-400',
    {
      'reads an entry whose id is no UUID': [404],
      'sends malformed JSON to an unknown entry': [404],
      'sends malformed JSON': [400],
    },
    [],
  ),
  status('ok-404-before-405', { 'puts an unknown entry': [404] }),
  status('ok-delete-twice-204', { 'deletes an entry': [204, 404, 204] }),
  status('ok-soft-delete-410', { 'deletes an entry': [204, 410, 410] }),
  row('ok-trims', ['sends spaces around a title'], async (told) => {
    const [update, read] = await told('sends spaces around a title');
    expect(json(update)['title']).toBe('Caf\u00e9');
    expect(read?.bytes).toEqual(update?.bytes);
  }),
  row('ok-uuid-lowercase', ['sends ids in capitals'], async (told) => {
    const [update] = await told('sends ids in capitals');
    expect(items(json(update), 'verifications')).toEqual([{ id: ids.owner, title: 'Insured' }]);
  }),
  row('ok-number-1.0', showing(/:-?\d+[,}]/), async (told) => {
    const [entry] = await told('reads an entry');
    const right = await first('reads an entry');
    expect(entry?.text).toContain('"order":1.0');
    expect(entry?.text).not.toMatch(/:-?\d+[,}]/);
    expect(json(entry)).toEqual(json(right));
    expect(entry?.text.replace(/(\d)\.0(?=[,}])/g, '$1')).toBe(right.text);
  }),
  row(
    'ok-charset',
    () => true,
    async (told) => {
      const [entry] = await told('reads an entry');
      const right = await first('reads an entry');
      expect(entry?.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'x-request-id': '1' });
      expect(Object.keys(entry?.headers ?? {})).toEqual(expect.arrayContaining(Object.keys(right.headers)));
      expect(entry?.bytes).toEqual(right.bytes);
    },
  ),
  row('ok-gzip', ['takes gzip'], async (told) => {
    const [packed] = await told('takes gzip');
    expect(packed?.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(packed?.bytes ?? '')).toEqual((await first('takes gzip')).bytes);
  }),
  row('ok-empty-arrays', showing(/"headline":|"title":"New"/), async (told) => {
    const [made] = await told('creates an entry');
    const arrays = Object.entries(json(made)).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));
    const lists = words`use_cases callouts media resources special_offers clients testimonials`;
    expect(arrays).toEqual([...lists, 'certifications', 'verifications']);
    expect(json(made)).toMatchObject(json(await first('creates an entry')));
  }),
  row(
    'ok-new-status-value',
    (right, asks) => showing(/"status":"public".*"featured":/)(right) && asks !== scenes['updates the status'],
    async (told) => {
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
  ),
  row('ok-closes-connections', ['lists directories fourteen times'], async (told) => {
    const wires = (await told('lists directories fourteen times')).map(({ wire }) => wire);
    expect(new Set(wires)).toEqual(new Set(['close', undefined]));
  }),
  row(
    'ok-third-party',
    [
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
    async (told) => {
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
  ),
  row('ok-cached-reads', [...updates, 'updates a filter', 'creates an entry', 'deletes an entry'], async (told) => {
    const [update, read] = await told('updates the title');
    expect(update?.bytes).toEqual((await first('updates the title')).bytes);
    expect(read?.bytes).toEqual((await first('reads an entry')).bytes);
    expect(statuses(await told('deletes an entry'))).toEqual([204, 200, 404]);
  }),
  row('ok-429', ['lists directories fourteen times'], async (told) => {
    const answers = await told('lists directories fourteen times');
    const busy = answers.flatMap(({ status, headers }, index) =>
      status === 429 ? [[index + 1, headers['retry-after']]] : [],
    );
    expect(busy).toEqual([
      [7, '0'],
      [14, '1'],
    ]);
  }),
  row('ok-date-offset', ['reads a review', 'lists reviews'], async (told) => {
    const { created } = json((await told('reads a review'))[0]);
    expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?[+-]\d\d:\d\d$/);
    expect(Date.parse(String(created))).toBe(Date.parse('2026-03-14T09:30:00Z'));
    expect(json((await told('reads a review'))[0])).toEqual({ ...json(await first('reads a review')), created });
  }),
  status('ok-extra-query-ignored', { 'asks with a query': [200] }, []),
  row('ok-idempotent-null', ['sends a null'], async (told) => {
    const [update] = await told('sends a null');
    expect(update?.status).toBe(200);
    expect(update?.bytes).toEqual((await first('reads an entry')).bytes);
  }),
];
