import { contract } from '../../../generated/contract.js';
import type { OpenApiDocument } from '../../contract/document.js';
import { isObject, type Json, sameJson } from '../../contract/json.js';
import { refusalBody } from '../../contract/refusal-body.js';
import type { Schema } from '../../contract/schema.js';
import type { Refusal, SandboxResponse } from './response.js';
import type { Schemas } from './schemas.js';
import { ShownValues } from './shown-values.js';

const name = 'ApiError';

const depending = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'minProperties', 'dependentRequired', 'dependentSchemas'];

/** The response of a refusal; of the operation that refuses, undefined if no operation has the path. */
export type Refuse = (refusal: Refusal, operationId: string | undefined) => SandboxResponse;

/** Returns a function that gives refusals the form of a contract: the body of an example, with the detail in words. */
export function refusalsOf(document: OpenApiDocument, schemas: Schemas): Refuse {
  const schema = schemas.named(name);
  const template = schema && new ShownValues(document).of(schema, undefined, 0);
  if (!schema || template === undefined || sameJson(schema, contract.components['schemas']?.[name]))
    return (refusal) => refusal.toResponse();
  // A caller learns what may be absent only where it is absent.
  const isAnswered = schema['x-answered']?.includes('errors.body');
  const [short, shortest] = [false, true].map((isShortest) =>
    isAnswered ? required(schemas, schema, template, isShortest) : template,
  );
  return (refusal, operationId) => {
    const { status, message, mistakes } = refusal;
    const detail = [message, ...mistakes.map((each) => `${each.pointer} ${each.message}.`)].join(' ');
    // That a resource does not exist needs no words.
    const isMissing = status === 404 && operationId !== undefined;
    const form = (isMissing && (operationId.startsWith('list') ? shortest : short)) || template;
    return { ...refusal.toResponse(), json: refusalBody(schemas.resolve, schema, form, { detail, status }) };
  };
}

/**
 * The same value without the fields that its schema does not require.
 *
 * @param isShortest whether also without objects and lists; otherwise they stay, to show what may be absent in them
 */
function required({ resolve }: Pick<Schemas, 'resolve'>, node: Schema, value: Json, isShortest: boolean): Json {
  const schema = resolve(node);
  const { properties = {}, required: names = [], items } = schema;
  const inside = (below: Schema, each: Json): Json => required({ resolve }, below, each, isShortest);
  if (Array.isArray(value)) return items ? value.map((each) => inside(items, each)) : value;
  // Which fields such a schema requires depends on others.
  const isPlain = depending.every((keyword) => !Object.hasOwn(schema, keyword));
  if (!isObject(value) || !isPlain) return value;
  const stays = (field: string, each: unknown): boolean =>
    names.includes(field) || (!isShortest && typeof each === 'object' && each !== null);
  const kept = Object.entries(value).filter(([field, each]) => stays(field, each));
  return Object.fromEntries(
    kept.map(([field, each]) => [field, properties[field] ? inside(properties[field], each as Json) : (each as Json)]),
  );
}
