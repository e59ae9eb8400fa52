import type { SandboxOperation } from './operations.js';
import type { Schemas } from './schemas.js';
import type { Json, JsonObject, Store, Stored } from './store.js';

/** Turns a record into what answers show of it, by the schema of the answer where that is not the collection's own. */
export type Present = (collection: string, record: Stored, schema?: string) => JsonObject;

/** Fields that are not stored but follow from the rest of the state, by the schema that has them. */
type Derive = (record: Stored, store: Store, self: PresentParts) => JsonObject;

interface PresentParts {
  /** The path of a thing, as the operation that reads it has it. */
  href(collection: string, record: Stored): string;
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
  Tier: (record, store, self) => ({
    entriesCount: store.count('PartnerEntry', record.id) + store.count('AppEntry', record.id),
    entriesListUrl: `${self.href('Tier', record)}entries/`,
  }),
};

/** §2.1 lists what an entry shows of its tier; the tier itself may hold more. */
function tierSummary(tier: Stored, self: PresentParts): JsonObject {
  const { title, default: isDefault, image, order, id, entriesCount, entriesListUrl } = self.present('Tier', tier);
  const summary: Record<string, Json | undefined> = { title, default: isDefault, image, order, id, entriesCount, entriesListUrl };
  return Object.fromEntries(Object.entries(summary).filter((field): field is [string, Json] => field[1] !== undefined));
}

/** Every presented thing has its fields in the order of its schema, then the others. */
export function createPresent(operations: readonly SandboxOperation[], schemas: Schemas, store: Store): Present {
  const templates = new Map<string, string>();
  for (const { collection, itemParameter, path } of operations) {
    if (itemParameter && !templates.has(collection)) templates.set(collection, path);
  }
  const parts: PresentParts = {
    href(collection, record) {
      const template = templates.get(collection) ?? '';
      const last = /\{(\w+)\}\/$/.exec(template)?.[1];
      return template.replace(/\{(\w+)\}/g, (_, name: string) => (name === last ? record.id : (record.parents[name] ?? '')));
    },
    present(collection, record, schemaName = collection) {
      const extra = derived[collection]?.(record, store, parts);
      const value: JsonObject = extra ? { ...record.value, ...extra } : { ...record.value };
      const schema = schemas.named(schemaName);
      if (!schema) return value;
      const { properties } = schemas.fields(schema);
      const ordered: [string, Json][] = [];
      for (const name of properties.keys()) {
        const own = name === 'id' ? record.id : Object.hasOwn(value, name) ? value[name] : undefined;
        if (own !== undefined) ordered.push([name, own]);
      }
      for (const [name, own] of Object.entries(value)) if (!properties.has(name)) ordered.push([name, own]);
      return Object.fromEntries(ordered);
    },
  };
  return parts.present;
}
