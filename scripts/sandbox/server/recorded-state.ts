import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { itemsIn } from '../../contract/paging/follow.js';
import { uuid } from '../behaviour/parameters.js';
import { unstorable } from '../behaviour/read-body.js';
import { initialState } from '../data/initial-state.js';
import { showable } from '../model/apply.js';
import type { SandboxOperation } from '../model/operations.js';
import type { ReadContract } from '../model/read-contract.js';
import { type SandboxState, Store, type Stored, singleton } from '../model/store.js';
import { recordJudge } from './state-check.js';

/** A recorded request and its response. */
export interface RecordedRead {
  method: string;
  /** Complete, without origin. */
  path: string;
  /** Undefined without a response. */
  status: number | undefined;
  text: string;
}

export interface RecordedState {
  state: SandboxState;
  /** How many resources were taken from responses, by kind. */
  taken: ReadonlyMap<string, number>;
  /** Resources that are only mentioned in paths and in others, such as the directory and the tier of an entry. */
  named: number;
  /** Values that no response may show. */
  leftOut: number;
  /** What could not be used, with how often. */
  unused: ReadonlyMap<string, number>;
}

/**
 * The state that recorded reads show: each successful GET of a resource or a list, later ones over earlier ones.
 *
 * @param base the resources that are there besides
 */
export function recordedState(
  contract: ReadContract,
  reads: Iterable<RecordedRead>,
  base: SandboxState = { ...initialState, collections: {} },
): RecordedState {
  const recording = new Recording(contract, base);
  for (const read of reads) recording.add(read);
  return recording.end();
}

/** A stored resource, whose parents may not be known yet. */
interface Found extends Stored {
  isRecorded: boolean;
  /** Whether it is one of those that are there besides. */
  isOther: boolean;
  /** Whether the recording mentions it. */
  isMentioned: boolean;
}

/** What is known of a resource besides. */
interface Shown {
  parents?: Stored['parents'];
  value?: JsonObject;
  hidden?: JsonObject | undefined;
}

/** Kinds that show values of other resources, which are made to fit before. */
const showsOthers = /^(?:PartnerEntry|Filter)$/;

class Recording {
  readonly #contract: ReadContract;
  readonly #base: SandboxState;
  readonly #found = new Map<string, Map<string, Found>>();
  readonly #unused = new Map<string, number>();

  constructor(contract: ReadContract, base: SandboxState) {
    this.#contract = contract;
    this.#base = base;
    const other = { isRecorded: false, isOther: true, isMentioned: false };
    for (const [kind, records] of Object.entries(base.collections))
      this.#found.set(kind, new Map(records.map((each) => [each.id, { ...each, ...other }])));
  }

  add(read: RecordedRead): void {
    const reason = this.#read(read);
    if (reason !== undefined) this.#skip(reason);
  }

