import type { RuleId } from '../../../../scripts/check/model/rules/index.js';
import type { Behaviour, Call, Replacement, Reply, ShelfFault, StageName, Variant } from '../behaviour.js';
import { problem } from '../responses.js';
import { isObject, type Json, type JsonObject, type Kind } from '../store.js';

/** A replacement for the operation that the heading of the fault names. */
export type Replacing = (base: Behaviour, id: string) => Partial<Behaviour>;

/** The mode, an operation, the name, and the rule that reports the fault; a sentence if the name is not clear. */
type Heading = `${ShelfFault['mode']} ${string} ${string} ${RuleId}${'' | `: ${string}`}`;

export function faults(table: Record<Heading, Replacing>): ShelfFault[] {
  return Object.entries(table).map(([heading, replacing]) => {
    const [, mode, operationId = '', name = '', rule, description = name] =
      /^(\w) (\w+) (\S+) ([\w.-]+)(?:: (.+))?$/.exec(heading) ?? [];
    const change: Replacement = (base) => replacing(base, operationId);
    return { name, mode: mode as ShelfFault['mode'], operationId, rule: rule as RuleId, about: description, change };
  });
}

/** Like `faults`, but for correct services: the heading has only a name, and perhaps a sentence. */
export function variants(table: Record<`ok-${string}`, Replacement>): Variant[] {
  return Object.entries(table).map(([heading, change]) => {
    const [name = '', description = name] = heading.split(': ');
    return { name, about: description, change };
  });
}

/** Edits the resources of a kind in responses. */
export function editView(kind: Kind, edit: (resource: JsonObject, call: Call) => JsonObject): Replacement {
  return (base) => ({
    show(call, of, resource) {
      const view = base.show(call, of, resource);
      return of === kind ? edit(view, call) : view;
    },
  });
}

/** Edits the responses with these statuses, or all responses if there are none. */
export function sending(edit: (response: Reply, call: Call) => Reply, ...statuses: number[]): Replacement {
  return (base) => ({
    send(call, response) {
      const reply = base.send(call, response);
      return statuses.length === 0 || statuses.includes(reply.status) ? edit(reply, call) : reply;
    },
  });
}

/** Like `sending`, but only for the operation in the heading. */
export function respondingWith(edit: (response: Reply) => Reply, ...statuses: number[]): Replacing {
  return (base, id) => sending((reply, call) => (isOf(call, id) ? edit(reply) : reply), ...statuses)(base);
}

/** Edits the fields of a request before they are stored. */
export function taking(kind: Kind, edit: (fields: JsonObject, call: Call) => JsonObject): Replacement {
  return (base) => ({
    acceptBody(call, of, body) {
      const fields = base.acceptBody(call, of, body);
      return of === kind ? edit(fields, call) : fields;
    },
  });
}

/** Edits a patch before it is applied. */
export function patching(kind: Kind, edit: (patch: JsonObject, target: JsonObject) => JsonObject): Replacement {
  return (base) => ({
    mergePatch: (call, of, target, patch) =>
      base.mergePatch(call, of, target, of === kind ? edit(patch, target) : patch),
  });
}

/** Returns the object with one field edited, if it has that field. */
export function adjust(resource: JsonObject, name: string, edit: (value: Json) => Json): JsonObject {
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

/** Uses `put` to store something that differs from the response, or stores nothing. */
export function keeping(
  keep: (call: Call, resource: JsonObject, put: (resource: JsonObject) => void) => void = () => {},
): Replacing {
  return (base, id) => ({
    keep(call, kind, resource) {
      if (!isOf(call, id)) return base.keep(call, kind, resource);
      return keep(call, resource, (keptResource) => base.keep(call, kind, keptResource));
    },
  });
}

/** Edits the stored resources of a kind that have this value in a field. */
export function editAll(
  { store }: Call,
  kind: Kind,
  [field, value]: readonly [field: string, value: Json | undefined],
  change: (resource: JsonObject) => JsonObject,
): void {
  for (const each of store.all(kind)) if (each[field] === value) store.put(kind, change(each));
}

/** Returns the members of a body; none if it is no object. */
export function bodyOf({ body }: Call): JsonObject {
  return isObject(body) ? body : {};
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
export function labelled(reply: Reply, headers: Record<string, string>): Reply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

export function withoutBody({ status, headers: { 'Content-Type': _, ...headers } }: Reply): Reply {
  return { status, headers };
}

export const failure = (): Reply => problem(500, 'Something went wrong here.');

/** Returns 500 where this stage would refuse with that status. The stage `key` concerns all operations. */
export const breaking = (stage: StageName, status: number): Replacing => {
  const step: Step = (_, usual) => {
    const refusal = usual();
    return refusal?.status === status ? failure() : refusal;
  };
  return stage === 'key' ? inStage(stage, step) : inOwnStage(stage, step);
};

type Usual = (call?: Call) => Reply | undefined;
type Step = (call: Call, usual: Usual) => Reply | undefined;

/** Replaces a step for all operations; `usual` is the step before. */
export const inStage =
  (stage: StageName, step: Step): Replacement =>
  (base) => ({ [stage]: (call: Call) => step(call, (other = call) => base[stage](other)) });

/** Like `inStage`, but only for the operation in the heading. */
export const inOwnStage =
  (stage: StageName, step: Step): Replacing =>
  (base, id) =>
    inStage(stage, (call, usual) => (isOf(call, id) ? step(call, usual) : usual()))(base);
