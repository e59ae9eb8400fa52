// @module-tag slow
import { describe, expect, it } from 'vitest';
import { accusations } from './run.js';
import { documentOfType, text } from './service/document.js';
import { checkDocument } from './service/resources.js';

const fields = { title: text, text, more: text, state: { enum: ['new', 'old', 'done'] } };
const document = documentOfType('Note', fields, ['title'], 'GET POST PATCH PUT DELETE');

describe.each(['POST', 'PATCH', 'PUT', 'DELETE'])('a %s that succeeds, but whose response is cut off', (method) => {
  it.each([2, 3, 5, 7])('is not blamed on other requests: every request number %i', async (each) => {
    let count = 0;
    const { report } = await checkDocument(document, {
      change: () => ({
        send(call, response) {
          count += call.method === method && response.status < 300 ? 1 : 0;
          if (call.method === method && response.status < 300 && count % each === 0) throw new Error('Cut.');
          return response;
        },
      }),
    });
    expect(accusations(report).filter((line) => !line.startsWith('transport.'))).toEqual([]);
  });
});
