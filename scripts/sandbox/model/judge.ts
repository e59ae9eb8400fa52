import type { Validate, ValidationError } from '../../../generated/body-validators.js';
import type { RequestMistake } from './response.js';

/** The precompiled schemas of one contract, by operationId. */
export interface Validators {
  requests: Readonly<Record<string, Validate | undefined>>;
  answers: Readonly<Record<string, Validate | undefined>>;
}

/** Lists how a value violates a schema of the contract; the list is empty if the contract has no schema for it. */
export interface Judge {
  /** The JSON of a request. */
  request(operationId: string, value: unknown): RequestMistake[];
  /** The body of a success response. */
  response(operationId: string, value: unknown): RequestMistake[];
}

/** The most mistakes reported for one body; further ones are mostly of the same kinds. */
const mostMistakes = 100;

export function createJudge({ requests, answers }: Validators): Judge {
  return {
    request: (operationId, value) => judge(requests[operationId], value),
    response: (operationId, value) => judge(answers[operationId], value),
  };
}

function judge(validate: Validate | undefined, value: unknown): RequestMistake[] {
  if (!validate || validate(value)) return [];
  return (validate.errors ?? []).slice(0, mostMistakes).map(mistakeOf);
}

function mistakeOf({ instancePath, message }: ValidationError): RequestMistake {
  return { pointer: instancePath, message: message ?? 'is wrong' };
}
