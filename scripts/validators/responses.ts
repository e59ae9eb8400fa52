import type { Middleware } from 'openapi-fetch';
import type { OperationId } from '../../generated/operation-table.js';
import { expected } from '../../generated/validators/parts/validators.js';
import { loadTaughtContract } from '../answers/load-taught-contract.js';
import type { BodyRules } from '../contract/body-rules.js';
import { jsonBodyOf } from '../contract/json-success.js';
import { eachOperation, successesOf } from '../contract/operations.js';
import { isSlowPattern } from '../contract/pattern.js';
import {
  type ExpectedResponses,
  type ResponseIssueOf,
  type ResponseValidationOptionsOf,
  validatedResponses,
} from './response-issues.js';
import { type Validator, validator } from './validator.js';

/** An issue in a success response. */
export type ResponseIssue = ResponseIssueOf<OperationId>;

export interface ResponseValidationOptions extends ResponseValidationOptionsOf<OperationId> {
  /** A file with answers to open questions of the contract, which the validation applies. This option needs Node.js. */
  readonly answers?: string;
}

/**
 * A middleware for `client.raw.use(…)` that checks each success response against the contract: its status, and its body
 * if JSON is documented. It changes nothing and rejects nothing; it ignores error responses (4xx, 5xx).
 *
 * @throws Error for a mistake in the answers
 */
export function validateResponses({ answers: file, ...options }: ResponseValidationOptions): Middleware {
  return validatedResponses(file === undefined ? expected : readTableWithAnswers(file), options);
}

function readTableWithAnswers(file: string): ExpectedResponses<OperationId> {
  const { document, validators } = loadTaughtContract(file);
  return Object.fromEntries(
    [...eachOperation(document)].map(({ id, method, path, operation }) => {
      const validator = createValidator(validators, id);
      const statuses = successesOf(document, operation).flatMap(([status, { content }]) => [
        Number(status),
        ...(validator && jsonBodyOf(content) ? [validator] : []),
      ]);
      return [`${method} ${path}`, [id as OperationId, ...statuses]];
    }),
  );
}

function createValidator({ responses: rules }: BodyRules, id: string): Validator<unknown> | undefined {
  return rules[id] && validator(rules[id], (error) => (isSlowPattern(error) ? error.message : undefined));
}
