import type { ValueContext } from '../check/values/context.js';
import { fits as fitsWithin } from '../check/values/fits.js';
import { sampleValue } from '../check/values/sample.js';
import { isObject, type Json, type JsonObject } from '../contract/json.js';
import { escapeToken, valueAt } from '../contract/pointer.js';
import { dereference } from '../contract/references.js';
import type { Schema } from '../contract/schema.js';
import { fieldsOf } from '../contract/schema-fields.js';
import type { Draft } from './draft.js';
import type { Example } from './example-values.js';
import { allExamples, bodiesOf } from './examples.js';

/** A value that fits its schema, and which parts of it nobody gave, as JSON pointers below a place. */
export interface Mended {
  value: Json;
  invented: string[];
}

/** Makes values for examples where an answer needs some and nobody gave any. */
export class DerivedValues {
  readonly #draft: Draft;
  readonly #context: ValueContext;
  /** The values that examples of the contract have for fields of each name. */
  readonly #known = new Map<string, Json[]>();

  constructor(draft: Draft) {
    this.#draft = draft;
    this.#context = { resolve: (schema) => draft.resolve(schema), references: () => [], salt: 'example' };
    for (const { value } of allExamples(draft.document)) this.#learn(value as Json);
  }

  fits(schema: Schema, value: unknown): boolean {
    return fitsWithin(schema, value as Json, this.#context);
  }

  /** A value for a field of this name: one that the contract's own examples have, or else one from the schema. */
  derive(schema: Schema, name: string): Json {
    const { examples = [], example, default: standard } = this.#draft.resolve(schema);
    const { properties } = fieldsOf(this.#draft, schema);
    const given = [example, ...examples, standard, ...(this.#known.get(name) ?? [])] as Json[];
    const found = given.find((value) => value !== undefined && this.fits(schema, value));
    if (found !== undefined) return found;
    const parts = [...properties].map(([key, property]) => [key, this.derive(property, key)] as const);
    const whole = Object.fromEntries(parts);
    if (parts.length > 0 && this.fits(schema, whole)) return whole;
    const words = name.replaceAll(/[_-]+|(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
    const text = words.charAt(0).toUpperCase() + words.slice(1);
    if (text !== '' && this.fits(schema, text)) return text;
    return sampleValue(schema, name, this.#context) ?? null;
  }

  /** The value, with what its schema forbids replaced, what it does not list left out, and what it requires added. */
  mend(schema: Schema, value: Json | undefined, name: string, at = ''): Mended {
    if (value === undefined) return { value: this.derive(schema, name), invented: [at] };
    const resolved = this.#draft.resolve(schema);
    if (Array.isArray(value) && resolved.items) {
      const items = value.map((item, index) => this.mend(resolved.items ?? {}, item, name, `${at}/${index}`));
      const mended = { value: items.map((each) => each.value), invented: items.flatMap((each) => each.invented) };
      if (this.fits(schema, mended.value)) return mended;
    }
    if (isObject(value)) {
      const mended = this.#mendFields(schema, value, at);
      if (this.fits(schema, mended.value)) return mended;
    }
    return this.fits(schema, value) ? { value, invented: [] } : { value: this.derive(schema, name), invented: [at] };
  }

  /** Mends each example of the contract that does not fit its schema any more. */
  mendExamples(): void {
    const { document } = this.#draft;
    for (const { schema, examples = {} } of bodiesOf(document)) {
      for (const [name, node] of Object.entries(examples)) {
        const example = dereference<Example>(document, node as Example);
        if (!this.fits(schema, example.value)) this.mendExample(example, schema, name);
      }
    }
  }

  /** Mends one example, and says in `x-invented` what nobody gave. */
  mendExample(example: Example, schema: Schema, name: string): void {
    const { value, invented } = this.mend(schema, example.value as Json, name);
    example.value = value;
    markInvented(example, invented);
  }

  #mendFields(schema: Schema, value: JsonObject, at: string): Mended {
    const { properties, required, open } = fieldsOf(this.#draft, schema);
    const invented: string[] = [];
    const fields: [string, Json][] = [];
    for (const name of new Set([...Object.keys(value), ...required])) {
      const property = properties.get(name);
      if (!property && !open && properties.size > 0 && !required.has(name)) continue;
      const old = Object.hasOwn(value, name) ? value[name] : undefined;
      const mended = this.mend(property ?? {}, old, name, `${at}/${escapeToken(name)}`);
      fields.push([name, mended.value]);
      invented.push(...mended.invented);
    }
    return { value: Object.fromEntries(fields), invented };
  }

  #learn(value: Json): void {
    if (Array.isArray(value)) for (const item of value) this.#learn(item);
    else if (isObject(value)) {
      for (const [name, below] of Object.entries(value)) {
        this.#known.set(name, [...(this.#known.get(name) ?? []), below]);
        this.#learn(below);
      }
    }
  }
}

/** Adds places to `x-invented` of an example, and removes those that it does not have any more. */
export function markInvented(example: Example, invented: readonly string[]): void {
  const all = [...new Set([...(example['x-invented'] ?? []), ...invented])].filter(
    (at) => valueAt(example.value, at) !== undefined,
  );
  if (all.length > 0) example['x-invented'] = all;
  else delete example['x-invented'];
}
