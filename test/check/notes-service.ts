import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import type { Json, JsonObject } from './service/contract.js';
import { documentOf, listOf, object, text } from './service/document.js';
import { checkDocument, pathOf } from './service/resources.js';
import { reply } from './service/service.js';

/** A service with one collection, and its document. Tests replace some of its parts. */
export interface Notes {
  /** The field of a note that the path contains. */
  path: string;
  /** The name of the parameter in the path. */
  parameter: string;
  /** Fields of a request, by name. */
  fields: Record<string, JsonObject>;
  required: string[];
  /** Fields that only responses have, by name. */
  responseFields: Record<string, JsonObject>;
  /** The refusals that each operation lists, by status. */
  refusals: number[];
  example: JsonObject | undefined;
  notes: JsonObject[];
  /** The id of a new note. */
  next(count: number): string;
  /** Returns the status with which a body is refused, or undefined if it is accepted. */
  refuse(body: JsonObject, notes: readonly JsonObject[], method: string): number | undefined;
  /** Returns the status for an id that no note has. */
  unknown(id: string): number;
  /** Returns the form of a note in responses. */
  show(note: JsonObject): Json;
  /** Whether a field may have a value; by default as the document says. */
  takes?(name: string, value: Json): boolean;
  /** Changes stored notes after a write to one of them; `fields` is undefined for a deletion. */
  wrote(note: JsonObject, notes: readonly JsonObject[], fields?: JsonObject): void;
  /** Whether `refuse` also receives deleted notes, as if they still existed. */
  keepsDeleted: boolean;
  /** Further paths of the document. */
  more: JsonObject;
}

const plainNotes: Notes = {
  path: 'id',
  parameter: 'note_id',
  fields: { title: text, text },
  required: ['title'],
  responseFields: { id: text },
  refusals: [400, 401, 404, 422],
  example: undefined,
  notes: [
    { id: 'nt_4k2m9x7w1q3z', title: 'First', text: 'One' },
    { id: 'nt_8c5v2b6n1r9t', title: 'Second', text: 'Two' },
  ],
  next: (count) => `nt_${String(count).padStart(4, '0')}h3j7k5d2`,
  refuse: () => undefined,
  unknown: () => 404,
  show: (note) => note,
  wrote: () => undefined,
  keepsDeleted: false,
  more: {},
};

function documentFor({ parameter, fields, required, responseFields, refusals, example, more }: Notes): object {
  const document = documentOf({
    title: 'Notes',
    key: 'bearer',
    schemas: { Note: object({ ...fields, ...responseFields }) },
    refusals,
    operations: {
      'GET /notes listNotes': { shows: listOf('Note') },
      'POST /notes createNote': { takes: object(fields, ...required), example, status: 201, shows: 'Note' },
      [`GET /notes/{${parameter}} getNote`]: { shows: 'Note' },
      [`PATCH /notes/{${parameter}} updateNote`]: { takes: object(fields), example, shows: 'Note' },
      [`DELETE /notes/{${parameter}} deleteNote`]: {},
    },
  });
  return { ...document, paths: { ...document.paths, ...more } };
}

/** Checks a new service that has these parts in place of the plain ones. */
export async function checkNotes(changes: Partial<Notes>, options: Partial<CheckOptions> = {}): Promise<CheckReport> {
  const service = { ...plainNotes, ...changes };
  const { fields, refuse, takes } = service;
  const deletedObjects: JsonObject[] = [];
  const pathTo = (note: JsonObject): string => `/notes/${encodeURIComponent(String(note[service.path]))}`;
  const { report } = await checkDocument(
    documentFor(service),
    {
      resources: Object.fromEntries(service.notes.map((note) => [pathTo(note), note])),
      change: (base, resources) => ({
        show: (_, note) => service.show(note),
        resource(call) {
          const [id = ''] = Object.values(call.parameters);
          return base.resource(call) && base.refuse(call, service.unknown(id), 'There is no such note.');
        },
        schema(call) {
          if (!call.operation?.body) return undefined;
          const body = call.body as JsonObject;
          const isTaken = Object.entries(body).every(
            ([name, value]) => !(name in fields) || (takes?.(name, value) ?? true),
          );
          const refusal = takes ? undefined : base.schema(call);
          if (refusal || !isTaken) return refusal ?? base.refuse(call, 422, 'It is not taken.');
          const ownNote = resources.get(pathOf(call));
          const otherObjects = [...resources.values(), ...(service.keepsDeleted ? deletedObjects : [])].filter(
            (each) => each !== ownNote,
          );
          const status = refuse(body, otherObjects, call.method);
          return status === undefined ? undefined : base.refuse(call, status, 'It is refused.');
        },
        act(call) {
          const path = pathOf(call);
          const own = resources.get(path);
          if (call.method === 'DELETE' && own) {
            deletedObjects.push(own);
            resources.delete(path);
            service.wrote(own, [...resources.values()]);
            return reply(204);
          }
          if (call.method !== 'POST' && call.method !== 'PATCH') return base.act(call);
          const members = Object.entries(call.body as JsonObject).filter(([name]) => name in fields);
          const note = own ?? { id: service.next(resources.size + deletedObjects.length - service.notes.length + 1) };
          Object.assign(note, Object.fromEntries(members));
          resources.set(pathTo(note), note);
          service.wrote(note, [...resources.values()], Object.fromEntries(members));
          return reply(own ? 200 : 201, service.show(note));
        },
      }),
    },
    { runs: 3, ...options },
  );
  return report;
}
