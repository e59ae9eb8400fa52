import { expect } from 'vitest';
import { defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { correctResponses, first, json, type Row, row, status, statuses, stored, withStatus } from './row.js';
import { ids } from './state.js';

export const refusalRows: readonly Row[] = [
  row('auth-ignored', ['has no key', 'has no key for an update'], async (run) => {
    const [entry] = await run('has no key');
    expect(entry?.bytes).toEqual((await first('reads an entry')).bytes);
  }),
  status('auth-ignored-on-patch', { 'has no key for an update': [200] }),
  status('auth-any-key', { 'has another key': [200] }),
  status('auth-empty-key', { 'has an empty key': [200] }),
  status('auth-500', { 'has no key': [500], 'has no key for an update': [500] }),
  row(
    'unknown-id-200',
    [
      'reads an unknown entry',
      'updates an unknown entry',
      'sends malformed JSON to an unknown entry',
      'deletes an entry',
    ],
    async (run) => {
      const [entry] = await run('reads an unknown entry');
      expect(entry?.status).toBe(200);
      expect(json(entry)['id']).toBe(ids.rich);
      const [update, , after] = await run('updates an unknown entry');
      expect(update?.bytes).toEqual(entry?.bytes);
      expect(after?.bytes).toEqual((await first('reads an entry')).bytes);
      expect(statuses(await run('sends malformed JSON to an unknown entry'))).toEqual([400]);
    },
  ),
  status('unknown-id-500', {
    'reads an unknown entry': [500],
    'updates an unknown entry': [500, 500, 200],
    'sends malformed JSON to an unknown entry': [500],
    'deletes an entry': [204, 500, 404],
  }),
  status('unknown-id-400', {
    'updates an unknown entry': [400, 404, 200],
    'sends malformed JSON to an unknown entry': [400],
  }),
  row('unknown-id-created', ['updates an unknown entry', 'sends malformed JSON to an unknown entry'], async (run) => {
    const [update, read, other] = await run('updates an unknown entry');
    expect(update?.status).toBe(200);
    expect(json(update)).toMatchObject({ id: ids.nobody, title: 'New' });
    expect(read?.bytes).toEqual(update?.bytes);
    expect(other?.bytes).toEqual((await first('reads an entry')).bytes);
  }),
  row('unknown-directory-ignored', ['updates an entry in another directory'], async (run) => {
    const [update, read] = await run('updates an entry in another directory');
    expect(update?.status).toBe(200);
    expect(json(read)['location']).toBe('Oslo');
  }),
  status('bad-id-500', { 'reads an entry whose id is not a UUID': [500] }),
  row(
    'stack-trace',
    withStatus((code) => code === 404),
    async (run) => {
      const [got] = await run('reads an unknown entry');
      const [right] = await correctResponses('reads an unknown entry');
      expect(got?.status).toBe(404);
      expect(json(got)).toEqual({
        ...json(right),
        trace: expect.stringMatching(/Error|NotFound[\s\S]*\n {4}at .*:\d+:\d+\)/),
      });
    },
  ),
  row(
    'error-html',
    withStatus((code) => code >= 400),
    async (run) => {
      for (const scene of ['has no key', 'reads an unknown entry', 'puts an entry'] as const) {
        const [got] = await run(scene);
        const [right] = await correctResponses(scene);
        expect(got?.status).toBe(right?.status);
        expect(got?.headers).toEqual({ ...right?.headers, 'content-type': 'text/html; charset=utf-8' });
        expect(got?.text).toMatch(/^<!DOCTYPE html>\n<html>/);
      }
    },
  ),
  row('method-200', ['puts an entry', 'puts an unknown entry'], async (run) => {
    for (const scene of ['puts an entry', 'puts an unknown entry'] as const) {
      const [got] = await run(scene);
      expect(got).toMatchObject({ status: 200, text: '{}', headers: { 'content-type': 'application/json' } });
      expect(got?.headers).not.toHaveProperty('allow');
    }
  }),
  row(
    'key-echoed',
    (right, asks) =>
      right.some(({ status: code }, index) => code >= 400 && asks[index]?.headers?.['authorization'] !== null),
    async (run) => {
      const [got] = await run('reads an unknown entry');
      expect(got?.status).toBe(404);
      expect(json(got)['request']).toEqual({ method: 'GET', headers: { authorization: defaultKey } });
      expect((await run('has another key'))[0]?.text).toContain('another-key');
    },
  ),
  status('malformed-json-500', {
    'sends malformed JSON': [500],
    'sends malformed JSON to an unknown entry': [500],
    'sends malformed JSON to a filter': [500],
  }),
  row('malformed-json-200', ['sends malformed JSON', 'sends malformed JSON to a filter'], async (run) => {
    const [got] = await run('sends malformed JSON');
    expect(got?.status).toBe(200);
    expect(got?.bytes).toEqual((await first('reads an entry')).bytes);
  }),
  row('wrong-content-type-200', ['sends a form'], async (run) => {
    const [got] = await run('sends a form');
    expect(got?.status).toBe(200);
    expect(got?.bytes).toEqual((await first('reads an entry')).bytes);
  }),
  status('bad-filter-500', { 'sends malformed JSON to a filter': [500] }),
  status('bad-filter-422', { 'sends malformed JSON to a filter': [422] }),
  stored('accepts-wrong-type', 'sends a word for a boolean', (shown) => expect(shown['featured']).toBe('yes'), [
    'sends a word for a boolean',
    'sends a word for a boolean, and a title',
  ]),
  stored('accepts-bad-uuid', 'sends a word for a tier', (shown) => expect(shown['tier']).toEqual({ id: 'gold' })),
  stored('accepts-bad-url', 'sends a word for a URL', (shown) => expect(shown['external_url']).toBe('nope')),
  status('long-string-500', { 'sends a long text': [500, 200] }),
  status('unicode-500', { 'sends emoji': [500, 200] }),
  status('null-500', { 'sends a null': [500, 200] }),
  row('rejects-valid', ['updates the slugs'], async (run) => {
    const [update, read] = await run('updates the slugs');
    expect(update?.status).toBe(400);
    expect(json(update)['errors']).toEqual([expect.objectContaining({ pointer: '/customSlug' })]);
    expect(read?.bytes).toEqual((await first('reads an entry')).bytes);
  }),
];
