import type { Behaviour, Call, Reply, StageName } from './behaviour.js';
import { noContent, problem, reply } from './responses.js';
import { shelfOf } from './seed.js';
import { isObject, type Json, type JsonObject, type Kind, without } from './store.js';

type Acts = Omit<Behaviour, StageName | 'stages' | 'typed' | 'read' | 'refuse'>;

/** Responses always include these fields, null if they have no value. */
const nullable: Record<Kind, readonly string[]> = {
  author: ['email', 'website', 'bornOn'],
  book: ['isbn', 'coverUrl', 'publishedOn'],
  review: ['comment'],
};

const collator = new Intl.Collator('en', { sensitivity: 'base' });

/** The parts that call no other part. */
const apart: Omit<Acts, 'act' | 'listResources'> = {
  collection(call) {
    const kind = kindOf(call);
    return kind === 'review' ? call.store.reviewsOf(call.parameters['bookId'] ?? '') : call.store.all(kind);
  },

  matches: ({ query }, resource) =>
    ['authorId', 'language', 'available'].every((name) => query[name] === undefined || query[name] === resource[name]),

  sorted({ query }, resources) {
    const sort = query['sort'];
    if (typeof sort !== 'string') return resources;
    const name = sort.replace(/^-/, '');
    const sign = sort.startsWith('-') || query['order'] === 'desc' ? -1 : 1;
    return [...resources].sort((a, b) => compared(a[name], b[name], sign));
  },

  paged({ query }, resources) {
    const [size, skipped] = windowOf(query);
    return resources.slice(skipped, skipped + size);
  },

  total: (_, { matching }) => matching,

  acceptBody: (_, kind, body) => {
    const members = Object.entries(body).filter(([, value]) => value !== null);
    return without(Object.fromEntries(members), ...(kind === 'author' ? ['id', 'createdAt'] : []), 'reviewerEmail');
  },

  createResource({ store, parameters }, kind, fields) {
    const id = store.nextId(kind);
    const time = store.now();
    if (kind === 'author') return { id, ...fields, createdAt: time };
    if (kind === 'review') return { id, bookId: parameters['bookId'] ?? null, ...fields, createdAt: time };
    const set = { owner: 'reader', shelf: shelfOf(String(id)), createdAt: time, updatedAt: time };
    return { id, available: true, ...fields, ...set };
  },

  replaced({ store }, kind, { id = null, createdAt = null, owner = null, shelf = null }, fields) {
    if (kind !== 'book') return { id, ...fields, createdAt };
    return { id, available: true, ...fields, owner, shelf, createdAt, updatedAt: store.now() };
  },

  mergePatch({ store }, kind, target, patch) {
    const result = mergePatch(target, patch);
    return kind === 'book' ? { ...result, updatedAt: store.now() } : result;
  },

  keep: ({ store }, kind, resource) => store.put(kind, resource),

  // The reviews of a deleted book are no longer reachable, so they need not be removed.
  remove: ({ store }, kind, id) => store.remove(kind, id),

  show({ store }, kind, resource) {
    const absent = nullable[kind].filter((name) => resource[name] === undefined);
    const counts = kind === 'book' && { reviewCount: store.reviewsOf(String(resource['id'])).length };
    return { ...resource, ...Object.fromEntries(absent.map((name) => [name, null])), ...counts };
  },

  send: (_, sentReply) => sentReply,
};

