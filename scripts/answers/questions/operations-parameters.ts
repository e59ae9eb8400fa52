import type { Node } from '../../contract/json.js';
import { dereference } from '../../contract/references.js';
import { DerivedValues } from '../derived-values.js';
import { AnswerMistake, type Draft } from '../draft.js';
import { givenSchema } from '../given-schema.js';
import { contradiction, operationsNamed } from '../named.js';
import { shown } from '../schema-mistake.js';
import type { Teach } from '../teaching.js';

/** A parameter of the query or of the header, as OpenAPI writes it. */
interface GivenParameter {
  name: string;
  in: 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: unknown;
  example?: unknown;
}

/** Headers that OpenAPI describes in other ways (3.1 §4.8.12.2). */
const described = /^(?:accept|content-type|authorization)$/i;

/** The further parameters of operations, by operationId; an empty list for an operation that has none. */
export const operationsParameters: Teach<Record<string, GivenParameter[]>> = ({ draft, question, value }) => {
  for (const { placed, value: given, at } of operationsNamed(draft, value)) {
    const { operation } = placed;
    const all = new Map((operation.parameters ?? []).map((node) => [keyOf(dereference(draft.document, node)), node]));
    for (const [index, each] of given.entries()) {
      const place = `${at}/${index}`;
      if (each.required && operation['x-provenance'].stated.includes('request'))
        throw contradiction(`${place}/required`, placed, 'false', 'true');
      if (given.findIndex((other) => keyOf(other) === keyOf(each)) < index)
        throw new AnswerMistake(place, `expected each parameter once, found ${shown(each.name)} again. Remove it.`);
      all.set(keyOf(each), newParameter(draft, each, place));
    }
    if (all.size > 0) operation.parameters = [...all.values()];
    draft.settleFacet(placed, 'request', question);
  }
  return 'partly';
};

/** Names of headers are the same in any case. */
function keyOf({ in: place, name }: Node | GivenParameter): string {
  return `${place} ${place === 'header' ? String(name).toLowerCase() : name}`;
}

function newParameter(draft: Draft, given: GivenParameter, at: string): Record<string, unknown> {
  const { name, in: place, required = false, description } = given;
  if (place === 'header' && described.test(name))
    throw new AnswerMistake(
      `${at}/name`,
      `expected another header, found ${shown(name)}. Media types belong to operations.payloads, the key to ` +
        'auth.scheme-prefix.',
    );
  const schema = givenSchema(draft, given.schema, `${at}/schema`);
  const derived = new DerivedValues(draft);
  if (given.example !== undefined && !derived.fits(schema, given.example))
    throw new AnswerMistake(
      `${at}/example`,
      `expected an example that fits the schema, found ${shown(given.example)}.`,
    );
  // Each request and each sample has the required ones, and so needs a value.
  const example = given.example ?? (required ? derived.derive(schema, name) : undefined);
  return {
    name,
    in: place,
    ...(required && { required }),
    ...(description !== undefined && { description }),
    schema,
    ...(example !== undefined && { example }),
  };
}
