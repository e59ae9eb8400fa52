import type { Behaviour, Call, Replacement, Reply, ShelfFault, Variant } from '../behaviour.js';
import { problem } from '../responses.js';
import type { Json, JsonObject, Kind } from '../store.js';

/** A replacement for the operation that the heading of the fault names. */
export type Replacing = (before: Behaviour, id: string) => Partial<Behaviour>;

/** Replacements by heading: the mode, an operation that shows the fault, the name, and a sentence about it. */
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

/** Like `faults`, but for correct services: the heading has only a name and a sentence. */
export function variants(table: Record<`ok-${string}: ${string}`, Replacement>): Variant[] {
  return Object.entries(table).map(([heading, change]) => {
    const [, name = '', about = ''] = /^(\S+): (.+)$/.exec(heading) ?? [];
    return { name, about, change };
  });
}

/** Edits the resources of a kind in responses. */
export function showing(kind: Kind, edit: (resource: JsonObject, call: Call) => JsonObject): Replacement {
  return (before) => ({
    show(call, of, resource) {
      const shown = before.show(call, of, resource);
      return of === kind ? edit(shown, call) : shown;
    },
  });
}

/** Edits the responses with these statuses, or all responses if there are none. */
export function sending(edit: (response: Reply, call: Call) => Reply, ...statuses: number[]): Replacement {
  return (before) => ({
    send(call, response) {
      const sent = before.send(call, response);
      return statuses.length === 0 || statuses.includes(sent.status) ? edit(sent, call) : sent;
    },
  });
}

/** Like `sending`, but only for the operation in the heading. */
export function respondingWith(edit: (response: Reply) => Reply, ...statuses: number[]): Replacing {
  return (before, id) => sending((sent, call) => (isOf(call, id) ? edit(sent) : sent), ...statuses)(before);
}

/** Edits the fields of a request before they are stored. */
export function taking(kind: Kind, edit: (fields: JsonObject, call: Call) => JsonObject): Replacement {
  return (before) => ({
    taken(call, of, body) {
      const fields = before.taken(call, of, body);
      return of === kind ? edit(fields, call) : fields;
    },
  });
}

/** Edits a patch before it is applied. */
export function patching(kind: Kind, edit: (patch: JsonObject, target: JsonObject) => JsonObject): Replacement {
  return (before) => ({
    merged: (call, of, target, patch) => before.merged(call, of, target, of === kind ? edit(patch, target) : patch),
  });
}

/** Returns the object with one field edited, if it has that field. */
export function changed(resource: JsonObject, name: string, edit: (value: Json) => Json): JsonObject {
  const value = resource[name];
  return value === undefined ? resource : { ...resource, [name]: edit(value) };
}

export function isOf(call: Call, ...ids: string[]): boolean {
  return call.operation !== undefined && ids.includes(call.operation.id);
}

/** Returns the response to a body that violates the schema. */
export function invalid(pointer: string, detail: string): Reply {
  return problem(422, 'The body is invalid.', { errors: [{ pointer, detail }] });
}

/** Stores through `put` something other than the response shows, or nothing. */
export function keeping(
  keep: (call: Call, resource: JsonObject, put: (resource: JsonObject) => void) => void = () => {},
): Replacing {
  return (before, id) => ({
    keep(call, kind, resource) {
      if (!isOf(call, id)) return before.keep(call, kind, resource);
      return keep(call, resource, (kept) => before.keep(call, kind, kept));
    },
  });
}

export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the object with only the members that pass the test. */
export function having<Value>(
  resource: Record<string, Value>,
  isKept: (value: Value) => boolean,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(resource).filter(([, value]) => isKept(value)));
}

/** Returns the response with additional or replaced headers. */
export function labelled(sent: Reply, headers: Record<string, string>): Reply {
  return { ...sent, headers: { ...sent.headers, ...headers } };
}

export function withoutBody({ status, headers: { 'Content-Type': _, ...headers } }: Reply): Reply {
  return { status, headers };
}

export const failure = (): Reply => problem(500, 'Something went wrong here.');

/** Returns 500 where this stage would refuse with that status. The stage `key` concerns all operations. */
export const breaking =
  (stage: 'key' | 'body' | 'resource' | 'schema', status: number): Replacing =>
  (before, id) => ({
    [stage]: (call: Call) => {
      const refused = before[stage](call);
      return refused?.status === status && (stage === 'key' || isOf(call, id)) ? failure() : refused;
    },
  });
