import type { Json, JsonObject } from '../../contract/json.js';
import { isObject } from '../../contract/json.js';
import type { Behaviour, RequestContext, SandboxFault } from '../behaviour/behaviour.js';
import { bodyObject, type Call, type CallOutcome } from '../model/call.js';
import { Refusal, type SandboxResponse } from '../model/response.js';
import type { Store, StoredRecord } from '../model/store.js';

export type BehaviourChange = SandboxFault['change'];

type FaultTable<Name extends string> = Readonly<Record<Name, readonly [about: string, change: BehaviourChange]>>;

/** Turns a table into faults that break the contract. */
export function toFaults<Name extends string>(table: FaultTable<Name>): readonly SandboxFault<Name>[] {
  return faultsIn(table, false);
}

/** Turns a table into behaviours that keep the contract but differ from the sandbox's usual behaviour. */
export function toVariants<Name extends string>(table: FaultTable<Name>): readonly SandboxFault<Name>[] {
  return faultsIn(table, true);
}

function faultsIn<Name extends string>(table: FaultTable<Name>, keepsContract: boolean): SandboxFault<Name>[] {
  const entries = Object.entries(table) as [Name, FaultTable<Name>[Name]][];
  return entries.map(([name, [about, change]]) => ({ name, about, keepsContract, change }));
}

/** Edits each resource of a collection in responses with the whole resource, alone or in a list. */
export function editResources(
  collection: string,
  edit: (resource: JsonObject, exchange: RequestContext) => JsonObject,
): BehaviourChange {
  return (behaviour) => ({
    respond(exchange, outcome) {
      const schema = exchange.operation?.schema;
      const isInCollection = (resource: JsonObject): boolean =>
        schema === collection ||
        (schema === 'Entry' && exchange.store.get(collection, String(resource['id'])) !== undefined);
      return mapItems(behaviour.respond(exchange, outcome), (item) =>
        isObject(item) && isInCollection(item) ? edit(item, exchange) : item,
      );
    },
  });
}

/** Like `editResources`, for an edit that breaks the contract. */
export function breakResources(
  collection: string,
  edit: (resource: JsonObject, exchange: RequestContext) => JsonObject,
): BehaviourChange {
  return (behaviour) => ({ ...editResources(collection, edit)(behaviour), judgesResponses: false });
}

/** Edits the resource of a response, or each item of its list. */
export function mapItems(response: SandboxResponse, edit: (item: unknown) => unknown): SandboxResponse {
  if (Array.isArray(response.json)) return { ...response, json: response.json.map(edit) };
  return response.json === undefined ? response : { ...response, json: edit(response.json) };
}

export type ResponseEdit = (
  response: SandboxResponse,
  exchange: RequestContext,
) => SandboxResponse | Promise<SandboxResponse>;

/** Edits each response, as the last step. */
export function editResponses(edit: ResponseEdit): BehaviourChange {
  return (behaviour) => ({
    finish: async (exchange, response) => edit(await behaviour.finish(exchange, response), exchange),
  });
}

/** Edits the success response of one operation, as the last step. */
export function editSuccess(operationId: string, edit: ResponseEdit): BehaviourChange {
  return editResponses((response, exchange) =>
    exchange.operation?.id === operationId && isSuccess(response) ? edit(response, exchange) : response,
  );
}

/** Edits error responses, as the last step. */
export function editErrorResponses(edit: ResponseEdit): BehaviourChange {
  return editResponses((response, exchange) => (response.status >= 400 ? edit(response, exchange) : response));
}

/** Acts on each authenticated request before its body is read. */
export function onArrival(runOnArrival: (exchange: RequestContext) => void): BehaviourChange {
  return (behaviour) => ({
    async handleArrival(exchange) {
      await behaviour.handleArrival(exchange);
      runOnArrival(exchange);
    },
  });
}

export const internalError = (): Refusal => new Refusal(500, 'Internal Server Error');

export function isSuccess({ status }: SandboxResponse): boolean {
  return status >= 200 && status < 300;
}

