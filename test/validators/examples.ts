import { contract } from '../../generated/contract.js';
import type { MediaType, OpenApiResponse } from '../../scripts/contract/document.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { dereference } from '../../scripts/contract/references.js';
import type { Schema } from '../../scripts/contract/schema.js';
import type { Validator } from '../../scripts/validators/index.js';
import * as exported from '../../scripts/validators/index.js';

/** The names of all schemas in the contract. */
export const schemaNames = Object.keys(contract.components['schemas'] ?? {});

export function validatorOf(schema: string): Validator<unknown> {
  const name = schema.charAt(0).toLowerCase() + schema.slice(1);
  const validator = (exported as unknown as Record<string, Validator<unknown> | undefined>)[name];
  if (validator === undefined) throw new Error(`The validator ${name} does not exist.`);
  return validator;
}

/** A named example, or a part of an example, and the schema that it must match. */
export interface Example {
  name: string;
  schema: string;
  value: unknown;
}

/** All named examples of bodies, and their parts that have a named schema; each once per schema. */
export const examples: readonly Example[] = [
  ...new Map([...uses()].map((use) => [`${use.name} ${use.schema}`, use])).values(),
];

function* uses(): Iterable<Example> {
  for (const { operation } of eachOperation(contract)) {
    yield* ofContent(operation.requestBody?.content);
    for (const node of Object.values(operation.responses))
      yield* ofContent(dereference<OpenApiResponse>(contract, node).content);
  }
}

function* ofContent(content: Record<string, MediaType> | undefined): Iterable<Example> {
  for (const { schema, examples: namedExamples } of Object.values(content ?? {})) {
    for (const [name, example] of Object.entries(namedExamples ?? {})) {
      yield* partsOf(name, schema, dereference<{ value?: unknown }>(contract, example).value);
    }
  }
}

function* partsOf(name: string, schema: Schema, value: unknown): Iterable<Example> {
  const { $ref, allOf = [], properties = {}, items } = schema;
  if ($ref !== undefined) {
    const referred = $ref.replace('#/components/schemas/', '');
    yield { name, schema: referred, value };
    yield* partsOf(name, contract.components['schemas']?.[referred] as Schema, value);
  }
  for (const part of allOf) yield* partsOf(name, part, value);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* partsOf(`${name}/${index}`, items ?? {}, item);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      if (Object.hasOwn(properties, key)) yield* partsOf(`${name}/${key}`, properties[key] ?? {}, part);
    }
  }
}
