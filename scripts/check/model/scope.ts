import { decoded, formOf, literalPattern, withoutSlash } from '../../contract/path-template.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { visible } from '../../text/escape.js';
import type { TestCase } from './case.js';
import type { CheckedContract } from './contract/contract.js';
import type { CheckedOperation } from './contract/operations.js';
import { resourcesWithout } from './contract/resources.js';
import { neverCalledBy, neverCalledIn } from './never-called.js';
import type { CheckOptions } from './options.js';

/** The operations that a run checks, and why it leaves out others. */
export interface Scope {
  has(operation: CheckedOperation): boolean;
  whyNot(operation: CheckedOperation): string;
  /** Whether `--only` names the operation: then it is called whatever its name. */
  isNamed(operation: CheckedOperation): boolean;
  /** Why an operation is never called, not even to find ids or to prepare another; undefined if it may be called. */
  whyNever(operation: CheckedOperation): string | undefined;
  /** Why a path of a response is not followed, as the end of a sentence; undefined if it may be followed. */
  whyNotFollowed(path: string): string | undefined;
}

type ScopeOptions = Pick<CheckOptions, 'include' | 'only' | 'exclude' | 'shard' | 'har'> & {
  operations: readonly CheckedOperation[];
  changed?: ReadonlySet<string>;
  /** The number of the shard of each operation; by default they take turns. */
  cut?: ReadonlyMap<string, number>;
};

/**
 * Stated operations, all reads, and the standings that `--include` names are in scope; `--only` and `--shard` select
 * among them. An answered operation also belongs to the standing that it has without answers, so that answers neither
 * add requests to a run nor remove some. Operations that `--exclude` names, or that would end a session or stop a
 * server, are never called; of the latter, `--only` can name one.
 */
export function scopeOf(options: ScopeOptions): Scope {
  const { include = [], only, exclude = [], shard, har, operations, changed, cut } = options;
  const included = new Set<string>(['stated', ...include]);
  const indexes = new Map(operations.map(({ id }, index) => [id, index]));
  const isNamed = ({ id }: CheckedOperation): boolean => only?.includes(id) === true;
  const whyNever = (operation: CheckedOperation): string | undefined => {
    const named = exclude.find((each) => isExcludedBy(each, operation));
    if (named !== undefined) return `--exclude ${named} excludes it.`;
    // A recording is only judged, so nothing is called.
    const entry = isNamed(operation) || har !== undefined ? undefined : neverCalledBy(operation);
    return (
      entry &&
      `It is never called, because its name or path contains "${entry}", which could end the session, the key or ` +
        `the server. --only ${operation.id} calls it.`
    );
  };
  const reason = (operation: CheckedOperation): string | undefined => {
    const { id, method, standing, untaught = standing } = operation;
    const never = whyNever(operation);
    if (never !== undefined) return never;
    if (only && !isNamed(operation)) return '--only does not name it.';
    if (changed && !changed.has(id)) return 'It is the same in the contract of --changed-from.';
    if (!only && method !== 'get' && !included.has(standing) && !included.has(untaught))
      return `It is ${standing}; --include ${standing} includes it.`;
    if (shard && (cut?.get(id) ?? ((indexes.get(id) ?? 0) % shard.count) + 1) !== shard.index)
      return `It belongs to a shard other than ${shard.index}/${shard.count}.`;
    return undefined;
  };
  return {
    has: (operation) => reason(operation) === undefined,
    whyNot: (operation) => reason(operation) ?? '',
    isNamed,
    whyNever,
    whyNotFollowed(path) {
      const plain = decoded(path);
      const named = exclude.find((each) => each.startsWith('/') && fitsPattern(each, plain.split(/[?#]/, 1)[0] ?? ''));
      if (named !== undefined) return `because --exclude ${named} excludes it`;
      const entry = neverCalledIn(plain);
      return entry && `because it contains "${entry}"`;
    },
  };
}

/** Whether a value of `--exclude` is a pattern of paths; else it is an operationId or a tag. */
function isPattern(named: string): boolean {
  return named.startsWith('/');
}

/** Whether a path fits a pattern. `*` stands for any text, slashes included; a slash at the end makes no difference. */
export function fitsPattern(pattern: string, path: string): boolean {
  const parts = withoutSlash(pattern).split('*').map(literalPattern);
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(withoutSlash(path));
}

/** Whether a value of `--exclude` names an operation: by its operationId, a tag, or a pattern that its path fits. */
export function isExcludedBy(
  named: string,
  { id, tags, path }: Pick<CheckedOperation, 'id' | 'tags' | 'path'>,
): boolean {
  return isPattern(named) ? fitsPattern(named, path) : named === id || tags.includes(named);
}

/**
 * Returns the error for a value of `--exclude` that excludes nothing: because of a typo, the check would call
 * operations that must not be called.
 */
export function unmatchedExclusion(
  exclude: readonly string[],
  operations: readonly CheckedOperation[],
): string | undefined {
  const vain = exclude.find((named) => !operations.some((operation) => isExcludedBy(named, operation)));
  if (vain === undefined) return undefined;
  const known = operations.flatMap(({ id, tags, path }) => (isPattern(vain) ? [path] : [id, ...tags]));
  const missing = isPattern(vain) ? 'No path of the contract fits' : 'The contract has no operation and no tag';
  return `${missing} "${visible(vain, 100)}", so --exclude would exclude nothing. ${didYouMean(vain, known)}`;
}

/** The contract with resources that have no operation that is never called. */
export function calledContract(contract: CheckedContract, scope: Scope): CheckedContract {
  return {
    ...contract,
    resources: resourcesWithout(contract.resources, (operation) => scope.whyNever(operation) !== undefined),
  };
}

/**
 * Returns why a request must not be sent; undefined if it may be. It is the last test of each request, whatever made
 * it: no request may reach an operation that is never called, not even by its path.
 */
export function callGate(
  contract: CheckedContract,
  scope: Scope,
): (testCase: Pick<TestCase, 'operationId' | 'kind' | 'request'>) => string | undefined {
  /** Plain paths take precedence over paths with parameters (OpenAPI 3.1, Paths Object). */
  const forms = contract.operations
    .map((operation) => ({ operation, form: new RegExp(formOf(operation.path), 'i') }))
    .sort((one, other) => one.operation.pathParameters.length - other.operation.pathParameters.length);
  const isFree = forms.every(({ operation }) => scope.whyNever(operation) === undefined);
  const nearest = (path: string, fits: (operation: CheckedOperation) => boolean): CheckedOperation | undefined =>
    forms.find(({ operation, form }) => fits(operation) && (form.test(path) || form.test(decoded(path))))?.operation;
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
