import type { Middleware } from 'openapi-fetch';
import type { OperationId } from '../../generated/operation-table.js';
import { answers } from '../../generated/validators/parts/answers.js';
import { type ResponseIssueOf, type ResponseValidationOptionsOf, validatedResponses } from './response-issues.js';

/** An issue in a success response. */
export type ResponseIssue = ResponseIssueOf<OperationId>;

export type ResponseValidationOptions = ResponseValidationOptionsOf<OperationId>;

/**
 * A middleware for `client.raw.use(…)` that checks each success response against the contract: its status, and its body
 * if JSON is documented. It changes nothing and rejects nothing; it ignores error responses (4xx, 5xx).
 */
export function validateResponses(options: ResponseValidationOptions): Middleware {
  return validatedResponses(answers, options);
}