  end(): RecordedState {
    const taken = new Map<string, number>();
    let [named, leftOut] = [0, 0];
    this.#completeParents();
    const collections: Record<string, Stored[]> = Object.fromEntries(
      [...this.#found].map(([kind, records]) => [
        kind,
        [...records.values()].map(({ isRecorded: _, isOther: __, isMentioned: ___, ...rest }) => rest),
      ]),
    );
    for (const isLast of [false, true]) {
      const judge = recordJudge(this.#contract, new Store({ ...this.#base, collections }));
      for (const [kind, records] of this.#found) {
        if (showsOthers.test(kind) !== isLast) continue;
        collections[kind] = (collections[kind] ?? []).flatMap((record) => {
          const { isRecorded, isOther, isMentioned } = records.get(record.id) ?? {};
          if (!isMentioned) return [record];
          const shown = showable(record, (each) => {
            const mistakes = judge(kind, each);
            leftOut += mistakes.length > 0 ? 1 : 0;
            return mistakes;
          });
          if (!isRecorded) {
            named += isOther ? 0 : 1;
            return [shown];
          }
          if (judge(kind, shown).length > 0) {
            this.#skip('a resource does not fit the contract');
            return [];
          }
          taken.set(kind, (taken.get(kind) ?? 0) + 1);
          return [shown];
        });
      }
    }
    return { state: { ...this.#base, collections }, taken, named, leftOut, unused: this.#unused };
  }

  /** @returns the reason why the exchange could not be used */
  #read({ method, path, status, text }: RecordedRead): string | undefined {
    if (method !== 'GET') return 'its method is not GET';
    const { operations, parameters } = this.#contract.route(path.replace(/\?.*/, ''));
    const index = operations.findIndex((each) => each.method === 'get');
    const operation = operations[index];
    if (!operation) return 'its path is none of the contract';
    if (status === undefined) return 'it has no response';
    if (status < 200 || status > 299) return `its status is ${status}`;
    const inPath = Object.entries(parameters[index] ?? {}).map(([name, id]) => [name, id.toLowerCase()]);
    try {
      return this.#take(operation, Object.fromEntries(inPath) as Record<string, string>, JSON.parse(text) as Json);
    } catch (error) {
      if (error instanceof SyntaxError) return 'its response is not JSON';
      throw error;
    }
  }

  /** @returns the reason why the response could not be used */
  #take(operation: SandboxOperation, inPath: Readonly<Record<string, string>>, json: Json): string | undefined {
    const { collection: kind, isList, pages, parameters, subject } = operation;
    if (Object.values(inPath).some((id) => !uuid.test(id))) return 'an id in its path is not a UUID';
    const items = isList ? itemsIn(pages ?? {}, json) : [json];
    if (!items?.every(isObject)) return `its response is not ${isList ? 'a list of resources' : 'a resource'}`;
    // Items of a list may be stored two levels below their entry.
    if (items.some((item) => unstorable(item, '', 2))) return 'it has too large a number, or is nested too deeply';
    // The list belongs to an entry, which shows it as well.
    const [, entries, field = ''] = /^directories\/entries\/(apps|partners)\/([a-z-]+)$/.exec(kind) ?? [];
    const owner = entries === 'apps' ? 'AppEntry' : 'PartnerEntry';
    if (isList && entries !== undefined && !this.#keeps(kind)) {
      this.#name(parameters, inPath);
      this.#setContent(owner, inPath['entry_id'] ?? '', field.replaceAll('-', '_'), items);
      return undefined;
    }
    if (/^(?:directories|tiers)\/entries$/.test(kind)) return 'its list shows entries of several kinds';
    this.#name(isList || operation.itemParameter === undefined ? parameters : parameters.slice(0, -1), inPath);
    const parents = this.#parentsOf(kind, inPath, isList ? undefined : operation.itemParameter);
    const isSingle = this.#isSingleton(kind);
    if (!isList && operation.itemParameter !== undefined) {
      this.#put(kind, inPath[operation.itemParameter] ?? '', parents, items[0] ?? {});
      return undefined;
    }
    if (!isList || isSingle) {
      const [item] = items;
      if (item) this.#put(kind, inPath[subject?.name ?? ''] ?? singleton, parents, item, true);
      return undefined;
    }
    const { properties } = this.#contract.schemas.fields(operation.shown?.schema ?? {});
    const withIds = properties.has('id') ? items : items.map((item, index) => ({ ...item, id: idOf(index) }));
    const usable = withIds.filter(({ id }) => typeof id === 'string' && uuid.test(id));
    for (const item of usable) this.#put(kind, String(item['id']).toLowerCase(), parents, item);
    if (operation.id === 'listPartnerEntryBadges')
      this.#merge('PartnerEntry', inPath['entry_id'] ?? '', { hidden: { badges: usable.map(({ id }) => id ?? null) } });
    return usable.length < items.length ? 'an item of its list has no UUID as its id' : undefined;
  }

