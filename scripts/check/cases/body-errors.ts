import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedContract, SchemaError } from '../model/contract.js';
import type { CheckedOperation } from '../model/operations.js';

/**
 * What a request body contradicts in the contract, by the same full validators that judge answers. The values that the
 * check makes follow the usual keywords only; before a server is accused over one of them, the whole schema has its
 * say.
 */
export function bodyErrors(
  contract: CheckedContract,
  operation: CheckedOperation,
  body: unknown,
): readonly SchemaError[] {
  const errors = contract.judge.request(operation, body);
  if (errors.length === 0) return errors;
  const { properties } = fieldsOf(contract, operation.body?.schema ?? {});
  // What is read-only is required of answers alone.
  return errors.filter(({ keyword, instancePath, params }) => {
    const missing =
      keyword === 'required' && instancePath === '' ? properties.get(String(params['missingProperty'])) : undefined;
    return !missing || contract.resolve(missing).readOnly !== true;
  });
}
