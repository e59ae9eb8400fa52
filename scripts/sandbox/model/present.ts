import type { Json, JsonObject } from '../../contract/json.js';
import { valueAt, withValueAt } from '../../contract/pointer.js';
import type { Completion } from './completion.js';
import type { SandboxOperation } from './operations.js';
import { fitsPlainly, getOwn, type Schemas, setOwn } from './schemas.js';
import { type Store, type Stored, singleton } from './store.js';

/** Turns a record into its form in responses; `schema` names the response's schema if it is not the collection's. */
export type Present = (collection: string, record: Stored, schema?: string) => JsonObject;

/** Fields that are not stored but are derived from the rest of the state, by schema name. */
type Derive = (record: Stored, store: Store, self: PresentParts) => JsonObject;

interface PresentParts {
  /** The path of a resource, from the operation that reads it. */
  href(collection: string, record: Stored): string;
  /** The path of an operation for a resource. */
  pathOf(operationId: string, record: Stored): string;
  present: Present;
  /** The part of an object that fits a schema of the contract: its plain values, without other fields. */
  partOf(schema: string, whole: JsonObject): JsonObject;
}

const derived: Record<string, Derive> = {
  PartnerEntry: (record, store, self) => {
    const tier = record.hidden?.['tier'];
    const found = typeof tier === 'string' ? store.get('Tier', tier) : undefined;
    const summary = found && self.partOf('TierSummary', self.present('Tier', found));
    return { href: self.href('PartnerEntry', record), ...(summary && { tier: summary }) };
  },
  Filter: (record, store, self) => ({
    href: self.href('Filter', record),
    filterOptions: [...store.list('FilterOption', record.id)].map((option) => self.present('FilterOption', option)),
    genericDirectory: record.parents['directory_id'] ?? '',
  }),
  FilterOption: ({ parents }) => ({ filter: parents['filter_id'] ?? '' }),
  Tier: (record, store, self) => ({
    entriesCount: store.count('PartnerEntry', record.id) + store.count('AppEntry', record.id),
    entriesListUrl: self.pathOf('listTierEntries', record),
  }),
};

/** Whether a field of a resource is derived from the rest of the state, also where nothing is stored. */
export function isAlwaysDerived(schema: string, field: string): boolean {
  return alwaysDerived[schema]?.includes(field) ?? false;
}

const alwaysDerived: Readonly<Record<string, readonly string[]>> = {
  PartnerEntry: ['id', 'href'],
  Filter: ['id', 'href', 'filterOptions', 'genericDirectory'],
  FilterOption: ['id', 'filter'],
  Tier: ['id', 'entriesCount', 'entriesListUrl'],
};

/** A singleton below a resource is stored under the id of that resource; an `id` in its value is its own. */
function isSingleton({ id, parents }: Stored): boolean {
  return id === singleton || Object.values(parents).includes(id);
}

function pathTo(operation: SandboxOperation | undefined, { id, parents }: Stored): string {
  const { path = '', subject } = operation ?? {};
  return path.replace(/\{(\w+)\}/g, (_, name: string) => (name === subject?.name ? id : (parents[name] ?? '')));
}

/** The contract as presenting reads it. */
export interface Presented {
  operations: readonly SandboxOperation[];
  schemas: Schemas;
  /** For a contract that requires fields; undefined for our own, which requires none. */
  completion?: Completion | undefined;
}

/** Presented resources have their fields in the order of their schema, followed by all other fields. */
export function createPresent({ operations, schemas, completion }: Presented, store: Store): Present {
  const link = schemas.named('PartnerEntry')?.properties?.['href'] ?? {};
  const start = fitsPlainly(link, '/a/') ? 0 : 1;
  const parts: PresentParts = {
    href(collection, record) {
      const items = operations.filter((each) => each.collection === collection && each.itemParameter !== undefined);
      return pathTo(items.findLast(({ method }) => method === 'get') ?? items[0], record).slice(start);
    },
    pathOf(operationId, record) {
      const operation = operations.find(({ id }) => id === operationId);
      return pathTo(operation, record).slice(start);
    },
    partOf(name, whole) {
      const { properties } = schemas.fields(schemas.named(name) ?? {});
      const part: JsonObject = {};
      for (const [field, schema] of properties) {
        const value = getOwn(whole, field);
        if (value !== undefined && (!completion || fitsPlainly(schema, value))) part[field] = value;
      }
      return part;
    },
    present(collection, record, schemaName = collection) {
      const extra = derived[collection]?.(record, store, parts);
      const schema = schemas.named(schemaName);
      if (!schema) return { ...record.value, ...extra };
      const { properties, open } = schemas.fields(schema);
      const hasOwnId = !isSingleton(record);
      const shown: JsonObject = {};
      for (const name of properties.keys()) {
        const stored = name === 'id' && hasOwnId ? record.id : getOwn(record.value, name);
        const own = (extra && getOwn(extra, name)) ?? stored;
        if (own !== undefined) setOwn(shown, name, own);
      }
      for (const source of completion && !open ? [] : [record.value, extra])
        for (const name in source) if (!properties.has(name)) setOwn(shown, name, source[name] as Json);
      return completion ? (completion.of(schema, withNulls(shown, record)) as JsonObject) : shown;
    },
  };
  return parts.present;
}

/** A resource with null in the derived fields that are null in it, as a contract may allow. */
function withNulls(shown: JsonObject, { hidden = {} }: Stored): JsonObject {
  const pointers = hidden['nulls'];
  if (!Array.isArray(pointers)) return shown;
  const present = pointers.map(String).filter((pointer) => valueAt(shown, pointer) !== undefined);
  return present.reduce<JsonObject>((at, pointer) => withValueAt(at, pointer, null) as JsonObject, shown);
}
