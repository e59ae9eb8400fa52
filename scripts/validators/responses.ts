import type { Middleware } from 'openapi-fetch';
import type { OperationId } from '../../generated/operation-table.js';
import { answers } from '../../generated/validators/parts/answers.js';
import type { ValidationIssue } from './validator.js';

/** An issue in a success response. */
export interface ResponseIssue extends ValidationIssue {
  readonly operationId: OperationId;
  /** The HTTP status of the response. */
  readonly status: number;
}

export interface ResponseValidationOptions {
  /** Called once for each issue, before the caller receives the response. If it throws, the call rejects. */
  readonly onIssue: (issue: ResponseIssue) => void;
}

/**
 * A middleware for `client.raw.use(…)` that checks each success response against the contract: its status, and its body
 * if JSON is documented. It changes nothing and rejects nothing; it ignores error responses (4xx, 5xx).
 */
export function validateResponses({ onIssue }: ResponseValidationOptions): Middleware {
  return {
    async onResponse({ request, response, schemaPath }) {
      const [operationId, status, validator] = answers[`${request.method.toLowerCase()} ${schemaPath}`] ?? [];
      if (operationId === undefined || !response.ok) return;
      const report = (issue: ValidationIssue): void => onIssue({ operationId, status: response.status, ...issue });
      const reportWhole = (message: string): void => report({ message, path: [], pointer: '' });
      if (response.status !== status) reportWhole(`Expected the status ${status}, found ${response.status}.`);
      if (response.status !== status || validator === undefined) return;
      const text = await response.clone().text();
      const json = parsed(text);
      if (json === undefined)
        reportWhole(`Expected a JSON body, found ${text === '' ? 'no body' : 'a body that is not JSON'}.`);
      else validator.validate(json.value).issues?.forEach(report);
    },
  };
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
