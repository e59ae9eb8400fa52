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
  const shortest = schema['x-answered']?.includes('errors.body') ? required(schemas, schema, template) : template;
  return (refusal, operationId) => {
    const { status, message, mistakes } = refusal;
    const detail = [message, ...mistakes.map((each) => `${each.pointer} ${each.message}.`)].join(' ');
    // That a resource does not exist needs no words.
    const form = status === 404 && operationId !== undefined ? shortest : template;
    return { ...refusal.toResponse(), json: refusalBody(schemas.resolve, schema, form, { detail, status }) };
  };
}

/** The same value without the fields that its schema does not require. */
function required({ resolve }: Pick<Schemas, 'resolve'>, node: Schema, value: Json): Json {
  const schema = resolve(node);
  const { properties = {}, required: names = [], items } = schema;
  if (Array.isArray(value)) return items ? value.map((each) => required({ resolve }, items, each)) : value;
  // Which fields such a schema requires depends on others.
  const isPlain = depending.every((keyword) => !Object.hasOwn(schema, keyword));
  if (!isObject(value) || !isPlain) return value;
  const kept = Object.entries(value).filter(([field]) => names.includes(field));
  return Object.fromEntries(
    kept.map(([field, each]) => {
      const below = properties[field];
      return [field, below ? required({ resolve }, below, each as Json) : (each as Json)];
    }),
  );
}
