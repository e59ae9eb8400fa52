import { expect } from 'vitest';
import type { Ask, Got } from './ask.js';
import { first, json, type Row, row, statuses } from './row.js';

const entryPath = /\/entries\/partners\/[0-9a-f-]{36}\/(\?.*)?$/;

/** The scenes in which a request with one of these methods returns a single entry. */
export const coming =
  (...methods: string[]) =>
  (right: readonly Got[], asks: readonly Ask[]): boolean =>
    right.some(({ status }, index) => {
      const { method = 'GET', path = '' } = asks[index] ?? {};
      return status === 200 && methods.includes(method) && entryPath.test(path);
    });

const read = coming('GET');
const readOrHead = coming('GET', 'HEAD');
const updated = coming('PATCH');

export const bodyRows: readonly Row[] = [
  // Only GET: the HEAD responses of two entries do not differ.
  row('wrong-entry', read, async (run) => {
    const [entry] = await run('reads an entry');
    expect(entry?.bytes).toEqual((await first('reads a plain entry')).bytes);
    expect(statuses(await run('reads an unknown entry'))).toEqual([404]);
  }),
  row('not-json', readOrHead, async (run) => {
    const [page] = await run('reads an entry');
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page?.text).toMatch(/^<!DOCTYPE html>/);
  }),
  row('wrong-media-type', readOrHead, async (run) => {
    const [entry] = await run('reads an entry');
    expect(entry?.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(entry?.bytes).toEqual((await first('reads an entry')).bytes);
  }),
  row('no-media-type', readOrHead, async (run) => {
    const [entry] = await run('reads an entry');
    expect(entry?.headers).not.toHaveProperty('content-type');
    expect(entry?.bytes).toEqual((await first('reads an entry')).bytes);
  }),
  row('bad-utf8', read, async (run) => {
    const [entry] = await run('reads an entry');
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(entry?.bytes)).toThrow();
    const right = await first('reads an entry');
    const different = [...(entry?.bytes ?? [])].flatMap((byte, index) =>
      byte === right.bytes[index] ? [] : [[right.bytes[index], byte]],
    );
    expect(different).toEqual([[0x20, 0xa0]]);
    expect(entry?.headers).toEqual(right.headers);
  }),
  row('duplicate-key', read, async (run) => {
    const [entry] = await run('reads an entry');
    const right = await first('reads an entry');
    expect(entry?.text).toBe(`${right.text.slice(0, -1)},"title":"Fjordline Data"}`);
    expect(json(entry)).toEqual(json(right));
  }),
  row('truncated', read, async (run) => {
    const [entry] = await run('reads an entry');
    const right = await first('reads an entry');
    expect(entry?.wire).toEqual({ contentLength: right.bytes.byteLength });
    expect(entry?.bytes).toEqual(right.bytes.subarray(0, Math.floor(right.bytes.byteLength / 2)));
    expect((await run('requests the head of an entry'))[0]?.wire).toBeUndefined();
  }),
  row('empty-200', read, async (run) => {
    const [entry] = await run('reads an entry');
    expect(entry).toMatchObject({ status: 200, text: '', headers: (await first('reads an entry')).headers });
  }),
  row('status-201', updated, async (run) => {
    const [update, after] = await run('updates the title');
    expect(statuses([update as Got, after as Got])).toEqual([201, 200]);
    expect(update?.bytes).toEqual((await first('updates the title')).bytes);
  }),
  row('status-204', updated, async (run) => {
    const [update, after] = await run('updates the title');
    expect(update).toMatchObject({ status: 204, text: '' });
    expect(json(after)['title']).toBe('New');
  }),
  row('undocumented-status', readOrHead, async (run) => {
    const [entry] = await run('reads an entry');
    expect(entry?.status).toBe(203);
    expect(entry?.bytes).toEqual((await first('reads an entry')).bytes);
  }),
];
