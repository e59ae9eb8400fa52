import { createDocumentRules, findSchemaErrors, type SchemaError } from '../../../contract/body-rules.js';
import type { OpenApiDocument } from '../../../contract/document.js';
import { isJson } from '../../../contract/json-success.js';
import { isSlowPattern } from '../../../contract/pattern.js';
import { valueAt } from '../../../contract/pointer.js';
import type { RequestSchemas } from '../../../contract/request-schemas.js';
import type { RuleOptions } from '../../../contract/schema-rules.js';
import { runBounded } from '../../../system/time-limit.js';
import type { CheckedOperation } from './operations.js';

/** The error for a body that could not be judged in time. */
const tooSlowError = { instancePath: '', keyword: 'too-slow', params: {}, message: 'takes too long to judge' };

/** Checks bodies against the schemas of one contract. Returns no errors for a valid body, or without a schema. */
export interface BodyJudge {
  /** Checks a request body, which must not have read-only fields, even if the schema requires them. */
  request(operation: CheckedOperation, value: unknown): readonly SchemaError[];
  /** Checks a response body. `status` and `media` are as in the contract: `200`, `4XX`, `default`; `application/*`. */
  response(operation: CheckedOperation, status: string, value: unknown, media?: string): readonly SchemaError[];
}

/** Maximum milliseconds to judge a request body. */
const timeLimit = 1000;

/** Returns a judge that uses the schemas in the document itself, since copies of them could become outdated. */
export function createBodyJudge(
  document: OpenApiDocument,
  requests: RequestSchemas,
  pattern?: RuleOptions['pattern'],
): BodyJudge {
  const ruleOf = createDocumentRules(document, pattern);
  const requestRuleOf = createDocumentRules(document, pattern, ($ref) => requests.resolve({ $ref }));
  const errorsAt = (pointer: string, value: unknown): readonly SchemaError[] => {
    const schema = valueAt(document, pointer);
    // A media type may have no schema.
    return schema === undefined ? [] : findSchemaErrors(ruleOf(schema), value);
  };
  return {
    // Judging has a time limit, since no signal can stop it, and it delays the request.
    request({ body }, value) {
      if (!body || !isJson(body.media)) return [];
      try {
        const rule = requestRuleOf(requests.schemaOf(body.schema));
        const outcome = runBounded(() => findSchemaErrors(rule, value), { milliseconds: timeLimit });
        return outcome.stoppedBy === undefined ? outcome.value : [tooSlowError];
      } catch (error) {
        if (isSlowPattern(error)) return [tooSlowError];
        throw error;
      }
    },
    response({ responses }, status, value, media = 'application/json') {
      const bodies = responses.find((response) => response.status === status)?.bodies ?? [];
      const body = bodies.find((body) => body.media === media);
      return body && (isJson(media) || media.includes('*')) ? errorsAt(body.pointer, value) : [];
    },
  };
}
