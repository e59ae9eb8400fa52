import { escapeToken, parsePointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { Grounds } from '../model/fault.js';

/** The place of a schema in the contract, for a part of a body. */
export interface SchemaPlace {
  /** JSON pointer of the schema. */
  pointer: string;
  schema: Schema;
  /**
   * Whether the interface description states the component that contains the schema, or somebody has answered it;
   * undefined outside of components.
   */
  stated: boolean | undefined;
  /** The question whose answer the component rests on, if nobody states it. */
  answered?: string | undefined;
  /** Whether an overlay has changed something in the component. */
  isCorrected?: boolean;
  /** The section of the interface description that states the component. */
  section: string | undefined;
  /** The open questions that this schema, or one that contains it, depends on. */
  questions: readonly string[];
}

/** Whether the contract states the schema; a schema in the operation itself counts as its responses do. */
export function factOf({ stated, answered }: SchemaPlace): Pick<Grounds, 'schema' | 'schemaQuestion'> {
  const schema = stated === undefined ? 'inline' : stated ? 'stated' : 'inferred';
  return { schema, ...(answered !== undefined && { schemaQuestion: answered }) };
}

/** Whether an overlay has set a keyword of the schema. It then weighs as if it were stated, whatever is open there. */
export function isCorrectedAt(contract: CheckedContract, { isCorrected }: SchemaPlace, pointer: string): boolean {
  return isCorrected === true && contract.place(pointer).corrected !== undefined;
}

/** Follows a JSON pointer into a value down its schema; returns the last known place if the schema ends earlier. */
export function schemaPlace(contract: CheckedContract, schema: Schema, pointer: string, instance: string): SchemaPlace {
  let place = followed(contract, { pointer, schema, stated: undefined, section: undefined, questions: [] });
  for (const token of parsePointer(instance)) {
    const next = below(contract, place, token, 0);
    if (!next) return place;
    place = next;
  }
  return place;
}

function followed(contract: CheckedContract, place: SchemaPlace): SchemaPlace {
  let at = withQuestions(place);
  for (let depth = 0; at.schema.$ref?.startsWith('#/') && depth < 20; depth += 1) {
    const schema = contract.resolve({ $ref: at.schema.$ref });
    const provenance = schema['x-provenance'];
    const isStated = provenance?.stated === true;
    const answered = isStated ? undefined : provenance?.answered;
    const target = {
      ...at,
      pointer: decodeURIComponent(at.schema.$ref.slice(1)),
      schema,
      stated: isStated || answered !== undefined,
      answered,
      isCorrected: provenance?.corrected !== undefined,
      section: provenance?.section,
    };
    // An answer about the whole schema leaves nothing open that another question asks about it.
    at = answered === undefined ? withQuestions(target) : target;
  }
  return at;
}

function withQuestions(place: SchemaPlace): SchemaPlace {
  const own = place.schema['x-unknown'];
  return own ? { ...place, questions: [...place.questions, ...own] } : place;
}

function below(contract: CheckedContract, place: SchemaPlace, token: string, depth: number): SchemaPlace | undefined {
  if (depth > 10) return undefined;
  const { schema, pointer } = place;
  const step = (keys: string, next: Schema): SchemaPlace =>
    followed(contract, { ...place, pointer: `${pointer}/${keys}`, schema: next });
  const property = schema.properties && Object.hasOwn(schema.properties, token) ? schema.properties[token] : undefined;
  if (property) return step(`properties/${escapeToken(token)}`, property);
  if (schema.items && /^\d+$/.test(token)) return step('items', schema.items);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const [index, part] of (schema[keyword] ?? []).entries()) {
      const found = below(contract, step(`${keyword}/${index}`, part), token, depth + 1);
      if (found) return found;
    }
  }
  return undefined;
}
