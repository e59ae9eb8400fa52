import type { Json, JsonObject } from '../../service/contract.js';
import type { Behaviour, Call, Reply } from '../behaviour.js';
import { contract } from '../contract.js';
import { type Replacing, responding, taking } from '../faults.js';
import { isObject } from '../house.js';
import { fieldsOf } from '../stages.js';
import type { Numbered } from './store.js';

/** Performs the operation as if the call were different. */
export const calling =
  (edit: (call: Call) => Partial<Call>): Replacing =>
  (base, isIt) => ({ act: (call) => base.act(isIt(call) ? { ...call, ...edit(call) } : call) });

/** Reads a header of the request as if it had another value. */
export const reading = (name: string, edit: (value: string | undefined) => string | undefined): Replacing =>
  calling(({ headers }) => {
    const { [name]: value, ...others } = headers;
    const read = edit(value === undefined ? undefined : String(value));
    return { headers: read === undefined ? others : { ...others, [name]: read } };
  });

export const ignoring = (name: string): Replacing => reading(name, () => undefined);

/** Reads the query as if it were different. */
export const searching = (edit: (query: Record<string, Json>) => Record<string, Json>): Replacing =>
  calling(({ query }) => ({ query: edit({ ...query }) }));

/** Does something to what is stored after a success; `old` is the resource before. */
export const after =
  (act: (call: Call, reply: Reply, resource: JsonObject) => unknown): Replacing =>
  (base, isIt) => ({
    act(call) {
      const resource = structuredClone(storedOf(call) ?? {});
      const reply = base.act(call);
      if (isIt(call) && reply.status < 300) act(call, reply, resource);
      return reply;
    },
  });

/** Changes the headers of responses with this status; undefined removes a header. */
export const heading = (
  edit: (headers: Record<string, string>, call: Call) => Record<string, string | undefined>,
  status?: number,
): Replacing =>
  responding(({ headers }, call) => {
    const edited = Object.entries({ ...headers, ...edit(headers, call) });
    return { headers: Object.fromEntries(edited.filter((each): each is [string, string] => each[1] !== undefined)) };
  }, status);

/** Changes the object in responses with this status. */
export const saying = (edit: (body: JsonObject, call: Call) => JsonObject, status?: number): Replacing =>
  responding(({ body }, call) => (isObject(body) ? { body: edit(body, call) } : {}), status);

/** Changes resources in the form of responses. */
export const showing =
  (edit: (view: JsonObject, resource: JsonObject) => JsonObject): Replacing =>
  (base, isIt) => ({
    show: (call, kind, resource) => {
      const view = base.show(call, kind, resource);
      return isIt(call) ? edit(view, resource) : view;
    },
  });

export const tagging =
  (edit: (tag: string, view: JsonObject) => string): Replacing =>
  (base, isIt) => ({
    tag: (call, kind, view) => (isIt(call) ? edit(base.tag(call, kind, view), view) : base.tag(call, kind, view)),
  });

/** Replaces a text, a number, or another value of a body when it is stored. */
export function storing<T extends Json>(
  name: string,
  is: (value: Json) => value is T,
  edit: (value: T) => Json,
): Replacing {
  return taking((body) => {
    const value = body[name];
    return value !== undefined && is(value) ? { ...body, [name]: edit(value) } : body;
  });
}

export const isText = (value: Json): value is string => typeof value === 'string';
export const isList = (value: Json): value is Json[] => Array.isArray(value);

/** Accepts bodies with a value that the document forbids. */
export const accepting =
  (name: string, isAccepted: (value: Json) => boolean, fitting: Json): Replacing =>
  (base, isIt) => ({
    schema(call) {
      const refusal = base.schema(call);
      const value = fieldsOf(call)[name];
      if (!refusal || !isIt(call) || value === undefined || !isAccepted(value)) return refusal;
      return base.schema({ ...call, body: { ...fieldsOf(call), [name]: fitting } });
    },
  });

/** Lets a different spelling of a path lead to the operation, with or without a key. */
export const leading =
  (edit: (target: string) => string, isFree: boolean): Replacing =>
  (base, isIt) => {
    const free = new WeakSet<Call>();
    return {
      route(call) {
        const route = call.template === undefined ? contract.routeOf(call.method, edit(call.target)) : undefined;
        if (!route || !isIt({ ...call, ...route })) return base.route(call);
        free.add(Object.assign(call, route));
        return base.route(call);
      },
      key: (call) => (isFree && free.has(call) ? undefined : base.key(call)),
    };
  };

/** Fails for requests that `isBad` accepts. */
export const failingFor =
  (isBad: (call: Call) => boolean): Replacing =>
  (base, isIt) => ({
    query: (call) => (isIt(call) && isBad(call) ? base.refuse(call, 500, 'Internal Server Error') : base.query(call)),
  });

/** Refuses every few requests with 429. */
export const slowing =
  (headers: Record<string, string>): Replacing =>
  (base, isIt) => {
    let count = 0;
    return {
      act(call) {
        if (!isIt(call) || ++count % 7 !== 0) return base.act(call);
        const refusal = base.refuse(call, 429, 'Slow down.');
        return { ...refusal, headers: { ...refusal.headers, ...headers } };
      },
    };
  };

/** Replaces one part of the archive for this operation. */
export const having =
  <Part extends 'allows' | 'part' | 'once' | 'merge' | 'patch'>(
    part: Part,
    edit: (base: Behaviour) => Behaviour[Part],
  ): Replacing =>
  (base) => ({ [part]: edit(base) });

const kinds: Readonly<Record<string, Numbered>> = {
  records: 'record',
  charters: 'charter',
  loans: 'loan',
  members: 'member',
};

/** The stored resource that a call names. */
export function storedOf({ store, operation, parameters }: Call): JsonObject | undefined {
  const kind = kinds[operation?.id.split('.')[0] ?? ''];
  return kind && store.archive[kind].get(Number(Object.values(parameters)[0]));
}

/** The other resources of a kind, the newest first. */
export function othersOf(call: Call, kind: Numbered): JsonObject[] {
  const ownResource = storedOf(call);
  return [...call.store.archive[kind].values()].reverse().filter((each) => each !== ownResource);
}
