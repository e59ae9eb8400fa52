import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { decodePart } from '../../scripts/check/session/fixtures.js';
import { listenHere } from '../listen-here.js';
import { temporaryFile } from '../temporary-folder.js';
import { type Answer, type Call, listener, sendAnswer } from './shop.js';

/** The key of the service. */
export const thingKey = 'thing-key-5f0c2a91d4';

export interface Thing {
  [name: string]: unknown;
  id: string;
}

/** Habits in which a service differs from an honest one. */
export interface ThingHabits {
  /** Responds to a creation that an honest service would accept. */
  create?: (service: ThingService, body: Record<string, unknown>) => Answer;
  /** Responds to the deletion of a thing or a part. If it returns undefined, the service deletes it as usual. */
  remove?: (service: ThingService, id: string) => Answer | undefined;
  /** Whether it accepts any body. */
  takesAnyBody?: boolean;
  /** Whether a creation needs no key. */
  needsNoKey?: boolean;
  /** Whether deleting a thing also deletes its parts. */
  cascades?: boolean;
  /** Called before each response. */
  onRequest?: (call: Call, count: number) => void;
}

const first: readonly Thing[] = [
  { id: 't1', name: 'Production', size: 3 },
  { id: 't2', name: 'Staging', size: 4 },
];

/** A service with things, which can have parts. It has two things at the beginning. */
export class ThingService {
  readonly things = new Map(first.map((each) => [each.id, { ...each }]));
  /** By the path below `/things`: `t1/parts/p3`. */
  readonly parts = new Map<string, Thing>();
  /** Method and path of each request. */
  readonly sent: string[] = [];
  readonly #habits: ThingHabits;
  #count = 2;

  constructor(habits: ThingHabits) {
    this.#habits = habits;
  }

  /** Paths of all things and parts that the service did not have at the beginning. */
  get left(): string[] {
    const isFirst = (id: string): boolean => first.some((each) => each.id === id);
    return [
      ...[...this.things.keys()].filter((id) => !isFirst(id)).map((id) => `/things/${id}`),
      ...[...this.parts.keys()].map((path) => `/things/${path}`),
    ].sort();
  }

  /** Whether the initial things are unchanged. */
  get isUntouched(): boolean {
    return first.every((each) => JSON.stringify(this.things.get(each.id)) === JSON.stringify(each));
  }

  add(body: Record<string, unknown>): Thing {
    this.#count += 1;
    const made = { ...body, id: `t${this.#count}` };
    this.things.set(made.id, made);
    return made;
  }

  reply({ method: asked, url, headers, body }: Call): Answer {
    const habits = this.#habits;
    const method = asked === 'HEAD' ? 'GET' : asked;
    this.sent.push(`${asked} ${url.pathname}`);
    const path = url.pathname.split('/').slice(1).map(decodePart);
    const [root, id, below, part, ...more] = path;
    if (root !== 'things' || more.length > 0 || (below !== undefined && below !== 'parts')) return { status: 404 };
    const isCreation = method === 'POST' && (id === undefined || (below !== undefined && part === undefined));
    const isOpen = habits.needsNoKey && isCreation;
    if (headers.authorization !== `Bearer ${thingKey}` && !isOpen) return { status: 401, json: { error: 'No.' } };
    const allowed = id === undefined || (below !== undefined && part === undefined) ? /GET|POST/ : /GET|PATCH|DELETE/;
    if (!allowed.test(method) || (part !== undefined && method === 'PATCH'))
      return { status: 405, headers: { allow: 'GET' }, json: { error: 'No.' } };
    const thing = id === undefined ? undefined : this.things.get(id);
    if (id !== undefined && !thing) return { status: 404, json: { error: 'No.' } };
    const sent = bodyOf(headers['content-type'], body, habits.takesAnyBody === true);
    if (['POST', 'PATCH'].includes(method) && !sent) return { status: 400, json: { error: 'No.' } };
    if (below !== undefined) return this.#part(method, String(id), part, sent ?? {});
    if (!thing) {
      if (method === 'GET') return { status: 200, json: [...this.things.values()] };
      return habits.create?.(this, sent ?? {}) ?? { status: 201, json: this.add(sent ?? {}) };
    }
    if (method === 'GET') return { status: 200, json: thing };
    if (method === 'PATCH') return { status: 200, json: Object.assign(thing, sent, { id: thing.id }) };
    const own = [...this.parts.keys()].filter((key) => key.startsWith(`${thing.id}/`));
    const refusal = habits.remove?.(this, thing.id);
    if (refusal) return refusal;
    if (own.length > 0 && !habits.cascades) return { status: 409, json: { error: 'It has parts.' } };
    for (const key of own) this.parts.delete(key);
    this.things.delete(thing.id);
    return { status: 204 };
  }

