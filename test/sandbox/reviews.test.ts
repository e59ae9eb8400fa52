import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../scripts/contract/json.js';
import { yamlBeside } from '../yaml-beside.js';
import { type Asked, open, read, readList } from './fixture.js';

const asked = yamlBeside<{ json: string[]; types: [sent: Record<string, string>, media: string][] }>(
  import.meta.url,
  'reviews.yaml',
);

const person = {
  id: expect.any(String),
  firstName: expect.any(String),
  lastName: expect.any(String),
  email: expect.stringContaining('@'),
};

let sandbox: Asked;
beforeEach(() => {
  sandbox = open();
});

describe('a review', () => {
  it('that is approved has `approvedBy` and no longer `declinedBy`', async () => {
    await read(sandbox, 'updateReview', { body: { status: 'D' } });
    const review = await read(sandbox, 'updateReview', { body: { status: 'A' } });
    expect(review).toMatchObject({ status: 'A', statusDisplay: 'approved', approvedBy: person, declinedBy: null });
    expect(await read(sandbox, 'getReview')).toEqual(review);
  });

  it('that is declined has `declinedBy` and no longer `approvedBy`', async () => {
    const review = await read(sandbox, 'updateReview', { body: { status: 'D' } });
    expect(review).toMatchObject({ status: 'D', statusDisplay: 'declined', approvedBy: null, declinedBy: person });
  });

  it.each(['A', 'D'])('with any other status keeps `approvedBy` and `declinedBy`, after %s', async (status) => {
    const { approvedBy, declinedBy } = await read(sandbox, 'updateReview', { body: { status } });
    for (const other of ['P', 'X', 'constructor', '']) {
      const review = await read(sandbox, 'updateReview', { body: { status: other } });
      expect(review).toMatchObject({ status: other, approvedBy, declinedBy });
    }
  });

  it('that was approved before stays approved by the same person', async () => {
    const path = { review_id: 'e6ff827c-5ba5-4941-8332-24e9086b4735' };
    const { approvedBy, rating } = await read(sandbox, 'getReview', { path });
    expect({ approvedBy, rating }).toMatchObject({ approvedBy: { firstName: 'Lena' }, rating: 4 });
    const review = await read(sandbox, 'updateReview', { path, body: { status: 'A', rating: 3 } });
    expect(review).toMatchObject({ approvedBy, rating: 3 });
  });

  it('is written in snake_case and read in camelCase', async () => {
    const review = await read(sandbox, 'updateReview', { body: { first_name: 'Ada', last_name: 'Byte' } });
    expect(review).toMatchObject({ firstName: 'Ada', lastName: 'Byte', title: 'Reliable and quick to answer' });
    expect(review).not.toHaveProperty('first_name');
  });

  it('is not updated by an empty body or by an invalid address', async () => {
    for (const body of [{}, { email: 'none' }, { rating: 'five' }])
      expect(await sandbox.status('updateReview', { body })).toBe(400);
  });

  it('that is new is pending, and has its time of creation', async () => {
    const review = await read(sandbox, 'createReview', { body: { title: 'Fine' } });
    const created = '2026-01-01T00:00:00Z';
    expect(review).toMatchObject({ title: 'Fine', created, approvedBy: null, declinedBy: null });
    expect(review['status']).not.toMatch(/^[AD]$/);
  });
});

describe('the export of reviews', () => {
  it('is CSV with one line per review, and quotes where needed', async () => {
    await read(sandbox, 'updateReview', { body: { title: 'Good, "very" good', summary: 'Two\nlines', company: ' ' } });
    const { headers, text } = await sandbox.call('exportReviews');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    // The media type stays CSV after another media type was requested at the same path.
    await sandbox.call('exportReviews', { headers: { accept: 'application/json' } });
    expect((await sandbox.call('exportReviews')).text).toBe(text);
    const [names = [], ...rows] = parseCsv(text);
    const reviews = await readList(sandbox, 'listReviews');
    expect(rows).toHaveLength(reviews.length);
    for (const [index, row] of rows.entries())
      expect(row).toEqual(names.map((name) => String((reviews[index] as JsonObject)[name] ?? '')));
    expect(text).toContain('"Good, ""very"" good"');
    expect(text.endsWith('\r\n')).toBe(true);
  });

  it.each(asked.json)('is the list of reviews for Accept: %s', async (accept) => {
    const { headers, json } = await sandbox.call('exportReviews', { headers: { accept } });
    expect(headers.get('content-type')).toBe('application/json');
    expect(json).toEqual(await readList(sandbox, 'listReviews'));
  });

  it.each(asked.types)('has the media type that %j asks for', async (sent, media) => {
    expect((await sandbox.call('exportReviews', { headers: sent })).headers.get('content-type')).toBe(media);
  });

  it('has only the header if there is no review', async () => {
    for (const { id } of await readList(sandbox, 'listReviews'))
      await sandbox.call('deleteReview', { path: { review_id: String(id) } });
    expect(parseCsv((await sandbox.call('exportReviews')).text)).toHaveLength(1);
  });
});

/** Parses CSV strictly (RFC 4180): a quote in an unquoted field is an error. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  const row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (field.lastIndex < text.length) {
    const at = field.lastIndex;
    const match = field.exec(text);
    if (!match) throw new Error(`Invalid CSV at ${at}: ${text.slice(at, at + 40)}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') rows.push(row.splice(0));
  }
  return rows;
}
