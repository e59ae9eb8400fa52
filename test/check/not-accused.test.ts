// @module-tag slow
import { describe, expect, it } from 'vitest';
import { isWhole, sample } from '../sample.js';
import { checkNotes, type Notes } from './notes-service.js';
import { accusations, reasonOf, tested } from './run.js';
import type { Json, JsonObject } from './service/contract.js';
import { text } from './service/document.js';

const moment = { type: 'string', format: 'date-time' };
const short = { type: 'string', maxLength: 40 };
const isTaken =
  (field: string): Notes['refuse'] =>
  (body, notes) =>
    notes.some((note) => note[field] === body[field]) ? 422 : undefined;

/** Services that follow their document, each with an unusual habit. */
const right: Record<string, Partial<Notes>> = {
  'as it is documented': {},
  'refuses an unknown id with another status that the document lists': { unknown: () => 400 },
  'refuses an id of another form with a status that the document does not list': {
    refusals: [400, 401, 404, 422],
    unknown: (id) => (/^nt_[a-z0-9]{12}$/.test(id) ? 404 : 418),
  },
  'refuses every update': { refuse: (_, __, method) => (method === 'PATCH' ? 422 : undefined) },
  'wants unique titles, those of deleted notes included': {
    fields: { title: text, text: short, more: short, rest: short },
    refuse(body, ...rest) {
      const { title: _, ...others } = body;
      const isLong = Object.values(others).some((each) => [...String(each)].length > 40);
      return isLong ? 422 : isTaken('title')(body, ...rest);
    },
    keepsDeleted: true,
  },
  'has the note of the example already': {
    example: { title: 'First', text: 'One' },
    refuse: isTaken('title'),
  },
  'refuses a reference to nothing': {
    fields: { title: text, text, folder_id: text },
    refuse: (body) => (body['folder_id'] === undefined ? undefined : 422),
  },
  'refuses a key of nothing': {
    fields: { title: text, text, partition_key: text },
    refuse: (body) => (body['partition_key'] === undefined ? undefined : 422),
  },
  'wants the end of a period after its beginning': {
    fields: { title: text, period_start: moment, period_end: moment },
    required: ['title', 'period_start', 'period_end'],
    notes: ['1', '2'].map((id) => ({ id, title: id, period_start: `2026-0${id}-01T00:00:00Z` })),
    refuse: ({ period_start: start, period_end: end }) =>
      (start === undefined) !== (end === undefined) || String(end) < String(start) ? 422 : undefined,
  },
  'has names in its paths, and ids besides': {
    path: 'title',
    parameter: 'title',
    refuse: isTaken('title'),
  },
  'has slugs in its paths, though the parameter does not say so': {
    path: 'slug',
    parameter: 'note',
    fields: { slug: text, text },
    required: ['slug'],
    notes: [
      { id: '1', slug: 'first-note', text: 'One' },
      { id: '2', slug: 'second-note', text: 'Two' },
    ],
    next: String,
    refuse: isTaken('slug'),
  },
  'has numbers that equal an id, and grow': {
    notes: [
      { id: '1', title: 'First', text: 'One', revision: 1 },
      { id: '2', title: 'Second', text: 'Two', revision: 2 },
    ],
    next: (count) => String(count + 2),
    responseFields: { id: text, revision: { type: 'integer' }, edits: { type: 'integer' }, creative_status: text },
    wrote(note, _, body = {}) {
      if (note['edits'] !== undefined && Object.keys(body).length === 0) return;
      note['creative_status'] = note['edits'] === undefined ? 'new' : 'edited';
      note['edits'] = note['edits'] === undefined ? Number(note['id']) : Number(note['edits']) + 1;
    },
  },
  'has one note at the top, and pins another when that is deleted': onlyOne('pinned', true, false, {
    type: 'boolean',
  }),
  'has one note with a role, and gives the old one another': onlyOne('place', 'first', 'other', {
    enum: ['first', 'other'],
  }),
  'counts its reads in a field that a request may set': counting(),
  'shows nothing any more in a field that will go': {
    responseFields: { id: text, text: { type: ['string', 'null'], deprecated: true } },
    show: (note) => ({ ...note, text: null }),
  },
};

/** Only one note at a time may have a certain value in a field: a note that gets it takes it from the others. */
function onlyOne(field: string, top: Json, otherValue: Json, schema: JsonObject): Partial<Notes> {
  return {
    fields: { title: text, text, [field]: schema },
    wrote(note, notes, body) {
      note[field] ??= otherValue;
      if (note[field] !== top) return;
      for (const otherNote of notes) if (otherNote !== note) otherNote[field] = otherValue;
      const heir = notes.at(-1);
      if (!body && heir) heir[field] = top;
    },
  };
}

