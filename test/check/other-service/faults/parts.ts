import { problem } from '../answers.js';
import type { Answer, Call, Replacement, ShelfFault, Variant } from '../behaviour.js';
import { isObject, type Json, type JsonObject, type Kind } from '../store.js';

/** What is otherwise, by a heading: mode, operation where it shows, name, and what it does as a sentence. */
type Faults = Record<`${ShelfFault['mode']} ${string} ${string}: ${string}`, Replacement>;

export function faults(table: Faults): ShelfFault[] {
  return Object.entries(table).map(([heading, change]) => {
    const [, mode, operationId = '', name = '', about = ''] = /^(\w) (\w+) (\S+): (.+)$/.exec(heading) ?? [];
    return { name, mode: mode as ShelfFault['mode'], operationId, about, change };
  });
}

/** The same for servers that are right: the heading is name and sentence. */
export function variants(table: Record<`ok-${string}: ${string}`, Replacement>): Variant[] {
  return Object.entries(table).map(([heading, change]) => {
    const [, name = '', about = ''] = /^(\S+): (.+)$/.exec(heading) ?? [];
    return { name, about, change };
  });
}

/** Shows things of a kind otherwise. */
export function showing(kind: Kind, edit: (thing: JsonObject, call: Call) => JsonObject): Replacement {
  return (before) => ({
    show(call, of, thing) {
      const shown = before.show(call, of, thing);
      return of === kind ? edit(shown, call) : shown;
    },
  });
}

/** Edits the answers of these operations, those of all where none is named. */
export function sending(edit: (answer: Answer, call: Call) => Answer, ...ids: string[]): Replacement {
  return (before) => ({
    send(call, answer) {
      const sent = before.send(call, answer);
      return ids.length === 0 || isOf(call, ...ids) ? edit(sent, call) : sent;
    },
  });
}

/** Takes the fields of a request otherwise. */
export function taking(kind: Kind, edit: (fields: JsonObject, call: Call) => JsonObject): Replacement {
  return (before) => ({
    taken(call, of, body) {
      const fields = before.taken(call, of, body);
      return of === kind ? edit(fields, call) : fields;
    },
  });
}

/** Hears another patch than was sent. */
export function patching(kind: Kind, edit: (patch: JsonObject, target: JsonObject) => JsonObject): Replacement {
  return (before) => ({
    merged: (call, of, target, patch) => before.merged(call, of, target, of === kind ? edit(patch, target) : patch),
  });
}

/** Lets a wrong value of a field pass in these operations: judges the body as if a good one stood there. */
export function tolerating(
  ids: string[],
  field: string,
  isTolerated: (value: Json | undefined) => boolean,
  good: Json,
): Replacement {
  return (before) => ({
    schema(call) {
      const { body } = call;
      if (!isOf(call, ...ids) || !isObject(body) || !isTolerated(body[field])) return before.schema(call);
      return before.schema({ ...call, body: { ...body, [field]: good } });
    },
  });
}

/** Cuts the page, or sorts before that, as if the query of this operation said something else. */
export function asking(
  part: 'paged' | 'sorted',
  id: string,
  edit: (query: Call['query']) => Call['query'],
): Replacement {
  return (before) => ({
    [part](call: Call, resources: JsonObject[]) {
      return before[part](isOf(call, id) ? { ...call, query: edit(call.query) } : call, resources);
    },
  });
}

/** The same with the value of one field edited, where it is there. */
export function changed(thing: JsonObject, name: string, edit: (value: Json) => Json): JsonObject {
  const value = thing[name];
  return value === undefined ? thing : { ...thing, [name]: edit(value) };
}

export function isOf(call: Call, ...ids: string[]): boolean {
  return call.operation !== undefined && ids.includes(call.operation.id);
}

/** 422, as for what the schema does not have. */
export function invalid(pointer: string, detail: string): Answer {
  return problem(422, 'The body does not fit.', { errors: [{ pointer, detail }] });
}

/** Keeps something else than this operation answers, through `put`, or nothing. */
export function keeping(
  id: string,
  keep: (call: Call, thing: JsonObject, put: (thing: JsonObject) => void) => void,
): Replacement {
  return (before) => ({
    keep(call, kind, thing) {
      if (!isOf(call, id)) return before.keep(call, kind, thing);
      return keep(call, thing, (kept) => before.keep(call, kind, kept));
    },
  });
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The same object with the members that pass. */
export function having<Value>(thing: Record<string, Value>, isKept: (value: Value) => boolean): Record<string, Value> {
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => isKept(value)));
}

/** The same answer with these headers besides, or instead. */
export function labelled(sent: Answer, headers: Record<string, string>): Answer {
  return { ...sent, headers: { ...sent.headers, ...headers } };
}

export function withoutBody({ status, headers: { 'Content-Type': _, ...headers } }: Answer): Answer {
  return { status, headers };
}
