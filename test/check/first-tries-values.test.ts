// @module-tag slow
import { expect, it } from 'vitest';
import type { JsonObject } from './service/contract.js';
import { documentOf, documentOfType, integer, object, text } from './service/document.js';
import { checkDocument } from './service/resources.js';

it('a run that repeats its tests on a faulty service sends no title twice', async () => {
  const fields = { title: text, text, size: { ...integer, minimum: 1, maximum: 1000 } };
  const document = documentOfType('Note', fields, ['title'], 'GET POST PATCH DELETE');
  const titles: string[] = [];
  await checkDocument(document, {
    change: ({ show, act }) => ({
      // Each number is wrong, so that tests are in doubt.
      show: (call, note) => show(call, { ...note, ...(note['size'] !== undefined && { size: 7 }) }),
      act(call) {
        const { title } = (call.body ?? {}) as JsonObject;
        // A title of one character has few other values.
        if (call.method === 'POST' && typeof title === 'string' && title.length > 5 && title.length < 200)
          titles.push(title);
        return act(call);
      },
    }),
  });
  const repeatedTitles = titles.filter((title, index) => titles.indexOf(title) !== index);
  // Only the title of a deleted note is sent again, in the test and in its repetition.
  expect(repeatedTitles).toHaveLength(2);
});

it('a run tries each id of an enum again, although one of them stays taken', async () => {
  const id = { ...text, enum: ['amber', 'blue', 'green', 'red'] };
  const document = documentOfType(
    'Lamp',
    { id, power: integer },
    ['id'],
    'GET POST PATCH DELETE',
    [400, 404, 409, 415],
  );
  const { report } = await checkDocument(document, {
    acts: {
      createLamp: (call, behaviour, lamps) => {
        const color = String((call.body as JsonObject)['id']);
        if (color === 'amber' || lamps.has(`/lamps/${color}`)) return behaviour.refuse(call, 409, 'It exists.');
        return undefined;
      },
    },
    change: () => ({ idFor: ({ body }) => String((body as JsonObject)['id']) }),
  });
  const { success } = report.operations.find(({ operationId }) => operationId === 'updateLamp') ?? {};
  expect(success).toEqual({ tested: true });
});

it('a run recognises what it has created without a list, although only lower-case texts are accepted', async () => {
  const note = object({ id: text, title: text, rank: integer }, 'id');
  const document = documentOf({
    title: 'Notes',
    schemas: { Note: note },
    refusals: [400, 404, 415, 422],
    operations: {
      'POST /notes createNote': { takes: object({ title: text, rank: integer }), shows: 'Note', status: 201 },
      'GET /notes/{id} getNote': { shows: 'Note' },
      'PATCH /notes/{id} updateNote': { takes: object({ rank: integer }), shows: 'Note' },
      'DELETE /notes/{id} deleteNote': {},
    },
  });
  const { report, service } = await checkDocument(document, {
    acts: {
      createNote: (call, behaviour) =>
        /[^a-z0-9-]/.test(String((call.body as JsonObject)['title'] ?? ''))
          ? behaviour.refuse(call, 422, 'A title has lower-case letters.')
          : undefined,
    },
  });
  expect(report.operations.filter(({ success }) => !success.tested)).toEqual([]);
  expect([...service.resources.values()].filter(({ title }) => title === undefined)).toEqual([]);
});
