import type { Json, JsonObject } from '../../contract/json.js';
import { valueAt, withValueAt } from '../../contract/pointer.js';
import type { FieldCompleter } from './completion.js';
import type { SandboxOperation } from './operations.js';
import { fitsPlainKeywords, getOwnProperty, type Schemas, setOwnProperty } from './schemas.js';
import { parentlessSingletonId, type Store, type StoredRecord } from './store.js';

/** Turns a record into its form in responses; `schema` names the response's schema if it is not the collection's. */
export type Presenter = (collection: string, record: StoredRecord, schema?: string) => JsonObject;

/** Computes the fields of a resource that are not stored but follow from the rest of the state. */
type Derivation = (record: StoredRecord, store: Store, tools: PresenterTools) => JsonObject;

interface PresenterTools {
  /** The path of a resource, from the operation that reads it. */
  href(collection: string, record: StoredRecord): string;
  pathOf(operationId: string, record: StoredRecord): string;
  present: Presenter;
  /** Returns those fields of a resource that `schema` lists, without values that do not fit it. */
  partOf(schema: string, wholeSchema: string, whole: JsonObject): JsonObject;
}

const derivations: Record<string, Derivation> = {
  PartnerEntry: (record, store, tools) => {
    const tier = record.hidden?.['tier'];
    const tierRecord = typeof tier === 'string' ? store.get('Tier', tier) : undefined;
    // Start from the whole tier: the summary in an entry can have fields that responses with the tier itself lack.
    const wholeTier = tierRecord && {
      ...derivations['Tier']?.(tierRecord, store, tools),
      ...tools.present('Tier', tierRecord),
    };
    const summary = wholeTier && tools.partOf('TierSummary', 'Tier', wholeTier);
    return { href: tools.href('PartnerEntry', record), ...(summary && { tier: summary }) };
  },
  Filter: (record, store, tools) => ({
    href: tools.href('Filter', record),
    filterOptions: [...store.list('FilterOption', record.id)].map((option) => tools.present('FilterOption', option)),
    genericDirectory: record.parents['directory_id'] ?? '',
  }),
  FilterOption: ({ parents }) => ({ filter: parents['filter_id'] ?? '' }),
  Tier: (record, store, tools) => ({
    entriesCount: store.countChildren('PartnerEntry', record.id) + store.countChildren('AppEntry', record.id),
    entriesListUrl: tools.pathOf('listTierEntries', record),
  }),
};

/** Whether a field is derived, so that every resource of the schema has it although it is not stored. */
export function isAlwaysDerived(schema: string, field: string): boolean {
  return derivedFields[schema]?.includes(field) ?? false;
}

const derivedFields: Readonly<Record<string, readonly string[]>> = {
  PartnerEntry: ['id', 'href'],
  Filter: ['id', 'href', 'filterOptions', 'genericDirectory'],
  FilterOption: ['id', 'filter'],
  Tier: ['id', 'entriesCount', 'entriesListUrl'],
};

/** Whether a record is a singleton: the only resource of its kind below its parent, stored under the parent's id. */
export function isSingleton({ id, parents }: StoredRecord): boolean {
  return id === parentlessSingletonId || Object.values(parents).includes(id);
}

function pathTo(operation: SandboxOperation | undefined, { id, parents }: StoredRecord): string {
  const { path = '', subject } = operation ?? {};
  return path.replace(/\{(\w+)\}/g, (_, name: string) => (name === subject?.name ? id : (parents[name] ?? '')));
}

export interface PresenterContract {
  operations: readonly SandboxOperation[];
  schemas: Schemas;
  completion?: FieldCompleter | undefined;
}

/** Returns a presenter. The presenter puts the schema's fields first, in the schema's order, then all other fields. */
export function createPresenter({ operations, schemas, completion }: PresenterContract, store: Store): Presenter {
  const hrefSchema = schemas.byName('PartnerEntry')?.properties?.['href'] ?? {};
  const hrefStartIndex = fitsPlainKeywords(hrefSchema, '/a/') ? 0 : 1;
  const tools: PresenterTools = {
    href(collection, record) {
      const items = operations.filter((each) => each.collection === collection && each.itemParameter !== undefined);
      return pathTo(items.findLast(({ method }) => method === 'get') ?? items[0], record).slice(hrefStartIndex);
    },
    pathOf(operationId, record) {
      const operation = operations.find(({ id }) => id === operationId);
      return pathTo(operation, record).slice(hrefStartIndex);
    },
    partOf(name, wholeName, whole) {
      const { properties } = schemas.fields(schemas.byName(name) ?? {});
      const wholeSchema = schemas.byName(wholeName);
      const part: JsonObject = {};
      for (const [field, schema] of properties) {
        const value = getOwnProperty(whole, schemas.fieldName(wholeSchema, schema['x-renamed-from'] ?? field));
        if (value !== undefined && (!completion || fitsPlainKeywords(schema, value))) part[field] = value;
      }
      return part;
    },
    present(collection, record, schemaName = collection) {
      const derivedFieldValues = derivations[collection]?.(record, store, tools);
      const schema = schemas.byName(schemaName);
      if (!schema) return { ...record.value, ...derivedFieldValues };
      const { properties, isOpen } = schemas.fields(schema);
      const renamedFieldValues = derivedFieldValues && schemas.renameFields(schema, derivedFieldValues);
      const hasOwnId = !isSingleton(record);
      const result: JsonObject = {};
      for (const name of properties.keys()) {
        const storedValue = name === 'id' && hasOwnId ? record.id : getOwnProperty(record.value, name);
        const fieldValue = (renamedFieldValues && getOwnProperty(renamedFieldValues, name)) ?? storedValue;
        if (fieldValue !== undefined) setOwnProperty(result, name, fieldValue);
      }
      for (const source of completion && !isOpen ? [] : [record.value, renamedFieldValues])
        for (const name in source) if (!properties.has(name)) setOwnProperty(result, name, source[name] as Json);
      return completion ? (completion.complete(schema, withNulls(result, record)) as JsonObject) : result;
    },
  };
  return tools.present;
}

/** Sets the derived fields that the record lists in `hidden.nulls` to null. */
function withNulls(resource: JsonObject, { hidden = {} }: StoredRecord): JsonObject {
  const pointers = hidden['nulls'];
  if (!Array.isArray(pointers)) return resource;
  let result = resource;
  for (const pointer of pointers.map(String))
    if (valueAt(resource, pointer) !== undefined) result = withValueAt(result, pointer, null) as JsonObject;
  return result;
}
