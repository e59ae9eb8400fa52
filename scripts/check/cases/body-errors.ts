import type { SchemaError } from '../../contract/body-rules.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';

/**
 * Returns the errors of a request body, found by the full validators that also judge responses. The values that the
 * check makes follow only common keywords, so the whole schema must accept them before the check blames a server.
 */
export function bodyErrors(
  contract: CheckedContract,
  operation: CheckedOperation,
  body: unknown,
): readonly SchemaError[] {
  const errors = contract.judge.request(operation, body);
  if (errors.length === 0) return errors;
  const { properties } = fieldsOf(contract, operation.body?.schema ?? {});
  // Read-only fields are required only in responses.
  return errors.filter(({ keyword, instancePath, params }) => {
    const missing =
      keyword === 'required' && instancePath === '' ? properties.get(String(params['missingProperty'])) : undefined;
    return !missing || contract.resolve(missing).readOnly !== true;
  });
}
