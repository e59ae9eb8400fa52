import { contract } from '../../../generated/contract.js';
import type { OpenApiDocument } from '../../contract/document.js';
import { isObject, isSameJson, type Json, type JsonObject } from '../../contract/json.js';
import { parsePointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { allowsType } from '../../contract/schema-fields.js';
import { findReachableSchemas } from '../../contract/schema-walk.js';
import { ExampleValues } from './completion.js';
import { readOperations } from './operations.js';
import { isAlwaysDerived } from './present.js';
import { fitsPlainKeywords, Schemas, setOwnProperty } from './schemas.js';
import type { SandboxState, StoredRecord } from './store.js';

/**
 * Adapts a state of this package's contract to a contract with a team's answers: resources get the fields that the
 * answers add, with example values. If there are enough resources, each newly nullable field is null in one of them,
 * each newly optional field is missing in one, and each known value occurs. Equal arguments give equal states.
 *
 * @returns the same state if `document` is this package's contract
 */
export function adaptState(state: SandboxState, document: OpenApiDocument): SandboxState {
  if (document === contract) return state;
  return new Adaptation(document).adapt(state);
}

/** The place of a value in a state, with its schema in each of the two contracts. */
interface FieldPlace {
  target: Schema;
  /** The schema in this package's contract; undefined if that contract does not have the field. */
  ownSchema: Schema | undefined;
  /** The id of the innermost resource or item that contains the value. */
  id: string | undefined;
  /** The index of that resource or item in its list. It selects the example, so that neighbours get different ones. */
  siblingIndex: number;
  isItem: boolean;
}

class Adaptation {
  readonly #document: OpenApiDocument;
  readonly #own = new Schemas(contract);
  readonly #target: Schemas;
  readonly #values: ExampleValues;
  readonly #sites = new FieldSites();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#target = new Schemas(document);
    this.#values = new ExampleValues(document);
  }

  adapt(state: SandboxState): SandboxState {
    const names = new Map<string, string>();
    for (const { collection, schema } of readOperations(this.#document))
      if (schema !== undefined && !names.has(collection)) names.set(collection, schema);
    const collections = { ...state.collections };
    for (const [collection, records] of Object.entries(collections)) {
      const name = this.#target.byName(collection) ? collection : (names.get(collection) ?? '');
      if (!this.#isSameSchema(name))
        collections[collection] = records.map((record, index) => this.#adaptRecord(name, record, index));
    }
    this.#sites.varyFields(this.#target, this.#own);
    return { ...state, collections };
  }

  /** Whether both contracts have the same schema of this name, including the schemas that it refers to. */
  #isSameSchema(name: string): boolean {
    const properties = Object.fromEntries(fieldsIn(this.#target, this.#target.byName(name) ?? {}));
    const names = [name, ...findReachableSchemas(this.#document, { properties })];
    return names.every((name) => isSameJson(this.#target.byName(name), this.#own.byName(name)));
  }

  #adaptRecord(name: string, record: StoredRecord, siblingIndex: number): StoredRecord {
    const [target, ownSchema] = [this.#target.byName(name) ?? {}, this.#own.byName(name)];
    const value = this.#adaptObject({ target, ownSchema, id: record.id, siblingIndex, isItem: false }, record.value);
    const result: StoredRecord = { ...record, value };
    this.#showHidden(name, result, siblingIndex);
    const { properties } = this.#target.fields(target);
    for (const [field, schema] of properties) {
      const ownField = ownSchema && this.#own.fields(ownSchema).properties.get(schema['x-renamed-from'] ?? field);
      if (isAlwaysDerived(name, schema['x-renamed-from'] ?? field)) {
        this.#sites.add(schema, ownField, { value: '', set: () => addNull(result, `/${field}`) });
      } else if (field === 'tier' && typeof record.hidden?.['tier'] === 'string') {
        this.#sites.add(schema, ownField, { value: '', set: () => dropTier(result) });
        this.#addTierSites(result);
      }
    }
    return result;
  }

  /** Moves the hidden values that responses of the target contract show to the fields that show them. */
  #showHidden(name: string, record: StoredRecord, siblingIndex: number): void {
    const [update, ownUpdate] = [this.#target, this.#own].map((schemas) =>
      schemas.fields(schemas.byName(`${name}Update`) ?? {}),
    );
    const { properties } = this.#target.fields(this.#target.byName(name) ?? {});
    for (const [field, sentField] of update?.properties ?? []) {
      const [place = '', ...deeper] = parsePointer(sentField['x-reflected-as'] ?? '');
      const [target, value] = [properties.get(place), record.hidden?.[field]];
      if (!target || deeper.length > 0 || value === undefined) continue;
      const ownSchema = ownUpdate?.properties.get(field);
      const fieldPlace = { target, ownSchema, id: record.id, siblingIndex, isItem: false };
      setOwnProperty(record.value, place, this.#fitValue(fieldPlace, value) ?? value);
      const { [field]: _, ...hidden } = record.hidden ?? {};
      record.hidden = hidden;
    }
  }

  /** Records places of tier fields in entries, where a field can be null even if it cannot in the tier itself. */
  #addTierSites(entry: StoredRecord): void {
    const ownProperties = this.#own.byName('TierSummary')?.properties ?? {};
    for (const [field, schema] of Object.entries(this.#target.byName('TierSummary')?.properties ?? {}))
      this.#sites.add(schema, ownProperties[field], { value: '', set: () => addNull(entry, `/tier/${field}`) });
  }

  #adaptObject({ target, ownSchema, ...place }: FieldPlace, value: Readonly<JsonObject>): JsonObject {
    const { isOpen, required } = this.#target.fields(target);
    const properties = fieldsIn(this.#target, target);
    const ownFields = ownSchema ? fieldsIn(this.#own, ownSchema) : new Map<string, Schema>();
    const result: JsonObject = {};
    const id = typeof value['id'] === 'string' ? value['id'] : place.id;
    for (const [name, field] of properties) {
      const oldName = field['x-renamed-from'] ?? name;
      const fieldPlace = { ...place, id, target: field, ownSchema: ownFields.get(oldName) };
      const fieldValue = Object.hasOwn(value, oldName)
        ? this.#fitValue(fieldPlace, value[oldName] as Json)
        : ownFields.has(oldName)
          ? undefined
          : this.#newValue(fieldPlace);
      if (fieldValue === undefined) continue;
      setOwnProperty(result, name, fieldValue);
      const isPositionField = place.isItem && this.#target.resolve(field).type === 'integer';
      const isPresenceNew = fieldPlace.ownSchema ? field['x-answered']?.includes('order.presence') : !isPositionField;
      const isNewlyOptional = isPresenceNew && !required.has(name);
      this.#sites.add(field, fieldPlace.ownSchema, {
        value: fieldValue,
        set: (newValue) => setOwnProperty(result, name, newValue),
        ...(isNewlyOptional && { drop: () => void delete result[name] }),
      });
    }
    const isRemovedField = (name: string): boolean =>
      isFormerName(properties, name) || target['x-without']?.includes(name) === true;
    for (const name in value)
      if (isOpen && !properties.has(name) && !isRemovedField(name)) setOwnProperty(result, name, value[name] as Json);
    return result;
  }

  /** A value for a field that this package's contract lacks. */
  #newValue({ target, id, siblingIndex, isItem }: FieldPlace): Json | undefined {
    const field = this.#target.resolve(target);
    // Assume that an integer field of a list item is its position, counted from 1.
    if (isItem && field.type === 'integer' && fitsPlainKeywords(field, siblingIndex + 1)) return siblingIndex + 1;
    return this.#values.pickValue(target, id, siblingIndex);
  }

  /** Adapts a value to the target schema. A value that cannot fit is replaced by an example; undefined without one. */
  #fitValue(place: FieldPlace, value: Json): Json | undefined {
    const target = this.#target.withoutNull(place.target);
    const ownSchema = place.ownSchema && this.#own.withoutNull(place.ownSchema);
    if (value === null)
      return allowsType(this.#target, place.target, 'null')
        ? null
        : this.#values.pickValue(place.target, place.id, place.siblingIndex);
    const { items } = target;
    if (Array.isArray(value) && items) {
      const values = value.map((item, siblingIndex) =>
        this.#fitValue({ ...place, target: items, ownSchema: ownSchema?.items, siblingIndex, isItem: true }, item),
      );
      return values.filter((item) => item !== undefined);
    }
    if (isObject(value) && target.properties) return this.#adaptObject({ ...place, target, ownSchema }, value);
    const { maxLength = Infinity } = target;
    const isTooLong = typeof value === 'string' && [...value].length > maxLength;
    const fittedValue = isTooLong ? [...value].slice(0, maxLength).join('').trimEnd() : value;
    const isValid =
      fitsPlainKeywords(target, fittedValue) && (target.format === undefined || target.format === ownSchema?.format);
    return isValid ? fittedValue : this.#values.pickValue(place.target, place.id, place.siblingIndex);
  }
}

/** A field of app entries that no schema lists: the operation `listAppEntryCallouts` returns it. */
const callouts: Schema = { type: 'array', items: { $ref: '#/components/schemas/EntryCallout' } };

function fieldsIn(schemas: Schemas, schema: Schema): ReadonlyMap<string, Schema> {
  const { properties, isOpen } = schemas.fields(schema);
  const isAppWithoutCallouts = isOpen && schema === schemas.byName('AppEntry') && !properties.has('callouts');
  return isAppWithoutCallouts ? new Map([...properties, ['callouts', callouts]]) : properties;
}

function isFormerName(properties: ReadonlyMap<string, Schema>, name: string): boolean {
  return [...properties.values()].some((field) => field['x-renamed-from'] === name);
}

/** Makes responses return null in a derived field of a resource. */
function addNull(record: StoredRecord, pointer: string): void {
  const { nulls } = record.hidden ?? {};
  record.hidden = { ...record.hidden, nulls: [...(Array.isArray(nulls) ? nulls : []), pointer] };
}

function dropTier(record: StoredRecord): void {
  const { tier: _, ...hidden } = record.hidden ?? {};
  Object.assign(record, { hidden, value: { ...record.value, tier: null } });
}

export interface FieldSite {
  value: Json;
  set(value: Json): void;
  /** Removes the field; undefined unless the team's answers make this field optional. */
  drop?: () => void;
}

interface SiteGroup {
  /** The schema of the field in this package's contract; undefined for a field that the answers add. */
  ownSchema: Schema | undefined;
  sites: FieldSite[];
}

export class FieldSites {
  readonly #fields = new Map<Schema, SiteGroup>();

  add(field: Schema, ownSchema: Schema | undefined, site: FieldSite): void {
    const group = this.#fields.get(field) ?? { ownSchema, sites: [] };
    this.#fields.set(field, group);
    group.sites.push(site);
  }

  /**
   * For each newly nullable field, new known value and newly optional field: changes one resource, to null, to the
   * value, or without the field.
   */
  varyFields(target: Schemas, ownSchemas: Schemas): void {
    let turn = 0;
    for (const [field, { ownSchema, sites }] of this.#fields) {
      const isNewlyNullable =
        allowsType(target, field, 'null') && !(ownSchema && allowsType(ownSchemas, ownSchema, 'null'));
      // Skip the first resource, which appears in examples, so that it keeps all its values.
      if (isNewlyNullable && sites.length > 1) setValue(sites[sites.length - 1 - (turn++ % (sites.length - 1))], null);
      const oldKnownValues = ownSchema ? ownSchemas.resolve(ownSchema)['x-known-values'] : [];
      for (const value of target.resolve(field)['x-known-values'] ?? [])
        if (!oldKnownValues?.includes(value)) setValueAtFreeSite(sites, value);
      const laterSite = sites.slice(1).find(({ value }) => value !== null);
      if (sites.length > 2) laterSite?.drop?.();
    }
  }
}

function setValue(site: FieldSite | undefined, value: Json): void {
  site?.set(value);
  if (site) site.value = value;
}

/** Sets a value at the last place whose current value also occurs elsewhere, so that every current value remains. */
function setValueAtFreeSite(sites: readonly FieldSite[], value: string): void {
  if (sites.some((site) => site.value === value)) return;
  const isRepeated = (site: FieldSite): boolean => sites.some((other) => other !== site && other.value === site.value);
  const freeSite = sites.findLast((site) => site.value !== null && isRepeated(site));
  setValue(freeSite, value);
}
