import { problem } from '../answers.js';
import type { Answer, Behaviour, Call, Replacement, ShelfFault, Variant } from '../behaviour.js';
import type { Json, JsonObject, Kind } from '../store.js';

/** A replacement for the operation that the heading of its fault names. */
export type Replacing = (before: Behaviour, id: string) => Partial<Behaviour>;

/** What is otherwise, by a heading: mode, operation where it shows, name, and what it does as a sentence. */
type Faults = Record<`${ShelfFault['mode']} ${string} ${string}: ${string}`, Replacing>;

export function faults(table: Faults): ShelfFault[] {
  return Object.entries(table).map(([heading, change]) => {
    const [, mode, operationId = '', name = '', about = ''] = /^(\w) (\w+) (\S+): (.+)$/.exec(heading) ?? [];
    return {
      name,
      mode: mode as ShelfFault['mode'],
      operationId,
      about,
      change: (before) => change(before, operationId),
    };
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

/** Edits the answers with these statuses, all where none is named. */
export function sending(edit: (answer: Answer, call: Call) => Answer, ...statuses: number[]): Replacement {
  return (before) => ({
    send(call, answer) {
      const sent = before.send(call, answer);
      return statuses.length === 0 || statuses.includes(sent.status) ? edit(sent, call) : sent;
    },
  });
}

/** The same for the operation of the heading alone. */
export function answering(edit: (answer: Answer) => Answer, ...statuses: number[]): Replacing {
  return (before, id) => sending((sent, call) => (isOf(call, id) ? edit(sent) : sent), ...statuses)(before);
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

/** Keeps something else than is answered, through `put`, or nothing. */
export function keeping(
  keep: (call: Call, thing: JsonObject, put: (thing: JsonObject) => void) => void = () => {},
): Replacing {
  return (before, id) => ({
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

export const failure = (): Answer => problem(500, 'Something went wrong here.');

/** Answers 500 where this stage refuses with that status, for all operations where it is the key. */
export const breaking =
  (stage: 'key' | 'body' | 'thing' | 'schema', status: number): Replacing =>
  (before, id) => ({
    [stage]: (call: Call) => {
      const refused = before[stage](call);
      return refused?.status === status && (stage === 'key' || isOf(call, id)) ? failure() : refused;
    },
  });
