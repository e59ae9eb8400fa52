import { unknownField, type Case, type Expectation } from '../model/case.js';
import { canBe, fieldsOf, readOnlyFields, type SchemaFields } from '../../contract/schema-fields.js';
import type { Schema } from '../../contract/schema.js';
import { isJson, type CheckedOperation } from '../model/operations.js';
import { caseOf, type Parameters } from '../model/request.js';
import { bodyProperties, sampleBody, type BodyProperty } from '../values/body.js';
import { boundaryValues, longText, paddedText, unicodeText } from '../values/boundary.js';
import { isObject, type Json, type ValueContext } from '../values/context.js';
import { differentValue, sampleValue } from '../values/sample.js';
import { bodyErrors } from './body-errors.js';
import { isCertain, isPlainText } from './certainty.js';
import { valuesFor, type CaseSource } from './source.js';

/** A body that a server has to take, or may, and what was put into it. */
export interface Probe {
  case: Case;
  body: Json;
}

export type JsonObject = { [name: string]: Json };

/** What the thing that is written to shows at the moment: the value that an answer has for a property of the request. */
export type Current = (name: string) => Json | undefined;

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** What an operation takes, ready for making bodies of it. */
export class Bodies {
  readonly #source: CaseSource;
  readonly operation: CheckedOperation;
  readonly #parameters: Parameters;
  readonly schema: Schema;
  readonly #fields: SchemaFields;
  /** The name and the value of the field that names the thing itself. */
  readonly #own: readonly [name: string, id: string] | undefined;
  /** Tells the cases of several things apart. */
  readonly #round: string;
  readonly #only: JsonObject | undefined;

  /** @param only the properties that bodies may have, with the values of those that they must have */
  constructor(source: CaseSource, operation: CheckedOperation, parameters: Parameters, round = '', only?: JsonObject) {
    this.#source = source;
    this.operation = operation;
    this.#parameters = parameters;
    this.#round = round;
    this.#only = only;
    this.schema = operation.body?.schema ?? {};
    this.#fields = fieldsOf(source.contract, this.schema);
    const resource = source.contract.resources.find(
      ({ update, replace }) => update === operation || replace === operation,
    );
    const id = resource && parameters[resource.parameter];
    this.#own = resource && id !== undefined ? [resource.idField, id] : undefined;
  }

