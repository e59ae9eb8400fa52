import { type BodyRules, schemaErrors } from '../../contract/body-rules.js';
import type { Rule } from '../../contract/schema-rules.js';
import type { RequestMistake } from './response.js';

/** Lists how a value violates a schema of the contract; the list is empty if the contract has no schema for it. */
export interface Judge {
  /** The JSON of a request. */
  request(operationId: string, value: unknown): RequestMistake[];
  /** The body of a success response. */
  response(operationId: string, value: unknown): RequestMistake[];
}

/** The most mistakes reported for one body; further ones are mostly of the same kinds. */
const mostMistakes = 100;

export function createJudge({ requests, answers }: BodyRules): Judge {
  return {
    request: (operationId, value) => judge(requests[operationId], value),
    response: (operationId, value) => judge(answers[operationId], value),
  };
}

function judge(rule: Rule | undefined, value: unknown): RequestMistake[] {
  return schemaErrors(rule, value)
    .slice(0, mostMistakes)
    .map(({ instancePath, message }) => ({ pointer: instancePath, message }));
}
