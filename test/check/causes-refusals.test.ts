// @module-tag slow
import { expect, it } from 'vitest';
import { accusations } from './run.js';
import type { JsonObject } from './service/contract.js';
import { documentOf, listOf, object, text } from './service/document.js';
import { checkDocument, pathOf, type ResourceOptions } from './service/resources.js';

const fields = { title: text, text, more: text };

/** Checks a service of notes. */
async function findingsOf(service: ResourceOptions): Promise<string[]> {
  const document = documentOf({
    title: 'Notes',
    schemas: { Note: object({ id: text, ...fields }, 'id') },
    refusals: [400, 404, 415, 422],
    operations: {
      'GET /notes listNotes': { shows: listOf('Note') },
      'POST /notes createNote': { takes: object(fields, 'title'), shows: 'Note', status: 201 },
      'GET /notes/{id} getNote': { shows: 'Note' },
      'PATCH /notes/{id} updateNote': { takes: object(fields), shows: 'Note' },
      'DELETE /notes/{id} deleteNote': {},
    },
  });
  return accusations((await checkDocument(document, service)).report);
}

it('an update that is refused and stored all the same is not charged to later updates', async () => {
  const found = await findingsOf({
    acts: {
      updateNote(call, whole, notes) {
        const sent = call.body as JsonObject;
        if (sent['text'] === undefined || sent['title'] !== undefined) return undefined;
        notes.set(pathOf(call), { ...notes.get(pathOf(call)), ...sent });
        return whole.refuse(call, 422, 'It is refused.');
      },
    },
  });
  expect(found).toContain('refusal.changes updateNote /text');
  expect(found.filter((line) => /^(update|replace|list)\./.test(line))).toEqual([]);
});
