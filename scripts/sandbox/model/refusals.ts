import { contract } from '../../../generated/contract.js';
import type { OpenApiDocument } from '../../contract/document.js';
import { sameJson } from '../../contract/json.js';
import { refusalBody } from '../../contract/refusal-body.js';
import type { Refusal, SandboxResponse } from './response.js';
import type { Schemas } from './schemas.js';
import { ShownValues } from './shown-values.js';

const name = 'ApiError';

/** Returns a function that gives refusals the form of a contract: the body of an example, with the detail in words. */
export function refusalsOf(document: OpenApiDocument, schemas: Schemas): (refusal: Refusal) => SandboxResponse {
  const schema = schemas.named(name);
  const template = schema && new ShownValues(document).of(schema, undefined, 0);
  if (!schema || template === undefined || sameJson(schema, contract.components['schemas']?.[name]))
    return (refusal) => refusal.toResponse();
  return (refusal) => {
    const { status, message, mistakes } = refusal;
    const detail = [message, ...mistakes.map((each) => `${each.pointer} ${each.message}.`)].join(' ');
    return { ...refusal.toResponse(), json: refusalBody(schemas.resolve, schema, template, { detail, status }) };
  };
}
