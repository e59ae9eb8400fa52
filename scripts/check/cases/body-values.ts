import { isObject, type Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { Expectation } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { namesResource, type ResourceType } from '../model/contract/resources.js';
import type { Parameters } from '../model/request.js';
import { isNamed } from '../model/words.js';
import { fits } from '../values/fits.js';
import { type BodyProperty, bodyProperties, differentValue, sampleBody, sampleValue } from '../values/sample.js';
import type { ValueContext } from '../values/shape.js';
import { isReference, kindOf } from '../values/text.js';
import { hashOf, isUuid, tokenOf } from '../values/token.js';
import { inOrder, isCertain, mayBreakRange } from './certainty.js';
import { type CaseSource, valuesFor } from './source.js';

export type JsonObject = { [name: string]: Json };

/** Returns the current value of a request's property, as a response shows it. */
export type Current = (name: string) => Json | undefined;

/** The purpose of a set of bodies. */
export interface BodiesAim {
  source: CaseSource;
  operation: CheckedOperation;
  parameters: Parameters;
  /** Distinguishes the cases of several resources. */
  round?: string;
  /** The properties that bodies may have, and the values of the required ones. */
  only?: JsonObject | undefined;
}

/** Names of fields whose values must be there: a resource, a key of something, or the field to sort by. */
const mayNameOther = /^(?:[Pp]arent|[Aa]ncestor)$|[a-z\d](?:_key|Key)$|^(?:sort|order)(?:_?[Bb]y|ing)$/;

/**
 * The values of fields in the bodies of an operation. A field gets the resource's own id, if that is what it holds;
 * else the id of an existing resource, if it refers to one; else a value made from its schema and its name. Of these,
 * a server must accept what is certain; the rest it may refuse.
 */
export class BodyValues {
  protected readonly source: CaseSource;
  readonly operation: CheckedOperation;
  readonly parameters: Parameters;
  readonly schema: Schema;
  readonly round: string;
  /** The properties that a body may have. */
  readonly properties: readonly BodyProperty[];
  /** Name and value of the field that contains the resource's own id. */
  protected readonly own: readonly [name: string, id: string] | undefined;
  /** The schemas of all properties, read-only ones included. */
  protected readonly schemas: ReadonlyMap<string, Schema>;
  /** The kind of resource that the operation creates. */
  readonly #created: ResourceType | undefined;
  readonly #only: JsonObject | undefined;
  #needed = 0;

  constructor({ source, operation, parameters, round = '', only }: BodiesAim) {
    const { contract } = source;
    this.source = source;
    this.operation = operation;
    this.parameters = parameters;
    this.round = round;
    this.#only = only;
    this.schema = operation.body?.schema ?? {};
    this.schemas = fieldsOf(contract, this.schema).properties;
    const all = bodyProperties(this.schema, this.valuesOf('names'));
    this.properties = only ? all.filter(({ name }) => Object.hasOwn(only, name)) : all;
    this.#created = contract.resources.find(({ create }) => create === operation);
    const changed = contract.resources.find(({ update, replace }) => update === operation || replace === operation);
    const id = changed && parameters[changed.parameter];
    this.own = changed && id !== undefined ? [changed.idField, id] : undefined;
  }

  /** The properties without the resource's own id: another value would rename the resource. */
  protected get changeable(): readonly BodyProperty[] {
    return this.properties.filter(({ name }) => name !== this.own?.[0]);
  }

  valuesOf(salt: string): ValueContext {
    return valuesFor(this.source, this.operation, this.parameters, `${this.round} ${salt}`);
  }

  /** Returns a value for one field, other than the current one. */
  value(name: string, schema: Schema, salt: string, current?: Json): Json | undefined {
    if (name === this.own?.[0]) return this.own[1];
    const values = this.valuesOf(salt);
    const value =
      current === undefined ? sampleValue(schema, name, values) : differentValue(schema, name, values, current);
    return value === undefined ? undefined : this.#referring(name, schema, value);
  }

  /** A body of all fields whose values no server has reason to refuse. */
  certain(current: Current, salt: string): JsonObject | undefined {
    const body: JsonObject = {};
    for (const { name, schema, required } of this.properties) {
      const value = this.value(name, schema, `${salt} ${name}`, current(name));
      if (value !== undefined && (required || this.isCertainOf(name, schema, value))) body[name] = value;
    }
    return Object.keys(body).length > 0 ? inOrder(body) : undefined;
  }

  /** A body with the required fields only, and words of small letters and digits where any text will do. */
  least(salt: string): JsonObject {
    const needed = this.properties.filter(({ required }) => required).map(({ name }) => name);
    const only = this.#only;
    if (only) return Object.fromEntries(needed.map((name) => [name, only[name] ?? null]));
    const values = { ...this.valuesOf(salt), isLeast: true };
    const body = needed.length > 0 ? sampleBody(this.schema, values, needed) : {};
    const plain = Object.entries(isObject(body) ? body : {}).map(([name, value]): [string, Json] => {
      const schema = this.schemas.get(name) ?? {};
      const known = this.#referring(name, schema, value as Json);
      const word = `check-${tokenOf(hashOf(values.salt, name))}`;
      const isWord = typeof known === 'string' && ['prose', 'slug'].includes(kindOf(name));
      const isFree = isWord && !this.#isOfKnown(name, known) && fits(schema, word, values);
      return [name, isFree ? word : known];
    });
    return inOrder(this.withOwnId(Object.fromEntries(plain)) as JsonObject);
  }

  /** The body with the required fields that it lacks. Each time they have other values, since some must be unique. */
  protected withNeeded(body: JsonObject): JsonObject {
    this.#needed += 1;
    return { ...this.least(`needed ${this.#needed}`), ...body };
  }

  /** The body with the resource's own id, if it has an id. */
  protected withOwnId(body: Json): Json {
    if (!this.own || !isObject(body) || !Object.hasOwn(body, this.own[0])) return body;
    return { ...body, [this.own[0]]: this.own[1] };
  }

  /** The same, without an id that a creation would choose: the second request would find it taken. */
  withoutChosenId(body: Json): Json {
    if (!this.#created || !isObject(body)) return this.withOwnId(body);
    const { [this.#created.idField]: _, ...rest } = body;
    return this.choosesId(this.#created.idField) ? body : rest;
  }

  /** Whether the caller of a creation chooses its id: the body needs it, or it is one of a closed set. */
  choosesId(idField: string): boolean {
    return (
      this.closedSet(idField).length > 0 || this.properties.some(({ name, required }) => required && name === idField)
    );
  }

  /** The only values that a field may have; none if any may do. */
  closedSet(field: string): readonly unknown[] {
    const schema = this.properties.find(({ name }) => name === field)?.schema;
    return (schema && this.source.contract.resolve(schema).enum) ?? [];
  }

  /**
   * The body with an ending after each text that may have to be unique; undefined if it has no such text.
   *
   * @param unlisted the schema of fields that the document does not list; by default they stay as they are
   */
  uniqueIn(body: Json, unlisted?: Schema): Json | undefined {
    if (!isObject(body)) return undefined;
    const token = tokenOf(hashOf(this.valuesOf('unique').salt));
    const changed = Object.entries(body).flatMap(([name, value]): [string, Json][] => {
      const schema = this.schemas.get(name) ?? unlisted;
      if (typeof value !== 'string' || !schema || name === this.own?.[0] || isUuid(value)) return [];
      const unique = value.includes('@') ? `${token}.${value}` : `${value}-${token}`;
      return fits(schema, unique, this.valuesOf('unique')) ? [[name, unique]] : [];
    });
    return changed.length > 0 ? { ...body, ...Object.fromEntries(changed) } : undefined;
  }

  /** An example with ids of existing resources. It is foreign if it refers to something that no response has shown. */
  protected adapted(example: Json): { body: Json; isForeign: boolean } {
    let isForeign = false;
    const walk = (value: Json, name: string): Json => {
      if (typeof value === 'string' && isUuid(value) && !this.source.knows(value)) {
        const [known] = this.valuesOf('example').references(name);
        if (known === undefined) isForeign = true;
        return known ?? this.source.insteadOf?.(value) ?? value;
      }
      if (Array.isArray(value)) return value.map((item) => walk(item, name));
      if (!isObject(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, below]) => [key, walk(below, key === 'id' ? name : key)]),
      );
    };
    const body = this.withOwnId(walk(example, ''));
    const id = this.#created && isObject(body) ? body[this.#created.idField] : undefined;
    // A creation with the id of an existing resource could overwrite that resource.
    const isTaken = typeof id === 'string' && this.source.knows(id);
    return { body: isTaken ? this.withoutChosenId(body) : body, isForeign };
  }

  /** Returns how a correct server treats a body: only the service knows which ids and open-set values it accepts. */
  expectationOf(body: Json): Expectation {
    if (!isObject(body)) return 'success';
    if (mayBreakRange(body, [...this.schemas.keys()])) return 'either';
    const areCertain = Object.entries(body).every(([name, value]) => {
      const schema = this.schemas.get(name);
      return !schema || name === this.own?.[0] || (value !== null && this.isCertainOf(name, schema, value));
    });
    return areCertain ? 'success' : 'either';
  }

  protected isCertainOf(name: string, schema: Schema, value: Json): boolean {
    const { contract } = this.source;
    if (name === this.own?.[0]) return true;
    const hasKnown = (field: string): boolean => this.valuesOf('').references(field).length > 0;
    if (!isCertain(contract, name, schema, hasKnown)) return false;
    const mayRefer = isReference(name) || mayNameOther.test(name) || namesResource(contract.resources, name);
    return !mayRefer || this.#isOfKnown(name, value);
  }

  /** Whether a text or a number that may refer to a resource refers to a known one; UUIDs are made from known ones. */
  #isOfKnown(name: string, value: Json): boolean {
    if (Array.isArray(value)) return value.every((item) => this.#isOfKnown(name, item));
    if ((typeof value !== 'string' && typeof value !== 'number') || isUuid(String(value))) return true;
    return this.source.references(name, this.parameters).includes(String(value));
  }

  /**
   * The value with ids of existing resources in its place, where it names nothing: the id of what a field of a creation
   * names, such as `flow`, and the ids of items that are resources themselves.
   */
  #referring(name: string, schema: Schema, value: Json): Json {
    const { contract } = this.source;
    if (Array.isArray(value)) {
      const id = fieldsOf(contract, contract.resolve(schema).items ?? {}).properties.get('id');
      const known = id && contract.resolve(id).format === 'uuid' ? this.valuesOf('').references(name) : [];
      if (known.length === 0) return value;
      return value
        .slice(0, known.length)
        .map((item, index) => (isObject(item) ? { ...item, id: known[index] ?? null } : item));
    }
    const isNamedHere =
      namesResource(contract.resources, name) && !(this.#created && isNamed(this.#created.words, name));
    if (this.operation.method !== 'post' || this.#isOfKnown(name, value) || !isNamedHere) return value;
    const ids = this.source.references(name, this.parameters);
    const known = typeof value === 'number' ? ids.map(Number) : ids;
    return known.find((id) => fits(schema, id, this.valuesOf(name))) ?? value;
  }
}
