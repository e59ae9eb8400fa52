import { escapeToken, withValueAt } from '../../contract/pointer.js';
import { suggest } from '../../text/did-you-mean.js';
import { recordMistakes, structureMistakes } from '../behaviour/state-form.js';
import type { SandboxOperation } from '../model/operations.js';
import { createPresenter } from '../model/present.js';
import type { SandboxContract } from '../model/read-contract.js';
import type { RequestMistake } from '../model/response.js';
import { type SandboxState, Store, type StoredRecord } from '../model/store.js';

const lowerCaseUuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Maximum number of mistakes reported; the first ones usually explain the rest. */
const maxMistakes = 20;

/**
 * Lists why a value is not a valid state: mistakes in its form, in references between records and, with
 * `includesContractCheck`, values that the contract does not allow.
 */
export function stateMistakes(
  value: unknown,
  contract: SandboxContract,
  { includesContractCheck }: { includesContractCheck: boolean },
): RequestMistake[] {
  for (const check of [structureMistakes, relationMistakes, ...(includesContractCheck ? [contractMistakes] : [])]) {
    const mistakes: RequestMistake[] = [];
    for (const mistake of check(value as SandboxState, contract)) {
      if (mistakes.push(mistake) === maxMistakes) break;
    }
    // Stop at the first check with mistakes: each check relies on the checks before it.
    if (mistakes.length > 0) return mistakes;
  }
  return [];
}

/** Returns the reason why a value is not a change; undefined if it is a change. */
export function changeMistake(change: unknown): string | undefined {
  const [kind, collection, target] = Array.isArray(change) ? (change as unknown[]) : [];
  if (typeof collection !== 'string' || (kind !== 'put' && kind !== 'remove'))
    return 'contains a value that is not a change';
  if (kind === 'remove') return typeof target === 'string' ? undefined : 'removes a value that is not an id';
  const [mistake] = recordMistakes(target, '');
  return mistake && `puts an invalid record: ${mistake.pointer} ${mistake.message}`;
}

function collectionsOf({ operations }: SandboxContract) {
  /** The collections whose resources a parameter can name, by parameter name. */
  const collectionsByParameter = new Map<string, Set<string>>();
  for (const { name, collection } of operations.flatMap(({ parameters }) => parameters))
    collectionsByParameter.set(name, (collectionsByParameter.get(name) ?? new Set()).add(collection));
  const paths = operations.flatMap(({ collection, itemParameter, path }) =>
    itemParameter ? [[collection, path] as const] : [],
  );
  return {
    byParameter: collectionsByParameter,
    collections: new Set(
      operations.flatMap(({ collection, parameters }) => [collection, ...parameters.map((each) => each.collection)]),
    ),
    /** For each collection that has one, the path template of a single resource. */
    templates: new Map(paths.reverse()),
  };
}

function* relationMistakes(state: SandboxState, contract: SandboxContract): Iterable<RequestMistake> {
  const { templates, collections, byParameter } = collectionsOf(contract);
  const ids = new Map(
    Object.entries(state.collections).map(([name, records]) => [name, new Set(records.map(({ id }) => id))]),
  );
  for (const [collection, records] of Object.entries(state.collections)) {
    const collectionPointer = `/collections/${escapeToken(collection)}`;
    if (!collections.has(collection)) {
      const message = `is not a collection of the contract. ${suggest(collection, [...collections])}`;
      yield { pointer: collectionPointer, message };
      continue;
    }
    const template = templates.get(collection);
    const parentNames = [...(template ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).slice(0, -1);
    const earlierIds = new Set<string>();
    for (const [index, { id, parents }] of records.entries()) {
      const pointer = `${collectionPointer}/${index}`;
      if (template !== undefined && !lowerCaseUuidPattern.test(id))
        yield { pointer: `${pointer}/id`, message: 'must be a UUID in lower case' };
      if (earlierIds.has(id)) yield { pointer: `${pointer}/id`, message: `repeats the id of an earlier record: ${id}` };
      earlierIds.add(id);
      for (const name of parentNames) {
        if (!Object.hasOwn(parents, name)) yield { pointer: `${pointer}/parents`, message: `must contain ${name}` };
      }
      for (const [name, parent] of Object.entries(parents)) {
        if ([...(byParameter.get(name) ?? [])].some((text) => ids.get(text)?.has(parent))) continue;
        const message = `must be the id of an existing resource: ${parent}`;
        yield { pointer: `${pointer}/parents/${escapeToken(name)}`, message };
      }
    }
  }
}

function* contractMistakes(state: SandboxState, contract: SandboxContract): Iterable<RequestMistake> {
  // Do not add missing fields: the state itself must have all required fields.
  const judge = createRecordJudge({ ...contract, completion: undefined }, new Store(state));
  for (const [collection, records] of Object.entries(state.collections)) {
    for (const [index, record] of records.entries()) {
      for (const { pointer, message } of judge(collection, record))
        yield { pointer: `/collections/${escapeToken(collection)}/${index}/value${pointer}`, message };
    }
  }
}

/** Returns a function that lists how a response with a record violates a contract; pointers lead into its `value`. */
export function createRecordJudge(
  { operations, schemas, judge, completion }: SandboxContract,
  store: Store,
): (collection: string, record: StoredRecord) => RequestMistake[] {
  const present = createPresenter({ operations, schemas, completion }, store);
  const readingOperations = new Map<string, SandboxOperation>();
  for (const operation of operations) {
    const chosenOperation = readingOperations.get(operation.collection);
    const isBetter = !chosenOperation || (chosenOperation.isList && !operation.isList);
    if (operation.schema && verbs.has(operation.verb) && isBetter)
      readingOperations.set(operation.collection, operation);
  }
  return (collection, record) => {
    const operation = readingOperations.get(collection);
    if (!operation) return [];
    const { isList, pages } = operation;
    const itemsPointer = pages?.items ?? '';
    const value = present(collection, record, operation.schema);
    const body = isList ? withValueAt(pages?.example, itemsPointer, [value]) : value;
    const mistakes = isList ? judge.response(operation.id, body) : judge.resourceMistakes(operation.id, body);
    const { length } = isList ? `${itemsPointer}/0` : '';
    return mistakes.map(({ pointer, message }) => ({ pointer: pointer.slice(length), message }));
  };
}

/** The verbs of operations that return the record. */
const verbs = new Set(['get', 'update', 'set', 'create', 'list']);