  #part(method: string, thing: string, part: string | undefined, body: Record<string, unknown>): Answer {
    if (part === undefined) {
      const own = [...this.parts].filter(([key]) => key.startsWith(`${thing}/`)).map(([, value]) => value);
      if (method === 'GET') return { status: 200, json: own };
      this.#count += 1;
      const made = { ...body, id: `p${this.#count}` };
      this.parts.set(`${thing}/parts/${made.id}`, made);
      return { status: 201, json: made };
    }
    const key = `${thing}/parts/${part}`;
    const found = this.parts.get(key);
    if (!found) return { status: 404, json: { error: 'No.' } };
    if (method === 'GET') return { status: 200, json: found };
    const refusal = this.#habits.remove?.(this, part);
    if (refusal) return refusal;
    this.parts.delete(key);
    return { status: 204 };
  }
}

function bodyOf(type: string | undefined, body: Buffer, isAny: boolean): Record<string, unknown> | undefined {
  const text = body.toString();
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    const { name, size } = (isObject ? value : {}) as Record<string, unknown>;
    const fits =
      /^application\/json\b/i.test(type ?? '') &&
      typeof name === 'string' &&
      (size === undefined || Number.isInteger(size));
    return fits || (isAny && isObject) ? (value as Record<string, unknown>) : isAny ? {} : undefined;
  } catch {
    return isAny ? {} : undefined;
  }
}

/** Starts a service, which ends with the test. */
export async function serveThings(habits: ThingHabits): Promise<{ url: string; service: ThingService }> {
  const service = new ThingService(habits);
  let count = 0;
  const server = createServer(
    listener((call, _request, response) => {
      count += 1;
      const answer = service.reply(call);
      habits.onRequest?.(call, count);
      sendAnswer(response, call.method, answer);
    }),
  );
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  return { url, service };
}

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const fields = { name: text, size: { type: 'integer' } };
const refusals = Object.fromEntries(
  [400, 401, 404, 409].map((status) => [status, { description: 'No.', ...json({ type: 'object' }) }]),
);
const answers = (status: number, schema?: object): object => ({
  responses: { [status]: { description: 'Done.', ...(schema && json(schema)) }, ...refusals },
});
const reference = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const inPath = (...names: string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: text })),
});
const sent = { requestBody: { required: true, ...json({ type: 'object', required: ['name'], properties: fields }) } };
const schema = { type: 'object', properties: { id: text, ...fields } };

/** The document of the service. @param without operations to leave out of it */
export function thingDocument(...without: string[]): object {
  const paths: Record<string, Record<string, object>> = {
    '/things': {
      get: { operationId: 'listThings', ...answers(200, { type: 'array', items: reference('Thing') }) },
      post: { operationId: 'createThing', ...sent, ...answers(201, reference('Thing')) },
    },
    '/things/{thing_id}': {
      ...inPath('thing_id'),
      get: { operationId: 'getThing', ...answers(200, reference('Thing')) },
      patch: { operationId: 'updateThing', ...sent, ...answers(200, reference('Thing')) },
      delete: { operationId: 'deleteThing', ...answers(204) },
    },
    '/things/{thing_id}/parts': {
      ...inPath('thing_id'),
      get: { operationId: 'listParts', ...answers(200, { type: 'array', items: reference('Part') }) },
      post: { operationId: 'addPart', ...sent, ...answers(201, reference('Part')) },
    },
    '/things/{thing_id}/parts/{part_id}': {
      ...inPath('thing_id', 'part_id'),
      get: { operationId: 'getPart', ...answers(200, reference('Part')) },
      delete: { operationId: 'removePart', ...answers(204) },
    },
  };
  for (const operations of Object.values(paths))
    for (const [method, { operationId }] of Object.entries(operations) as [string, { operationId?: string }][])
      if (operationId !== undefined && without.includes(operationId)) delete operations[method];
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    security: [{ key: [] }],
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: { Thing: schema, Part: schema },
    },
    paths,
  };
}

/** Writes the document to a file, and returns its path. */
export function thingContract(...without: string[]): string {
  return temporaryFile('things.json', JSON.stringify(thingDocument(...without)));
}
