import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import { escapeToken, parsePointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { allowsType, fieldsOf, readOnlyFields } from '../../contract/schema-fields.js';
import { type CaseKind, type Expectation, type TestCase, unknownField } from '../model/case.js';
import { fieldsToSend } from '../model/contract/body-encoding.js';
import { caseOf } from '../model/request.js';
import { fits } from '../values/fits.js';
import { fragileValue } from '../values/hard.js';
import { boundaryValues } from '../values/limits.js';
import { type BodyProperty, sampleValue } from '../values/sample.js';
import { longText, paddedText, unicodeText } from '../values/text.js';
import { BodyValues, type CurrentValueGetter } from './body-values.js';
import { descriptionOf, isPlainText } from './certainty.js';

/** A request body that a server must accept or may accept, and its test case. */
export interface Probe {
  case: TestCase;
  body: Json;
  /** The probe to send if the server refuses this one, since a value that must be unique may already be taken. */
  fallback?: Probe;
}

/** The name of an example that the user has given. */
export const givenExampleName = 'given';

/** The detail in a probe's id, the expected response, and the tested field. */
interface ProbeDetails {
  detail?: string;
  /** By default, the expectation follows from the values in the body. */
  expect?: Expectation;
  pointer?: string;
}

/** Makes the request bodies of an operation: with several fields at once, or with one besides the required fields. */
export class Bodies extends BodyValues {
  createProbe(kind: CaseKind, about: string, wholeBody: Json, details: ProbeDetails = {}): Probe {
    const { operation, parameters, round } = this;
    const { detail, pointer, expect } = details;
    const { media = 'application/json', isFile = false } = operation.body ?? {};
    const body = fieldsToSend(wholeBody, media);
    const expectation = expect ?? this.expectationOf(body);
    // A schema cannot describe everything that a file or a JSON Patch must fulfil.
    const isSchemaSufficient = !isFile && isJson(media) && !/json-patch/i.test(media);
    const isBodyValid = (): boolean =>
      isSchemaSufficient && this.source.contract.judge.request(operation, body).length === 0;
    const caseDetail = [round, detail].filter(Boolean).join(' ');
    const testCase = caseOf(operation, {
      ...{ kind, about, parameters, body },
      expect: expectation === 'success' && !isBodyValid() ? 'either' : expectation,
      ...(caseDetail !== '' && { detail: caseDetail }),
      ...(pointer !== undefined && { pointer }),
    });
    return { case: testCase, body };
  }

  #fieldProbe(kind: CaseKind, name: string, about: string, value: Json, parts: ProbeDetails): Probe {
    return this.createProbe(kind, about, this.withRequiredFields({ [name]: value }), {
      pointer: `/${escapeToken(name)}`,
      ...parts,
    });
  }

  #fieldsProbe(kind: CaseKind, about: string, body: JsonObject): Probe | undefined {
    return Object.keys(body).length > 0 ? this.createProbe(kind, about, this.withRequiredFields(body)) : undefined;
  }

  /** Whether the value of a field may be any text in any script. */
  #isProse({ name, schema }: BodyProperty): boolean {
    return isPlainText(this.source.contract, name, schema);
  }

  /** Returns a probe for each example of the contract. Ids of existing resources replace invented ids. */
  exampleProbes(): Probe[] {
    return (this.operation.body?.examples ?? []).map(({ name, value }) => {
      const { body, isForeign: hasUnknownId } = this.adaptExample(value as Json);
      const expect = hasUnknownId ? 'either' : this.expectationOf(body);
      const description = `with the example ${name}`;
      const uniqueBody = this.makeUnique(body);
      if (!uniqueBody) return this.createProbe('example', description, body, { detail: name, expect });
      const parts = { detail: `${name} unique`, expect };
      const fallback = this.createProbe('example', `${description}, but with unique strings`, uniqueBody, parts);
      return { ...this.createProbe('example', description, body, { detail: name, expect: 'either' }), fallback };
    });
  }

  /** Returns the example in the schema itself, in a form that a creation may send; undefined if no example is valid. */
  schemaExample(): JsonObject | undefined {
    const { example, examples = [] } = this.source.contract.resolve(this.schema);
    const { body, isForeign } = this.adaptExample(this.withoutChosenId((example ?? examples[0] ?? null) as Json));
    const isUsableExample = isObject(body) && !isForeign && fits(this.schema, body, this.contextFor('shown'));
    return isUsableExample ? (body as JsonObject) : undefined;
  }

  /** Returns a probe for each optional field alone, with a value that differs from the current one. */
  fieldProbes(getCurrentValue: CurrentValueGetter): Probe[] {
    return this.properties.flatMap(({ name, schema, required }) => {
      const value = required ? undefined : this.value(name, schema, `field ${name}`, getCurrentValue(name));
      if (value === undefined) return [];
      return [this.#fieldProbe('field', name, `with ${JSON.stringify(name)} alone`, value, { detail: name })];
    });
  }

  /** Returns a probe with all fields that a server must accept, at once. */
  allFieldsProbe(getCurrentValue: CurrentValueGetter, salt = 'together'): Probe | undefined {
    const body = this.certainBody(getCurrentValue, salt);
    return body && this.createProbe('together', 'with all its fields', body);
  }

  /** Returns a probe with one item in each array for which other probes have several items. */
  shortArrayProbe(salt: string): Probe | undefined {
    const body: JsonObject = {};
    for (const { name, schema } of this.properties) {
      const value = this.value(name, schema, `${salt} ${name}`);
      const isLongArray = Array.isArray(value) && value.length > 1 && this.isCertainValue(name, schema, value);
      if (isLongArray && (this.source.contract.resolve(schema).minItems ?? 0) < 2) body[name] = value.slice(0, 1);
    }
    return this.#fieldsProbe('shorter', 'with arrays of one item', body);
  }

  /** Returns a probe in which each plain text mixes many scripts, emoji and right-to-left letters. */
  unicodeProbe(): Probe | undefined {
    const texts = this.changeableProperties.filter((property) => this.#isProse(property));
    const { salt } = this.contextFor('unicode');
    const body = Object.fromEntries(texts.map(({ name }) => [name, unicodeText(name, salt)]));
    return this.#fieldsProbe('unicode', 'with text in many writing systems', body);
  }

  /** Returns a probe with values that programs often lose or change. A server may refuse them, but not change them. */
  fragileValuesProbe(): Probe | undefined {
    const values = this.changeableProperties.flatMap(({ name, schema }) => {
      const value = fragileValue(schema, name, this.contextFor('hard'));
      return value !== undefined && this.isCertainValue(name, schema, value) ? [[name, value] as const] : [];
    });
    if (values.length === 0) return undefined;
    const body = this.withRequiredFields(Object.fromEntries(values));
    return this.createProbe('unicode', 'with values that are hard to store', body, {
      detail: 'hard',
      expect: 'either',
    });
  }

  /** Returns a probe with white space around a string. The server may keep it, trim it, or refuse the body. */
  paddedProbe(): Probe | undefined {
    const field = this.changeableProperties.find((property) => this.#isProse(property));
    if (!field) return undefined;
    const { name } = field;
    const description = `with white space around ${JSON.stringify(name)}`;
    const text = paddedText(name, this.contextFor('padded').salt);
    return this.#fieldProbe('padded', name, description, text, { expect: 'either' });
  }

  /** Returns probes with values at the bounds of the schema. Empty arrays come first, since they reveal most. */
  boundaryProbes(limit: number): Probe[] {
    const weightOf = ({ case: { kind }, body }: Probe): number =>
      kind !== 'boundary' ? 0 : isObject(body) && Object.values(body).some(isEmptyArray) ? 2 : 1;
    return this.changeableProperties
      .flatMap(({ name, schema }) =>
        boundaryValues(schema, name, this.contextFor(`boundary ${name}`)).map(({ about, value, expect }) => {
          const isEmpty = isEmptyArray(value);
          const isAllowed = expect === 'success' || (isEmpty && !this.#isParallel(schema));
          const isCertain = isAllowed && this.isCertainValue(name, schema, value);
          const kind = expect === 'success' || isEmpty ? 'boundary' : 'empty';
          const details: ProbeDetails = { detail: `${name} ${about}`, expect: isCertain ? 'success' : 'either' };
          return this.#fieldProbe(kind, name, `with the field ${about}`, value, details);
        }),
      )
      .sort((a, b) => weightOf(b) - weightOf(a))
      .slice(0, limit);
  }

  /** Merges probes of single fields into fewer requests. A server that accepts such a request accepts each value. */
  mergeProbes(probes: readonly Probe[]): { probe: Probe; sources: readonly Probe[] }[] {
    const layers: Map<string, Probe>[] = [];
    for (const probe of probes) {
      const { kind, pointer = '' } = probe.case;
      const canTakeProbe = (layer: Map<string, Probe>): boolean =>
        !layer.has(pointer) && [...layer.values()].every((probe) => probe.case.kind === kind);
      const freeLayer = layers.find(canTakeProbe);
      if (freeLayer) freeLayer.set(pointer, probe);
      else layers.push(new Map([[pointer, probe]]));
    }
    return layers.map((layer) => {
      const sources = [...layer.values()];
      const [first] = sources as [Probe];
      if (sources.length === 1) return { probe: first, sources };
      const { kind, expect } = first.case;
      const fields = sources.map((source) => {
        const [name = ''] = parsePointer(source.case.pointer ?? '');
        return [name, (source.body as JsonObject)[name] ?? null] as const;
      });
      const body = this.withRequiredFields(Object.fromEntries(fields));
      const haveSameExpectation = sources.every((source) => source.case.expect === expect);
      const parts = { detail: `${sources.length} at once`, expect: haveSameExpectation ? expect : ('either' as const) };
      return { probe: this.createProbe(kind, `with test values in ${sources.length} fields`, body, parts), sources };
    });
  }

  /** Returns a probe for each field that responses show but no request may set: a valid body with this field added. */
  readOnlyProbes(): Probe[] {
    const { contract } = this.source;
    const responseSchema = this.operation.success?.bodies[0]?.schema ?? {};
    const { properties } = fieldsOf(contract, responseSchema);
    return readOnlyFields(contract, responseSchema).flatMap((name) => {
      const value = sampleValue(properties.get(name) ?? {}, name, this.contextFor(`read-only ${name}`));
      if (value === undefined) return [];
      const body = { ...this.certainBody(() => undefined, `read-only ${name}`), [name]: value };
      const parts = { detail: name, pointer: `/${escapeToken(name)}`, expect: 'either' } as const;
      return [this.createProbe('read-only', `with ${JSON.stringify(name)}, which is read-only`, body, parts)];
    });
  }

  /** Returns probes that a server may accept or refuse, but that must not make it fail. */
  doubtfulProbes(nullLimit: number, longLimit: number): Probe[] {
    const properties = this.changeableProperties;
    const texts = properties.filter((property) => this.#isProse(property));
    const longProbes = texts.slice(0, longLimit).map(({ name }) => {
      const description = `with 10,000 characters for ${JSON.stringify(name)}`;
      return this.#fieldProbe('long', name, description, longText(10_000), { detail: name, expect: 'either' });
    });
    const canSendNull = isJson(this.operation.body?.media ?? 'application/json');
    const nullProbes = properties.slice(0, canSendNull ? nullLimit : 0).map(({ name }) => {
      const expect = this.#takesNull(name) ? 'success' : 'either';
      return this.#fieldProbe('null', name, `with null for ${JSON.stringify(name)}`, null, { detail: name, expect });
    });
    return [...longProbes, ...nullProbes, ...(properties.length > 0 ? [this.#extraFieldProbe(texts[0])] : [])];
  }

  /** Returns a probe with an unknown field and a known one: many servers refuse a body without a known field. */
  #extraFieldProbe(text: BodyProperty | undefined): Probe {
    const value = text && this.value(text.name, text.schema, 'extra field');
    const knownField = text && value !== undefined ? { [text.name]: value } : {};
    const body = this.withRequiredFields({ ...knownField, [unknownField]: 'check' });
    return this.createProbe('extra-field', 'with a field that the contract does not list', body, { expect: 'either' });
  }

  /** Returns a probe with one wrong field, for which a server must refuse the whole body; undefined if none suits. */
  partlyWrongProbe(getCurrentValue: CurrentValueGetter): Probe | undefined {
    const body = this.certainBody(getCurrentValue, 'mixed') ?? {};
    const findByType = (type: string): BodyProperty | undefined =>
      this.properties.find(({ schema }) => this.source.contract.resolve(schema).type === type);
    const wrongField = findByType('boolean') ?? findByType('integer');
    if (!wrongField || Object.keys(body).length < 2) return undefined;
    const { name } = wrongField;
    const description = `with ${JSON.stringify(name)} of a wrong type among valid fields`;
    const details = { expect: 'refusal', pointer: `/${escapeToken(name)}` } as const;
    return this.createProbe('mixed', description, { ...body, [name]: 'yes' }, details);
  }

  /** Whether the description of an array ties its number of items to something else, such as another array. */
  #isParallel(schema: Schema): boolean {
    const sameLengthPattern = /\bper [a-z]+|\bfor each\b|\bsame (?:length|number|size)\b/i;
    return sameLengthPattern.test(descriptionOf(this.source.contract, schema));
  }

  /** Whether a field may be null. In some documents, only the description says that it may not. */
  #takesNull(name: string): boolean {
    const schema = this.schemas.get(name) ?? {};
    const refusalPattern = /\bnull\b[^.]*\b(?:reject|refus|forbidden|invalid|not allowed)/i;
    const { contract } = this.source;
    return !refusalPattern.test(descriptionOf(contract, schema)) && allowsType(contract, schema, 'null');
  }
}

function isEmptyArray(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}