/** The bytes of a response's body; undefined if the response has no body. */
export function bytesOf({ json, text }: SandboxResponse): Uint8Array | undefined {
  if (text instanceof Uint8Array) return text;
  const bodyText = text ?? (json === undefined ? undefined : JSON.stringify(json));
  return bodyText === undefined ? undefined : new TextEncoder().encode(bodyText);
}

/** The same response with another body. Its Content-Type does not change. */
export function withBody(response: SandboxResponse, text: string | Uint8Array): SandboxResponse {
  const isJson = response.json !== undefined;
  return { ...response, headers: { ...(isJson && { 'content-type': 'application/json' }), ...response.headers }, text };
}

type OutcomeEdit = (call: Call, perform: Behaviour['perform']) => CallOutcome;

export function editOutcome(operationId: string, edit: OutcomeEdit): BehaviourChange {
  return ({ perform }) => ({
    perform: (call) => (call.operation.id === operationId ? edit(call, perform) : perform(call)),
  });
}

export function editUpdate(edit: OutcomeEdit): BehaviourChange {
  return editOutcome('updatePartnerEntry', edit);
}

export function editUpdateBody(edit: (body: JsonObject) => JsonObject): BehaviourChange {
  return editUpdate((call, perform) => perform({ ...call, body: edit(bodyObject(call)) }));
}

/** Edits the record that an update of a partner entry stores and returns. */
export function editRecord(
  edit: (recordAfter: StoredRecord, recordBefore: StoredRecord, call: Call) => StoredRecord,
): BehaviourChange {
  return editUpdate((call, perform) => {
    const outcome = perform(call);
    const recordBefore = entryInPath(call.store, call.parameters);
    const putChange = outcome.changes.find((change) => change[0] === 'put' && change[2].id === recordBefore?.id);
    if (!recordBefore || putChange?.[0] !== 'put') return outcome;
    const editedRecord = edit(putChange[2], recordBefore, call);
    return {
      changes: outcome.changes.map((change) => (change === putChange ? ['put', putChange[1], editedRecord] : change)),
      toBody: () => call.present('PartnerEntry', editedRecord),
    };
  });
}

export function entryInPath(store: Store, parameters: Readonly<Record<string, string>>): StoredRecord | undefined {
  return store.get('PartnerEntry', parameters['entry_id'] ?? '');
}

/** The next entry of the directory; after the last entry, the first. Undefined if there is no other entry. */
export function neighbourOf(store: Store, entry: StoredRecord): StoredRecord | undefined {
  let first: StoredRecord | undefined;
  let isAfterEntry = false;
  for (const candidate of store.list('PartnerEntry', entry.parents['directory_id'])) {
    if (candidate.id === entry.id) isAfterEntry = true;
    else if (isAfterEntry) return candidate;
    else first ??= candidate;
  }
  return first;
}

/**
 * Edits the value at a path in an object, if it exists. Examples of paths are `tier/id`, and `media/*` for each item of
 * an array; the empty path means the object itself.
 */
export function editAt(resource: JsonObject, path: string, edit: (value: Json) => Json): JsonObject {
  return editAtPath(resource, path === '' ? [] : path.split('/'), edit) as JsonObject;
}

function editAtPath(value: Json, [name, ...rest]: readonly string[], edit: (value: Json) => Json): Json {
  if (name === undefined) return edit(value);
  if (name === '*') return Array.isArray(value) ? value.map((item) => editAtPath(item, rest, edit)) : value;
  if (!isObject(value)) return value;
  return editFields(value, ([key, child]) => [[key, key === name ? editAtPath(child, rest, edit) : child]]);
}

export function renameField(resource: JsonObject, name: string, to: string): JsonObject {
  return editFields(resource, ([key, value]) => [[key === name ? to : key, value]]);
}

export function omitFields(resource: JsonObject, ...names: readonly string[]): JsonObject {
  return editFields(resource, ([key, value]) => (names.includes(key) ? [] : [[key, value]]));
}

/** Edits the fields of an object without changing their order. */
function editFields(resource: JsonObject, edit: (field: [string, Json]) => [string, Json][]): JsonObject {
  return Object.fromEntries(Object.entries(resource).flatMap(edit));
}

export function isReadRequest({ request }: RequestContext): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/** Hashes a string (FNV-1a). The numbers are evenly distributed, and equal in all runs. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