  get properties(): readonly BodyProperty[] {
    const all = bodyProperties(this.schema, this.#values('names'));
    const only = this.#only;
    return only ? all.filter(({ name }) => Object.hasOwn(only, name)) : all;
  }

  #values(salt: string): ValueContext {
    return valuesFor(this.#source, this.operation, this.#parameters, `${this.#round} ${salt}`);
  }

  probe(
    kind: Case['kind'],
    about: string,
    body: Json,
    more: { detail?: string; expect?: Expectation; pointer?: string } = {},
  ): Probe {
    const { detail, pointer } = more;
    const wanted = more.expect ?? this.expectationOf(body);
    const isDoubtful = !isPlainJson(this.operation.body?.media ?? 'application/json');
    const expect =
      wanted === 'success' && (isDoubtful || bodyErrors(this.#source.contract, this.operation, body).length > 0)
        ? 'either'
        : wanted;
    const named = [this.#round, detail].filter(Boolean).join(' ');
    const kase = caseOf(this.operation, {
      kind,
      about,
      expect,
      parameters: this.#parameters,
      body,
      ...(named !== '' && { detail: named }),
      ...(pointer !== undefined && { pointer }),
    });
    return { case: kase, body };
  }

  /** Each example of the contract, with ids of things that are there in place of others. */
  examples(): Probe[] {
    return (this.operation.body?.examples ?? []).map(({ name, value }) => {
      const { body, isForeign } = this.#adapted(value as Json);
      const expect = isForeign ? 'either' : this.expectationOf(body);
      return this.probe('example', `with the example ${name}`, body, { detail: name, expect });
    });
  }

  /** Each field alone, with another value than the thing has. */
  fields(current: Current): Probe[] {
    return this.properties.flatMap(({ name, schema, required }) => {
      if (required) return [];
      const value = this.value(name, schema, `field ${name}`, current(name));
      if (value === undefined) return [];
      return [
        this.probe('field', `with ${JSON.stringify(name)} alone`, this.#withNeeded({ [name]: value }), {
          detail: name,
          pointer: `/${escaped(name)}`,
        }),
      ];
    });
  }

  /** Every field that surely is accepted, at once. */
  together(current: Current, salt = 'together'): Probe | undefined {
    const body = this.certain(current, salt);
    return body && this.probe('together', 'with all its fields', body);
  }

  /** A body of all fields whose values no server has a reason to refuse. */
  certain(current: Current, salt: string): JsonObject | undefined {
    const body: JsonObject = {};
    for (const { name, schema, required } of this.properties) {
      if (!required && !this.#isCertain(name, schema)) continue;
      const value = this.value(name, schema, `${salt} ${name}`, current(name));
      if (value !== undefined) body[name] = value;
    }
    return Object.keys(body).length > 0 ? body : undefined;
  }

  /** The least that the schema asks for. */
  least(salt: string): JsonObject {
    const needed = this.properties.filter(({ required }) => required).map(({ name }) => name);
    const only = this.#only;
    if (only) return Object.fromEntries(needed.map((name) => [name, only[name] ?? null]));
    const body = needed.length > 0 ? sampleBody(this.schema, this.#values(salt), needed) : {};
    return isObject(body) ? body : {};
  }

  /** Every array of objects with one item, where it had more. */
  shorter(salt: string): Probe | undefined {
    const body: JsonObject = {};
    for (const { name, schema } of this.properties) {
      const value = this.#isCertain(name, schema) ? this.value(name, schema, `${salt} ${name}`) : undefined;
      if (Array.isArray(value) && value.length > 1 && (this.#source.contract.resolve(schema).minItems ?? 0) < 2)
        body[name] = value.slice(0, 1);
    }
    return Object.keys(body).length > 0
      ? this.probe('shorter', 'with arrays of one item', this.#withNeeded(body))
      : undefined;
  }

  /** All plain texts in other scripts, with emoji and from right to left. */
  unicode(): Probe | undefined {
    const body: JsonObject = {};
    for (const { name, schema } of this.properties)
      if (isPlainText(this.#source.contract, name, schema))
        body[name] = unicodeText(name, this.#values('unicode').salt);
    return Object.keys(body).length > 0
      ? this.probe('unicode', 'with texts in many scripts', this.#withNeeded(body))
      : undefined;
  }

  /** A text with white space around it: whether it stays, only the service knows. */
  padded(): Probe | undefined {
    const text = this.properties.find(({ name, schema }) => isPlainText(this.#source.contract, name, schema));
    if (!text) return undefined;
    const body = this.#withNeeded({ [text.name]: paddedText(text.name, this.#values('padded').salt) });
    return this.probe('padded', `with white space around ${JSON.stringify(text.name)}`, body, {
      expect: 'either',
      pointer: `/${escaped(text.name)}`,
    });
  }

  /** Values at the bounds that the schema sets. */
  boundaries(limit: number): Probe[] {
    return this.properties
      .flatMap(({ name, schema }) =>
        boundaryValues(schema, name, this.#values(`boundary ${name}`)).map(({ about, value, expect }) =>
          this.probe(
            expect === 'success' || isEmptyArray(value) ? 'boundary' : 'empty',
            `with ${JSON.stringify(name)} ${about}`,
            this.#withNeeded({ [name]: value }),
            {
              detail: `${name} ${about}`,
              pointer: `/${escaped(name)}`,
              expect:
                (expect === 'success' || isEmptyArray(value)) && this.#isCertain(name, schema) ? 'success' : 'either',
            },
          ),
        ),
      )
      .sort((a, b) => weight(b) - weight(a))
      .slice(0, limit);
  }

  /** Values for fields that answers show and no request may set; undefined where the contract marks none. */
  readOnly(): Probe | undefined {
    const { contract } = this.#source;
    const shown = this.operation.success?.bodies[0]?.schema;
    const names = shown ? readOnlyFields(contract, shown) : [];
    const { properties } = fieldsOf(contract, shown ?? {});
    const sent: JsonObject = {};
    for (const name of names) {
      const value = sampleValue(properties.get(name) ?? {}, name, this.#values(`read-only ${name}`));
      if (value !== undefined) sent[name] = value;
    }
    if (Object.keys(sent).length === 0) return undefined;
    return this.probe(
      'read-only',
      'with fields that are read-only',
      { ...this.certain(() => undefined, 'read-only'), ...sent },
      { expect: 'either' },
    );
  }

  /** What a server may take or refuse, and must not break down over. */
  doubtful(nulls: number, longs: number): Probe[] {
    const properties = this.properties.filter(({ name }) => name !== this.#own?.[0]);
    const texts = properties.filter(({ name, schema }) => isPlainText(this.#source.contract, name, schema));
    return [
      ...texts
        .slice(0, longs)
        .map(({ name }) =>
          this.probe(
            'long',
            `with 10,000 characters for ${JSON.stringify(name)}`,
            this.#withNeeded({ [name]: longText(10_000) }),
            { detail: name, expect: 'either', pointer: `/${escaped(name)}` },
          ),
        ),
      ...properties.slice(0, nulls).map(({ name }) =>
        this.probe('null', `with null for ${JSON.stringify(name)}`, this.#withNeeded({ [name]: null }), {
          detail: name,
          expect: canBe(this.#source.contract, this.#fields.properties.get(name) ?? {}, 'null') ? 'success' : 'either',
          pointer: `/${escaped(name)}`,
        }),
      ),
      ...(properties.length > 0
        ? [
            this.probe(
              'extra-field',
              'with a field that the contract does not know',
              this.#withNeeded({ [unknownField]: 'check' }),
              { expect: 'either' },
            ),
          ]
        : []),
    ];
  }

  /** Fields that fit together with one that does not: either all of it is stored or nothing. */
  mixed(current: Current): Probe | undefined {
    const body = this.certain(current, 'mixed') ?? {};
    const broken =
      this.properties.find(({ schema }) => this.#source.contract.resolve(schema).type === 'boolean') ??
      this.properties.find(({ schema }) => this.#source.contract.resolve(schema).type === 'integer');
    if (!broken || Object.keys(body).length < 2) return undefined;
    return this.probe(
      'mixed',
      `with ${JSON.stringify(broken.name)} of a wrong type beside fields that fit`,
      { ...body, [broken.name]: 'yes' },
      { expect: 'refusal', pointer: `/${escaped(broken.name)}` },
    );
  }

  /** A value for one field; the thing's own id where the field is that. */
  value(name: string, schema: Schema, salt: string, current?: Json): Json | undefined {
    if (name === this.#own?.[0]) return this.#own[1];
    const values = this.#values(salt);
    const made =
      current === undefined ? sampleValue(schema, name, values) : differentValue(schema, name, values, current);
    return this.#withReferences(name, schema, made, values);
  }

  /** The body with the thing's own id where it has one. */
  withOwnId(body: Json): Json {
    if (!this.#own || !isObject(body) || !Object.hasOwn(body, this.#own[0])) return body;
    return { ...body, [this.#own[0]]: this.#own[1] };
  }

  /** The same, without an id that a creation would choose: chosen twice, it is taken the second time. */
  withoutChosenId(body: Json): Json {
    const created = this.#source.contract.resources.find(({ create }) => create === this.operation);
    if (!created || !isObject(body)) return this.withOwnId(body);
    const { [created.idField]: _, ...rest } = body;
    return this.properties.some(({ name, required }) => name === created.idField && required) ? body : rest;
  }

  /** A creation with the id of what is there could overwrite that. */
  #withoutTakenId(body: Json): Json {
    const created = this.#source.contract.resources.find(({ create }) => create === this.operation);
    const id = created && isObject(body) ? body[created.idField] : undefined;
    return typeof id === 'string' && this.#source.knows(id) ? this.withoutChosenId(body) : body;
  }

  /** What a right server does with a body: whether it takes ids and values of open sets, only the service knows. */
  expectationOf(body: Json): Expectation {
    if (!isObject(body)) return 'success';
    return Object.entries(body).every(([name, value]) => {
      const schema = this.#fields.properties.get(name);
      return !schema || name === this.#own?.[0] || (value !== null && this.#isCertain(name, schema));
    })
      ? 'success'
      : 'either';
  }

  #isCertain(name: string, schema: Schema): boolean {
    const { contract } = this.#source;
    return name === this.#own?.[0] || isCertain(contract, schema, () => this.#values('').references(name).length > 0);
  }

  #withNeeded(body: JsonObject): JsonObject {
    return { ...this.least('needed'), ...body };
  }

  /** Items that are things of their own are named by ids of things that are there. */
  #withReferences(name: string, schema: Schema, value: Json | undefined, values: ValueContext): Json | undefined {
    const resolved = this.#source.contract.resolve(schema);
    if (!Array.isArray(value) || !resolved.items) return value;
    const { properties } = fieldsOf(this.#source.contract, resolved.items);
    const id = properties.get('id');
    const known = id && this.#source.contract.resolve(id).format === 'uuid' ? values.references(name) : [];
    if (known.length === 0) return value;
    return value
      .slice(0, known.length)
      .map((item, index) => (isObject(item) ? { ...item, id: known[index] ?? null } : item));
  }

  #adapted(example: Json): { body: Json; isForeign: boolean } {
    let isForeign = false;
    const walk = (value: Json, name: string): Json => {
      if (typeof value === 'string' && uuid.test(value) && !this.#source.knows(value)) {
        const [known] = this.#values('example').references(name);
        if (known === undefined) isForeign = true;
        return known ?? this.#source.insteadOf?.(value) ?? value;
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

/** Whether what is made from the schema is what is meant: a file is more than its schema says, and so is a JSON Patch. */
function isPlainJson(media: string): boolean {
  return isJson(media) && !/json-patch/i.test(media);
}

/** What says most of a server first: an empty array, then the other bounds that a schema sets. */
function weight({ case: kase, body }: Probe): number {
  return kase.kind !== 'boundary' ? 0 : isObject(body) && Object.values(body).some(isEmptyArray) ? 2 : 1;
}

/** No schema of ours asks for items: an array without any is as right as one with some. */
function isEmptyArray(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
