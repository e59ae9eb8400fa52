// @module-tag slow
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { check } from '../../scripts/check/engine/check.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { decodePart } from '../../scripts/check/session/fixtures.js';
import { listenHere } from '../listen-here.js';
import { temporaryFile } from '../temporary-folder.js';
import { accusations } from './run.js';

type Json = Record<string, unknown>;

const text = { type: 'string' };
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const data = (schema: object): object => ({ type: 'object', properties: { data: schema } });
const refusals = Object.fromEntries(
  [400, 404].map((status) => [status, { description: 'No.', ...json({ type: 'object' }) }]),
);
const operation = (operationId: string, success: object, body?: object, required: string[] = [], example?: Json) => ({
  operationId,
  ...(body && {
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { type: 'object', properties: body, ...(required[0] && { required }) },
          ...(example && { example }),
        },
      },
    },
  }),
  responses: { ...success, ...refusals },
});
const done = (schema: object): object => ({ 200: { description: 'Done.', ...json(data(schema)) } });
const inPath = (...names: string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
});
const object = (...names: string[]): object => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
});
const role = { type: 'object', properties: { name: text, policies: { type: 'array', items: text } } };
const bin = object('bin', 'colour');
// The items in responses have no id, although the document lists one.
const part = object('id', 'bin', 'part');
const label = object('id', 'bin');
const marks = { type: 'array', items: { type: 'object', properties: { style: { type: 'object' } } } };
const ref = { $ref: '#/components/schemas/Task' };
const sent = {
  title: { ...text, description: 'Its title.' },
  follows: { oneOf: [text, ref] },
  path: { ...text, description: 'Only one of path and pattern may be given.' },
  pattern: { ...text, description: 'Only one of path and pattern may be given.' },
  mood: { description: 'Only the service knows what it may be.' },
};

const policy = randomUUID();
const document = {
  openapi: '3.1.0',
  info: { title: 'Asking', version: '1' },
  components: {
    schemas: {
      Task: {
        type: 'object',
        properties: { id: text, title: text, path: text, pattern: text, policy: {}, follows: {}, mood: {} },
      },
    },
  },
  paths: {
    '/roles': { get: operation('listRoles', done({ type: 'array', items: role })) },
    '/bins': { get: operation('listBins', done({ type: 'array', items: bin })) },
    '/bins/{id}': { ...inPath('id'), get: operation('getBin', done(bin)) },
    '/parts': { get: operation('listParts', done({ type: 'array', items: part })) },
    '/parts/{bin}': { ...inPath('bin'), get: operation('listPartsOf', done({ type: 'array', items: part })) },
    '/parts/{bin}/{id}': { ...inPath('bin', 'id'), get: operation('getPart', done(part)) },
    '/tasks': {
      get: operation('listTasks', done({ type: 'array', items: ref })),
      post: operation('createTask', done(ref), sent, [], { title: 'Sweep', policy }),
    },
    '/tasks/{id}': {
      ...inPath('id'),
      get: operation('getTask', done(ref)),
      patch: operation('updateTask', done(ref), sent),
      delete: operation('deleteTask', { 204: { description: 'Done.' } }),
    },
    '/labels': { post: operation('createLabel', done(label), { bin: text, marks }, ['bin', 'marks']) },
    '/labels/{id}': {
      ...inPath('id'),
      get: operation('getLabel', done(label)),
      delete: operation('deleteLabel', { 204: { description: 'Done.' } }),
    },
    '/note': { get: operation('readNote', { 200: { description: 'The contents of the note.' } }) },
    '/sign': { get: operation('readSign', done({ type: 'object' })) },
  },
};

const bins = ['red', 'blue'].map((name) => ({ bin: name, colour: name }));
const parts = bins.flatMap((each) => ['id', 'name'].map((name) => ({ bin: each.bin, part: name })));
const partOf = (name: string): Json[] => parts.filter((each) => each.bin === name);

interface Reply {
  status: number;
  body?: unknown;
  /** The media type, if it is not JSON. */
  media?: string;
}

const ok = (value: unknown): Reply => ({ status: 200, body: { data: value } });
const no = (status: number, message = 'No.'): Reply => ({ status, body: { errors: [{ message }] } });

/** A service that requires values which no schema demands, but which an example of the document shows. */
class Asking {
  readonly tasks = new Map<string, Json>();
  readonly labels = new Map<string, Json>();

  reply(method: string, [first, second, third, ...more]: string[], body: Json | undefined): Reply {
    if (more.length > 0) return no(404);
    if (first === 'tasks' && third === undefined) return this.#tasks(method, second, body);
    if (first === 'labels' && third === undefined) return this.#labels(method, second, body);
    const place = [first, second, third]
      .filter((each) => each !== undefined)
      .map((each, index) => (index > 0 ? '*' : each));
    const found = reads[place.join('/')]?.(second ?? '', third ?? '');
    return !found ? no(404) : method === 'GET' ? found : no(405);
  }

