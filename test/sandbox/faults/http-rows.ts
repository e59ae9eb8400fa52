import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { first, json, type Row, rightAnswers, row, statuses } from './row.js';
import { filters } from './scenes.js';

/** All rows of the catalogue but `slow`, which takes its time in a test of its own. */
export const httpRows: readonly Row[] = [
  row('hangs', ['lists reviews'], async (told) => {
    expect((await told('lists reviews'))[0]?.wire).toBe('hang');
  }),
  row('resets', ['lists tiers'], async (told) => {
    expect((await told('lists tiers'))[0]?.wire).toBe('reset');
  }),
  row('flaky-500', ['lists directories five times', 'lists directories fourteen times'], async (told) => {
    expect(statuses(await told('lists directories five times'))).toEqual([200, 200, 200, 200, 500]);
    const many = statuses(await told('lists directories fourteen times'));
    expect(many.flatMap((code, index) => (code === 500 ? [index + 1] : []))).toEqual([5, 10]);
  }),
  row('redirects', ['lists filters', 'asks for a path without its slash'], async (told) => {
    const [redirect] = await told('lists filters');
    expect(redirect).toMatchObject({ status: 301, headers: { location: filters.slice(0, -1) } });
    const [there] = await told('asks for a path without its slash');
    expect(there?.bytes).toEqual((await first('lists filters')).bytes);
  }),
  row('redirects-away', ['lists filters'], async (told) => {
    const [redirect] = await told('lists filters');
    expect(redirect).toMatchObject({ status: 307, headers: { location: `http://127.0.0.1:9${filters}` } });
  }),
  row('gzip-unasked', ['takes no gzip'], async (told) => {
    const [packed] = await told('takes no gzip');
    expect(packed?.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json' });
    expect(gunzipSync(packed?.bytes ?? '')).toEqual((await first('takes no gzip')).bytes);
  }),
  row('head-differs', ['asks for the head of an entry'], async (told) => {
    const [head] = await told('asks for the head of an entry');
    expect(head?.headers['allow']?.split(', ').sort()).toEqual(['DELETE', 'GET', 'PATCH']);
    expect(head).toMatchObject({ status: 405, text: '' });
  }),
  row('no-allow', ['puts an entry', 'puts an unknown entry'], async (told) => {
    const [refusal] = await told('puts an entry');
    const [right] = await rightAnswers('puts an entry');
    expect(refusal?.status).toBe(405);
    expect(right?.headers).toHaveProperty('allow');
    expect({ ...refusal?.headers, allow: right?.headers['allow'] }).toEqual(right?.headers);
    expect(refusal?.headers).not.toHaveProperty('allow');
    expect(json(refusal)).toEqual(json(right));
  }),
  row('case-insensitive-path', ['asks for a path in capitals'], async (told) => {
    const [there] = await told('asks for a path in capitals');
    expect(there?.bytes).toEqual((await first('lists directories')).bytes);
  }),
];
