import { expect } from 'vitest';
import { defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { answering, json, type Row, rightAnswers, statuses } from './row.js';
import type { Scene } from './scenes.js';
import { ids } from './state.js';

/** A row whose scenes come to other statuses, and that is all there is to it. */
function status(name: string, scenes: Partial<Record<Scene, readonly number[]>>): Row {
  const told = Object.entries(scenes) as [Scene, readonly number[]][];
  return {
    name,
    differs: told.map(([scene]) => scene),
    async probe(tell) {
      for (const [scene, wanted] of told) {
        const answers = await tell(scene);
        expect(statuses(answers), scene).toEqual(wanted);
        expect(wanted).not.toEqual(statuses(await rightAnswers(scene)));
        for (const got of answers)
          if (got.status === 500) expect(json(got)).toEqual({ detail: 'Internal Server Error' });
      }
    },
  };
}

export const refusalRows: readonly Row[] = [
  {
    name: 'auth-ignored',
    differs: ['has no key', 'has no key for an update'],
    async probe(told) {
      const [entry] = await told('has no key');
      expect(entry?.bytes).toEqual((await rightAnswers('reads an entry'))[0]?.bytes);
    },
  },
  status('auth-ignored-on-patch', { 'has no key for an update': [200] }),
  status('auth-any-key', { 'has another key': [200] }),
  status('auth-empty-key', { 'has an empty key': [200] }),
  status('auth-500', { 'has no key': [500], 'has no key for an update': [500] }),

  {
    name: 'unknown-id-200',
    differs: [
      'reads an unknown entry',
      'updates an unknown entry',
      'sends malformed JSON to an unknown entry',
      'deletes an entry',
    ],
    async probe(told) {
      const [entry] = await told('reads an unknown entry');
      expect(entry?.status).toBe(200);
      expect(json(entry)['id']).toBe(ids.rich);
      const [update, , after] = await told('updates an unknown entry');
      expect(update?.bytes).toEqual(entry?.bytes);
      expect(after?.bytes).toEqual((await rightAnswers('reads an entry'))[0]?.bytes);
      expect(statuses(await told('sends malformed JSON to an unknown entry'))).toEqual([400]);
    },
  },
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
  {
    name: 'unknown-id-created',
    differs: ['updates an unknown entry', 'sends malformed JSON to an unknown entry'],
    async probe(told) {
      const [update, read, other] = await told('updates an unknown entry');
      expect(update?.status).toBe(200);
      expect(json(update)).toMatchObject({ id: ids.nobody, title: 'New' });
      expect(read?.bytes).toEqual(update?.bytes);
      expect(other?.bytes).toEqual((await rightAnswers('reads an entry'))[0]?.bytes);
    },
  },
  {
    name: 'unknown-directory-ignored',
    differs: ['updates an entry in another directory'],
    async probe(told) {
      const [update, read] = await told('updates an entry in another directory');
      expect(update?.status).toBe(200);
      expect(json(read)['location']).toBe('Oslo');
    },
  },
  status('bad-id-500', { 'reads an entry whose id is no UUID': [500] }),

  {
    name: 'stack-trace',
    differs: answering((code) => code === 404),
    async probe(told) {
      const [got] = await told('reads an unknown entry');
      const [right] = await rightAnswers('reads an unknown entry');
      expect(got?.status).toBe(404);
      expect(json(got)).toEqual({
        ...json(right),
        trace: expect.stringMatching(/Error|NotFound[\s\S]*\n {4}at .*:\d+:\d+\)/),
      });
    },
  },
  {
    name: 'error-html',
    differs: answering((code) => code >= 400),
    async probe(told) {
      for (const scene of ['has no key', 'reads an unknown entry', 'puts an entry'] as const) {
        const [got] = await told(scene);
        const [right] = await rightAnswers(scene);
        expect(got?.status).toBe(right?.status);
        expect(got?.headers).toEqual({ ...right?.headers, 'content-type': 'text/html; charset=utf-8' });
        expect(got?.text).toMatch(/^<!DOCTYPE html>\n<html>/);
      }
    },
  },
  {
    name: 'method-200',
    differs: ['puts an entry', 'puts an unknown entry'],
    async probe(told) {
      for (const scene of ['puts an entry', 'puts an unknown entry'] as const) {
        const [got] = await told(scene);
        expect(got).toMatchObject({ status: 200, text: '{}', headers: { 'content-type': 'application/json' } });
        expect(got?.headers).not.toHaveProperty('allow');
      }
    },
  },
  {
    name: 'key-echoed',
    differs: (right, asks) =>
      right.some(({ status: code }, index) => code >= 400 && asks[index]?.headers?.['authorization'] !== null),
    async probe(told) {
      const [got] = await told('reads an unknown entry');
      expect(got?.status).toBe(404);
      expect(json(got)['request']).toEqual({ method: 'GET', headers: { authorization: defaultKey } });
      expect((await told('has another key'))[0]?.text).toContain('another-key');
    },
  },

  status('malformed-json-500', {
    'sends malformed JSON': [500],
    'sends malformed JSON to an unknown entry': [500],
    'sends malformed JSON to a filter': [500],
  }),
  {
    name: 'malformed-json-200',
    differs: ['sends malformed JSON', 'sends malformed JSON to a filter'],
    async probe(told) {
      const [got] = await told('sends malformed JSON');
      expect(got?.status).toBe(200);
      expect(got?.bytes).toEqual((await rightAnswers('reads an entry'))[0]?.bytes);
    },
  },
  {
    name: 'wrong-content-type-200',
    differs: ['sends a form'],
    async probe(told) {
      const [got] = await told('sends a form');
      expect(got?.status).toBe(200);
      expect(got?.bytes).toEqual((await rightAnswers('reads an entry'))[0]?.bytes);
    },
  },
  status('bad-filter-500', { 'sends malformed JSON to a filter': [500] }),
  status('bad-filter-422', { 'sends malformed JSON to a filter': [422] }),

  {
    name: 'accepts-wrong-type',
    differs: ['sends a word for a boolean', 'sends a word for a boolean, and a title'],
    async probe(told) {
      const [update, read] = await told('sends a word for a boolean');
      expect(update?.status).toBe(200);
      expect(json(update)['featured']).toBe('yes');
      expect(read?.bytes).toEqual(update?.bytes);
    },
  },
  {
    name: 'accepts-bad-uuid',
    differs: ['sends a word for a tier'],
    async probe(told) {
      const [update, read] = await told('sends a word for a tier');
      expect(update?.status).toBe(200);
      expect(json(update)['tier']).toEqual({ id: 'gold' });
      expect(read?.bytes).toEqual(update?.bytes);
    },
  },
  {
    name: 'accepts-bad-url',
    differs: ['sends a word for a URL'],
    async probe(told) {
      const [update, read] = await told('sends a word for a URL');
      expect(update?.status).toBe(200);
      expect(json(update)['external_url']).toBe('nope');
      expect(read?.bytes).toEqual(update?.bytes);
    },
  },
  status('long-string-500', { 'sends a long text': [500, 200] }),
  status('unicode-500', { 'sends emoji': [500, 200] }),
  status('null-500', { 'sends a null': [500, 200] }),
  {
    name: 'rejects-valid',
    differs: ['updates the slugs'],
    async probe(told) {
      const [update, read] = await told('updates the slugs');
      expect(update?.status).toBe(400);
      expect(json(update)['errors']).toEqual([expect.objectContaining({ pointer: '/customSlug' })]);
      expect(read?.bytes).toEqual((await rightAnswers('reads an entry'))[0]?.bytes);
    },
  },
];
