// @module-tag slow
import { expect, it } from 'vitest';
import { accusations } from './run.js';
import { documentOf, json, listOf, text } from './service/document.js';
import { checkDocument } from './service/resources.js';
import { reply } from './service/service.js';

const time = { required: true, schema: { type: 'integer', minimum: 0 } };
const responses = {
  200: { description: 'All lamps.', ...json(listOf(text)) },
  429: { description: 'Too many requests.', headers: { 'Retry-After': time } },
};
const operations = { 'GET /lamps listLamps': { shows: listOf(text), more: { responses } } };

it.each([
  ['seconds', { 'Retry-After': '0' }, []],
  ['no time', {}, ['header.retry-after-missing listLamps ']],
  ['a word', { 'Retry-After': 'soon' }, ['header.retry-after listLamps ']],
])('a 429 that says by %s when to come back is judged by its headers', async (_, headers, expected) => {
  let count = 0;
  const { report } = await checkDocument(
    documentOf({ title: 'Lamps', operations }),
    {
      change: (base) => ({
        send: (call, response) => (count++ === 0 ? { ...reply(429, {}), headers } : base.send(call, response)),
      }),
    },
    { writes: 'none' },
  );
  expect(accusations(report)).toEqual(expected);
});
