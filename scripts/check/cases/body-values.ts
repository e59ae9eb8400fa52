import { isObject, type Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf, type SchemaFields } from '../../contract/schema-fields.js';
import type { Expectation } from '../model/case.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Parameters } from '../model/request.js';
import { namesResource } from '../model/resources.js';
import { isNamed } from '../model/words.js';
import { type BodyProperty, bodyProperties, sampleBody } from '../values/body.js';
import type { ValueContext } from '../values/context.js';
import { fits } from '../values/fits.js';
import { isRival } from '../values/rivals.js';
import { differentValue, sampleValue } from '../values/sample.js';
import { isReference } from '../values/text.js';
import { hashOf, tokenOf } from '../values/token.js';
import { isCertain } from './certainty.js';
import { type Choice, choicesIn, chosen, formsIn, pruned } from './other-branches.js';
import { inOrder, mayBreakRange } from './ranges.js';
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
  /** Whether the required fields have words of small letters and digits, since the service refuses other texts. */
  isSimple?: boolean;
  /** Kinds of parts that the service accepts, since it refuses the usual ones. */
  choices?: readonly Choice[] | undefined;
  /** Further fields that each body needs, since the service asked for them. */
  asked?: ReadonlyMap<string, Schema> | undefined;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Names of fields whose values must be there: a resource, a key of something, or the field to sort by. */
const mayNameOther = /^(?:[Pp]arent|[Aa]ncestor)$|[a-z\d](?:_key|Key)$|^(?:sort|order)(?:_?[Bb]y|ing)$/;

/** Makes values for the bodies of an operation. */
export class BodyValues {
  protected readonly source: CaseSource;
  readonly operation: CheckedOperation;
  readonly parameters: Parameters;
  readonly schema: Schema;
  protected readonly schemaFields: SchemaFields;
  /** Name and value of the field that contains the resource's own id. */
  protected readonly own: readonly [name: string, id: string] | undefined;
  readonly round: string;
  readonly #only: JsonObject | undefined;
  readonly #isSimple: boolean;
  readonly #choices: readonly Choice[] | undefined;
  readonly #asked: ReadonlyMap<string, Schema>;
  #needed = 0;

  constructor({ source, operation, parameters, round = '', only, isSimple = false, choices, asked }: BodiesAim) {
    this.source = source;
    this.operation = operation;
    this.parameters = parameters;
    this.round = round;
    this.#only = only;
    this.#isSimple = isSimple;
    this.#choices = choices;
    this.#asked = asked ?? new Map();
    this.schema = operation.body?.schema ?? {};
    this.schemaFields = fieldsOf(source.contract, this.schema);
    const resource = source.contract.resources.find(
      ({ update, replace }) => update === operation || replace === operation,
    );
    const id = resource && parameters[resource.parameter];
    this.own = resource && id !== undefined ? [resource.idField, id] : undefined;
  }

  get properties(): readonly BodyProperty[] {
    const all = bodyProperties(this.schema, this.valuesOf('names'));
    const only = this.#only;
    return only ? all.filter(({ name }) => Object.hasOwn(only, name)) : all;
  }

  /** The properties that may be in one body. */
  protected get compatible(): readonly BodyProperty[] {
    const taken: [string, Schema][] = [];
    return this.properties.filter(({ name, schema, required }) => {
      if (!required && isRival([name, schema], taken, this.valuesOf('names'))) return false;
      taken.push([name, schema]);
      return true;
    });
  }

  /** The properties without the resource's own id: another value would rename the resource. */
  protected get changeable(): readonly BodyProperty[] {
    return this.properties.filter(({ name }) => name !== this.own?.[0]);
  }

  valuesOf(salt: string): ValueContext {
    return valuesFor(this.source, this.operation, this.parameters, `${this.round} ${salt}`);
  }

  /** A body of all fields whose values no server has reason to refuse. */
  certain(current: Current, salt: string): JsonObject | undefined {
    const body: JsonObject = {};
    for (const { name, schema, required } of this.compatible) {
      const value = this.value(name, schema, `${salt} ${name}`, current(name));
      if (value !== undefined && (required || this.isCertainOf(name, schema, value))) body[name] = value;
    }
    return Object.keys(body).length > 0 ? inOrder(body) : undefined;
  }

