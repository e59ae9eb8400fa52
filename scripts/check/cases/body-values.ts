import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { allowsType, fieldsOf } from '../../contract/schema-fields.js';
import type { Expectation } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { mayNameResource, type ResourceType } from '../model/contract/resources.js';
import type { Parameters } from '../model/request.js';
import { endsWithWords } from '../model/words.js';
import { fits } from '../values/fits.js';
import { type BodyProperty, bodyProperties, differentValue, sampleBody } from '../values/sample.js';
import type { ValueContext } from '../values/shape.js';
import { isReference, textKindOf } from '../values/text.js';
import { hashOf, hasToken, isUuid, tokenOf } from '../values/token.js';
import { mayBreakRange, mustAcceptValue, orderRanges } from './certainty.js';
import { type CaseSource, valueContext } from './source.js';

/** Returns the current value of a property of the body, as a response showed it. */
export type CurrentValueGetter = (name: string) => Json | undefined;

export interface BodiesOptions {
  source: CaseSource;
  operation: CheckedOperation;
  parameters: Parameters;
  /** A string that makes the values for different resources differ. */
  round?: string;
  /** The only properties that bodies may have, each with its current value. */
  allowedFields?: JsonObject | undefined;
}

/** Names of fields whose values must name something that exists: a resource, a key, or a field to sort by. */
const referencePattern = /^(?:[Pp]arent|[Aa]ncestor)$|[a-z\d](?:_key|Key)$|^(?:sort|order)(?:_?[Bb]y|ing)$/;

/**
 * Makes values for the fields of request bodies. A field for the resource's own id gets that id. A field that refers to
 * a resource gets the id of an existing resource. Any other field gets a value made from its schema and its name. Some
 * values are certain: a server must accept them. It may refuse the others.
 */
export class BodyValues {
  protected readonly source: CaseSource;
  readonly operation: CheckedOperation;
  readonly parameters: Parameters;
  readonly schema: Schema;
  readonly round: string;
  readonly properties: readonly BodyProperty[];
  /** Name and value of the field for the resource's own id. */
  protected readonly ownId: readonly [name: string, id: Json] | undefined;
  /** The schemas of all properties that a request may have. */
  protected readonly schemas: ReadonlyMap<string, Schema>;
  readonly #createdType: ResourceType | undefined;
  readonly #onlyFields: JsonObject | undefined;
  #bodyCount = 0;

  constructor({ source, operation, parameters, round = '', allowedFields }: BodiesOptions) {
    const { contract } = source;
    this.source = source;
    this.operation = operation;
    this.parameters = parameters;
    this.round = round;
    this.#onlyFields = allowedFields;
    this.schema = contract.requests.schemaOf(operation.body?.schema ?? {});
    this.schemas = fieldsOf(contract.requests, this.schema).properties;
    const allProperties = bodyProperties(this.schema, this.contextFor('names'));
    this.properties = allProperties.filter(({ name }) => !allowedFields || Object.hasOwn(allowedFields, name));
    this.#createdType = contract.resources.find(({ create }) => create === operation);
    const writtenType = contract.resources.find(({ update, replace }) => update === operation || replace === operation);
    const id = writtenType && parameters[writtenType.parameter];
    const isNumber = writtenType && !allowsType(contract, this.schemas.get(writtenType.idField) ?? {}, 'string');
    this.ownId = writtenType && id !== undefined ? [writtenType.idField, isNumber ? Number(id) : id] : undefined;
  }

  /** The properties except the resource's own id, since another id would rename the resource. */
  protected get changeableProperties(): readonly BodyProperty[] {
    return this.properties.filter(({ name }) => name !== this.ownId?.[0]);
  }

  contextFor(salt: string): ValueContext {
    return valueContext(this.source, this.operation, this.parameters, `${this.round} ${salt}`);
  }

