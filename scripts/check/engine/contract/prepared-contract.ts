import { type Security, securityIn } from '../../../contract/security.js';
import { suggest } from '../../../text/did-you-mean.js';
import { sanitize } from '../../../text/escape.js';
import { UsageError } from '../../../text/usage-error.js';
import { type CheckedContract, withOperations } from '../../model/contract/contract.js';
import type { CheckedOperation, CheckedParameter } from '../../model/contract/operations.js';
import { authForms, authPattern, type CheckOptions } from '../../model/options.js';
import type { Scope } from '../../model/scope.js';
import { userParameters } from '../../session/fixtures.js';
import { type CredentialOptions, hasKey } from '../../transport/credentials.js';
import { checkHeaders, isConnectionHeader, isHeaderName } from '../../transport/secret-headers.js';
import { findNeededReads } from '../run.js';
import { givenValueOf, withGivenParts } from './given-parameters.js';

type PrepareOptions = Pick<CheckOptions, 'auth' | 'parameters' | 'headers'>;

/**
 * Returns the contract with the parameter values, headers and security from the user. Returns the same object if
 * nothing changes.
 *
 * @throws UsageError for a header or a security scheme that cannot be used
 */
export function prepareContract(contract: CheckedContract, options: PrepareOptions): CheckedContract {
  const { auth, parameters = {}, headers = {} } = options;
  checkHeaders(headers);
  const userSecurity = auth === undefined ? undefined : readSecurity(auth, contract);
  const isKeyWanted = contract.operations.some(({ wantsCredentials }) => wantsCredentials);
  const headerNames = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  if (!userSecurity && headerNames.size === 0 && Object.keys(parameters).length === 0) return contract;
  const result = withOperations(contract, (operation) => ({
    ...operation,
    ...(operation.body && { body: withGivenParts(contract, operation, parameters) }),
    parameters: operation.parameters.map((parameter): CheckedParameter => {
      const userValue = parameter.in === 'path' ? undefined : givenValueOf(operation, parameter, parameters);
      const isCommonHeader = parameter.in === 'header' && headerNames.has(parameter.name.toLowerCase());
      return { ...parameter, ...(userValue !== undefined && { userValue }), ...(isCommonHeader && { isCommonHeader }) };
    }),
    ...(userSecurity && (operation.wantsCredentials || !isKeyWanted) && { security: userSecurity }),
  }));
  for (const { security } of result.operations) refuseKeyHeader(headers, security);
  return headerNames.size > 0 ? { ...result, headers } : result;
}

