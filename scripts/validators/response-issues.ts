import type { Middleware } from 'openapi-fetch';
import type { ValidationIssue, Validator } from './validator.js';

/** An issue in a success response; `Id` is the id of an operation. */
export interface ResponseIssueOf<Id extends string> extends ValidationIssue {
  readonly operationId: Id;
  /** The HTTP status of the response. */
  readonly status: number;
}

export interface ResponseValidationOptionsOf<Id extends string> {
  /** Called once for each issue, before the caller receives the response. If it throws, the call rejects. */
  readonly onIssue: (issue: ResponseIssueOf<Id>) => void;
}

/**
 * The expected success responses by method and path, such as `get /the/{path}/`: the id of the operation, then its
 * statuses. After a status with a JSON body comes the validator of the body.
 */
export type ExpectedResponses<Id extends string> = Readonly<
  Record<string, readonly [operationId: Id, ...statuses: (number | Validator<unknown>)[]] | undefined>
>;

/**
 * A middleware for `client.raw.use(…)` that checks each success response: its status, and its body if JSON is
 * documented. It changes nothing and rejects nothing; it ignores error responses (4xx, 5xx).
 */
export function validatedResponses<Id extends string>(
  expected: ExpectedResponses<Id>,
  { onIssue }: ResponseValidationOptionsOf<Id>,
): Middleware {
  return {
    async onResponse({ request, response, schemaPath }) {
      const row = expected[`${request.method.toLowerCase()} ${schemaPath}`];
      if (row === undefined || !response.ok) return;
      const [operationId, ...rest] = row;
      const reportIssue = (issue: ValidationIssue): void => onIssue({ operationId, status: response.status, ...issue });
      const reportResponse = (message: string): void => reportIssue({ message, path: [], pointer: '' });
      const index = rest.indexOf(response.status);
      if (index < 0) {
        const statuses = rest.filter((each) => typeof each === 'number').join(' or ');
        reportResponse(`Expected the status ${statuses}, found ${response.status}.`);
        return;
      }
      const validator = rest[index + 1];
      if (typeof validator !== 'object') return;
      const text = await response.clone().text();
      const json = parseJson(text);
      if (json === undefined)
        reportResponse(`Expected a JSON body, found ${text === '' ? 'no body' : 'a body that is not JSON'}.`);
      else validator.validate(json.value).issues?.forEach(reportIssue);
    },
  };
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