  /** Returns a value for one field. It differs from the current value. */
  value(name: string, schema: Schema, salt: string, currentValue?: Json, prefersExamples = false): Json | undefined {
    if (name === this.ownId?.[0]) return this.ownId[1];
    const context = { ...this.contextFor(salt), prefersExamples };
    const value = differentValue(schema, name, context, currentValue);
    return value === undefined ? undefined : this.#withReferences(name, schema, value);
  }

  /**
   * Returns a body with all required fields, and with each other field whose value a server must accept.
   *
   * @param prefersExamples whether the values are examples of the schema, if it has examples
   */
  certainBody(getCurrentValue: CurrentValueGetter, salt: string, prefersExamples = false): JsonObject | undefined {
    const body: JsonObject = {};
    for (const { name, schema, required } of this.properties) {
      const value = this.value(name, schema, `${salt} ${name}`, getCurrentValue(name), prefersExamples);
      if (value !== undefined && (required || this.isCertainValue(name, schema, value))) body[name] = value;
    }
    const fullBody = this.#withGiven(body);
    return Object.keys(fullBody).length > 0 ? orderRanges(fullBody) : undefined;
  }

  /** Returns a body with the required fields only. Free text has only lower-case letters, digits and hyphens. */
  minimalBody(salt: string): JsonObject {
    const requiredNames = this.properties.filter(({ required }) => required).map(({ name }) => name);
    const allowedFields = this.#onlyFields;
    if (allowedFields) return Object.fromEntries(requiredNames.map((name) => [name, allowedFields[name] ?? null]));
    const context = { ...this.contextFor(salt), isMinimal: true };
    const body = requiredNames.length > 0 ? sampleBody(this.schema, context, requiredNames) : {};
    const entries = Object.entries(isObject(body) ? body : {}).map(([name, value]): [string, Json] => {
      const schema = this.schemas.get(name) ?? {};
      const suitableValue = this.#withReferences(name, schema, value as Json);
      const word = wordFor(name, context);
      const isWord = typeof suitableValue === 'string' && ['prose', 'slug'].includes(textKindOf(name));
      const isReplaceable = isWord && !this.#refersToKnown(name, suitableValue) && fits(schema, word, context);
      return [name, isReplaceable ? word : suitableValue];
    });
    return orderRanges(this.#withGiven(this.withOwnId(Object.fromEntries(entries)) as JsonObject));
  }

  /**
   * Returns the minimal body with a word of the run in an optional field, by which the run recognises what it creates.
   * Undefined if a required field already has such a word, or if no optional field surely takes one.
   */
  recognisableBody(salt: string): JsonObject | undefined {
    const body = this.minimalBody(salt);
    const context = this.contextFor(salt);
    const optionalFields = this.properties.filter(({ name }) => body[name] === undefined);
    const field = optionalFields.find(({ name, schema }) => {
      const word = wordFor(name, context);
      const takesWord = ['prose', 'slug'].includes(textKindOf(name)) && fits(schema, word, context);
      return takesWord && name !== this.#createdType?.idField && this.isCertainValue(name, schema, word);
    });
    if (!field || this.#onlyFields || hasToken(JSON.stringify(body))) return undefined;
    return { ...body, [field.name]: wordFor(field.name, context) };
  }

  /** Returns the body with the missing required fields. Their values differ each time, since some must be unique. */
  protected withRequiredFields(body: JsonObject): JsonObject {
    this.#bodyCount += 1;
    const requiredFields = this.minimalBody(`needed ${this.#bodyCount}`);
    return { ...withAcceptedValues(this.source, this.operation, requiredFields), ...body };
  }

  /** Adds the user's own fields to the body, unless only `allowedFields` may be sent. */
  #withGiven(body: JsonObject): JsonObject {
    return this.#onlyFields ? body : mergeObjects(body, this.operation.body?.givenFields ?? {});
  }

  protected withOwnId(body: Json): Json {
    if (!this.ownId || !isObject(body) || !Object.hasOwn(body, this.ownId[0])) return body;
    return { ...body, [this.ownId[0]]: this.ownId[1] };
  }

  /**
   * Returns the body of a creation without its id, since a second request with this id would be a conflict. The id
   * stays if the caller must choose one.
   */
  withoutChosenId(body: Json): Json {
    if (!this.#createdType || !isObject(body)) return this.withOwnId(body);
    const { [this.#createdType.idField]: _, ...rest } = body;
    return this.choosesId(this.#createdType.idField) ? body : rest;
  }

  /** Whether the caller of a creation must choose the id: the body requires it, or its schema has an enum. */
  choosesId(idField: string): boolean {
    const isRequired = this.properties.some(({ name, required }) => required && name === idField);
    return isRequired || this.enumOf(idField).length > 0;
  }

  /** Returns the enum of a field; empty if it has none. */
  enumOf(field: string): readonly unknown[] {
    const schema = this.properties.find(({ name }) => name === field)?.schema;
    return (schema && this.source.contract.resolve(schema).enum) ?? [];
  }

  /**
   * Returns the body with a token in each string that may have to be unique; undefined if it has no such string.
   *
   * @param unlistedSchema the schema of fields that the document does not list; without it, these fields stay unchanged
   */
  makeUnique(body: Json, unlistedSchema?: Schema): Json | undefined {
    if (!isObject(body)) return undefined;
    const token = tokenOf(hashOf(this.contextFor('unique').salt));
    const changes = Object.entries(body).flatMap(([name, value]): [string, Json][] => {
      const schema = this.schemas.get(name) ?? unlistedSchema;
      if (typeof value !== 'string' || !schema || name === this.ownId?.[0] || isUuid(value)) return [];
      const uniqueText = value.includes('@') ? `${token}.${value}` : `${value}-${token}`;
      return fits(schema, uniqueText, this.contextFor('unique')) ? [[name, uniqueText]] : [];
    });
    return changes.length > 0 ? { ...body, ...Object.fromEntries(changes) } : undefined;
  }

  /**
   * Returns an example in which ids of existing resources replace invented ones. `isForeign` says whether the example
   * still has an id that no response has contained.
   */
  protected adaptExample(example: Json): { body: Json; isForeign: boolean } {
    let isForeign = false;
    const walk = (value: Json, name: string): Json => {
      if (typeof value === 'string' && isUuid(value) && !this.source.knows(value)) {
        const [knownId] = this.contextFor('example').references(name);
        if (knownId === undefined) isForeign = true;
        return knownId ?? this.source.replaceId?.(value) ?? value;
      }
      if (Array.isArray(value)) return value.map((item) => walk(item, name));
      if (!isObject(value)) return value;
      const members = Object.entries(value).map(([key, child]) => [key, walk(child, key === 'id' ? name : key)]);
      return Object.fromEntries(members);
    };
    const { requests } = this.source.contract;
    const sentExample = requests.valueOf(this.operation.body?.schema ?? {}, example);
    const ownExample = this.withOwnId(walk(sentExample, ''));
    const body = isObject(ownExample) ? this.#withGiven(ownExample as JsonObject) : ownExample;
    const id = this.#createdType && isObject(body) ? body[this.#createdType.idField] : undefined;
    // A creation with the id of an existing resource could overwrite that resource.
    const isExistingId = typeof id === 'string' && this.source.knows(id);
    return { body: isExistingId ? this.withoutChosenId(body) : body, isForeign };
  }

  /** Returns how a correct server treats a body: it may refuse ids or values that only the service can judge. */
  expectationOf(body: Json): Expectation {
    if (!isObject(body)) return 'success';
    if (mayBreakRange(body, [...this.schemas.keys()])) return 'either';
    const areValuesCertain = Object.entries(body).every(([name, value]) => {
      const schema = this.schemas.get(name);
      return !schema || name === this.ownId?.[0] || (value !== null && this.isCertainValue(name, schema, value));
    });
    return areValuesCertain ? 'success' : 'either';
  }

  protected isCertainValue(name: string, schema: Schema, value: Json): boolean {
    const { contract } = this.source;
    if (name === this.ownId?.[0] || value === this.operation.body?.givenFields?.[name]) return true;
    const hasKnownIds = (field: string): boolean => this.contextFor('').references(field).length > 0;
    if (!mustAcceptValue(contract, name, schema, hasKnownIds)) return false;
    const mayRefer = isReference(name) || referencePattern.test(name) || mayNameResource(contract.resources, name);
    return !mayRefer || this.#refersToKnown(name, value);
  }

  /** Whether a string or a number names a known resource. True for any UUID, since UUIDs are made from known ids. */
  #refersToKnown(name: string, value: Json): boolean {
    if (Array.isArray(value)) return value.every((item) => this.#refersToKnown(name, item));
    if ((typeof value !== 'string' && typeof value !== 'number') || isUuid(String(value))) return true;
    return this.source.references(name, this.parameters).includes(String(value));
  }

  /** Puts known ids in place of values that name no resource: in creations, and in array items that are resources. */
  #withReferences(name: string, schema: Schema, value: Json): Json {
    const { contract } = this.source;
    if (Array.isArray(value)) {
      const id = fieldsOf(contract, contract.resolve(schema).items ?? {}).properties.get('id');
      const knownIds = id && contract.resolve(id).format === 'uuid' ? this.contextFor('').references(name) : [];
      if (knownIds.length === 0) return value;
      return value
        .slice(0, knownIds.length)
        .map((item, index) => (isObject(item) ? { ...item, id: knownIds[index] ?? null } : item));
    }
    const refersToOtherType =
      mayNameResource(contract.resources, name) && !(this.#createdType && endsWithWords(this.#createdType.words, name));
    if (this.operation.method !== 'post' || this.#refersToKnown(name, value) || !refersToOtherType) return value;
    const ids = this.source.references(name, this.parameters);
    const candidates = typeof value === 'number' ? ids.map(Number) : ids;
    return candidates.find((id) => fits(schema, id, this.contextFor(name))) ?? value;
  }
}

function wordFor(name: string, { salt }: ValueContext): string {
  return `check-${tokenOf(hashOf(salt, name))}`;
}

/**
 * Returns the body with values that the server accepted in another body. Names, codes, addresses and generated strings
 * stay, since they may have to be unique. References stay, since an accepted one may lead to a deleted resource.
 */
export function withAcceptedValues(source: CaseSource, operation: CheckedOperation, body: JsonObject): JsonObject {
  const acceptedBody = source.acceptedBody?.(operation) ?? {};
  const mayBeUnique = (name: string, acceptedValue: Json): boolean =>
    typeof acceptedValue === 'string' &&
    (hasToken(acceptedValue) || ['slug', 'email'].includes(textKindOf(name)) || /(?:name|title|label)$/i.test(name));
  const entries = Object.entries(body).map(([name, value]): [string, Json] => {
    const acceptedValue = acceptedBody[name];
    const isStaleReference = isReference(name) || mayNameResource(source.contract.resources, name);
    const isKept = acceptedValue === undefined || isStaleReference || mayBeUnique(name, acceptedValue);
    return [name, isKept ? value : acceptedValue];
  });
  return mergeObjects(Object.fromEntries(entries), operation.body?.givenFields ?? {});
}

/** Returns an object with the members of both. If both have a member, `other` wins, except that objects are merged. */
export function mergeObjects(a: JsonObject, b: JsonObject): JsonObject {
  const members = Object.entries(b).map(([name, value]): [string, Json] => {
    const before = a[name];
    return [name, isObject(before) && isObject(value) ? mergeObjects(before, value) : value];
  });
  return { ...a, ...Object.fromEntries(members) };
}
