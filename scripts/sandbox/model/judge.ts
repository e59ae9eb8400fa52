import type { Validate, ValidationError } from '../../../generated/body-validators.js';
import type { RequestMistake } from './response.js';

/** The precompiled schemas of one contract, by operationId. */
export interface Validators {
  requests: Readonly<Record<string, Validate | undefined>>;
  answers: Readonly<Record<string, Validate | undefined>>;
}

/** Says what does not fit a schema of the contract; nothing does not fit where there is no schema. */
export interface Judge {
  /** The JSON of a request. */
  request(operationId: string, value: unknown): RequestMistake[];
  /** The body of a success answer. */
  answer(operationId: string, value: unknown): RequestMistake[];
}

/** Mistakes that are told of one body; further ones are of the same kinds, in most. */
const mostMistakes = 100;

export function createJudge({ requests, answers }: Validators): Judge {
  return {
    request: (operationId, value) => judge(requests[operationId], value),
    answer: (operationId, value) => judge(answers[operationId], value),
  };
}

function judge(validate: Validate | undefined, value: unknown): RequestMistake[] {
  if (!validate || validate(value)) return [];
  return (validate.errors ?? []).slice(0, mostMistakes).map(mistakeOf);
}

function mistakeOf({ instancePath, message }: ValidationError): RequestMistake {
  return { pointer: instancePath, message: message ?? 'is wrong' };
}
