import type { Security } from '../../contract/security.js';
import { visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import { type CheckedContract, withOperations } from '../model/contract.js';
import type { CheckedOperation, CheckedParameter } from '../model/operations.js';
import type { CheckOptions } from '../model/options.js';
import type { Scope } from '../model/scope.js';
import { type CredentialOptions, hasKey } from '../transport/credentials.js';
import { refuseHeaders } from '../transport/held-headers.js';
import { chosenSecurity } from './chosen-security.js';
import { givenValue } from './given-parameters.js';
import { readsFor } from './run.js';

type Preparation = Pick<CheckOptions, 'auth' | 'parameters' | 'headers'>;

/**
 * The contract as a run uses it: with the values of parameters and the headers that the user has given, and with the
 * security that the user has chosen. The same contract if there is nothing to change.
 *
 * @throws UsageError for a header or a security scheme that cannot be used
 */
export function preparedContract(contract: CheckedContract, options: Preparation): CheckedContract {
  const { auth, parameters = {}, headers = {} } = options;
  refuseHeaders(headers);
  const chosen = auth === undefined ? undefined : chosenSecurity(auth, contract);
  const isWanted = contract.operations.some(({ wantsCredentials }) => wantsCredentials);
  const held = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const isGiven = ({ operation, parameter }: Placed): boolean =>
    parameter.in !== 'path' && givenValue(operation, parameter, parameters) !== undefined;
  const isHeld = ({ parameter }: Placed): boolean =>
    parameter.in === 'header' && held.has(parameter.name.toLowerCase());
  const placed = contract.operations.flatMap((operation) =>
    operation.parameters.map((parameter) => ({ operation, parameter })),
  );
  const hasHeaders = held.size > 0;
  if (!chosen && !hasHeaders && !placed.some(isGiven)) return contract;
  const prepared = withOperations(contract, (operation) => ({
    ...operation,
    parameters: operation.parameters.map((parameter): CheckedParameter => {
      const given = parameter.in === 'path' ? undefined : givenValue(operation, parameter, parameters);
      return {
        ...parameter,
        ...(given !== undefined && { given }),
        ...(isHeld({ operation, parameter }) && { isHeld: true }),
      };
    }),
    ...(chosen && (operation.wantsCredentials || !isWanted) && { security: chosen }),
  }));
  for (const { security } of prepared.operations) refuseKeyHeader(headers, security);
  return hasHeaders ? { ...prepared, headers } : prepared;
}

interface Placed {
  operation: CheckedOperation;
  parameter: CheckedParameter;
}

/** @throws UsageError for a header that contains the key */
function refuseKeyHeader(headers: Readonly<Record<string, string>>, security: Security): void {
  const own = headerWithKey(security);
  const name = Object.keys(headers).find((each) => each.toLowerCase() === own);
  if (name === undefined) return;
  throw new UsageError(
    `The header ${visible(name, 100)} contains the key, so --header cannot set it. Set the key in DIRECTORY_API_KEY, ` +
      'and remove the header.',
  );
}

function headerWithKey(security: Security): string | undefined {
  switch (security.kind) {
    case 'header':
      return security.name.toLowerCase();
    case 'bearer':
    case 'basic':
      return 'authorization';
    case 'cookie':
      return 'cookie';
    case 'query':
    case 'none':
      return undefined;
  }
}

/** Whether requests of an operation are refused without a key, as far as the contract says. */
export function wantsKey({ security, isKeyOptional }: CheckedOperation): boolean {
  return security.kind !== 'none' && isKeyOptional !== true;
}

/**
 * Whether a run is possible without a key: there is none, and neither the operations in scope nor those that find
 * their ids want one.
 */
export function isKeyless(
  contract: CheckedContract,
  { has }: Pick<Scope, 'has'>,
  options: CredentialOptions & Pick<CheckOptions, 'parameters'>,
): boolean {
  if (hasKey(options)) return false;
  if (!contract.operations.some(wantsKey)) return true;
  const { parameters = {} } = options;
  const called = [...contract.operations.filter(has), ...readsFor(contract, has)];
  const isFound = ({ id, pathParameters }: CheckedOperation): boolean =>
    pathParameters.every((name) => (parameters[`${id}.${name}`] ?? parameters[name]) !== undefined);
  return called.every((operation) => !wantsKey(operation) && isFound(operation));
}

/** The contract for a run without a key. */
export function withoutKeys(contract: CheckedContract): CheckedContract {
  return withOperations(contract, (operation) => ({ ...operation, security: { kind: 'none' } }));
}
