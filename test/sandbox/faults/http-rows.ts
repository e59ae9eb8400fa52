import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { correctResponses, first, json, type Row, row, statuses } from './row.js';
import { filters } from './scenes.js';

/** All rows about HTTP except `slow`, which has its own test. */
export const httpRows: readonly Row[] = [
  row('hangs', ['lists reviews'], async (run) => {
    expect((await run('lists reviews'))[0]?.wire).toBe('hang');
  }),
  row('resets', ['lists tiers'], async (run) => {
    expect((await run('lists tiers'))[0]?.wire).toBe('reset');
  }),
  row('flaky-500', ['lists directories five times', 'lists directories fourteen times'], async (run) => {
    expect(statuses(await run('lists directories five times'))).toEqual([200, 200, 200, 200, 500]);
    const many = statuses(await run('lists directories fourteen times'));
    expect(many.flatMap((code, index) => (code === 500 ? [index + 1] : []))).toEqual([5, 10]);
  }),
  row('redirects', ['lists filters', 'requests a path without its slash'], async (run) => {
    const [redirect] = await run('lists filters');
    expect(redirect).toMatchObject({ status: 301, headers: { location: filters.slice(0, -1) } });
    const [there] = await run('requests a path without its slash');
    expect(there?.bytes).toEqual((await first('lists filters')).bytes);
  }),
  row('redirects-away', ['lists filters'], async (run) => {
    const [redirect] = await run('lists filters');
    expect(redirect).toMatchObject({ status: 307, headers: { location: `http://127.0.0.1:9${filters}` } });
  }),
  row('gzip-unasked', ['accepts no gzip'], async (run) => {
    const [packed] = await run('accepts no gzip');
    expect(packed?.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json' });
    expect(gunzipSync(packed?.bytes ?? '')).toEqual((await first('accepts no gzip')).bytes);
  }),
  row('head-differs', ['requests the head of an entry'], async (run) => {
    const [head] = await run('requests the head of an entry');
    expect(head?.headers['allow']?.split(', ').sort()).toEqual(['DELETE', 'GET', 'PATCH']);
    expect(head).toMatchObject({ status: 405, text: '' });
  }),
  row('no-allow', ['puts an entry', 'puts an unknown entry'], async (run) => {
    const [refusal] = await run('puts an entry');
    const [right] = await correctResponses('puts an entry');
    expect(refusal?.status).toBe(405);
    expect(right?.headers).toHaveProperty('allow');
    expect({ ...refusal?.headers, allow: right?.headers['allow'] }).toEqual(right?.headers);
    expect(refusal?.headers).not.toHaveProperty('allow');
    expect(json(refusal)).toEqual(json(right));
  }),
  row('case-insensitive-path', ['requests a path in capitals'], async (run) => {
    const [there] = await run('requests a path in capitals');
    expect(there?.bytes).toEqual((await first('lists directories')).bytes);
  }),
];
