import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { json, type Row, rightAnswers, statuses } from './row.js';
import { filters } from './scenes.js';

/** All rows of the catalogue but `slow`, which takes its time in a test of its own. */
export const httpRows: readonly Row[] = [
  {
    name: 'hangs',
    differs: ['lists reviews'],
    async probe(told) {
      expect((await told('lists reviews'))[0]?.wire).toBe('hang');
    },
  },
  {
    name: 'resets',
    differs: ['lists tiers'],
    async probe(told) {
      expect((await told('lists tiers'))[0]?.wire).toBe('reset');
    },
  },
  {
    name: 'flaky-500',
    differs: ['lists directories five times', 'lists directories fourteen times'],
    async probe(told) {
      expect(statuses(await told('lists directories five times'))).toEqual([200, 200, 200, 200, 500]);
      const many = statuses(await told('lists directories fourteen times'));
      expect(many.flatMap((code, index) => (code === 500 ? [index + 1] : []))).toEqual([5, 10]);
    },
  },
  {
    name: 'redirects',
    differs: ['lists filters', 'asks for a path without its slash'],
    async probe(told) {
      const [redirect] = await told('lists filters');
      expect(redirect).toMatchObject({ status: 301, headers: { location: filters.slice(0, -1) } });
      const [there] = await told('asks for a path without its slash');
      expect(there?.bytes).toEqual((await rightAnswers('lists filters'))[0]?.bytes);
    },
  },
  {
    name: 'redirects-away',
    differs: ['lists filters'],
    async probe(told) {
      const [redirect] = await told('lists filters');
      expect(redirect).toMatchObject({ status: 307, headers: { location: `http://127.0.0.1:9${filters}` } });
    },
  },
  {
    name: 'gzip-unasked',
    differs: ['takes no gzip'],
    async probe(told) {
      const [packed] = await told('takes no gzip');
      expect(packed?.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json' });
      expect(gunzipSync(packed?.bytes ?? '')).toEqual((await rightAnswers('takes no gzip'))[0]?.bytes);
    },
  },
  {
    name: 'head-differs',
    differs: ['asks for the head of an entry'],
    async probe(told) {
      const [head] = await told('asks for the head of an entry');
      expect(head?.headers['allow']?.split(', ').sort()).toEqual(['DELETE', 'GET', 'PATCH']);
      expect(head).toMatchObject({ status: 405, text: '' });
    },
  },
  {
    name: 'no-allow',
    differs: ['puts an entry', 'puts an unknown entry'],
    async probe(told) {
      const [refusal] = await told('puts an entry');
      const [right] = await rightAnswers('puts an entry');
      expect(refusal?.status).toBe(405);
      expect(right?.headers).toHaveProperty('allow');
      expect({ ...refusal?.headers, allow: right?.headers['allow'] }).toEqual(right?.headers);
      expect(refusal?.headers).not.toHaveProperty('allow');
      expect(json(refusal)).toEqual(json(right));
    },
  },
  {
    name: 'case-insensitive-path',
    differs: ['asks for a path in capitals'],
    async probe(told) {
      const [there] = await told('asks for a path in capitals');
      expect(there?.bytes).toEqual((await rightAnswers('lists directories'))[0]?.bytes);
    },
  },
];
