import { escapeToken, parsePointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import type { FindingFacts } from '../model/breach.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedBody } from '../model/contract/operations.js';

/** The schema for a part of a body, its place in the contract, and the source that states it. */
export interface SchemaPlace {
  /** JSON pointer of the schema. */
  pointer: string;
  schema: Schema;
  /** Whether the component of the schema is stated or answered; undefined outside of components. */
  isStated: boolean | undefined;
  /** The question whose answer settled the component; undefined if the interface description states it. */
  answeredQuestion?: string | undefined;
  /** Whether an overlay has changed a part of the component. */
  isCorrected?: boolean;
  /** The section of the interface description that states the component. */
  section: string | undefined;
  /** The open questions about this schema, and about the schemas that contain it. */
  questions: readonly string[];
}

/** Returns the standing of the schema for a finding: `inline` if it is in the operation and not in a component. */
export function schemaFacts(place: SchemaPlace): Pick<FindingFacts, 'schema' | 'schemaQuestion'> {
  const { isStated, answeredQuestion } = place;
  const schema = isStated === undefined ? 'inline' : isStated ? 'stated' : 'inferred';
  return { schema, ...(answeredQuestion !== undefined && { schemaQuestion: answeredQuestion }) };
}

/** Whether an overlay has set a keyword of the schema: it then counts as stated, whatever questions are open. */
export function isCorrectedAt(contract: CheckedContract, { isCorrected }: SchemaPlace, pointer: string): boolean {
  return isCorrected === true && contract.placeOf(pointer).corrected !== undefined;
}

/** Follows a JSON pointer through a value and its schema at once, to the last place that the schema describes. */
export function schemaPlace(contract: CheckedContract, body: CheckedBody, instancePath: string): SchemaPlace {
  const { pointer, schema } = body;
  let place = followReference(contract, { pointer, schema, isStated: undefined, section: undefined, questions: [] });
  for (const token of parsePointer(instancePath)) {
    const next = placeBelow(contract, place, token);
    if (!next) return place;
    place = next;
  }
  return place;
}

function followReference(contract: CheckedContract, place: SchemaPlace): SchemaPlace {
  let current = withQuestions(place);
  for (let depth = 0; current.schema.$ref?.startsWith('#/') && depth < 20; depth += 1) {
    const schema = contract.resolve({ $ref: current.schema.$ref });
    const provenance = schema['x-provenance'];
    const isStated = provenance?.stated === true;
    const answeredQuestion = isStated ? undefined : provenance?.answered;
    const target = {
      ...current,
      pointer: decodeURIComponent(current.schema.$ref.slice(1)),
      schema,
      isStated: isStated || answeredQuestion !== undefined,
      answeredQuestion,
      isCorrected: provenance?.corrected !== undefined,
      section: provenance?.section,
    };
    // An answer about the whole schema also settles all other questions about this schema.
    current = answeredQuestion === undefined ? withQuestions(target) : target;
  }
  return current;
}

function withQuestions(place: SchemaPlace): SchemaPlace {
  const ownQuestions = place.schema['x-unknown'];
  return ownQuestions ? { ...place, questions: [...place.questions, ...ownQuestions] } : place;
}

function placeBelow(contract: CheckedContract, place: SchemaPlace, token: string, depth = 0): SchemaPlace | undefined {
  if (depth > 10) return undefined;
  const { schema, pointer } = place;
  const stepInto = (keys: string, next: Schema): SchemaPlace =>
    followReference(contract, { ...place, pointer: `${pointer}/${keys}`, schema: next });
  const property = schema.properties && Object.hasOwn(schema.properties, token) ? schema.properties[token] : undefined;
  if (property) return stepInto(`properties/${escapeToken(token)}`, property);
  if (schema.items && /^\d+$/.test(token)) return stepInto('items', schema.items);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const [index, part] of (schema[keyword] ?? []).entries()) {
      const match = placeBelow(contract, stepInto(`${keyword}/${index}`, part), token, depth + 1);
      if (match) return match;
    }
  }
  return undefined;
}
