import { beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../scripts/contract/json.js';
import { yamlBeside } from '../yaml-beside.js';
import { type Asked, open, read, readList } from './fixture.js';
import { testStories } from './story.js';

const askedRows = yamlBeside<{ json: string[]; types: [sent: Record<string, string>, media: string][] }>(
  import.meta.url,
  'reviews.yaml',
);

testStories(import.meta.url, 'review-steps.yaml');

let sandbox: Asked;
beforeEach(() => {
  sandbox = open();
});

describe('the export of reviews', () => {
  it('is CSV with one line for each review, and with quotes if needed', async () => {
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

  it.each(askedRows.json)('is the list of reviews for Accept: %s', async (accept) => {
    const { headers, json } = await sandbox.call('exportReviews', { headers: { accept } });
    expect(headers.get('content-type')).toBe('application/json');
    expect(json).toEqual(await readList(sandbox, 'listReviews'));
  });

  it.each(askedRows.types)('has the media type that %j requests', async (sentHeaders, media) => {
    expect((await sandbox.call('exportReviews', { headers: sentHeaders })).headers.get('content-type')).toBe(media);
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
    const index = field.lastIndex;
    const match = field.exec(text);
    if (!match) throw new Error(`Invalid CSV at ${index}: ${text.slice(index, index + 40)}`);
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') rows.push(row.splice(0));
  }
  return rows;
}
