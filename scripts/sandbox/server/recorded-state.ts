import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { unwrap } from '../../contract/object-envelope.js';
import { itemsIn } from '../../contract/paging/follow.js';
import { uuidPattern } from '../behaviour/parameters.js';
import { findUnstorableValue } from '../behaviour/read-body.js';
import { initialState } from '../data/initial-state.js';
import { toPresentableRecord } from '../model/apply.js';
import type { SandboxOperation } from '../model/operations.js';
import { isSingleton } from '../model/present.js';
import type { SandboxContract } from '../model/read-contract.js';
import { parentlessSingletonId, type SandboxState, Store, type StoredRecord } from '../model/store.js';
import { createRecordJudge } from './state-check.js';

export interface RecordedRead {
  method: string;
  /** The path with the query, but without the origin. */
  path: string;
  /** Undefined if the request had no response. */
  status: number | undefined;
  text: string;
}

export interface RecordedState {
  state: SandboxState;
  /** Number of resources from responses, by kind. */
  resourceCounts: ReadonlyMap<string, number>;
  /** Number of resources that the recording only mentions, such as the directory and the tier of an entry. */
  mentionedCount: number;
  /** Number of values dropped because no response may show them. */
  droppedValueCount: number;
  /** Number of exchanges or resources that could not be used, by reason. */
  skipCounts: ReadonlyMap<string, number>;
}

/** Adds recorded reads to `base`: each successful GET of a resource or a list. Later reads replace earlier reads. */
export function stateFromReads(
  contract: SandboxContract,
  reads: Iterable<RecordedRead>,
  base: SandboxState = { ...initialState, collections: {} },
): RecordedState {
  const recording = new Recording(contract, base);
  for (const read of reads) recording.add(read);
  return recording.end();
}

/** A stored resource, whose parents may not be known yet. */
interface RecordedResource extends StoredRecord {
  isRecorded: boolean;
  isFromBase: boolean;
  isMentioned: boolean;
}

/** Parts of a resource, to be merged with the parts that are known already. */
interface ResourceParts {
  parents?: StoredRecord['parents'];
  value?: JsonObject;
  hidden?: JsonObject | undefined;
}

/** Kinds whose responses include other resources. They are judged after the resources that they include. */
const dependentKindPattern = /^(?:PartnerEntry|Filter)$/;

class Recording {
  readonly #contract: SandboxContract;
  readonly #base: SandboxState;
  readonly #resources = new Map<string, Map<string, RecordedResource>>();
  readonly #skipCounts = new Map<string, number>();

  constructor(contract: SandboxContract, base: SandboxState) {
    this.#contract = contract;
    this.#base = base;
    const baseFlags = { isRecorded: false, isFromBase: true, isMentioned: false };
    for (const [kind, records] of Object.entries(base.collections))
      this.#resources.set(kind, new Map(records.map((record) => [record.id, { ...record, ...baseFlags }])));
  }

  add(read: RecordedRead): void {
    const reason = this.#readExchange(read);
    if (reason !== undefined) this.#skip(reason);
  }

