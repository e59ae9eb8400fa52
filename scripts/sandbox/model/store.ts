import type { JsonObject } from '../../contract/json.js';

/** One resource in the sandbox. A record is never changed in place: an update stores a new record. */
export interface StoredRecord {
  id: string;
  /** The ids of the record's parent resources, by the name of the path parameter: `{ directory_id: '…' }`. */
  parents: Readonly<Record<string, string>>;
  /** The fields of responses, except those that are derived, such as paths, counts and the tier of an entry. */
  value: Readonly<JsonObject>;
  /**
   * Values that are stored but never returned: the tier's id, request fields without a place in responses, and edits
   * awaiting approval.
   */
  hidden?: Readonly<JsonObject>;
}

/** The id of a singleton that has no parent. */
export const parentlessSingletonId = 'default';

export type StoreChange =
  | ['put', collection: string, record: StoredRecord]
  | ['remove', collection: string, id: string];

/** The whole state of a sandbox, as plain JSON. */
export interface SandboxState {
  format: 'directory-contract/sandbox';
  version: 1;
  /** Number of changes so far. Ids and times are derived from this number, so that a rerun repeats them. */
  serial: number;
  collections: Record<string, StoredRecord[]>;
}

/** Called before each change; throwing prevents the change. */
export type ChangeListener = (changes: readonly StoreChange[], serial: number) => void;

/** A record before and after a change; undefined before it exists or after it was removed. */
export interface ChangedRecord {
  kind: string;
  before: StoredRecord | undefined;
  after: StoredRecord | undefined;
}

/** Called after each change; `records` is undefined if the whole state was replaced. */
export type StoreWatcher = (records: readonly ChangedRecord[] | undefined) => void;

/** Records by collection and id, in order of creation, indexed by parent. Finding a record takes constant time. */
export class Store {
  #collections = new Map<string, Map<string, StoredRecord>>();
  #children = new Map<string, Map<string, Set<string>>>();
  #serial = 0;
  readonly #listener: ChangeListener | undefined;
  readonly #watchers = new Set<StoreWatcher>();

  constructor(state: SandboxState, listener?: ChangeListener) {
    this.#listener = listener;
    this.load(state);
  }

  get serial(): number {
    return this.#serial;
  }

  get(collection: string, id: string): StoredRecord | undefined {
    return this.#collections.get(collection)?.get(id);
  }

  /** Whether any resource has this id. Ids are unique across collections, so that an id identifies a parent. */
  hasId(id: string): boolean {
    for (const records of this.#collections.values()) if (records.has(id)) return true;
    return false;
  }

  *list(collection: string, parent?: string): Iterable<StoredRecord> {
    const records = this.#collections.get(collection);
    if (!records) return;
    if (parent === undefined) {
      yield* records.values();
      return;
    }
    for (const id of this.#children.get(parent)?.get(collection) ?? []) {
      const record = records.get(id);
      if (record) yield record;
    }
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.#collections].map(([name, records]) => [name, records.size]));
  }

  countChildren(collection: string, parent: string): number {
    return this.#children.get(parent)?.get(collection)?.size ?? 0;
  }

  /** Yields a removal for each record below a parent, at any depth, deepest first. */
  *removalsBelow(parent: string): Iterable<StoreChange> {
    for (const [collection, ids] of this.#children.get(parent) ?? []) {
      for (const id of ids) {
        if (!Object.values(this.get(collection, id)?.parents ?? {}).includes(parent)) continue;
        // A singleton has the id of its parent: do not visit that parent again.
        if (id !== parent) yield* this.removalsBelow(id);
        yield ['remove', collection, id];
      }
    }
  }

  /** Applies all changes of one request, or none. */
  commit(changes: readonly StoreChange[]): void {
    if (changes.length === 0) return;
    this.#listener?.(changes, this.#serial + 1);
    this.#serial += 1;
    const changedRecords = this.#watchers.size > 0 ? changes.map((change) => this.#changedRecord(change)) : undefined;
    for (const change of changes) this.#apply(change);
    if (changedRecords) for (const watcher of this.#watchers) watcher(changedRecords);
  }

  /** @returns a function that ends the watch */
  watch(watcher: StoreWatcher): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  load(state: SandboxState): void {
    this.#collections = new Map();
    this.#children = new Map();
    this.#serial = state.serial;
    for (const [collection, records] of Object.entries(state.collections)) {
      this.#collections.set(collection, new Map());
      for (const record of records) this.#apply(['put', collection, record]);
    }
    for (const watcher of this.#watchers) watcher(undefined);
  }

  snapshot(): SandboxState {
    const collections = Object.fromEntries(
      [...this.#collections].map(([name, records]) => [name, [...records.values()]]),
    );
    return structuredClone({ format: 'directory-contract/sandbox', version: 1, serial: this.#serial, collections });
  }

  #changedRecord([, collection, target]: StoreChange): ChangedRecord {
    const isStoredRecord = typeof target !== 'string';
    return {
      kind: collection,
      before: this.get(collection, isStoredRecord ? target.id : target),
      after: isStoredRecord ? target : undefined,
    };
  }

  #apply(change: StoreChange): void {
    const [kind, collection, target] = change;
    const records = this.#collections.get(collection) ?? new Map<string, StoredRecord>();
    this.#collections.set(collection, records);
    const id = kind === 'put' ? target.id : target;
    const recordBefore = records.get(id);
    // Keep unchanged keys: deleting and adding them again would move the record to the end of its list.
    const keys = new Set(kind === 'put' ? indexKeysOf(target) : []);
    for (const key of recordBefore ? indexKeysOf(recordBefore) : [])
      if (!keys.has(key)) this.#children.get(key)?.get(collection)?.delete(id);
    if (kind === 'remove') {
      records.delete(id);
      return;
    }
    records.set(id, target);
    for (const key of keys) {
      const childrenByCollection = this.#children.get(key) ?? new Map<string, Set<string>>();
      this.#children.set(key, childrenByCollection);
      childrenByCollection.set(collection, (childrenByCollection.get(collection) ?? new Set()).add(id));
    }
  }
}

/** The ids under which this record is indexed as a child: its parents and, for an entry, its tier. */
function indexKeysOf(record: StoredRecord): string[] {
  const tier = record.hidden?.['tier'];
  return typeof tier === 'string' ? [...Object.values(record.parents), tier] : Object.values(record.parents);
}

/** The person who approves and declines reviews. She owns no entry, so she never judges a review of her own entry. */
const moderator: JsonObject = {
  id: '5f0c3a52-9d55-4f0e-8d0b-7f3f7a1f9b10',
  firstName: 'Lena',
  lastName: 'Moss',
  email: 'lena@directory.example.com',
};

/** For each status of a review, the fields that follow from it. The contract does not list `P`: not moderated yet. */
export const moderations: ReadonlyMap<string, JsonObject> = new Map([
  ['A', { statusDisplay: 'approved', approvedBy: moderator, declinedBy: null }],
  ['D', { statusDisplay: 'declined', approvedBy: null, declinedBy: moderator }],
  ['P', { statusDisplay: 'pending', approvedBy: null, declinedBy: null }],
]);
