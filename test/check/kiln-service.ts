import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Listening, listenHere } from '../listen-here.js';
import { allowedIn } from './kiln-document.js';

interface Reply {
  status: number;
  body?: unknown;
}

type Fields = Record<string, unknown>;

const ok = (body?: unknown): Reply => ({ status: body === undefined ? 204 : 200, body });
const no = (status: number, reason = 'No.'): Reply => ({ status, body: { reason } });
const isText = (value: unknown): value is string => typeof value === 'string';

/** A request: the path segments after the first, the query and the body. */
interface Asked {
  method: string;
  rest: string[];
  query: URLSearchParams;
  body: Fields;
}

/** A service whose creations require values that its document shows or offers, but no schema demands. */
export class Kiln {
  readonly kept = new Map(
    ['recipes', 'rules', 'loads', 'labels', 'trials', 'scripts', 'firings'].map((kind) => [
      kind,
      new Map<string, Fields>(),
    ]),
  );
  readonly #labelled = new Map<string, Set<string>>();
  readonly #settings = new Map([['alarm', { name: 'alarm', value: 'false' }]]);
  readonly #levels = new Map<string, unknown>();
  #count = 0;

  reply(kind: string, asked: Asked): Reply {
    const { method, rest } = asked;
    const [id, part] = rest;
    if (kind === 'levels') return this.#level(asked);
    if (kind === 'settings') return this.#setting(asked);
    if (kind === 'numbers') return this.#of('recipes').has(id?.slice(1) ?? '') ? shown(method, {}) : no(404);
    if (kind === 'loads' && id === 'upload') return method === 'POST' ? this.#upload(asked) : no(405);
    const all = this.#of(kind);
    if (id === undefined) {
      const list = kind === 'rules' ? [...all.keys()] : [...all.values()];
      if (method === 'GET') return ok(kind === 'loads' ? { data: list } : list);
      return method === 'POST' && kind !== 'loads' ? this.#create(kind, asked) : no(405);
    }
    const found = all.get(id);
    if (!found) return no(404);
    if (part !== undefined) return this.#below(id, part, asked);
    if (kind === 'rules' && method === 'PUT') {
      if (!isText(asked.body['config'])) return no(400);
      all.set(id, { ...found, config: asked.body['config'] });
      return ok(all.get(id));
    }
    if (method === 'DELETE') return all.delete(id) ? ok() : no(404);
    return method === 'GET' && kind !== 'scripts'
      ? ok(['loads', 'trials'].includes(kind) ? { data: found } : found)
      : no(405);
  }

