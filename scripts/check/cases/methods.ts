import { withoutSlash } from '../../contract/path-template.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { caseOf, type Parameters } from '../model/request.js';
import type { VariationBase } from './distribution.js';
import { type CaseSource, unknownParameters } from './source.js';

/** A method that the check sends although no path declares it, and the paths to which it may be sent. */
export interface UndeclaredMethod extends VariationBase {
  name: string;
  /** `end`: paths that end with an id; `ids`: paths with an id anywhere. Every id in such a path is an unknown one. */
  at: 'everywhere' | 'ids' | 'end';
  /** Whether a server may create something by it, so that the run needs the permission to create. */
  mayCreate?: boolean;
  body?: string;
  /** Whether a 2xx is right: to describe the methods (RFC 9110 §9.3.7), or to show what arrived (§9.3.8). */
  maySucceed?: boolean;
}

/**
 * A method that HTTP does not register (RFC 9110 §16.1.1), so no server changes anything for it. UPnP uses it to search
 * for devices, which is why servers that accept only known methods, such as Node.js, accept it.
 */
const unregisteredMethod: UndeclaredMethod = { name: 'm-search', at: 'everywhere' };

/** Methods that change something, in the order in which one of them is chosen for a large contract. */
const changingMethods: readonly UndeclaredMethod[] = [
  { name: 'put', at: 'ids', mayCreate: true, body: '{}' },
  { name: 'delete', at: 'end' },
  // Without a body there is nothing that a server could create.
  { name: 'patch', at: 'end' },
];

/** Methods that a server may handle separately for each path. */
export const otherMethods: readonly UndeclaredMethod[] = [
  { name: 'options', at: 'everywhere', maySucceed: true },
  { name: 'trace', at: 'everywhere', maySucceed: true },
  { name: 'get', at: 'ids' },
  { name: 'post', at: 'ids', mayCreate: true, body: '{}' },
  ...changingMethods,
];

export const allMethods: readonly UndeclaredMethod[] = [unregisteredMethod, ...otherMethods];

/** The permissions of a run, which decide what it may send. */
export interface Permissions {
  mayCreate: boolean;
  /** Whether the server runs on this machine: then no other machine can log the requests. */
  isLocal: boolean;
}

/**
 * Returns a request by a method that no template of the contract has for the URL; undefined if it may not be sent. The
 * ids in its path are unknown, so that it affects no existing resource.
 */
export function undeclaredCase(
  source: CaseSource,
  operation: CheckedOperation,
  method: UndeclaredMethod,
  { mayCreate, isLocal }: Permissions,
): TestCase | undefined {
  const { at, name } = method;
  const { path, pathParameters } = operation;
  if (method.mayCreate && !mayCreate) return undefined;
  if (at !== 'everywhere' && pathParameters.length === 0) return undefined;
  // A run that may create resources tests a server that was started for it.
  if (at === 'end' && !mayCreate && !withoutSlash(path).endsWith('}')) return undefined;
  const parameters = unknownParameters(source, operation, 'method');
  if (!parameters || declaredMethods(source, path).has(name)) return undefined;
  return methodCase(operation, method, parameters, isLocal);
}

/** Returns a request, to a resource that the run can afford to lose, by a method that the URL does not have. */
export function methodCase(
  operation: CheckedOperation,
  { name, body, maySucceed = false }: UndeclaredMethod,
  parameters: Parameters,
  isLocal: boolean,
): TestCase {
  return caseOf(operation, {
    kind: 'undeclared-method',
    detail: name,
    about: `by ${name.toUpperCase()}, which the path does not have`,
    expect: maySucceed ? 'any' : 'refusal',
    parameters,
    method: name.toUpperCase(),
    // A server may return everything that it receives by TRACE, and proxies may see it (RFC 9110 §9.3.8).
    ...(name === 'trace' && !isLocal && { key: 'wrong' as const }),
    ...(body !== undefined && { raw: { text: body, media: 'application/json' } }),
  });
}

/** Returns a request by an undocumented method; where the run may create resources, one that servers may support. */
export function someMethodCase(
  source: CaseSource,
  operation: CheckedOperation,
  mayCreate = false,
): TestCase | undefined {
  if (operation.pathParameters.length === 0) return undefined;
  const declaredNames = declaredMethods(source, operation.path);
  const method = mayCreate ? changingMethods.find(({ name }) => !declaredNames.has(name)) : unregisteredMethod;
  return method && undeclaredCase(source, operation, { ...method, at: 'ids' }, { mayCreate, isLocal: false });
}

/** Returns the methods of all templates that could match the same URL. */
export function declaredMethods({ contract }: Pick<CaseSource, 'contract'>, path: string): ReadonlySet<string> {
  const ownSegments = path.split('/');
  const couldMatch = (segments: readonly string[]): boolean =>
    segments.length === ownSegments.length &&
    segments.every(
      (part, index) => part === ownSegments[index] || part.startsWith('{') || ownSegments[index]?.startsWith('{'),
    );
  const matches = contract.operations.filter((each) => couldMatch(each.path.split('/')));
  return new Set(matches.map(({ method }) => method));
}