  /** Whether resources of a kind are stored, not read from others. */
  #keeps(kind: string): boolean {
    return initialState.collections[kind] !== undefined;
  }

  #isSingleton(kind: string): boolean {
    const [first] = initialState.collections[kind] ?? [];
    return first !== undefined && (first.id === singleton || Object.values(first.parents).includes(first.id));
  }

  /** The parents that a resource of a kind has, among the ids of a path. */
  #parentsOf(kind: string, inPath: Readonly<Record<string, string>>, own: string | undefined): Stored['parents'] {
    const [first] = initialState.collections[kind] ?? [];
    const names = first ? Object.keys(first.parents) : Object.keys(inPath);
    const entries = Object.entries(inPath).filter(([name]) => names.includes(name) && name !== own);
    return Object.fromEntries(entries);
  }

  /** Makes sure that the resources in a path exist. */
  #name(parameters: SandboxOperation['parameters'], inPath: Readonly<Record<string, string>>): void {
    const above: Record<string, string> = {};
    for (const { name, collection } of parameters) {
      const id = inPath[name] ?? '';
      this.#merge(collection, id, { parents: this.#parentsOf(collection, above, undefined) });
      above[name] = id;
    }
  }

  /** Stores what a response shows of a resource, without what it derives from others. */
  #put(kind: string, id: string, parents: Stored['parents'], shown: JsonObject, keepsId = false): void {
    const { id: ownId, ...rest } = shown;
    const value: JsonObject = keepsId && ownId !== undefined ? { id: ownId, ...rest } : rest;
    let [hidden, above] = [undefined as JsonObject | undefined, parents];
    const take = (name: string): Json | undefined => {
      const { [name]: found } = value;
      delete value[name];
      return found;
    };
    const link = (name: string, collection: string, found: unknown): void => {
      if (typeof found !== 'string' || !uuid.test(found)) return;
      above = { ...above, [name]: found.toLowerCase() };
      this.#merge(collection, found.toLowerCase(), {});
    };
    if (kind === 'PartnerEntry' || kind === 'Filter') take('href');
    if (kind === 'PartnerEntry' && isObject(value['tier'])) {
      const { id: tier, entriesCount: _, entriesListUrl: __, ...summary } = take('tier') as JsonObject;
      const tierId = String(tier).toLowerCase();
      hidden = { tier: tierId };
      if (uuid.test(tierId))
        this.#merge('Tier', tierId, { parents: this.#parentsOf('Tier', above, undefined), value: summary });
    }
    if (kind === 'Filter') {
      link('directory_id', 'Directory', take('genericDirectory'));
      const [options, of] = [take('filterOptions'), { filter_id: id }];
      for (const option of Array.isArray(options) ? options.filter(isObject) : [])
        if (uuid.test(String(option['id']))) this.#put('FilterOption', String(option['id']).toLowerCase(), of, option);
    }
    if (kind === 'FilterOption') link('filter_id', 'Filter', take('filter'));
    if (kind === 'Tier') for (const name of ['entriesCount', 'entriesListUrl']) take(name);
    this.#merge(kind, id, { parents: above, value, hidden }).isRecorded = true;
  }

  #setContent(kind: string, id: string, field: string, items: readonly JsonObject[]): void {
    const content = { [field]: [...items] };
    this.#merge(kind, id, field === 'keywords' ? { hidden: content } : { value: content });
  }

  #merge(kind: string, id: string, { parents, value, hidden }: Shown): Found {
    const records = this.#found.get(kind) ?? new Map<string, Found>();
    this.#found.set(kind, records);
    const before = records.get(id);
    const all = hidden || before?.hidden ? { hidden: { ...before?.hidden, ...hidden } } : {};
    const merged: Found = {
      id,
      parents: { ...before?.parents, ...parents },
      value: { ...before?.value, ...value },
      ...all,
      isRecorded: before?.isRecorded ?? false,
      isOther: before?.isOther ?? false,
      isMentioned: true,
    };
    records.set(id, merged);
    return merged;
  }

  /** A path may not say the directory of a resource; if there is only one, it is that. */
  #completeParents(): void {
    const [directory, another] = this.#found.get('Directory')?.keys() ?? [];
    for (const [kind, records] of this.#found) {
      const [first] = initialState.collections[kind] ?? [];
      for (const record of records.values()) {
        const lacks = Object.keys(first?.parents ?? {}).filter((name) => record.parents[name] === undefined);
        if (lacks.length === 0) continue;
        if (lacks.join() === 'directory_id' && directory !== undefined && another === undefined)
          record.parents = { ...record.parents, directory_id: directory };
        else this.#drop(kind, record);
      }
    }
    const ids = new Set([...this.#found.values()].flatMap((records) => [...records.keys()]));
    for (const [kind, records] of this.#found)
      for (const record of records.values())
        if (Object.values(record.parents).some((id) => !ids.has(id))) this.#drop(kind, record);
  }

  #drop(kind: string, { id, isRecorded }: Found): void {
    this.#found.get(kind)?.delete(id);
    if (isRecorded) this.#skip('the recording does not say to what a resource belongs');
  }

  #skip(reason: string): void {
    this.#unused.set(reason, (this.#unused.get(reason) ?? 0) + 1);
  }
}

/** An id for an item of a list whose items show none. */
function idOf(index: number): string {
  return `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}