  #labels(method: string, id: string | undefined, body: Json | undefined): Reply {
    const known = this.labels.get(id ?? '');
    if (id !== undefined && !known) return no(404);
    if (method === 'DELETE' && id !== undefined) {
      this.labels.delete(id);
      return { status: 204 };
    }
    if (method === 'GET' && known) return ok(known);
    if (method !== 'POST' || id !== undefined) return no(405);
    // The service refuses every body with a style.
    if (!Array.isArray(body?.['marks']) || /style/.test(JSON.stringify(body))) return no(400);
    if (!bins.some(({ bin: name }) => name === body?.['bin'])) return no(400, 'There is no such bin.');
    const made = { id: randomUUID(), bin: body?.['bin'] };
    this.labels.set(made.id, made);
    return ok(made);
  }

  #tasks(method: string, id: string | undefined, body: Json | undefined): Reply {
    const known = this.tasks.get(id ?? '');
    if (id !== undefined && !known) return no(404);
    if (method === 'GET') return ok(known ?? [...this.tasks.values()]);
    if (method === 'DELETE' && id !== undefined) {
      this.tasks.delete(id);
      return { status: 204 };
    }
    if (method !== (id === undefined ? 'POST' : 'PATCH')) return no(405);
    if (!body) return no(400);
    const task = { ...known, ...body };
    if (['path', 'pattern'].filter((name) => name in body).length > 1) return no(400);
    for (const name of ['title', 'policy']) if (!(name in task)) return no(400, `"${name}" is required`);
    const { title, path = '', pattern = '', follows, mood, policy: asked } = task as Json;
    const isRight =
      [title, path, pattern].every((each) => typeof each === 'string') &&
      asked === policy &&
      (mood ?? {}) instanceof Object;
    if (!isRight || (follows !== undefined && !this.tasks.has(String(follows)))) return no(400);
    const made = { ...task, id: id ?? randomUUID() };
    this.tasks.set(made.id, made);
    return ok(made);
  }
}

const reads: Record<string, (second: string, third: string) => Reply | undefined> = {
  roles: () => ok([{ name: 'all', policies: [policy] }]),
  bins: () => ok(bins),
  'bins/*': (name) => bins.filter((each) => each.bin === name).map(ok)[0],
  parts: () => ok(parts),
  'parts/*': (name) => (partOf(name).length > 0 ? ok(partOf(name)) : undefined),
  'parts/*/*': (name, own) =>
    partOf(name)
      .filter((each) => each['part'] === own)
      .map(ok)[0],
  note: () => ({ status: 200, body: 'Milk.', media: 'text/plain' }),
  sign: () => ({ status: 200, body: 'Open.', media: 'text/html' }),
};

function allowed([first, second]: string[]): string {
  if (first === 'labels') return second === undefined ? 'POST' : 'GET, HEAD, DELETE';
  const writes = second === undefined ? ', POST' : ', PATCH, DELETE';
  return `GET, HEAD${first === 'tasks' ? writes : ''}`;
}

function parsed(sentText: string, type: string | undefined): Json | undefined {
  if (!/^application\/json\b/i.test(type ?? '')) return undefined;
  try {
    const value: unknown = JSON.parse(sentText);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

async function checkAsking(asking: Asking): Promise<CheckReport> {
  const server = createServer((request, response) => {
    void textOf(request).then((sentText) => {
      const { method = '', url = '', headers } = request;
      const segments = new URL(url, 'http://asking').pathname.split('/').slice(1).map(decodePart);
      const body = parsed(sentText, headers['content-type']);
      const reply = asking.reply(method === 'HEAD' ? 'GET' : method, segments, body);
      response.statusCode = reply.status;
      if (reply.status === 405) response.setHeader('allow', allowed(segments));
      if (reply.body === undefined) return void response.end();
      response.setHeader('content-type', reply.media ?? 'application/json');
      response.end(reply.media ? String(reply.body) : JSON.stringify(reply.body));
    });
  });
  const { url, close } = await listenHere(server);
  const contract = temporaryFile('asking.json', JSON.stringify(document));
  try {
    return await check({ baseUrl: url, contract, writes: 'disposable', runs: 1, timeout: 5 });
  } finally {
    await close();
  }
}

it('a service that shows its requirements only in an example is tested in all operations', async () => {
  const asking = new Asking();
  const report = await checkAsking(asking);
  const untested = report.operations.filter(({ success }) => !success.tested);
  expect(untested.map(({ operationId, success: { reason } }) => [operationId, reason])).toEqual([
    ['readSign', expect.stringMatching(/^Every success violated the contract \(media-type\.undeclared\), so .*: 200/)],
  ]);
  expect(accusations(report)).toEqual(['media-type.undeclared readSign ']);
  expect([...asking.tasks.keys(), ...asking.labels.keys()]).toEqual([]);
});

it('a deletion that fails but removes its resource has not removed other ones', { tags: 'long' }, async () => {
  const asking = new Asking();
  const { tasks } = asking;
  tasks.delete = (id) => {
    Map.prototype.delete.call(tasks, id);
    throw new Error('The disk is full.');
  };
  const usual = asking.reply.bind(asking);
  asking.reply = (...request) => {
    try {
      return usual(...request);
    } catch {
      return no(500);
    }
  };
  const report = await checkAsking(asking);
  expect(accusations(report).filter((line) => / deleteTask /.test(line))).toEqual(['status.server-error deleteTask ']);
});
