// @module-tag slow
import { expect, it } from 'vitest';
import { accusations } from './run.js';
import type { Json, JsonObject } from './service/contract.js';
import { documentNamed, documentOfType, text } from './service/document.js';
import { type Act, checkDocument, pathOf, type ResourceOptions } from './service/resources.js';
import { reply } from './service/service.js';

const document = documentNamed('notes');

/** A service of notes with numbers as ids, whose slugs follow from their titles. */
const notesOf = (ownerOf: (note: JsonObject) => Json): ResourceOptions => ({
  change: () => ({
    idFor: (_, count) => String(count),
    show: (_, note) => ({
      ...note,
      id: Number(note['id']),
      slug: `slug of ${String(note['title']).length}`,
      owner: ownerOf(note),
    }),
  }),
});
const notes = notesOf(() => 'anna');

it('a read-only field that follows from other fields of a write may change', async () => {
  const { report } = await checkDocument(document, notes);
  expect(accusations(report)).toEqual([]);
});

it('a read-only field that a write sets to another value is reported', async () => {
  const service = notesOf(({ note }) => (note === undefined ? 'anna' : 'somebody'));
  const acts: ResourceOptions['acts'] = {
    createNote: (call, behaviour) => reply(201, behaviour.show(call, behaviour.create(call, { title: 'One' }))),
  };
  const { report } = await checkDocument(document, { ...service, acts });
  expect(accusations(report)).toContain('read-only.changed updateNote /owner');
});

it('a number that identifies a resource is sent as a number', async () => {
  const ids: Json[] = [];
  await checkDocument(document, {
    change: (base, resources) => ({
      ...notes.change?.(base, resources),
      schema: (call) => {
        const refusal = base.schema(call);
        if (call.method === 'PUT' && (call.body as JsonObject)['title'] !== undefined)
          ids.push((call.body as JsonObject)['id'] ?? null);
        return refusal;
      },
    }),
  });
  expect(ids.filter((id) => typeof id === 'number').length).toBeGreaterThan(3);
  expect(ids.filter((id) => typeof id === 'string' && /^\d+$/.test(id))).toEqual([]);
});

it.each([4, 5])('a PUT that leaves out an enum field may set it to its default, with seed %i', async (seed) => {
  const mode = { type: 'string', enum: ['quiet', 'usual', 'strong'] };
  const lamps = documentOfType('Lamp', { title: text, mode }, ['title'], 'GET POST PUT DELETE');
  const replaceLamp: Act = (call, _, keptObjects) => {
    const lamp = { id: keptObjects.get(pathOf(call))?.['id'] ?? '', mode: 'usual', ...(call.body as JsonObject) };
    keptObjects.set(pathOf(call), lamp);
    return reply(200, lamp);
  };
  const { report } = await checkDocument(lamps, { acts: { replaceLamp } }, { seed });
  expect(accusations(report)).toEqual([]);
});
