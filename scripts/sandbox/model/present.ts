import type { Json, JsonObject } from '../../contract/json.js';
import type { SandboxOperation } from './operations.js';
import { getOwn, setOwn } from './own.js';
import type { Schemas } from './schemas.js';
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
}

const derived: Record<string, Derive> = {
  PartnerEntry: (record, store, self) => {
    const tier = record.hidden?.['tier'];
    const found = typeof tier === 'string' ? store.get('Tier', tier) : undefined;
    return { href: self.href('PartnerEntry', record), ...(found && { tier: tierSummary(found, self) }) };
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

/** The fields of a tier that an entry includes (§2.1); the tier itself may have more. */
const summarised = ['title', 'default', 'image', 'order', 'id', 'entriesCount', 'entriesListUrl'];

function tierSummary(tier: Stored, self: PresentParts): JsonObject {
  const whole = self.present('Tier', tier);
  const summary: JsonObject = {};
  for (const name of summarised) {
    const value = whole[name];
    if (value !== undefined) summary[name] = value;
  }
  return summary;
}

/** A singleton below a resource is stored under the id of that resource; an `id` in its value is its own. */
function isSingleton({ id, parents }: Stored): boolean {
  return id === singleton || Object.values(parents).includes(id);
}

/** The parts of a path: texts, and functions for its parameters. */
type Template = readonly (string | ((record: Stored) => string))[];

function templateOf({ path, subject }: SandboxOperation): Template {
  // Every second part is the name of a parameter.
  return path
    .split(/[{}]/)
    .map((part, index) =>
      index % 2 === 0 ? part : ({ id, parents }) => (part === subject?.name ? id : (parents[part] ?? '')),
    );
}

function filled(template: Template, record: Stored): string {
  let path = '';
  for (const part of template) path += typeof part === 'string' ? part : part(record);
  return path;
}

/** Presented resources have their fields in the order of their schema, followed by all other fields. */
export function createPresent(operations: readonly SandboxOperation[], schemas: Schemas, store: Store): Present {
  const templates = new Map(operations.map((operation) => [operation.id, templateOf(operation)]));
  const items = new Map<string, Template>();
  for (const { id, collection, itemParameter, method } of operations)
    if (itemParameter && (method === 'get' || !items.has(collection))) items.set(collection, templates.get(id) ?? []);
  const parts: PresentParts = {
    href: (collection, record) => filled(items.get(collection) ?? [], record),
    pathOf: (operationId, record) => filled(templates.get(operationId) ?? [], record),
    present(collection, record, schemaName = collection) {
      const extra = derived[collection]?.(record, store, parts);
      const schema = schemas.named(schemaName);
      if (!schema) return { ...record.value, ...extra };
      const { properties } = schemas.fields(schema);
      const hasOwnId = !isSingleton(record);
      const shown: JsonObject = {};
      for (const name of properties.keys()) {
        const stored = name === 'id' && hasOwnId ? record.id : getOwn(record.value, name);
        const own = (extra && getOwn(extra, name)) ?? stored;
        if (own !== undefined) setOwn(shown, name, own);
      }
      for (const source of [record.value, extra]) {
        for (const name in source) if (!properties.has(name)) setOwn(shown, name, source[name] as Json);
      }
      return shown;
    },
  };
  return parts.present;
}
