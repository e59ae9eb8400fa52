import { formOf, withoutSlash } from '../../contract/path-template.js';
import type { TestCase } from './case.js';
import type { CheckedContract } from './contract/contract.js';
import type { CheckedOperation } from './contract/operations.js';
import { resourcesWithout } from './contract/resources.js';
import { decoded, type Scope } from './scope.js';

/** The contract with resources that have no operation that is never called. */
export function calledContract(contract: CheckedContract, scope: Scope): CheckedContract {
  return {
    ...contract,
    resources: resourcesWithout(contract.resources, (operation) => scope.whyNever(operation) !== undefined),
  };
}

/** The number of segments of a path; only paths with as many have its form, and counting is faster than matching. */
function depthOf(path: string): number {
  return withoutSlash(path).split('/').length;
}

/**
 * Returns why a request must not be sent; undefined if it may be. It is the last test of each request, whatever made
 * it: no request may reach an operation that is never called, not even by its path.
 */
export function callGate(
  contract: CheckedContract,
  scope: Scope,
): (testCase: Pick<TestCase, 'operationId' | 'kind' | 'request'>) => string | undefined {
  const forms = contract.operations.map((operation) => ({
    operation,
    form: new RegExp(formOf(operation.path), 'i'),
    depth: depthOf(operation.path),
    size: operation.pathParameters.length,
  }));
  const isFree = forms.every(({ operation }) => scope.whyNever(operation) === undefined);
  /** Plain paths take precedence over paths with parameters (OpenAPI 3.1, Paths Object). */
  const nearest = (path: string, fits: (operation: CheckedOperation) => boolean): CheckedOperation | undefined => {
    const plain = decoded(path);
    const [depth, plainDepth] = [depthOf(path), depthOf(plain)];
    return forms
      .filter(
        (each) =>
          fits(each.operation) &&
          ((each.depth === depth && each.form.test(path)) || (each.depth === plainDepth && each.form.test(plain))),
      )
      .sort((one, other) => one.size - other.size)[0]?.operation;
  };
  return ({ operationId, kind, request }) => {
    const own = contract.operation(operationId);
    const never = own && scope.whyNever(own);
    if (never !== undefined) return never;
    const isLink = kind === 'href';
    const notFollowed = isLink ? scope.whyNotFollowed(request.path) : undefined;
    if (notFollowed !== undefined) return `The path ${request.path} was not followed, ${notFollowed}.`;
    if (isFree) return undefined;
    const path = request.path.split(/[?#]/, 1)[0] ?? '';
    const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
    // A path that exists only with other methods is not followed either.
    const meant =
      nearest(path, (operation) => operation.method === method) ?? (isLink ? nearest(path, () => true) : undefined);
    const reason = meant && scope.whyNever(meant);
    return reason !== undefined && isLink
      ? `The path ${request.path} was not followed, because it leads to ${meant?.id}, which is not called.`
      : reason;
  };
}
