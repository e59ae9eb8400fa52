import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { words } from '../../words.js';
import {
  correctResponses,
  first,
  items,
  json,
  list,
  type Row,
  row,
  showing,
  status,
  statuses,
  updates,
} from './row.js';
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
  row('ok-ignores-unknown-fields', ['sends unknown fields of a tier'], async (run) => {
    const [tier] = await run('sends unknown fields of a tier');
    const { colour, ...right } = json(await first('sends unknown fields of a tier'));
    expect(colour).toBe('red');
    expect(json(tier)).toEqual(right);
  }),
  row('ok-refuses-unknown-fields', ['sends an unknown field'], async (run) => {
    const [refusal, read] = await run('sends an unknown field');
    expect(refusal?.status).toBe(400);
    expect(json(refusal)['errors']).toEqual([{ pointer: '/colour', message: 'is unknown' }]);
    expect(read?.bytes).toEqual((await first('reads an entry')).bytes);
  }),
  row(
    'ok-omits-empty-fields',
    (right) => right.some(({ status, text }) => status < 300 && hasEmpty(text)),
    async (run) => {
      const [plain] = await run('reads a plain entry');
      const right = json(await first('reads a plain entry'));
      const full = Object.entries(right).filter(
        ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
      );
      expect(json(plain)).toEqual(Object.fromEntries(full));
      const [entry] = await run('reads an entry');
      expect(items(json(entry), 'resources')[0]).not.toHaveProperty('file');
      expect(hasEmpty(plain?.text ?? '')).toBe(false);
    },
  ),
  row('ok-empty-url', showing(/"award":/), async (run) => {
    const [entry] = await run('reads an entry');
    expect(json(entry)).toEqual({ ...json(await first('reads an entry')), award: '' });
  }),
  row('ok-no-length-limit', ['sends two megabytes'], async (run) => {
    const [update] = await run('sends two megabytes');
    expect(update?.status).toBe(200);
    expect(String(json(update)['description'])).toHaveLength(2_000_000);
    expect(statuses(await run('sends a long text'))).toEqual([200, 200]);
  }),
  status('ok-length-limit', { 'sends a long text': [400, 200] }),
  status('ok-404-without-key', { 'has no key': [404], 'has no key for an update': [404] }),
  status('ok-403-no-key', { 'has no key': [403], 'has no key for an update': [403] }),
  status(
    'ok-404-before-400',
    {
      'reads an entry whose id is not a UUID': [404],
      'sends malformed JSON to an unknown entry': [404],
      'sends malformed JSON': [400],
    },
    [],
  ),
  status('ok-404-before-405', { 'puts an unknown entry': [404] }),
  status('ok-delete-twice-204', { 'deletes an entry': [204, 404, 204] }),
  status('ok-soft-delete-410', { 'deletes an entry': [204, 410, 410] }),
  row('ok-trims', ['sends spaces around a title'], async (run) => {
    const [update, read] = await run('sends spaces around a title');
    expect(json(update)['title']).toBe('Caf\u00e9');
    expect(read?.bytes).toEqual(update?.bytes);
  }),
  row('ok-uuid-lowercase', ['sends ids in capitals'], async (run) => {
    const [update] = await run('sends ids in capitals');
    expect(items(json(update), 'verifications')).toEqual([{ id: ids.owner, title: 'Insured' }]);
  }),
  row('ok-number-1.0', showing(/:-?\d+[,}]/), async (run) => {
    const [entry] = await run('reads an entry');
    const right = await first('reads an entry');
    expect(entry?.text).toContain('"order":1.0');
    expect(entry?.text).not.toMatch(/:-?\d+[,}]/);
    expect(json(entry)).toEqual(json(right));
    expect(entry?.text.replace(/(\d)\.0(?=[,}])/g, '$1')).toBe(right.text);
  }),
  row(
    'ok-charset',
    () => true,
    async (run) => {
      const [entry] = await run('reads an entry');
      const right = await first('reads an entry');
      expect(entry?.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'x-request-id': '1' });
      expect(Object.keys(entry?.headers ?? {})).toEqual(expect.arrayContaining(Object.keys(right.headers)));
      expect(entry?.bytes).toEqual(right.bytes);
    },
  ),
  row('ok-gzip', ['accepts gzip'], async (run) => {
    const [packed] = await run('accepts gzip');
    expect(packed?.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(gunzipSync(packed?.bytes ?? '')).toEqual((await first('accepts gzip')).bytes);
  }),
  row('ok-empty-arrays', showing(/"headline":|"title":"New"/), async (run) => {
    const [made] = await run('creates an entry');
    const arrays = Object.entries(json(made)).flatMap(([name, value]) => (Array.isArray(value) ? [name] : []));
    const lists = words`use_cases callouts media resources special_offers clients testimonials`;
    expect(arrays).toEqual([...lists, 'certifications', 'verifications']);
    expect(json(made)).toMatchObject(json(await first('creates an entry')));
  }),
  row(
    'ok-new-status-value',
    (right, asks) => showing(/"status":"public".*"featured":/)(right) && asks !== scenes['updates the status'],
    async (run) => {
      expect(json((await run('reads an entry'))[0])['status']).toBe('under_review');
      expect((await run('updates the title')).slice(0, 2).map((got) => json(got)['status'])).toEqual([
        'under_review',
        'under_review',
      ]);
      // A status that an update has sent is returned.
      expect((await run('updates the status')).map((got) => json(got)['status'])).toEqual(['public', 'public']);
      const entries = list((await run('lists partner entries'))[0]);
      expect(entries.map(({ status }) => status)).toEqual(['under_review', 'under_review', 'hidden']);
    },
  ),
  row('ok-closes-connections', ['lists directories fourteen times'], async (run) => {
    const wires = (await run('lists directories fourteen times')).map(({ wire }) => wire);
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
    async (run) => {
      const [, read, other, entries] = await run('updates the title');
      // The other user does not edit the entry that the requests name.
      expect(read?.bytes).toEqual((await correctResponses('updates the title'))[1]?.bytes);
      expect(String(json(other)['headline'])).toMatch(/^Edit \d by another user$/);
      expect(list(entries).map(({ headline }) => headline)).toEqual([
        'What Fjordline Data does',
        'Edit 1 by another user',
        'Edit 4 by another user',
      ]);
      const [made, after] = await run('creates an entry');
      expect(list(after).at(-1)).toEqual(json(made));
    },
  ),
  row('ok-cached-reads', [...updates, 'updates a filter', 'creates an entry', 'deletes an entry'], async (run) => {
    const [update, read] = await run('updates the title');
    expect(update?.bytes).toEqual((await first('updates the title')).bytes);
    expect(read?.bytes).toEqual((await first('reads an entry')).bytes);
    expect(statuses(await run('deletes an entry'))).toEqual([204, 200, 404]);
  }),
  row('ok-429', ['lists directories fourteen times'], async (run) => {
    const responses = await run('lists directories fourteen times');
    const busy = responses.flatMap(({ status, headers }, index) =>
      status === 429 ? [[index + 1, headers['retry-after']]] : [],
    );
    expect(busy).toEqual([
      [7, '0'],
      [14, '1'],
    ]);
  }),
  row('ok-date-offset', ['reads a review', 'lists reviews'], async (run) => {
    const { created } = json((await run('reads a review'))[0]);
    expect(created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?[+-]\d\d:\d\d$/);
    expect(Date.parse(String(created))).toBe(Date.parse('2026-03-14T09:30:00Z'));
    expect(json((await run('reads a review'))[0])).toEqual({ ...json(await first('reads a review')), created });
  }),
  status('ok-extra-query-ignored', { 'reads with a query': [200] }, []),
  row('ok-idempotent-null', ['sends a null'], async (run) => {
    const [update] = await run('sends a null');
    expect(update?.status).toBe(200);
    expect(update?.bytes).toEqual((await first('reads an entry')).bytes);
  }),
];
