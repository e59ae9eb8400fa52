import type { Json } from '../../contract/json.js';
import { applyBody, toPresentableRecord } from '../model/apply.js';
import { bodyObject, type Call, type CallOutcome, lastResourceInPath, storeRecord } from '../model/call.js';
import { Refusal } from '../model/response.js';
import { parentlessSingletonId, type StoredRecord } from '../model/store.js';

/**
 * Performs an operation by the first word of its id and the form of its path. A `CallEffect` can change the outcome.
 */
export function applyConvention(call: Call): CallOutcome {
  switch (call.operation.verb) {
    case 'list':
      return { changes: [], toBody: () => listRecords(call) };
    case 'get':
      return readRecord(call);
    case 'create':
    case 'invite':
      return create(call);
    case 'update':
      // A PUT replaces the resource, even if the name of the operation begins with `update` (RFC 9110 §9.3.4).
      if (call.operation.method === 'put') return write(call, replacementBase(call));
      return write(call, existingRecord(call) ?? createSingleton(call));
    case 'set':
      return write(call, replacementBase(call));
    case 'delete':
    case 'reset':
      return remove(call);
    default:
      throw new Refusal(501, `The sandbox does not implement ${call.operation.id}.`);
  }
}

/** Every record of the collection that belongs to all resources in the path. */
export function* recordsBelowPath(call: Call): Iterable<StoredRecord> {
  const { operation, parameters, store } = call;
  const entries = Object.entries(parameters);
  for (const record of store.list(operation.collection, lastResourceInPath(call)?.id)) {
    if (entries.every(([name, id]) => record.parents[name] === id)) yield record;
  }
}

function listRecords(call: Call): Json[] {
  const { collection, schema } = call.operation;
  return [...recordsBelowPath(call)].map((record) => call.present(collection, record, schema));
}

function readRecord(call: Call): CallOutcome {
  const { operation, present } = call;
  const record = existingRecord(call) ?? createSingleton(call);
  return { changes: [], toBody: () => present(operation.collection, record, operation.schema) };
}

function create(call: Call): CallOutcome {
  const { store, newId } = call;
  const bodyId = bodyObject(call)['id'];
  const requestTakesId = call.schemas.fields(call.requestSchema).properties.has('id');
  const id = requestTakesId && typeof bodyId === 'string' ? bodyId.toLowerCase() : newId();
  if (store.hasId(id)) {
    throw new Refusal(409, `A resource with the id ${id} already exists.`, [{ pointer: '/id', message: 'is taken' }]);
  }
  return put(call, applyBody(call, { ...createSingleton(call), id }, bodyWithoutId(call)));
}

/** Writes the fields of the request into a record. The id of a resource never changes. */
function write(call: Call, record: StoredRecord): CallOutcome {
  const { operation } = call;
  const bodyId = bodyObject(call)['id'];
  if (operation.itemParameter && typeof bodyId === 'string' && bodyId.toLowerCase() !== record.id) {
    const mistake = { pointer: '/id', message: `must be ${record.id}, as in the path` };
    throw new Refusal(400, 'The id of a resource cannot change.', [mistake]);
  }
  return put(call, applyBody(call, record, bodyWithoutId(call)));
}

/** Stores the record without the values that no response can show. */
function put(call: Call, record: StoredRecord): CallOutcome {
  const { present, judge } = call;
  const { id, readingOperationId, collection, schema } = call.operation;
  const storableRecord = toPresentableRecord(record, (candidate) =>
    judge.resourceMistakes(
      readingOperationId,
      present(collection, candidate, id === readingOperationId ? schema : undefined),
    ),
  );
  // Present the record again after storing it: derived fields, such as the number of a tier's entries, may change.
  return storeRecord(call, collection, storableRecord, schema);
}

function remove(call: Call): CallOutcome {
  const { operation, store } = call;
  const record = existingRecord(call);
  if (!record) return { changes: [], toBody: () => undefined };
  const removals = operation.itemParameter ? [...store.removalsBelow(record.id)] : [];
  return { changes: [...removals, ['remove', operation.collection, record.id]], toBody: () => undefined };
}

/** The resource that the path names: by its id, or the only one of its kind below its parent. */
function existingRecord(call: Call): StoredRecord | undefined {
  return call.store.get(call.operation.collection, singletonId(call));
}

function singletonId(call: Call): string {
  return lastResourceInPath(call)?.id ?? parentlessSingletonId;
}

function createSingleton(call: Call): StoredRecord {
  return { id: singletonId(call), parents: { ...call.parameters }, value: {} };
}

/** The record that a replacement fills: empty, except for the id that the resource had before. */
function replacementBase(call: Call): StoredRecord {
  const currentRecord = existingRecord(call) ?? createSingleton(call);
  const { id, parents } = currentRecord;
  const schema = call.schemas.byName(call.operation.schema ?? '');
  const hasOwnId = !call.operation.itemParameter && schema && call.schemas.fields(schema).properties.has('id');
  return { id, parents, value: hasOwnId ? { id: currentRecord.value['id'] ?? call.newId() } : {} };
}

function bodyWithoutId(call: Call): Record<string, Json> {
  const { id: _, ...others } = bodyObject(call);
  return others;
}
