import { contract } from '../../../generated/contract.js';
import type { OpenApiDocument } from '../../contract/document.js';
import { isObject, type Json, type JsonObject, sameJson } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { canBe } from '../../contract/schema-fields.js';
import { schemasBehind } from '../../contract/schema-walk.js';
import { ShownValues } from './completion.js';
import { readOperations } from './operations.js';
import { isAlwaysDerived } from './present.js';
import { fitsPlainly, Schemas, setOwn } from './schemas.js';
import type { SandboxState, Stored } from './store.js';

/**
 * Adapts a state that fits our own contract to one that people have taught: it has the fields of the other contract,
 * under their names, with values from its examples. A field that can be null is null in some resource, an optional new
 * one is absent from some, and each known value of a set occurs. The same arguments give the same state.
 *
 * @returns the state itself for our own contract
 */
export function adaptedState(state: SandboxState, document: OpenApiDocument): SandboxState {
  if (document === contract) return state;
  return new Adaptation(document).state(state);
}

/** The schemas of a value in both contracts. */
interface Place {
  now: Schema;
  /** In our own contract; undefined if it has no such place. */
  own: Schema | undefined;
  /** The id of the innermost resource or item around it. */
  id: string | undefined;
  /** Counts resources and items, so that their values differ. */
  turn: number;
  /** Whether it is in an item of a list. */
  isItem: boolean;
}