  #of(kind: string): Map<string, Fields> {
    return this.kept.get(kind) ?? new Map<string, Fields>();
  }

  #keep(kind: string, fields: Fields): Fields {
    this.#count += 1;
    const made = { id: `${kind}-${this.#count}`, ...fields };
    this.#of(kind).set(made.id, made);
    return made;
  }

  #create(kind: string, { body }: Asked): Reply {
    const { name, type, config, recipe, script, plan, mode } = body;
    if (kind === 'labels') return isText(name) ? ok(this.#keep(kind, { name })) : no(400);
    if (kind === 'recipes') {
      // While a rule without a meaning exists, the service refuses every recipe.
      if ([...this.#of('rules').values()].some((rule) => rule['config'] !== 'FULL')) return no(422);
      if (typeof recipe !== 'object') return no(400);
      const { id } = this.#keep(kind, {}) as { id: string };
      return ok({ id, recipeNumber: `n${id}` });
    }
    if (kind === 'rules') {
      if (!isText(type) || !['HEAT', 'TIME', 'AIR'].includes(type) || !isText(config)) return no(400);
      if (this.#of(kind).has(type)) return no(409);
      this.#of(kind).set(type, { type, config });
      return ok();
    }
    if (kind === 'scripts') {
      const { title } = (script ?? {}) as Fields;
      if (!isText(title)) return no(400);
      this.#keep(kind, { title });
      // The id in the response is that of the first version, not of the script.
      return ok({ id: `version-${this.#count}`, text: '' });
    }
    const { kind: planned, degrees } = (plan ?? {}) as Fields;
    if (planned === 'own') return no(422, 'There is no such oven.');
    if (planned !== 'usual' || !Number.isInteger(degrees)) return no(400);
    return mode === 'slow' ? ok(this.#keep(kind, { plan, mode })) : no(422, 'The plan wants another mode.');
  }

  #upload({ body: { name }, query }: Asked): Reply {
    if (!isText(name)) return no(400);
    // Without `sync`, the upload is queued, and its id is not known yet.
    return ok(query.get('sync') === 'true' ? { data: { load_id: this.#keep('loads', { name })['id'] } } : null);
  }

  #below(load: string, part: string, { method, rest: [, , key], query, body }: Asked): Reply {
    if (part === 'notes' && method === 'GET') return query.has('author') || query.has('ids') ? ok([]) : no(422);
    if (part === 'notes') return method !== 'DELETE' ? no(405) : query.get('all') === 'true' ? ok() : no(422);
    if (part === 'trials') {
      const own = [...this.#of('trials').values()].filter((trial) => trial['load'] === load);
      if (method === 'GET') return ok({ data: own.map(({ id, name }) => ({ id, name })) });
      if (method !== 'POST') return no(405);
      if (!isText(body['name'])) return no(400);
      const { id, name } = this.#keep('trials', { name: body['name'], load });
      return ok({ data: { id, name } });
    }
    const labels = this.#labelled.get(load) ?? new Set<string>();
    this.#labelled.set(load, labels);
    const label = this.#of('labels').get(key ?? '');
    if (key === undefined)
      return shown(
        method,
        [...labels].map((id) => ({ id })),
      );
    if (!label) return no(404);
    if (method === 'PUT') return labels.add(key) && ok(label);
    return method !== 'DELETE' ? no(405) : labels.delete(key) ? ok() : no(404);
  }

  #setting({ method, rest: [name], body: { value } }: Asked): Reply {
    const setting = this.#settings.get(name ?? '');
    if (name === undefined) return shown(method, [...this.#settings.values()]);
    if (!setting) return no(404);
    if (method !== 'PUT') return shown(method, setting);
    if (value !== 'true' && value !== 'false') return no(400);
    this.#settings.set(name, { name, value });
    return ok({ name, value });
  }

  /** Reads, sets or deletes a level; every name has one. */
  #level({ method, rest: [name = ''], body }: Asked): Reply {
    if (method === 'PUT') this.#levels.set(name, body['level']);
    if (method === 'DELETE') this.#levels.delete(name);
    const isDone = method === 'PUT' || method === 'DELETE';
    return shown(isDone ? 'GET' : method, { level: this.#levels.get(name) ?? 'info' });
  }
}

const shown = (method: string, body: unknown): Reply => (method === 'GET' ? ok(body) : no(405));

/** Serves a kiln on a free port of 127.0.0.1. */
export async function serveKiln(kiln: Kiln): Promise<Listening> {
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const { method = '', url = '' } = request;
      const { pathname, searchParams: query } = new URL(url, 'http://kiln');
      const reply = (): Reply => {
        const allowed = allowedIn(pathname);
        if (allowed.length === 0) return no(404);
        if (!allowed.includes(method)) return no(405);
        const [kind = '', ...rest] = pathname.split('/').slice(1).map(decodeURIComponent);
        const body: unknown =
          bytes.length > 0 ? JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) : {};
        const isFields = typeof body === 'object' && body !== null && !Array.isArray(body);
        if (!isFields || (bytes.length === 0 && ['POST', 'PUT'].includes(method) && !pathname.includes('/labels/')))
          return no(400);
        return kiln.reply(kind, { method: method === 'HEAD' ? 'GET' : method, rest, query, body: body as Fields });
      };
      let { status, body } = no(400);
      try {
        ({ status, body } = reply());
      } catch {
        // The path could not be decoded.
      }
      response.statusCode = status;
      if (status === 405) response.setHeader('allow', allowedIn(pathname).join(', '));
      if (status === 204) return void response.end();
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    });
  });
  return listenHere(server);
}
