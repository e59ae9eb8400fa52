import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { listenHere } from '../listen-here.js';
import { temporaryFile } from '../temporary-folder.js';

type Json = Record<string, unknown>;

export const key = 'notes-key-0123456789';

/** A service with one collection, and its document. Tests replace some of its parts. */
export interface Notes {
  /** The field of a note that the path contains. */
  path: string;
  /** The name of the parameter in the path. */
  parameter: string;
  /** Fields of a request, by name. */
  fields: Json;
  required: string[];
  /** Fields that only responses have, by name. */
  shown: Json;
  /** The refusals that each operation lists, by status. */
  refusals: number[];
  example: Json | undefined;
  notes: Json[];
  /** The id of a new note. */
  next(count: number): string;
  /** Returns the status with which a body is refused, or undefined if it is accepted. */
  refuse(body: Json, notes: readonly Json[], method: string): number | undefined;
  /** Returns the status for an id that no note has. */
  unknown(id: string): number;
  /** Returns the form of a note in responses. */
  show(note: Json): Json;
  /** Whether a field may have a value. */
  takes(name: string, value: unknown): boolean;
  /** Changes stored notes after a write to one of them; `fields` is undefined for a deletion. */
  wrote(note: Json, notes: readonly Json[], fields?: Json): void;
  /** Whether a deleted note still counts for `refuse`. */
  keepsDeleted: boolean;
  /** Further paths of the document. */
  more: Json;
}

const plain: Notes = {
  path: 'id',
  parameter: 'note_id',
  fields: { title: { type: 'string' }, text: { type: 'string' } },
  required: ['title'],
  shown: { id: { type: 'string' } },
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
  takes: (_, value) => typeof value === 'string',
  wrote: () => undefined,
  keepsDeleted: false,
  more: {},
};

function documentOf({ parameter, fields, required, shown, refusals, example, more }: Notes): Json {
  const json = (schema: Json, more: Json = {}): Json => ({ 'application/json': { schema, ...more } });
  const refused = Object.fromEntries(refusals.map((status) => [status, { description: 'A refusal.' }]));
  const responses = (status: string, schema?: Json): Json => ({
    [status]: { description: 'Done.', ...(schema && { content: json(schema) }) },
    ...refused,
  });
  const sent = (needed: string[]): Json => ({
    required: true,
    content: json(
      { type: 'object', properties: fields, ...(needed.length > 0 && { required: needed }) },
      example && { example },
    ),
  });
  const note = { $ref: '#/components/schemas/Note' };
  return {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    security: [{ key: [] }],
    paths: {
      '/notes': {
        get: { operationId: 'listNotes', responses: responses('200', { type: 'array', items: note }) },
        post: { operationId: 'createNote', requestBody: sent(required), responses: responses('201', note) },
      },
      [`/notes/{${parameter}}`]: {
        parameters: [{ name: parameter, in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getNote', responses: responses('200', note) },
        patch: { operationId: 'updateNote', requestBody: sent([]), responses: responses('200', note) },
        delete: { operationId: 'deleteNote', responses: responses('204') },
      },
      ...more,
    },
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: { Note: { type: 'object', properties: { ...fields, ...shown } } },
    },
  };
}

interface Answer {
  status: number;
  body?: unknown;
}

class Service {
  readonly #of: Notes;
  #notes: Json[];
  readonly #deleted: Json[] = [];
  #made = 0;

  constructor(notes: Notes) {
    this.#of = notes;
    this.#notes = notes.notes.map((note) => ({ ...note }));
  }

  answer(method: string, path: string, headers: IncomingHttpHeaders, sent: string): Answer {
    const segments = decoded(path);
    if (!segments) return { status: 400 };
    const [collection, id] = segments;
    if (headers.authorization !== `Bearer ${key}`) return { status: 401 };
    if (collection !== 'notes' || segments.length > 2) return { status: 404 };
    const allowed = id === undefined ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD', 'PATCH', 'DELETE'];
    if (!allowed.includes(method)) return { status: 405, body: allowed.join(', ') };
    const note = this.#notes.find((each) => each[this.#of.path] === id);
    if (id !== undefined && !note) return { status: this.#of.unknown(id) };
    if (method === 'POST' || method === 'PATCH') return this.#write(method, note, headers, sent);
    if (method === 'DELETE' && note) {
      this.#notes = this.#notes.filter((each) => each !== note);
      this.#deleted.push(note);
      this.#of.wrote(note, this.#notes);
      return { status: 204 };
    }
    return { status: 200, body: note ? this.#of.show(note) : this.#notes.map(this.#of.show) };
  }

  #write(method: string, note: Json | undefined, headers: IncomingHttpHeaders, sent: string): Answer {
    const { fields, required, refuse, next, show, takes, wrote, keepsDeleted } = this.#of;
    if (!/^application\/json\b/i.test(String(headers['content-type']))) return { status: 400 };
    const body = parsed(sent);
    if (!body) return { status: 400 };
    const isTaken = Object.entries(body).every(([name, value]) => !(name in fields) || takes(name, value));
    if (!isTaken || (!note && required.some((name) => body[name] === undefined))) return { status: 422 };
    const known = [...this.#notes, ...(keepsDeleted ? this.#deleted : [])];
    const refused = refuse(
      body,
      known.filter((each) => each !== note),
      method,
    );
    if (refused !== undefined) return { status: refused };
    const taken = Object.fromEntries(Object.entries(body).filter(([name]) => name in fields));
    if (!note) this.#made += 1;
    const made = Object.assign(note ?? { id: next(this.#made) }, taken);
    if (!note) this.#notes.push(made);
    wrote(made, this.#notes, taken);
    return { status: note ? 200 : 201, body: show(made) };
  }
}

function decoded(path: string): string[] | undefined {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function parsed(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

/** Checks a new service that has these parts in place of the plain ones. */
export async function checkNotes(changes: Partial<Notes>, options: Partial<CheckOptions> = {}): Promise<CheckReport> {
  const notes = { ...plain, ...changes };
  const service = new Service(notes);
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const { method = '', url = '', headers } = request;
      const { status, body } = service.answer(method, url.split('?', 1)[0] ?? '', headers, sent);
      response.statusCode = status;
      if (status === 405) response.setHeader('allow', String(body));
      if (status >= 300 || body === undefined) return void response.end();
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
  });
  const { url, close } = await listenHere(server);
  process.env['DIRECTORY_API_KEY'] = key;
  try {
    const contract = temporaryFile('notes.json', JSON.stringify(documentOf(notes)));
    return await check({ baseUrl: url, contract, writes: 'disposable', runs: 3, timeout: 5, ...options });
  } finally {
    await close();
  }
}