class Adaptation {
  readonly #document: OpenApiDocument;
  readonly #own = new Schemas(contract);
  readonly #now: Schemas;
  readonly #values: ShownValues;
  readonly #sites = new Sites();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#now = new Schemas(document);
    this.#values = new ShownValues(document);
  }

  state(state: SandboxState): SandboxState {
    const names = new Map<string, string>();
    for (const { collection, schema } of readOperations(this.#document))
      if (schema !== undefined && !names.has(collection)) names.set(collection, schema);
    const collections = Object.fromEntries(
      Object.entries(state.collections).map(([collection, records]) => {
        const name = this.#now.named(collection) ? collection : (names.get(collection) ?? '');
        return [collection, this.#isSame(name) ? records : records.map((each, turn) => this.#record(name, each, turn))];
      }),
    );
    this.#sites.vary(this.#now, this.#own);
    return { ...state, collections };
  }

  /** Whether both contracts have the same schema of this name, with all schemas inside of it. */
  #isSame(name: string): boolean {
    const properties = Object.fromEntries(fieldsIn(this.#now, this.#now.named(name) ?? {}));
    const names = [name, ...schemasBehind(this.#document, { properties })];
    return names.every((each) => sameJson(this.#now.named(each), this.#own.named(each)));
  }

  #record(name: string, record: Stored, turn: number): Stored {
    const [now, own] = [this.#now.named(name) ?? {}, this.#own.named(name)];
    const value = this.#object({ now, own, id: record.id, turn, isItem: false }, record.value);
    const adapted: Stored = { ...record, value };
    const { properties } = this.#now.fields(now);
    for (const [field, schema] of properties) {
      const from = own && this.#own.fields(own).properties.get(field);
      if (isAlwaysDerived(name, field)) {
        this.#sites.add(schema, from, { value: '', set: () => addNull(adapted, `/${field}`) });
      } else if (field === 'tier' && typeof record.hidden?.['tier'] === 'string') {
        this.#sites.add(schema, from, { value: '', set: () => dropTier(adapted) });
        this.#summary(adapted);
      }
    }
    return adapted;
  }

  /** The fields of the tier that an entry shows, which can be null where those of the tier itself are not. */
  #summary(entry: Stored): void {
    const own = this.#own.named('TierSummary')?.properties ?? {};
    for (const [field, schema] of Object.entries(this.#now.named('TierSummary')?.properties ?? {}))
      this.#sites.add(schema, own[field], { value: '', set: () => addNull(entry, `/tier/${field}`) });
  }

  #object({ now, own, ...place }: Place, value: Readonly<JsonObject>): JsonObject {
    const { open, required } = this.#now.fields(now);
    const properties = fieldsIn(this.#now, now);
    const before = own ? fieldsIn(this.#own, own) : new Map<string, Schema>();
    const result: JsonObject = {};
    const id = typeof value['id'] === 'string' ? value['id'] : place.id;
    for (const [name, field] of properties) {
      const old = field['x-renamed-from'] ?? name;
      const at = { ...place, id, now: field, own: before.get(old) };
      const found = Object.hasOwn(value, old)
        ? this.#fitting(at, value[old] as Json)
        : before.has(old)
          ? undefined
          : this.#added(at);
      if (found === undefined) continue;
      setOwn(result, name, found);
      const isPosition = place.isItem && this.#now.resolve(field).type === 'integer';
      const isNew = at.own ? field['x-answered']?.includes('order.presence') : !isPosition;
      const isOptional = isNew && !required.has(name);
      this.#sites.add(field, at.own, {
        value: found,
        set: (other) => setOwn(result, name, other),
        ...(isOptional && { drop: () => void delete result[name] }),
      });
    }
    for (const name in value)
      if (open && !properties.has(name) && !renames(properties, name)) setOwn(result, name, value[name] as Json);
    return result;
  }

  /** A value for a field that our own contract lacks. */
  #added({ now, id, turn, isItem }: Place): Json | undefined {
    const field = this.#now.resolve(now);
    // Integers of items number the items.
    if (isItem && field.type === 'integer' && fitsPlainly(field, turn + 1)) return turn + 1;
    return this.#values.of(now, id, turn);
  }

  /** The value itself, or one that fits; undefined if there is none. */
  #fitting(place: Place, value: Json): Json | undefined {
    const now = this.#now.withoutNull(place.now);
    const own = place.own && this.#own.withoutNull(place.own);
    if (value === null)
      return canBe(this.#now, place.now, 'null') ? null : this.#values.of(place.now, place.id, place.turn);
    const { items } = now;
    if (Array.isArray(value) && items) {
      const fitting = value.map((item, turn) =>
        this.#fitting({ ...place, now: items, own: own?.items, turn, isItem: true }, item),
      );
      return fitting.filter((item) => item !== undefined);
    }
    if (isObject(value) && now.properties) return this.#object({ ...place, now, own }, value);
    const { maxLength = Infinity } = now;
    const isLong = typeof value === 'string' && [...value].length > maxLength;
    const short = isLong ? [...value].slice(0, maxLength).join('').trimEnd() : value;
    const isRight = fitsPlainly(now, short) && (now.format === undefined || now.format === own?.format);
    return isRight ? short : this.#values.of(place.now, place.id, place.turn);
  }
}

/** A field of app entries that no contract lists; an operation of its own shows it. */
const callouts: Schema = { type: 'array', items: { $ref: '#/components/schemas/EntryCallout' } };

function fieldsIn(schemas: Schemas, schema: Schema): ReadonlyMap<string, Schema> {
  const { properties, open } = schemas.fields(schema);
  const isApp = open && schema === schemas.named('AppEntry') && !properties.has('callouts');
  return isApp ? new Map([...properties, ['callouts', callouts]]) : properties;
}

function renames(properties: ReadonlyMap<string, Schema>, name: string): boolean {
  return [...properties.values()].some((field) => field['x-renamed-from'] === name);
}

/** Says that a derived field of a resource is null. */
function addNull(record: Stored, pointer: string): void {
  const { nulls } = record.hidden ?? {};
  record.hidden = { ...record.hidden, nulls: [...(Array.isArray(nulls) ? nulls : []), pointer] };
}

function dropTier(record: Stored): void {
  const { tier: _, ...hidden } = record.hidden ?? {};
  Object.assign(record, { hidden, value: { ...record.value, tier: null } });
}

/** A place of a field in a state. */
export interface Site {
  value: Json;
  set(value: Json): void;
  /** Removes the field, if it is one that answers say is optional. */
  drop?: () => void;
}

interface SitesOfField {
  /** The schema of the field in our own contract; undefined for a new field. */
  own: Schema | undefined;
  sites: Site[];
}

/** All places of each field in a state. */
export class Sites {
  readonly #fields = new Map<Schema, SitesOfField>();

  add(field: Schema, own: Schema | undefined, site: Site): void {
    const found = this.#fields.get(field) ?? { own, sites: [] };
    this.#fields.set(field, found);
    found.sites.push(site);
  }

  /**
   * Makes a field null in one place if only this contract allows that, lets each new known value occur, and removes a
   * field that is optional from one place.
   */
  vary(now: Schemas, before: Schemas): void {
    let turn = 0;
    for (const [field, { own, sites }] of this.#fields) {
      const isNew = canBe(now, field, 'null') && !(own && canBe(before, own, 'null'));
      // The first resource is the one of the examples, and stays whole.
      if (isNew && sites.length > 1) change(sites[sites.length - 1 - (turn++ % (sites.length - 1))], null);
      const old = own ? before.resolve(own)['x-known-values'] : [];
      for (const value of now.resolve(field)['x-known-values'] ?? []) if (!old?.includes(value)) occur(sites, value);
      if (sites.length > 2)
        sites
          .slice(1)
          .find(({ value }) => value !== null)
          ?.drop?.();
    }
  }
}

function change(site: Site | undefined, value: Json): void {
  site?.set(value);
  if (site) site.value = value;
}

/** Sets a value at the last place whose value occurs elsewhere, too. */
function occur(sites: readonly Site[], value: string): void {
  if (sites.some((site) => site.value === value)) return;
  const isTwice = (site: Site): boolean => sites.some((other) => other !== site && other.value === site.value);
  change(
    [...sites].reverse().find((site) => site.value !== null && isTwice(site)),
    value,
  );
}
