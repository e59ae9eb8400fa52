import type { JsonObject } from '../../contract/json.js';
import { isObject, type Json } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import { escapeToken, parsePointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { allowsType, fieldsOf, readOnlyFields } from '../../contract/schema-fields.js';
import { type Expectation, type TestCase, unknownField } from '../model/case.js';
import { caseOf } from '../model/request.js';
import { fits } from '../values/fits.js';
import { boundaryValues } from '../values/limits.js';
import { type BodyProperty, sampleValue } from '../values/sample.js';
import { longText, paddedText, unicodeText } from '../values/text.js';
import { BodyValues, type CurrentValue } from './body-values.js';
import { descriptionOf, isPlainText } from './certainty.js';

/** A request body that a server must or may accept, and its test case. */
export interface Probe {
  case: TestCase;
  body: Json;
  /** The probe to send if the server refuses this one, which may repeat a value that has to be unique. */
  fallback?: Probe;
}

/** The details of a probe: its name among others of its kind, its expectation, and the field that it tests. */
interface ProbeParts {
  detail?: string;
  /** By default the expectation that follows from the values in the body. */
  expect?: Expectation;
  pointer?: string;
}

/** The request bodies of an operation: with several fields at once, or with one field beside the required ones. */
export class Bodies extends BodyValues {
  probe(kind: TestCase['kind'], about: string, body: Json, { detail, pointer, expect }: ProbeParts = {}): Probe {
    const { operation, parameters, round } = this;
    const { media = 'application/json', isFile = false } = operation.body ?? {};
    const expectation = expect ?? this.expectationOf(body);
    // No schema describes everything in a file or in a JSON Patch.
    const isMeaningful = !isFile && isJson(media) && !/json-patch/i.test(media);
    const isValid = (): boolean => isMeaningful && this.source.contract.judge.request(operation, body).length === 0;
    const caseDetail = [round, detail].filter(Boolean).join(' ');
    const testCase = caseOf(operation, {
      ...{ kind, about, parameters, body },
      expect: expectation === 'success' && !isValid() ? 'either' : expectation,
      ...(caseDetail !== '' && { detail: caseDetail }),
      ...(pointer !== undefined && { pointer }),
    });
    return { case: testCase, body };
  }

  #fieldProbe(kind: TestCase['kind'], name: string, about: string, value: Json, parts: ProbeParts): Probe {
    return this.probe(kind, about, this.withRequired({ [name]: value }), {
      pointer: `/${escapeToken(name)}`,
      ...parts,
    });
  }

  #fieldsProbe(kind: TestCase['kind'], about: string, body: JsonObject): Probe | undefined {
    return Object.keys(body).length > 0 ? this.probe(kind, about, this.withRequired(body)) : undefined;
  }

  /** Whether any text in any script may be the value of a field. */
  #isProse({ name, schema }: BodyProperty): boolean {
    return isPlainText(this.source.contract, name, schema);
  }

  /** Each example of the contract, with ids of existing resources in place of others. */
  examples(): Probe[] {
    return (this.operation.body?.examples ?? []).map(({ name, value }) => {
      const { body, isForeign } = this.adaptExample(value as Json);
      const expect = isForeign ? 'either' : this.expectationOf(body);
      const about = `with the example ${name}`;
      const uniqueBody = this.makeUnique(body);
      if (!uniqueBody) return this.probe('example', about, body, { detail: name, expect });
      const parts = { detail: `${name} unique`, expect };
      const fallback = this.probe('example', `${about}, in which texts are unique`, uniqueBody, parts);
      return { ...this.probe('example', about, body, { detail: name, expect: 'either' }), fallback };
    });
  }

  /** The example of the schema itself, as a creation may send it; undefined if there is none that fits. */
  schemaExample(): JsonObject | undefined {
    const { example, examples = [] } = this.source.contract.resolve(this.schema);
    const { body, isForeign } = this.adaptExample(this.withoutChosenId((example ?? examples[0] ?? null) as Json));
    const isFit = isObject(body) && !isForeign && fits(this.schema, body, this.contextFor('shown'));
    return isFit ? (body as JsonObject) : undefined;
  }

  /** Each field alone, with a value that the resource does not have. */
  fields(current: CurrentValue): Probe[] {
    return this.properties.flatMap(({ name, schema, required }) => {
      const value = required ? undefined : this.value(name, schema, `field ${name}`, current(name));
      if (value === undefined) return [];
      return [this.#fieldProbe('field', name, `with ${JSON.stringify(name)} alone`, value, { detail: name })];
    });
  }

  /** All fields that a server must accept, at once. */
  allFieldsProbe(current: CurrentValue, salt = 'together'): Probe | undefined {
    const body = this.certainBody(current, salt);
    return body && this.probe('together', 'with all its fields', body);
  }

  /** Every array that was sent with several objects, now with one object. */
  shortArrayProbe(salt: string): Probe | undefined {
    const body: JsonObject = {};
    for (const { name, schema } of this.properties) {
      const value = this.value(name, schema, `${salt} ${name}`);
      const isLong = Array.isArray(value) && value.length > 1 && this.isCertainOf(name, schema, value);
      if (isLong && (this.source.contract.resolve(schema).minItems ?? 0) < 2) body[name] = value.slice(0, 1);
    }
    return this.#fieldsProbe('shorter', 'with arrays of one item', body);
  }

  /** All plain texts in many scripts, with emoji and right-to-left text. */
  unicodeProbe(): Probe | undefined {
    const texts = this.changeable.filter((each) => this.#isProse(each));
    const { salt } = this.contextFor('unicode');
    const body = Object.fromEntries(texts.map(({ name }) => [name, unicodeText(name, salt)]));
    return this.#fieldsProbe('unicode', 'with texts in many scripts', body);
  }

  /** A text with white space around it: only the service knows if it keeps it. */
  paddedProbe(): Probe | undefined {
    const field = this.changeable.find((each) => this.#isProse(each));
    if (!field) return undefined;
    const { name } = field;
    const about = `with white space around ${JSON.stringify(name)}`;
    return this.#fieldProbe('padded', name, about, paddedText(name, this.contextFor('padded').salt), {
      expect: 'either',
    });
  }

  /** Values at the bounds of the schema, the most revealing first: an empty array, then other bounds. */
  boundaries(limit: number): Probe[] {
    const weight = ({ case: { kind }, body }: Probe): number =>
      kind !== 'boundary' ? 0 : isObject(body) && Object.values(body).some(isEmptyArray) ? 2 : 1;
    return this.changeable
      .flatMap(({ name, schema }) =>
        boundaryValues(schema, name, this.contextFor(`boundary ${name}`)).map(({ about, value, expect }) => {
          const isEmpty = isEmptyArray(value);
          const isAllowed = expect === 'success' || (isEmpty && !this.#isParallel(schema));
          const isSure = isAllowed && this.isCertainOf(name, schema, value);
          return this.#fieldProbe(
            expect === 'success' || isEmpty ? 'boundary' : 'empty',
            name,
            `with ${JSON.stringify(name)} ${about}`,
            value,
            { detail: `${name} ${about}`, expect: isSure ? 'success' : 'either' },
          );
        }),
      )
      .sort((a, b) => weight(b) - weight(a))
      .slice(0, limit);
  }

  /** Merges probes of single fields into fewer requests: a server that accepts one accepts each of its values. */
  mergeProbes(probes: readonly Probe[]): { probe: Probe; sources: readonly Probe[] }[] {
    const layers: Map<string, Probe>[] = [];
    for (const probe of probes) {
      const { kind, pointer = '' } = probe.case;
      const isFree = (layer: Map<string, Probe>): boolean =>
        !layer.has(pointer) && [...layer.values()].every((each) => each.case.kind === kind);
      const freeLayer = layers.find(isFree);
      if (freeLayer) freeLayer.set(pointer, probe);
      else layers.push(new Map([[pointer, probe]]));
    }
    return layers.map((layer) => {
      const sources = [...layer.values()];
      const [first] = sources as [Probe];
      if (sources.length === 1) return { probe: first, sources };
      const { kind, expect } = first.case;
      const fields = sources.map((each) => {
        const [name = ''] = parsePointer(each.case.pointer ?? '');
        return [name, (each.body as JsonObject)[name] ?? null] as const;
      });
      const body = { ...(first.body as JsonObject), ...Object.fromEntries(fields) };
      const isUniform = sources.every((each) => each.case.expect === expect);
      const parts = { detail: `${sources.length} at once`, expect: isUniform ? expect : ('either' as const) };
      return { probe: this.probe(kind, `with ${sources.length} of its fields so at once`, body, parts), sources };
    });
  }

  /** Values for fields that responses show and no request may set; undefined if the contract marks no such field. */
  readOnlyProbe(): Probe | undefined {
    const { contract } = this.source;
    const responseSchema = this.operation.success?.bodies[0]?.schema ?? {};
    const { properties } = fieldsOf(contract, responseSchema);
    const fieldValues: JsonObject = {};
    for (const name of readOnlyFields(contract, responseSchema)) {
      const value = sampleValue(properties.get(name) ?? {}, name, this.contextFor(`read-only ${name}`));
      if (value !== undefined) fieldValues[name] = value;
    }
    if (Object.keys(fieldValues).length === 0) return undefined;
    const body = { ...this.certainBody(() => undefined, 'read-only'), ...fieldValues };
    return this.probe('read-only', 'with fields that are read-only', body, { expect: 'either' });
  }

  /** Values that a server may accept or refuse, but that must not crash it. */
  doubtfulProbes(nullLimit: number, longLimit: number): Probe[] {
    const properties = this.changeable;
    const texts = properties.filter((each) => this.#isProse(each));
    const longProbes = texts.slice(0, longLimit).map(({ name }) => {
      const about = `with 10,000 characters for ${JSON.stringify(name)}`;
      return this.#fieldProbe('long', name, about, longText(10_000), { detail: name, expect: 'either' });
    });
    const nullProbes = properties.slice(0, nullLimit).map(({ name }) => {
      const expect = this.#takesNull(name) ? 'success' : 'either';
      return this.#fieldProbe('null', name, `with null for ${JSON.stringify(name)}`, null, { detail: name, expect });
    });
    return [...longProbes, ...nullProbes, ...(properties.length > 0 ? [this.#extraFieldProbe(texts[0])] : [])];
  }

  /** An unknown field beside a known one: many servers refuse a body without any field that they know. */
  #extraFieldProbe(text: BodyProperty | undefined): Probe {
    const value = text && this.value(text.name, text.schema, 'extra field');
    const knownField = text && value !== undefined ? { [text.name]: value } : {};
    const body = this.withRequired({ ...knownField, [unknownField]: 'check' });
    return this.probe('extra-field', 'with a field that the contract does not know', body, { expect: 'either' });
  }

  /** Valid fields together with a wrong one: the server must store all of them or none. */
  mixedProbe(current: CurrentValue): Probe | undefined {
    const body = this.certainBody(current, 'mixed') ?? {};
    const findByType = (type: string): BodyProperty | undefined =>
      this.properties.find(({ schema }) => this.source.contract.resolve(schema).type === type);
    const wrongField = findByType('boolean') ?? findByType('integer');
    if (!wrongField || Object.keys(body).length < 2) return undefined;
    const { name } = wrongField;
    const about = `with ${JSON.stringify(name)} of a wrong type among valid fields`;
    return this.probe(
      'mixed',
      about,
      { ...body, [name]: 'yes' },
      {
        expect: 'refusal',
        pointer: `/${escapeToken(name)}`,
      },
    );
  }

  /** Whether the description of an array says that it has as many items as something else. */
  #isParallel(schema: Schema): boolean {
    const parallelWords = /\bper [a-z]+|\bfor each\b|\bsame (?:length|number|size)\b/i;
    return parallelWords.test(descriptionOf(this.source.contract, schema));
  }

  /** Whether a field may be null; some documents say only in words that it may not. */
  #takesNull(name: string): boolean {
    const schema = this.schemas.get(name) ?? {};
    const refusalWords = /\bnull\b[^.]*\b(?:reject|refus|forbidden|invalid|not allowed)/i;
    const { contract } = this.source;
    return !refusalWords.test(descriptionOf(contract, schema)) && allowsType(contract, schema, 'null');
  }
}

function isEmptyArray(value: Json): boolean {
  return Array.isArray(value) && value.length === 0;
}
