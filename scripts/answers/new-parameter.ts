import { fits } from '../check/values/fits.js';
import type { Json } from '../contract/json.js';
import { schemaResolver } from '../contract/references.js';
import type { Draft } from './draft.js';
import { derivedValue } from './example-values.js';
import { bodySchema } from './given-schema.js';
import { mistake } from './teaching.js';

/** A parameter, as OpenAPI writes it. */
export interface GivenParameter {
  name: string;
  in?: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: unknown;
  example?: unknown;
}

/**
 * The parameter of an operation that an answer gives. A required one gets an example, since each request needs a value.
 *
 * @param at JSON pointer of the parameter in the answer
 * @throws AnswerMistake for a wrong schema, and an example that does not fit it
 */
export function newParameter(draft: Draft, given: GivenParameter, at: string): Record<string, unknown> {
  const { name, in: place = 'path', required = place === 'path', description } = given;
  const schema = bodySchema(draft, given.schema, name, `${at}/schema`);
  const context = { resolve: schemaResolver(draft.document), references: () => [], salt: '' };
  if (given.example !== undefined && !fits(schema, given.example as Json, context))
    throw mistake(`${at}/example`, 'an example that fits the schema', given.example);
  const example = given.example ?? (required ? derivedValue(draft.document, schema, name, 'parameter') : undefined);
  return {
    name,
    in: place,
    ...(required && { required }),
    ...(description !== undefined && { description }),
    schema,
    ...(example !== undefined && { example }),
  };
}