  /** A body with the required fields only, and with those that the service asked for. */
  least(salt: string, asked = this.#asked): JsonObject {
    if (this.#choices?.length) return this.plainest(salt, this.#choices, asked);
    return this.#isSimple ? this.simplest(salt) : this.#least(salt, asked);
  }

  #least(salt: string, asked = this.#asked, isLeast = false): JsonObject {
    const needed = this.properties.filter(({ required }) => required).map(({ name }) => name);
    const only = this.#only;
    if (only) return Object.fromEntries(needed.map((name) => [name, only[name] ?? null]));
    const body = needed.length > 0 ? sampleBody(this.schema, { ...this.valuesOf(salt), isLeast }, needed) : {};
    const made = Object.entries(isObject(body) ? body : {}).map(([name, value]) => [name, this.#named(name, value)]);
    return inOrder(this.withOwnId({ ...Object.fromEntries(made), ...this.#given(asked, salt) }) as JsonObject);
  }

  /** The same with the least in each part as well, but for texts, and with parts of these kinds. */
  plainest(salt: string, choices: readonly Choice[] = [], asked = this.#asked): JsonObject {
    const values = this.valuesOf(salt);
    const isKept = (name: string, value: Json): boolean => typeof value === 'string' && !isReference(name);
    const least = this.#isSimple ? this.simplest(salt) : this.#least(salt, asked);
    const whole = chosen(least, choices, values);
    return pruned(this.schema, whole, values, isKept) as JsonObject;
  }

  /** Other kinds that parts of a body may be. */
  choicesIn(body: JsonObject): Choice[] {
    return choicesIn(this.schema, body, this.valuesOf('choices'));
  }

  /** Bodies with the required fields alone for each kind of one part, if there are several, at most this many. */
  otherKinds(most: number): JsonObject[] {
    const plain = this.plainest('kind');
    const others = this.choicesIn(plain).slice(0, most - 1);
    return others.length === 0 ? [] : [plain, ...others.map((choice) => this.plainest('kind', [choice]))];
  }

  /** The kinds of parts that a body has. */
  formsIn(body: JsonObject): Choice[] {
    return formsIn(this.schema, body, this.valuesOf('choices'));
  }

  /** The id of what a field of a creation names, in place of a text or a number that names nothing: `flow`. */
  #named(name: string, value: Json): Json {
    const { resources } = this.source.contract;
    const isIdle = typeof value !== 'string' && typeof value !== 'number';
    if (this.operation.method !== 'post' || isIdle || this.#isOfKnown(name, value)) return value;
    const created = resources.find(({ create }) => create === this.operation);
    if (!namesResource(resources, name) || (created && isNamed(created.words, name))) return value;
    const schema = this.schemaFields.properties.get(name) ?? {};
    const ids = this.source.references(name, this.parameters);
    const known = typeof value === 'number' ? ids.map(Number) : ids;
    return known.find((id) => fits(schema, id, this.valuesOf(name))) ?? value;
  }

  /** What the service asked for, with what it knows: an id that has been seen under this name, if there is one. */
  #given(asked: ReadonlyMap<string, Schema>, salt: string): JsonObject {
    const created = this.source.contract.resources.find(({ create }) => create === this.operation);
    // The id of a resource that exists could replace it.
    const isOwn = (name: string): boolean => name === created?.idField || name === 'id' || name === 'uuid';
    const made = [...asked].map(([name, schema]): [string, Json | undefined] => {
      if (created && isOwn(name)) return [name, undefined];
      if (created?.idFields.includes(name)) return [name, this.value(name, schema, `${salt} ${name}`)];
      const known = [...this.source.references(name, this.parameters), ...(this.source.seenAs?.(name) ?? [])];
      const fitting = known.find((id) => fits(schema, id, this.valuesOf(salt)));
      return [name, fitting ?? this.value(name, schema, `${salt} ${name}`)];
    });
    return Object.fromEntries(made.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  }

  /** The same, inside of its fields as well, with a word of small letters and digits for each text that may be one. */
  simplest(salt: string): JsonObject {
    const values = this.valuesOf(salt);
    return Object.fromEntries(
      Object.entries(this.#least(salt, this.#asked, true)).map(([name, value]) => {
        const word = `check-${tokenOf(hashOf(values.salt, name)).toLowerCase()}`;
        const schema = this.schemaFields.properties.get(name);
        const isFree = typeof value === 'string' && !this.#isReference(name, value);
        return [name, isFree && schema && fits(schema, word, values) ? word : value];
      }),
    );
  }

  /** Returns a value for one field; if the field is the resource's id, its own id. */
  value(name: string, schema: Schema, salt: string, current?: Json): Json | undefined {
    if (name === this.own?.[0]) return this.own[1];
    const values = this.valuesOf(salt);
    const made =
      current === undefined ? sampleValue(schema, name, values) : differentValue(schema, name, values, current);
    const named = made !== undefined && current === undefined ? this.#named(name, made) : made;
    return this.#withReferences(name, schema, named, values);
  }

  /** The body with the resource's own id, if it has an id. */
  withOwnId(body: Json): Json {
    if (!this.own || !isObject(body) || !Object.hasOwn(body, this.own[0])) return body;
    return { ...body, [this.own[0]]: this.own[1] };
  }

  /** The same, without an id that a creation would choose: the second request would find it taken. */
  withoutChosenId(body: Json): Json {
    const created = this.source.contract.resources.find(({ create }) => create === this.operation);
    if (!created || !isObject(body)) return this.withOwnId(body);
    const { [created.idField]: _, ...rest } = body;
    return this.choosesId(created.idField) ? body : rest;
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

  /** A creation with the id of an existing resource could overwrite that resource. */
  #withoutTakenId(body: Json): Json {
    const created = this.source.contract.resources.find(({ create }) => create === this.operation);
    const id = created && isObject(body) ? body[created.idField] : undefined;
    return typeof id === 'string' && this.source.knows(id) ? this.withoutChosenId(body) : body;
  }

  /** Returns how a correct server treats a body: only the service knows which ids and open-set values it accepts. */
  expectationOf(body: Json): Expectation {
    if (!isObject(body)) return 'success';
    if (mayBreakRange(body, [...this.schemaFields.properties.keys()])) return 'either';
    return Object.entries(body).every(([name, value]) => {
      const schema = this.schemaFields.properties.get(name);
      return !schema || name === this.own?.[0] || (value !== null && this.isCertainOf(name, schema, value));
    })
      ? 'success'
      : 'either';
  }

  protected isCertainOf(name: string, schema: Schema, value: Json): boolean {
    const { contract } = this.source;
    if (name === this.own?.[0]) return true;
    if (!isCertain(contract, name, schema, (each) => this.#isKnown(each))) return false;
    const mayRefer = isReference(name) || mayNameOther.test(name) || namesResource(contract.resources, name);
    return !mayRefer || this.#isOfKnown(name, value);
  }

  #isReference(name: string, value: Json): boolean {
    return this.source.references(name, this.parameters).includes(String(value));
  }

  /** Whether a text or a number that may refer to a resource refers to a known one; UUIDs are made from known ones. */
  #isOfKnown(name: string, value: Json): boolean {
    if (Array.isArray(value)) return value.every((item) => this.#isOfKnown(name, item));
    if ((typeof value !== 'string' && typeof value !== 'number') || uuid.test(String(value))) return true;
    return this.#isReference(name, value);
  }

  /** Whether the check knows a resource that a property of this name could refer to. */
  #isKnown(name: string): boolean {
    return this.valuesOf('').references(name).length > 0;
  }

  /** The body with the required fields that it lacks. Each time they have other values, since some must be unique. */
  protected withNeeded(body: JsonObject): JsonObject {
    this.#needed += 1;
    return { ...this.least(`needed ${this.#needed}`), ...body };
  }

  /** Items that are resources themselves get the ids of existing resources. */
  #withReferences(name: string, schema: Schema, value: Json | undefined, values: ValueContext): Json | undefined {
    const resolved = this.source.contract.resolve(schema);
    if (!Array.isArray(value) || !resolved.items) return value;
    const { properties } = fieldsOf(this.source.contract, resolved.items);
    const id = properties.get('id');
    const known = id && this.source.contract.resolve(id).format === 'uuid' ? values.references(name) : [];
    if (known.length === 0) return value;
    return value
      .slice(0, known.length)
      .map((item, index) => (isObject(item) ? { ...item, id: known[index] ?? null } : item));
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
      const schema = this.schemaFields.properties.get(name) ?? unlisted;
      if (typeof value !== 'string' || !schema || name === this.own?.[0] || uuid.test(value)) return [];
      const unique = value.includes('@') ? `${token}.${value}` : `${value}-${token}`;
      return fits(schema, unique, this.valuesOf('unique')) ? [[name, unique]] : [];
    });
    return changed.length > 0 ? { ...body, ...Object.fromEntries(changed) } : undefined;
  }

  protected adapted(example: Json): { body: Json; isForeign: boolean } {
    let isForeign = false;
    const walk = (value: Json, name: string): Json => {
      if (typeof value === 'string' && uuid.test(value) && !this.source.knows(value)) {
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
    const body = walk(example, '');
    return { body: this.#withoutTakenId(this.withOwnId(body)), isForeign };
  }
}
