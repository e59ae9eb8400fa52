import { pathShape, withoutSlash } from '../../contract/path-template.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { caseOf, type Parameters } from '../model/request.js';
import type { VariationBase } from './distribution.js';
import { type CaseSource, createUnknownParameters } from './source.js';

/** A method that the check sends although no path declares it, and the paths to which it may be sent. */
export interface UndeclaredMethod extends VariationBase {
  name: string;
  /** `end`: only paths that end with an id. `ids`: only paths that contain an id. Each id in the request is unknown. */
  pathKind: 'everywhere' | 'ids' | 'end';
  /** Whether the method may make a server create something, so that it is sent only if the run may create resources. */
  mayCreate?: boolean;
  body?: string;
  /** Whether a 2xx is right: OPTIONS may describe methods (RFC 9110 §9.3.7), TRACE may return the request (§9.3.8). */
  maySucceed?: boolean;
}

/**
 * A method that is not in the registry of HTTP methods (RFC 9110 §16.1.1), so no server changes anything for it. UPnP
 * uses it to search for devices. Therefore servers that accept only known methods, such as those on Node.js, accept it.
 */
const unregisteredMethod: UndeclaredMethod = { name: 'm-search', pathKind: 'everywhere' };

/** Methods that change something. For a large contract, a path gets only the first one that it does not declare. */
const writeMethods: readonly UndeclaredMethod[] = [
  { name: 'put', pathKind: 'ids', mayCreate: true, body: '{}' },
  { name: 'delete', pathKind: 'end' },
  // PATCH has no body here, so a server has nothing from which it could create a resource.
  { name: 'patch', pathKind: 'end' },
];

/** Methods that a server may handle separately for each path. */
export const pathSpecificMethods: readonly UndeclaredMethod[] = [
  { name: 'options', pathKind: 'everywhere', maySucceed: true },
  { name: 'trace', pathKind: 'everywhere', maySucceed: true },
  { name: 'get', pathKind: 'ids' },
  { name: 'post', pathKind: 'ids', mayCreate: true, body: '{}' },
  ...writeMethods,
];

export const allMethods: readonly UndeclaredMethod[] = [unregisteredMethod, ...pathSpecificMethods];

/** The permissions of a run, which decide which requests it may send. */
export interface Permissions {
  mayCreate: boolean;
  /** Whether the server runs on this machine, so that no other machine can log the requests. */
  isLocal: boolean;
}

/**
 * Returns a request with a method that no path template of the contract declares for the URL; undefined if it may not
 * be sent. The ids in its path are unknown, so that it affects no existing resource.
 */
export function undeclaredMethodCase(
  source: CaseSource,
  operation: CheckedOperation,
  method: UndeclaredMethod,
  { mayCreate, isLocal }: Permissions,
): TestCase | undefined {
  const { pathKind, name } = method;
  const { path, pathParameters } = operation;
  if (method.mayCreate && !mayCreate) return undefined;
  if (pathKind !== 'everywhere' && pathParameters.length === 0) return undefined;
  // A run that may create resources tests a server that was started only for this test, so it may send the method even
  // to a path that contains an id but does not end with one.
  if (pathKind === 'end' && !mayCreate && !withoutSlash(path).endsWith('}')) return undefined;
  const parameters = createUnknownParameters(source, operation, 'method');
  if (!parameters || declaredMethods(source, path).has(name)) return undefined;
  return methodCase(operation, method, parameters, isLocal);
}

/** Returns a request with a method that the URL does not have. A server that accepts it may change the resource. */
export function methodCase(
  operation: CheckedOperation,
  { name, body, maySucceed = false }: UndeclaredMethod,
  parameters: Parameters,
  isLocal: boolean,
): TestCase {
  return caseOf(operation, {
    kind: 'undeclared-method',
    detail: name,
    about: `with ${name.toUpperCase()}, a method that the path does not have`,
    expect: maySucceed ? 'any' : 'refusal',
    parameters,
    method: name.toUpperCase(),
    // A TRACE response may repeat the request, and proxies can read it (RFC 9110 §9.3.8), so the key is wrong.
    ...(name === 'trace' && !isLocal && { key: 'wrong' as const }),
    ...(body !== undefined && { rawBody: { text: body, media: 'application/json' } }),
  });
}

/** Returns a request with an undeclared method: a write method if the run may create resources, else M-SEARCH. */
export function oneUndeclaredMethodCase(
  source: CaseSource,
  operation: CheckedOperation,
  mayCreate = false,
): TestCase | undefined {
  const declaredNames = declaredMethods(source, operation.path);
  const method = mayCreate ? writeMethods.find(({ name }) => !declaredNames.has(name)) : unregisteredMethod;
  if (!method) return undefined;
  return undeclaredMethodCase(source, operation, { ...method, pathKind: 'ids' }, { mayCreate, isLocal: false });
}

/**
 * Returns the methods that the contract declares for a path. Methods of another template that fits the URL do not
 * count: the more concrete path takes precedence (OAS 3.1 §4.8.8.2).
 */
export function declaredMethods({ contract }: Pick<CaseSource, 'contract'>, path: string): ReadonlySet<string> {
  const matches = contract.operations.filter((operation) => pathShape(operation.path) === pathShape(path));
  return new Set(matches.map(({ method }) => method));
}