/** `reads` is a field that a request may set and that every read increments. */
function counting(): Partial<Notes> {
  let reads = 0;
  return {
    fields: { title: text, text, counted: text },
    show(note) {
      reads += 1;
      return { ...note, counted: String(reads) };
    },
  };
}

/** A normal run checks each service with one of the seeds, the long run with all of them. */
const seeds = [0, 1, 2];
const seeded = sample(Object.entries(right), 3).map(([name, changes], index) => ({
  name,
  changes,
  seeds: isWhole ? seeds : [index % seeds.length],
}));

describe.each(seeded)('a service that $name', ({ changes, seeds: ownSeeds }) => {
  it.each(ownSeeds)('is not accused with the seed %s', async (seed) => {
    const report = await checkNotes(changes, { seed });
    expect(accusations(report)).toEqual([]);
    const all = ['createNote', 'deleteNote', 'getNote', 'listNotes', 'updateNote'];
    expect(tested(report).sort()).toEqual(changes.refuse?.({}, [], 'PATCH') === 422 ? all.slice(0, -1) : all);
  });
});

it.each(['/notes/bulk_delete', '/notes/remove-by-title'])('nothing is deleted by a POST to %s', async (path) => {
  const refusals = { 401: { description: 'No.' }, 204: { description: 'Done.' } };
  const post = { operationId: 'deleteNotes', responses: refusals };
  const { exchanges = [], ...report } = await checkNotes({ more: { [path]: { post } } }, { exchanges: true });
  const sentExchanges = exchanges.filter(({ request: { method, url } }) => method === 'POST' && url.endsWith(path));
  expect(sentExchanges.map((exchange) => exchange.case)).toEqual([]);
  expect(reasonOf(report, 'deleteNotes')).toMatch(
    /^The operation would delete a resource that the run did not create\. To call the operation anyway, use --only /,
  );
});

it('an update is tested if it requires the name of the note, and refuses fields that no note shows', async () => {
  const titles = new Set<unknown>();
  const report = await checkNotes({
    path: 'title',
    parameter: 'title',
    fields: { note: text, text, team: text, title: text },
    wrote: ({ title }) => void titles.add(title),
    show: ({ note: _, ...view }) => view,
    refuse({ note, team }, otherObjects, method) {
      const isOwn = titles.has(note) && !otherObjects.some(({ title }) => title === note);
      return team !== undefined || (method === 'PATCH' && !isOwn) ? 422 : undefined;
    },
  });
  expect(tested(report)).toContain('updateNote');
});

describe('a service that breaks its document', () => {
  const lenient: [doing: string, changes: Partial<Notes>, kind: string][] = [
    [
      'takes a yes for a boolean',
      { fields: { title: text, text: { type: 'boolean' } }, takes: (_, value) => typeof value === 'string' },
      'wrong-type',
    ],
    ['has something for each id, and lists no 404', { refusals: [400, 401, 422], unknown: () => 200 }, 'unknown-id'],
  ];
  it.each(lenient)('is lenient, not wrong, if it %s', async (_, changes, kind) => {
    const { findings } = await checkNotes(changes);
    const foundFindings = findings.filter(({ rule }) => rule === `refusal.${kind}-accepted`);
    // Deleting a resource that does not exist already has the wanted effect.
    const otherFindings = foundFindings.filter(({ operationId }) => operationId !== 'deleteNote');
    expect(otherFindings.map(({ severity }) => severity)).not.toEqual([]);
    expect(new Set(otherFindings.map(({ severity }) => severity))).toEqual(new Set(['drift']));
  });

  it('is accused of a refusal by a status that the document does not list', async () => {
    const report = await checkNotes({ unknown: () => 418 });
    expect(accusations(report)).toContainEqual(expect.stringMatching(/^status\.undeclared getNote/));
    expect(report.findings.find(({ rule }) => rule === 'status.undeclared')?.severity).toBe('drift');
  });

  it('is accused of not storing a value, although another field counts reads', async () => {
    const { show = (note) => note, ...others } = counting();
    const report = await checkNotes({ ...others, show: (note) => ({ ...(show(note) as JsonObject), text: 'fixed' }) });
    expect(accusations(report)).toContainEqual(expect.stringMatching(/^(create|update)\.not-shown .* \/text/));
    expect(accusations(report).join()).not.toContain('/counted');
  });

  it('is accused of refusing a text if it accepts others', async () => {
    const report = await checkNotes({ refuse: ({ text: sent }) => (/[^ -~]/.test(String(sent)) ? 422 : undefined) });
    expect(accusations(report)).toEqual(['request.refused createNote ', 'request.refused updateNote ']);
  });
});