/** The operations without faults. `whole` is the complete behaviour, including faults. */
export function acts(behaviour: Behaviour): Acts {
  return {
    ...apart,

    act(call) {
      const kind = kindOf(call);
      const id = call.parameters[`${kind}Id`];
      if (id === undefined)
        return call.operation?.method === 'POST' ? create(behaviour, call, kind) : list(behaviour, call, kind);
      const resource = call.store[kind].get(id) ?? {};
      switch (call.operation?.method) {
        case 'PUT':
          return change(behaviour, call, kind, (body) =>
            behaviour.replaced(call, kind, resource, behaviour.acceptBody(call, kind, body)),
          );
        case 'PATCH':
          return change(behaviour, call, kind, (body) => behaviour.mergePatch(call, kind, resource, body));
        case 'DELETE':
          return remove(behaviour, call, kind, id);
        default:
          return reply(200, behaviour.show(call, kind, resource));
      }
    },

    listResources(call) {
      const all = behaviour.collection(call);
      const matchingObjects = behaviour.sorted(
        call,
        all.filter((resource) => behaviour.matches(call, resource)),
      );
      const resources = behaviour.paged(call, matchingObjects);
      return {
        resources,
        total: behaviour.total(call, { all: all.length, matching: matchingObjects.length, onPage: resources.length }),
      };
    },
  };
}

/** Applies a merge patch (RFC 7396 §2). */
function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const members = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const oldValue = members.get(name);
    if (value === null) members.delete(name);
    else members.set(name, isObject(value) ? mergePatch(isObject(oldValue) ? oldValue : {}, value) : value);
  }
  return Object.fromEntries(members);
}

/** Returns the size of a page, and the number of resources before it. */
export function windowOf(query: Record<string, Json>): [size: number, skipped: number] {
  if (query['per_page'] === undefined) return [Number(query['limit']), Number(query['offset'])];
  const size = Number(query['per_page']);
  return [size, (Number(query['page']) - 1) * size];
}

/** Returns the kind of resource that an operation is about. */
export function kindOf({ template }: Call): Kind {
  if (template?.includes('/reviews')) return 'review';
  return template?.startsWith('/v1/books') ? 'book' : 'author';
}

export function pathOf(kind: Kind, resource: JsonObject): string {
  const id = String(resource['id']);
  return kind === 'review' ? `/v1/books/${String(resource['bookId'])}/reviews/${id}` : `/v1/${kind}s/${id}`;
}

/** Resources without a value come last, whether the order is ascending or descending. */
function compared(a: Json | undefined, b: Json | undefined, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)));
}

function list(behaviour: Behaviour, call: Call, kind: Kind): Reply {
  const { resources, total } = behaviour.listResources(call);
  const items = resources.map((resource) => behaviour.show(call, kind, resource));
  const { limit = null, offset = null } = call.query;
  if (kind !== 'author') return reply(200, { items, total, limit, offset });
  const links = linksOf(call, total);
  return reply(200, items, { 'X-Total-Count': String(total), ...(links && { Link: links }) });
}

function linksOf({ query, target, origin }: Call, total: number): string {
  const page = Number(query['page']);
  const last = Math.ceil(total / Number(query['per_page']));
  const link = (number: number, rel: string): string[] => {
    const url = new URL(target, origin);
    url.searchParams.set('page', String(number));
    return number >= 1 && number <= last ? [`<${url.pathname}${url.search}>; rel="${rel}"`] : [];
  };
  return [...link(page - 1, 'prev'), ...link(page + 1, 'next')].join(', ');
}

function create(behaviour: Behaviour, call: Call, kind: Kind): Reply {
  const resource = behaviour.createResource(call, kind, behaviour.acceptBody(call, kind, call.body as JsonObject));
  behaviour.keep(call, kind, resource);
  return reply(201, behaviour.show(call, kind, resource), { Location: pathOf(kind, resource) });
}

function change(behaviour: Behaviour, call: Call, kind: Kind, edit: (body: JsonObject) => JsonObject): Reply {
  const resource = edit(call.body as JsonObject);
  behaviour.keep(call, kind, resource);
  return reply(200, behaviour.show(call, kind, resource));
}

function remove(behaviour: Behaviour, call: Call, kind: Kind, id: string): Reply {
  if (kind === 'author' && call.store.all('book').some((book) => book['authorId'] === id)) {
    return problem(409, 'This author still has books.');
  }
  behaviour.remove(call, kind, id);
  return noContent();
}
