// The exports of 'directory-contract/runtime': what files of "directory-contract generate" need at run time. It is not
// meant for other code, and may change in any version.
import * as client from '../client/index.js';

export type { Client, Middleware } from 'openapi-fetch';
export * from '../client/index.js';
export type { ResponseIssueOf, ResponseValidationOptionsOf } from '../validators/response-issues.js';
export type { ValidationIssue, ValidationResult, Validator } from '../validators/validator.js';

/**
 * The forms of generated code that this run time serves. Raise `newest` if new code needs a new function. Raise both to
 * the same number if older code would no longer work.
 */
export const forms = { oldest: 1, newest: 2 } as const;

/**
 * Returns the run time of a generated client.
 *
 * @param form the form of the code: `forms.newest` of the version that made it
 * @param version the version of the package that made the code
 * @throws Error with a sentence if this version of the package does not serve such code
 */
export function runTimeFor(form: number, version: string): typeof client {
  if (form > forms.newest)
    throw new Error(
      `directory-contract ${version} made this client, and the installed version is older. ` +
        `Install ${version} or later.`,
    );
  if (form < forms.oldest)
    throw new Error(
      `directory-contract ${version} made this client, and the installed version works differently. Run ` +
        '"npx directory-contract generate" again.',
    );
  return client;
}
