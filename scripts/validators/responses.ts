import type { Middleware } from 'openapi-fetch';
import type { OperationId } from '../../generated/operation-table.js';
import { answers } from '../../generated/validators/parts/answers.js';
import { taughtAtOnce } from '../answers/at-once.js';
import type { BodyValidators } from '../contract/body-compiler.js';
import { eachOperation, successOf } from '../contract/operations.js';
import { type ValidationIssue, type Validator, validator } from './validator.js';

/** An issue in a success response. */
export interface ResponseIssue extends ValidationIssue {
  readonly operationId: OperationId;
  /** The HTTP status of the response. */
  readonly status: number;
}

export interface ResponseValidationOptions {
  /** Called once for each issue, before the caller receives the response. If it throws, the call rejects. */
  readonly onIssue: (issue: ResponseIssue) => void;
  /** A file with answers to open questions of the contract, which then is as they say. It needs Node.js. */
  readonly answers?: string;
}

/**
 * A middleware for `client.raw.use(…)` that checks each success response against the contract: its status, and its body
 * if JSON is documented. It changes nothing and rejects nothing; it ignores error responses (4xx, 5xx).
 *
 * @throws Error for a mistake in the answers
 */
export function validateResponses({ onIssue, answers: file }: ResponseValidationOptions): Middleware {
  const table = file === undefined ? answers : taughtTable(file);
  return {
    async onResponse({ request, response, schemaPath }) {
      const [operationId, status, validator] = table[`${request.method.toLowerCase()} ${schemaPath}`] ?? [];
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

function taughtTable(file: string): typeof answers {
  const { document, validators } = taughtAtOnce(file);
  return Object.fromEntries(
    [...eachOperation(document)].map(({ id, method, path, operation }) => {
      const [status, response] = successOf(document, operation) ?? [];
      const isJson = Object.hasOwn(response?.content ?? {}, 'application/json');
      return [
        `${method} ${path}`,
        [id as OperationId, Number(status), isJson ? validatorFor(validators, id) : undefined],
      ];
    }),
  );
}

function validatorFor({ answers: functions }: BodyValidators, id: string): Validator<unknown> {
  return validator((value, at, notes) => {
    const validate = functions[id];
    if (!validate || validate(value)) return;
    for (const { instancePath, message = 'does not fit its schema' } of validate.errors ?? [])
      notes.push([at + instancePath, `The value ${message}.`]);
  });
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
