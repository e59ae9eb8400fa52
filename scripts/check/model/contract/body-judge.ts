import { documentRules, type SchemaError, schemaErrors } from '../../../contract/body-rules.js';
import type { OpenApiDocument } from '../../../contract/document.js';
import { isJson } from '../../../contract/json-success.js';
import { isSlowPattern } from '../../../contract/pattern.js';
import { valueAt } from '../../../contract/pointer.js';
import { schemaResolver } from '../../../contract/references.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import type { RuleOptions } from '../../../contract/schema-rules.js';
import { runBounded } from '../../../system/time-limit.js';
import type { CheckedOperation } from './operations.js';

/** Reported for a body that could not be judged in time. */
const tooSlowError: SchemaError = {
  instancePath: '',
  keyword: 'too-slow',
  params: {},
  message: 'takes too long to judge',
};

/**
 * Checks bodies against the schemas of one contract. Returns no errors if the body is valid, or if it has no schema.
 */
export interface BodyJudge {
  /** Checks a request body. A read-only field may be missing in it, even if the schema requires the field. */
  request(operation: CheckedOperation, value: unknown): readonly SchemaError[];
  /**
   * Checks a response body. `status` and `media` are written as in the contract: `200`, `4XX`, `default`;
   * `application/json`, `application/*`.
   */
  response(operation: CheckedOperation, status: string, value: unknown, media?: string): readonly SchemaError[];
}

/** Maximum milliseconds to judge a request body. */
const timeLimit = 1000;

/** Returns a judge that uses the schemas in the document itself, since copies of them could become outdated. */
export function bodyJudge(document: OpenApiDocument, pattern?: RuleOptions['pattern']): BodyJudge {
  const ruleOf = documentRules(document, pattern);
  const contract = { resolve: schemaResolver(document) };
  const errorsAt = (pointer: string, value: unknown): readonly SchemaError[] => {
    const schema = valueAt(document, pointer);
    // A media type may have no schema.
    return schema === undefined ? [] : schemaErrors(ruleOf(schema), value);
  };
  return {
    // This has a time limit, since it runs before a request is sent, and no signal can stop it.
    request({ body }, value) {
      if (!body || !isJson(body.media)) return [];
      const isReadOnly = (name: string): boolean => {
        const field = fieldsOf(contract, body.schema).properties.get(name);
        return field !== undefined && contract.resolve(field).readOnly === true;
      };
      try {
        const outcome = runBounded(() => errorsAt(body.pointer, value), { milliseconds: timeLimit });
        if (outcome.stoppedBy !== undefined) return [tooSlowError];
        return outcome.value.filter(
          ({ keyword, instancePath, params }) =>
            keyword !== 'required' || instancePath !== '' || !isReadOnly(String(params['missingProperty'])),
        );
      } catch (error) {
        if (isSlowPattern(error)) return [tooSlowError];
        throw error;
      }
    },
    response({ responses }, status, value, media = 'application/json') {
      const bodies = responses.find((each) => each.status === status)?.bodies ?? [];
      const body = bodies.find((each) => each.media === media);
      return body && (isJson(media) || media.includes('*')) ? errorsAt(body.pointer, value) : [];
    },
  };
}