/** @throws UsageError if the user sets the header in which the key is sent */
function refuseKeyHeader(headers: Readonly<Record<string, string>>, security: Security): void {
  const keyHeader = headerWithKey(security);
  const name = Object.keys(headers).find((name) => name.toLowerCase() === keyHeader);
  if (name === undefined) return;
  throw new UsageError(
    `The check sends the key in the header ${sanitize(name, 100)}, so --header cannot set this header. Set the key ` +
      'in DIRECTORY_API_KEY, and remove this --header.',
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

export function requiresKey({ security, isKeyOptional }: CheckedOperation): boolean {
  return security.kind !== 'none' && isKeyOptional !== true;
}

/** Whether the user gave no key, and neither the operations in scope nor the reads that find their ids require one. */
export function isKeyless(
  contract: CheckedContract,
  { has }: Pick<Scope, 'has'>,
  options: CredentialOptions & Pick<CheckOptions, 'parameters'>,
): boolean {
  if (hasKey(options)) return false;
  if (!contract.operations.some(requiresKey)) return true;
  const { parameters = {} } = options;
  const neededOperations = [...contract.operations.filter(has), ...findNeededReads(contract, has)];
  const areIdsGiven = (operation: CheckedOperation): boolean =>
    Object.keys(userParameters(operation.pathParameters, parameters, operation)).length ===
    operation.pathParameters.length;
  return neededOperations.every((operation) => !requiresKey(operation) && areIdsGiven(operation));
}

export function withoutKeys(contract: CheckedContract): CheckedContract {
  return withOperations(contract, (operation) => ({ ...operation, security: { kind: 'none' } }));
}

/** Reads how the key is sent, from a value of `--auth`. @throws UsageError if it is invalid or cannot be used */
function readSecurity(auth: string, { document }: Pick<CheckedContract, 'document'>): Security {
  const [, kind, name = ''] = /^(\w+)(?:=(.+))?$/s.exec(auth) ?? [];
  if (!new RegExp(authPattern, 's').test(auth))
    throw new UsageError(`Expected --auth with ${authForms}, found "${sanitize(auth, 100)}".`);
  switch (kind) {
    case 'bearer':
    case 'basic':
      return { kind };
    case 'query':
      return { kind, name };
    case 'scheme':
      return securityOfScheme(name, document.components?.['securitySchemes']);
    default:
      if (!isHeaderName(name) || isConnectionHeader(name))
        throw new UsageError(
          `Expected --auth with the name of a ${kind} that can contain a key, found "${sanitize(name, 100)}". Use ` +
            'letters, digits and "-".',
        );
      return { kind: kind as 'header' | 'cookie', name };
  }

  function securityOfScheme(schemeName: string, schemes: unknown): Security {
    const all = (schemes ?? {}) as Record<string, { $ref: string }>;
    const node = Object.hasOwn(all, schemeName) ? all[schemeName] : undefined;
    if (!node)
      throw new UsageError(
        `The contract has no security scheme "${sanitize(schemeName, 100)}". ` +
          (suggest(schemeName, Object.keys(all)) ||
            `The contract declares no security schemes. Use another form of --auth: ${authForms}.`),
      );
    const security = securityIn(document, node);
    if (security) return security;
    throw new UsageError(
      `The check does not support the type of the security scheme ${sanitize(schemeName, 100)}. It supports bearer ` +
        'and basic authentication, and keys in a header, a query or a cookie.',
    );
  }
}

interface ContractAndBaseUrl {
  contract: CheckedContract;
  baseUrl: string;
  notes: string[];
}

/**
 * Adds the server paths of the contract to the base URL from the user, unless that URL already has a path. A path that
 * all operations share becomes the end of the base URL. Different paths become the beginnings of the operations' paths.
 */
export function addServerPaths(contract: CheckedContract, baseUrl: string): ContractAndBaseUrl {
  const { servers } = contract;
  const unchangedResult = { contract, baseUrl, notes: [] };
  if (!servers || !URL.canParse(baseUrl) || new URL(baseUrl).pathname !== '/') return unchangedResult;
  const paths = [...new Set(servers.pathByOperation.values())];
  const [firstPath = ''] = paths;
  if (paths.length <= 1 && firstPath === '') return unchangedResult;
  const address = baseUrl.replace(/\/+$/, '');
  const notes = [serverPathsNote(paths, servers.choices)];
  if (paths.length <= 1) return { contract, baseUrl: `${address}${firstPath}`, notes };
  const result = withOperations(contract, (operation) => {
    return { ...operation, path: (servers.pathByOperation.get(operation.pointer) ?? '') + operation.path };
  });
  return { contract: result, baseUrl, notes };
}

function serverPathsNote(paths: readonly string[], choices: readonly string[]): string {
  const pathText = (path: string): string => (path === '' ? 'no path' : path);
  const [firstPath = ''] = paths;
  const pathNote =
    paths.length > 1
      ? 'Each operation uses the server path that the contract declares for the operation: ' +
        `${paths.map(pathText).join(', ')}.`
      : `Requests go to ${pathText(firstPath)}, the path of the server in the contract.`;
  const choiceNote =
    choices.length > 1
      ? ` The contract has servers with different paths (${choices.map(pathText).join(', ')}); the first is used.`
      : '';
  return `${pathNote}${choiceNote} To use another path, write it at the end of --base-url.`;
}