  end(): RecordedState {
    const resourceCounts = new Map<string, number>();
    let [mentionedCount, droppedValueCount] = [0, 0];
    this.#completeParents();
    const collections: Record<string, StoredRecord[]> = Object.fromEntries(
      [...this.#resources].map(([kind, records]) => [
        kind,
        [...records.values()].map(({ isRecorded: _, isFromBase: __, isMentioned: ___, ...rest }) => rest),
      ]),
    );
    for (const isLastRound of [false, true]) {
      const judge = createRecordJudge(this.#contract, new Store({ ...this.#base, collections }));
      for (const [kind, records] of this.#resources) {
        if (dependentKindPattern.test(kind) !== isLastRound) continue;
        collections[kind] = (collections[kind] ?? []).flatMap((record) => {
          const { isRecorded, isFromBase, isMentioned } = records.get(record.id) ?? {};
          if (!isMentioned) return [record];
          const resource = toPresentableRecord(record, (candidate) => {
            const mistakes = judge(kind, candidate);
            droppedValueCount += mistakes.length > 0 ? 1 : 0;
            return mistakes;
          });
          if (!isRecorded) {
            mentionedCount += isFromBase ? 0 : 1;
            return [resource];
          }
          if (judge(kind, resource).length > 0) {
            this.#skip('a resource does not fit the contract');
            return [];
          }
          resourceCounts.set(kind, (resourceCounts.get(kind) ?? 0) + 1);
          return [resource];
        });
      }
    }
    const state = { ...this.#base, collections };
    return { state, resourceCounts, mentionedCount, droppedValueCount, skipCounts: this.#skipCounts };
  }

  /** @returns the reason why the exchange could not be used */
  #readExchange({ method, path, status, text }: RecordedRead): string | undefined {
    if (method !== 'GET') return 'its method is not GET';
    const { operations, parameters } = this.#contract.route(path.replace(/\?.*/, ''));
    const index = operations.findIndex((operation) => operation.method === 'get');
    const operation = operations[index];
    if (!operation) return 'its path is not in the contract';
    if (status === undefined) return 'it has no response';
    if (status < 200 || status > 299) return `its status is ${status}`;
    const pathIds = Object.entries(parameters[index] ?? {}).map(([name, id]) => [name, id.toLowerCase()]);
    try {
      const ids = Object.fromEntries(pathIds) as Record<string, string>;
      return this.#readResponse(operation, ids, JSON.parse(text) as Json);
    } catch (error) {
      if (error instanceof SyntaxError) return 'its response is not JSON';
      throw error;
    }
  }

  /** @returns the reason why the response could not be used */
  #readResponse(operation: SandboxOperation, pathIds: StoredRecord['parents'], json: Json): string | undefined {
    const { collection: kind, isList, pages, parameters, subject } = operation;
    if (Object.values(pathIds).some((id) => !uuidPattern.test(id))) return 'an id in its path is not a UUID';
    const envelope = operation.operation['x-envelope']?.response;
    const items = isList ? itemsIn(pages ?? {}, json) : [unwrap(json, envelope)];
    if (!items?.every(isObject)) return `its response is not ${isList ? 'a list of resources' : 'a resource'}`;
    // Count two more levels of nesting, because items of a list may be stored in a field of their entry.
    if (items.some((item) => findUnstorableValue(item, '', 2)))
      return 'it has too large a number, or is nested too deeply';
    // Lists such as an entry's media are fields of the entry: store them there.
    const [, entries, field = ''] = /^directories\/entries\/(apps|partners)\/([a-z-]+)$/.exec(kind) ?? [];
    const entryKind = entries === 'apps' ? 'AppEntry' : 'PartnerEntry';
    if (isList && entries !== undefined && initialState.collections[kind] === undefined) {
      this.#ensureResources(parameters, pathIds);
      const content = { [field.replaceAll('-', '_')]: [...items] };
      this.#merge(
        entryKind,
        pathIds['entry_id'] ?? '',
        field === 'keywords' ? { hidden: content } : { value: content },
      );
      return undefined;
    }
    if (/^(?:directories|tiers)\/entries$/.test(kind)) return 'its list shows entries of several kinds';
    const isItem = !isList && operation.itemParameter !== undefined;
    this.#ensureResources(isItem ? parameters.slice(0, -1) : parameters, pathIds);
    const parents = this.#parentsOf(kind, pathIds, isList ? undefined : operation.itemParameter);
    const [first] = initialState.collections[kind] ?? [];
    if (!isList && operation.itemParameter !== undefined) {
      this.#put(kind, pathIds[operation.itemParameter] ?? '', parents, items[0] ?? {});
      return undefined;
    }
    if (!isList || (first && isSingleton(first))) {
      const [item] = items;
      if (item) this.#put(kind, pathIds[subject?.name ?? ''] ?? parentlessSingletonId, parents, item, true);
      return undefined;
    }
    const { properties } = this.#contract.schemas.fields(operation.responseItem?.schema ?? {});
    const itemsWithIds = properties.has('id') ? items : items.map((item, index) => ({ ...item, id: idOfItem(index) }));
    const itemsWithUuid = itemsWithIds.filter(({ id }) => typeof id === 'string' && uuidPattern.test(id));
    for (const item of itemsWithUuid) this.#put(kind, String(item['id']).toLowerCase(), parents, item);
    const badges = itemsWithUuid.map(({ id }) => id ?? null);
    if (operation.id === 'listPartnerEntryBadges')
      this.#merge('PartnerEntry', pathIds['entry_id'] ?? '', { hidden: { badges } });
    return itemsWithUuid.length < items.length ? 'an item of its list has no UUID as its id' : undefined;
  }

  /** The ids in a path that name parents of resources of this kind. */
  #parentsOf(kind: string, pathIds: StoredRecord['parents'], ownParameter?: string): StoredRecord['parents'] {
    const [first] = initialState.collections[kind] ?? [];
    const names = first ? Object.keys(first.parents) : Object.keys(pathIds);
    const entries = Object.entries(pathIds).filter(([name]) => names.includes(name) && name !== ownParameter);
    return Object.fromEntries(entries);
  }

  #ensureResources(parameters: SandboxOperation['parameters'], pathIds: StoredRecord['parents']): void {
    const parentIds: Record<string, string> = {};
    for (const { name, collection } of parameters) {
      const id = pathIds[name] ?? '';
      this.#merge(collection, id, { parents: this.#parentsOf(collection, parentIds) });
      parentIds[name] = id;
    }
  }

  /** Stores the fields of a resource that a response shows, except those that are derived from other resources. */
  #put(kind: string, id: string, parents: StoredRecord['parents'], resource: JsonObject, keepsId = false): void {
    const { id: ownId, ...rest } = resource;
    const value: JsonObject = keepsId && ownId !== undefined ? { id: ownId, ...rest } : rest;
    let [hidden, allParents] = [undefined as JsonObject | undefined, parents];
    const takeField = (name: string): Json | undefined => {
      const { [name]: fieldValue } = value;
      delete value[name];
      return fieldValue;
    };
    const linkParent = (name: string, collection: string, parentId: unknown): void => {
      if (typeof parentId !== 'string' || !uuidPattern.test(parentId)) return;
      allParents = { ...allParents, [name]: parentId.toLowerCase() };
      this.#merge(collection, parentId.toLowerCase(), {});
    };
    if (kind === 'PartnerEntry' || kind === 'Filter') takeField('href');
    if (kind === 'PartnerEntry' && isObject(value['tier'])) {
      const { id: tier, entriesCount: _, entriesListUrl: __, ...summary } = takeField('tier') as JsonObject;
      const tierId = String(tier).toLowerCase();
      hidden = { tier: tierId };
      if (uuidPattern.test(tierId))
        this.#merge('Tier', tierId, { parents: this.#parentsOf('Tier', allParents), value: summary });
    }
    if (kind === 'Filter') {
      linkParent('directory_id', 'Directory', takeField('genericDirectory'));
      const [options, optionParents] = [takeField('filterOptions'), { filter_id: id }];
      for (const option of Array.isArray(options) ? options.filter(isObject) : [])
        if (uuidPattern.test(String(option['id'])))
          this.#put('FilterOption', String(option['id']).toLowerCase(), optionParents, option);
    }
    if (kind === 'FilterOption') linkParent('filter_id', 'Filter', takeField('filter'));
    if (kind === 'Tier') for (const name of ['entriesCount', 'entriesListUrl']) takeField(name);
    this.#merge(kind, id, { parents: allParents, value, hidden }).isRecorded = true;
  }

  #merge(kind: string, id: string, { parents, value, hidden }: ResourceParts): RecordedResource {
    const records = this.#resources.get(kind) ?? new Map<string, RecordedResource>();
    this.#resources.set(kind, records);
    const earlierResource = records.get(id);
    const hiddenPart = hidden || earlierResource?.hidden ? { hidden: { ...earlierResource?.hidden, ...hidden } } : {};
    const { isRecorded = false, isFromBase = false } = earlierResource ?? {};
    const resource: RecordedResource = {
      id,
      parents: { ...earlierResource?.parents, ...parents },
      value: { ...earlierResource?.value, ...value },
      ...{ ...hiddenPart, isRecorded, isFromBase, isMentioned: true },
    };
    records.set(id, resource);
    return resource;
  }

  /** Adds a missing directory to resources if there is only one directory; drops resources with unknown parents. */
  #completeParents(): void {
    const [directory, secondDirectory] = this.#resources.get('Directory')?.keys() ?? [];
    for (const [kind, records] of this.#resources) {
      const [first] = initialState.collections[kind] ?? [];
      for (const record of records.values()) {
        const missingNames = Object.keys(first?.parents ?? {}).filter((name) => record.parents[name] === undefined);
        if (missingNames.length === 0) continue;
        if (missingNames.join() === 'directory_id' && directory !== undefined && secondDirectory === undefined)
          record.parents = { ...record.parents, directory_id: directory };
        else this.#drop(kind, record);
      }
    }
    const ids = new Set([...this.#resources.values()].flatMap((records) => [...records.keys()]));
    for (const [kind, records] of this.#resources)
      for (const record of records.values())
        if (Object.values(record.parents).some((id) => !ids.has(id))) this.#drop(kind, record);
  }

  #drop(kind: string, { id, isRecorded }: RecordedResource): void {
    this.#resources.get(kind)?.delete(id);
    if (isRecorded) this.#skip('the recording does not contain the parent of a resource');
  }

  #skip(reason: string): void {
    this.#skipCounts.set(reason, (this.#skipCounts.get(reason) ?? 0) + 1);
  }
}

/** An id for an item of a list whose items have none. */
function idOfItem(index: number): string {
  return `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}
