import { isObject, type Json } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import { escapeToken, parsePointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { canBe, fieldsOf, readOnlyFields } from '../../contract/schema-fields.js';
import { type Expectation, type TestCase, unknownField } from '../model/case.js';
import { caseOf } from '../model/request.js';
import type { BodyProperty } from '../values/body.js';
import { boundaryValues, longText, paddedText, unicodeText } from '../values/boundary.js';
import { fits } from '../values/fits.js';
import { sampleValue } from '../values/sample.js';
import { bodyErrors } from './body-errors.js';
import { BodyValues, type Current, type JsonObject } from './body-values.js';
import { isPlainText } from './certainty.js';
import { choicesOfQuery } from './query-values.js';

/** A request body that a server must or may accept, and its test case. */
export interface Probe {
  case: TestCase;
  body: Json;
  /** What to send if the server refuses this one, which may repeat a value that has to be unique. */
  otherwise?: Probe;
}

/** Makes the request bodies of an operation. */
export class Bodies extends BodyValues {
  /** What the query may choose beside the body. */
  get queries(): Record<string, string>[] {
    return choicesOfQuery(this.source, this.operation);
  }

  probe(
    kind: TestCase['kind'],
    about: string,
    body: Json,
    more: { detail?: string; expect?: Expectation; pointer?: string } = {},
  ): Probe {
    const { detail, pointer } = more;
    const wanted = more.expect ?? this.expectationOf(body);
    const { media = 'application/json', isFile = false } = this.operation.body ?? {};
    const isDoubtful = isFile || !isPlainJson(media);
    const expect =
      wanted === 'success' && (isDoubtful || bodyErrors(this.source.contract, this.operation, body).length > 0)
        ? 'either'
        : wanted;
    const named = [this.round, detail].filter(Boolean).join(' ');
    const testCase = caseOf(this.operation, {
      kind,
      about,
      expect,
      parameters: this.parameters,
      body,
      ...(named !== '' && { detail: named }),
      ...(pointer !== undefined && { pointer }),
    });
    return { case: testCase, body };
  }

  /** Each example of the contract, with ids of existing resources in place of others. */
  examples(): Probe[] {
    return (this.operation.body?.examples ?? []).map(({ name, value }) => {
      const { body, isForeign } = this.adapted(value as Json);
      const expect = isForeign ? 'either' : this.expectationOf(body);
      const unique = this.uniqueIn(body);
      const about = `with the example ${name}`;
      if (!unique) return this.probe('example', about, body, { detail: name, expect });
      const otherwise = this.probe('example', `${about}, in which texts are unique`, unique, {
        detail: `${name} unique`,
        expect,
      });
      return { ...this.probe('example', about, body, { detail: name, expect: 'either' }), otherwise };
    });
  }

  /** The example of the schema itself, as a creation may send it; undefined if there is none that fits. */
  shown(): JsonObject | undefined {
    const { example, examples = [] } = this.source.contract.resolve(this.schema);
    const { body, isForeign } = this.adapted(this.withoutChosenId((example ?? examples[0] ?? null) as Json));
    return isObject(body) && !isForeign && fits(this.schema, body, this.valuesOf('shown'))
      ? (body as JsonObject)
      : undefined;
  }

  /** Each field alone, with a value that the resource does not have. */
  fields(current: Current): Probe[] {
    return this.properties.flatMap(({ name, schema, required }) => {
      if (required) return [];
      const value = this.value(name, schema, `field ${name}`, current(name));
      if (value === undefined) return [];
      return [
        this.probe('field', `with ${JSON.stringify(name)} alone`, this.withNeeded({ [name]: value }), {
          detail: name,
          pointer: `/${escapeToken(name)}`,
        }),
      ];
    });
  }

  /** All fields that a server must accept, at once. */
  together(current: Current, salt = 'together'): Probe | undefined {
    const body = this.certain(current, salt);
    return body && this.probe('together', 'with all its fields', body);
  }

  /** Every array that had more objects, with one object. */
  shorter(salt: string): Probe | undefined {
    const body: JsonObject = {};
    for (const { name, schema } of this.properties) {
      const value = this.value(name, schema, `${salt} ${name}`);
      if (
        Array.isArray(value) &&
        this.isCertainOf(name, schema, value) &&
        value.length > 1 &&
        (this.source.contract.resolve(schema).minItems ?? 0) < 2
      )
        body[name] = value.slice(0, 1);
    }
    return Object.keys(body).length > 0
      ? this.probe('shorter', 'with arrays of one item', this.withNeeded(body))
      : undefined;
  }

  /** All plain texts in many scripts, with emoji and right-to-left text. */
  unicode(): Probe | undefined {
    const body: JsonObject = {};
    for (const { name, schema } of this.compatible)
      if (name !== this.own?.[0] && isPlainText(this.source.contract, name, schema))
        body[name] = unicodeText(name, this.valuesOf('unicode').salt);
    return Object.keys(body).length > 0
      ? this.probe('unicode', 'with texts in many scripts', this.withNeeded(body))
      : undefined;
  }

  /** A text with white space around it: only the service knows if it keeps it. */
  padded(): Probe | undefined {
    const text = this.changeable.find(({ name, schema }) => isPlainText(this.source.contract, name, schema));
    if (!text) return undefined;
    const body = this.withNeeded({ [text.name]: paddedText(text.name, this.valuesOf('padded').salt) });
    return this.probe('padded', `with white space around ${JSON.stringify(text.name)}`, body, {
      expect: 'either',
      pointer: `/${escapeToken(text.name)}`,
    });
  }

  /** Values at the bounds of the schema. */
  boundaries(limit: number): Probe[] {
    return this.changeable
      .flatMap(({ name, schema }) =>
        boundaryValues(schema, name, this.valuesOf(`boundary ${name}`)).map(({ about, value, expect }) =>
          this.probe(
            expect === 'success' || isEmptyArray(value) ? 'boundary' : 'empty',
            `with ${JSON.stringify(name)} ${about}`,
            this.withNeeded({ [name]: value }),
            {
              detail: `${name} ${about}`,
              pointer: `/${escapeToken(name)}`,
              expect:
                (expect === 'success' || (isEmptyArray(value) && !this.#isParallel(schema))) &&
                this.isCertainOf(name, schema, value)
                  ? 'success'
                  : 'either',
            },
          ),
        ),
      )
      .sort((a, b) => weight(b) - weight(a))
      .slice(0, limit);
  }

  /**
   * Probes of single fields, several in one request: as many requests as the field with the most probes has. A server
   * that takes such a request takes each of its values.
   */
  merged(probes: readonly Probe[]): { probe: Probe; of: readonly Probe[] }[] {
    const layers: Map<string, Probe>[] = [];
    for (const probe of probes) {
      const field = `${probe.case.kind} ${probe.case.pointer ?? ''}`;
      const free = layers.find((layer) => !layer.has(field) && hasKind(layer, probe.case.kind));
      if (free) free.set(field, probe);
      else layers.push(new Map([[field, probe]]));
    }
    return layers.map((layer) => {
      const of = [...layer.values()];
      const [first] = of as [Probe];
      if (of.length === 1) return { probe: first, of };
      const { kind, expect } = first.case;
      const fields = of.map((each) => {
        const [name = ''] = parsePointer(each.case.pointer ?? '');
        return [name, (each.body as JsonObject)[name] ?? null] as const;
      });
      const body = { ...(first.body as JsonObject), ...Object.fromEntries(fields) };
      const areAll = of.every((each) => each.case.expect === expect);
      const more = { detail: `${of.length} at once`, expect: areAll ? expect : ('either' as const) };
      return { probe: this.probe(kind, `with ${of.length} of its fields so at once`, body, more), of };
    });
  }

  /** Values for fields that responses show and no request may set; undefined if the contract marks no such field. */
  readOnly(): Probe | undefined {
    const { contract } = this.source;
    const shown = this.operation.success?.bodies[0]?.schema;
    const names = shown ? readOnlyFields(contract, shown) : [];
    const { properties } = fieldsOf(contract, shown ?? {});
    const sent: JsonObject = {};
    for (const name of names) {
      const value = sampleValue(properties.get(name) ?? {}, name, this.valuesOf(`read-only ${name}`));
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

  /** Values that a server may accept or refuse, but that must not crash it. */
  doubtful(nulls: number, longs: number): Probe[] {
    const properties = this.changeable;
    const texts = properties.filter(({ name, schema }) => isPlainText(this.source.contract, name, schema));
    return [
      ...texts
        .slice(0, longs)
        .map(({ name }) =>
          this.probe(
            'long',
            `with 10,000 characters for ${JSON.stringify(name)}`,
            this.withNeeded({ [name]: longText(10_000) }),
            { detail: name, expect: 'either', pointer: `/${escapeToken(name)}` },
          ),
        ),
      ...properties.slice(0, nulls).map(({ name }) =>
        this.probe('null', `with null for ${JSON.stringify(name)}`, this.withNeeded({ [name]: null }), {
          detail: name,
          expect: this.#takesNull(name) ? 'success' : 'either',
          pointer: `/${escapeToken(name)}`,
        }),
      ),
      ...(properties.length > 0 ? [this.#extra(texts[0])] : []),
    ];
  }

  /** Whether the description of an array says that it has as many items as something else. */
  #isParallel(schema: Schema): boolean {
    const { description = '' } = this.source.contract.resolve(schema) as { description?: string };
    return /\bper [a-z]+|\bfor each\b|\bsame (?:length|number|size)\b/i.test(description);
  }

  /** Whether a field may be null; some documents say only in words that it may not. */
  #takesNull(name: string): boolean {
    const { contract } = this.source;
    const schema = this.schemaFields.properties.get(name) ?? {};
    const { description = '' } = contract.resolve(schema) as { description?: string };
    const isRefused = /\bnull\b[^.]*\b(?:reject|refus|forbidden|invalid|not allowed)/i.test(description);
    return !isRefused && canBe(contract, schema, 'null');
  }

  /** An unknown field beside a known one: many servers refuse a body without any field that they know. */
  #extra(text: BodyProperty | undefined): Probe {
    const value = text && this.value(text.name, text.schema, 'extra field');
    const known = text && value !== undefined ? { [text.name]: value } : {};
    const body = this.withNeeded({ ...known, [unknownField]: 'check' });
    return this.probe('extra-field', 'with a field that the contract does not know', body, { expect: 'either' });
  }

  /** Valid fields together with a wrong one: the server must store all of them or none. */
  mixed(current: Current): Probe | undefined {
    const body = this.certain(current, 'mixed') ?? {};
    const broken =
      this.properties.find(({ schema }) => this.source.contract.resolve(schema).type === 'boolean') ??
      this.properties.find(({ schema }) => this.source.contract.resolve(schema).type === 'integer');
    if (!broken || Object.keys(body).length < 2) return undefined;
    return this.probe(
      'mixed',
      `with ${JSON.stringify(broken.name)} of a wrong type among valid fields`,
      { ...body, [broken.name]: 'yes' },
      { expect: 'refusal', pointer: `/${escapeToken(broken.name)}` },
    );
  }
}

/** Whether bodies made from the schema are meaningful: a file has more than its schema, and so does a JSON Patch. */
function isPlainJson(media: string): boolean {
  return isJson(media) && !/json-patch/i.test(media);
}

/** Puts the most revealing bodies first: an empty array, then other bounds of the schema. */
function weight({ case: testCase, body }: Probe): number {
  return testCase.kind !== 'boundary' ? 0 : isObject(body) && Object.values(body).some(isEmptyArray) ? 2 : 1;
}

/** No schema of the contract requires items, so an empty array is as valid as any other. */
function isEmptyArray(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}

function hasKind(layer: ReadonlyMap<string, Probe>, kind: TestCase['kind']): boolean {
  return [...layer.values()].every((probe) => probe.case.kind === kind);
}
