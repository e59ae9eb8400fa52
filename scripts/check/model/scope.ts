import { decodePath, pathPattern, wildcardPattern, withoutSlash } from '../../contract/path-template.js';
import { suggest } from '../../text/did-you-mean.js';
import { sanitize } from '../../text/escape.js';
import type { TestCase } from './case.js';
import type { CheckedContract } from './contract/contract.js';
import type { CheckedOperation } from './contract/operations.js';
import { withoutExcludedOperations } from './contract/resources.js';
import { bannedWordIn, bannedWordOf } from './never-called.js';
import type { CheckOptions } from './options.js';

/** The operations that a run checks, and the reasons to leave out other operations. */
export interface Scope {
  has(operation: CheckedOperation): boolean;
  whyLeftOut(operation: CheckedOperation): string;
  /** Whether `--only` names the operation. If so, it is called even if its name sounds dangerous. */
  isNamed(operation: CheckedOperation): boolean;
  /** Returns why an operation is never called, not even to find ids or prepare other tests; else undefined. */
  whyNeverCalled(operation: CheckedOperation): string | undefined;
  /** Returns why a path from a response is not followed, as the end of a sentence; undefined if it may be followed. */
  whyNotFollowed(path: string): string | undefined;
}

type ScopeOptions = Pick<CheckOptions, 'include' | 'only' | 'exclude' | 'shard' | 'har'> & {
  operations: readonly CheckedOperation[];
  changedOperationIds?: ReadonlySet<string>;
  /** The number of the shard of each operation; by default, operations go to the shards in turn. */
  shardNumbers?: ReadonlyMap<string, number>;
};

/**
 * Returns the operations in scope: stated operations, all reads, and the standings that `--include` names. `--only` and
 * `--shard` select among them. An answered operation also belongs to the standing that it has without answers, so that
 * answers do not change the requests of a run. Operations that `--exclude` names are never called. Operations that
 * could end a session or stop a server are called only if `--only` names them.
 */
export function scopeOf(options: ScopeOptions): Scope {
  const { only, exclude = [], shard, har, operations, changedOperationIds: changedIds, shardNumbers } = options;
  const standings = new Set<string>(['stated', ...(options.include ?? [])]);
  const indexes = new Map(operations.map(({ id }, index) => [id, index]));
  const isNamed = ({ id }: CheckedOperation): boolean => only?.includes(id) === true;
  const whyNeverCalled = (operation: CheckedOperation): string | undefined => {
    const exclusion = exclude.find((text) => isNamedBy(text, operation));
    if (exclusion !== undefined) return `--exclude ${exclusion} excludes it.`;
    // No request is sent for a recording, so a dangerous name does not matter.
    const entry = isNamed(operation) || har !== undefined ? undefined : bannedWordOf(operation);
    return (
      entry &&
      `The check does not call the operation, because its name or path contains "${entry}", so it could end the ` +
        `session, revoke the key or stop the server. To call it anyway, use --only ${operation.id}.`
    );
  };
  const reasonOf = (operation: CheckedOperation): string | undefined => {
    const { id, method, standing, ownStanding = standing } = operation;
    const permanentReason = whyNeverCalled(operation);
    if (permanentReason !== undefined) return permanentReason;
    if (only && !isNamed(operation)) return '--only does not include it.';
    if (changedIds && !changedIds.has(id))
      return 'The operation is the same as in the contract given with --changed-from.';
    if (!only && method !== 'get' && !standings.has(standing) && !standings.has(ownStanding))
      return `The operation is ${standing}; --include ${standing} includes it.`;
    if (shard && (shardNumbers?.get(id) ?? ((indexes.get(id) ?? 0) % shard.count) + 1) !== shard.index)
      return `The operation belongs to a shard other than ${shard.index}/${shard.count}.`;
    return undefined;
  };
  return {
    has: (operation) => reasonOf(operation) === undefined,
    whyLeftOut: (operation) => reasonOf(operation) ?? '',
    isNamed,
    whyNeverCalled,
    whyNotFollowed(path) {
      const plainPath = decodePath(path);
      const [pathname = ''] = plainPath.split(/[?#]/, 1);
      const exclusion = exclude.find((text) => isPattern(text) && fitsPattern(text, pathname));
      if (exclusion !== undefined) return `because --exclude ${exclusion} excludes it`;
      const entry = bannedWordIn(plainPath);
      return entry && `because it contains "${entry}"`;
    },
  };
}

/** Whether a value of `--exclude` or `--shared` is a pattern of paths. If not, it is an operationId or a tag. */
function isPattern(text: string): boolean {
  return text.startsWith('/');
}

/** Whether a path matches a pattern. `*` matches any text, including slashes; a slash at the end is ignored. */
export function fitsPattern(pattern: string, path: string): boolean {
  return wildcardPattern(withoutSlash(pattern), 'is').test(withoutSlash(path));
}

/** Whether a value of `--exclude` or `--shared` names an operation: by its id, a tag, or a pattern of its path. */
export function isNamedBy(text: string, operation: Pick<CheckedOperation, 'id' | 'tags' | 'path'>): boolean {
  const { id, tags, path } = operation;
  return isPattern(text) ? fitsPattern(text, path) : text === id || tags.includes(text);
}

/**
 * Returns the message for a value of `--exclude` or `--shared` that names nothing, since a typo would leave operations
 * unprotected. Returns undefined if every value names an operation.
 *
 * @param effect the flag and its effect, as a part of the message
 */
export function describeUnmatchedName(
  texts: readonly string[],
  operations: readonly CheckedOperation[],
  effect: string,
): string | undefined {
  const value = texts.find((text) => !operations.some((operation) => isNamedBy(text, operation)));
  if (value === undefined) return undefined;
  const names = operations.flatMap(({ id, tags, path }) => (isPattern(value) ? [path] : [id, ...tags]));
  const problem = isPattern(value) ? 'No path of the contract fits' : 'The contract has no operation and no tag';
  return `${problem} "${sanitize(value, 100)}", so ${effect} nothing. ${suggest(value, names)}`;
}

/** Returns the contract without the operations of its resource types that are never called. */
export function restrictContract(contract: CheckedContract, scope: Scope): CheckedContract {
  const isExcluded = (operation: CheckedOperation): boolean => scope.whyNeverCalled(operation) !== undefined;
  return { ...contract, resources: withoutExcludedOperations(contract.resources, isExcluded) };
}

/**
 * Returns a function that says why a request must not be sent; undefined if it may be sent. Every request must pass it,
 * wherever the request comes from: none may reach an operation that is never called, not even by its path.
 */
export function createCallGate(
  contract: CheckedContract,
  scope: Scope,
): (testCase: Pick<TestCase, 'operationId' | 'kind' | 'request' | 'unwritableMedia'>) => string | undefined {
  /** Paths without parameters take precedence (OpenAPI 3.1, Paths Object), so they come first. */
  const forms = contract.operations
    .map((operation) => ({ operation, form: new RegExp(pathPattern(operation.path), 'i') }))
    .sort((a, b) => a.operation.pathParameters.length - b.operation.pathParameters.length);
  const allowsAllOperations = forms.every(({ operation }) => scope.whyNeverCalled(operation) === undefined);
  const findNearest = (path: string, method?: string): CheckedOperation | undefined => {
    const fits = (pattern: RegExp): boolean => pattern.test(path) || pattern.test(decodePath(path));
    const candidates = forms.filter(({ operation }) => method === undefined || operation.method === method);
    return candidates.find(({ form }) => fits(form))?.operation;
  };
  return ({ operationId, kind, request, unwritableMedia }) => {
    const operation = contract.operation(operationId);
    const whyNeverCalled = operation && scope.whyNeverCalled(operation);
    if (whyNeverCalled !== undefined) return whyNeverCalled;
    if (unwritableMedia !== undefined)
      return (
        `The check cannot write a body of type ${sanitize(unwritableMedia, 100)}, only JSON, forms, text and files. ` +
        'Test the operation in another way.'
      );
    const isLink = kind === 'href';
    const whyNotFollowed = isLink ? scope.whyNotFollowed(request.path) : undefined;
    if (whyNotFollowed !== undefined) return `The path ${request.path} was not followed, ${whyNotFollowed}.`;
    if (allowsAllOperations) return undefined;
    const path = request.path.split(/[?#]/, 1)[0] ?? '';
    const method = request.method === 'HEAD' ? 'get' : request.method.toLowerCase();
    // A link to a path that the contract has only with other methods is not followed either.
    const target = findNearest(path, method) ?? (isLink ? findNearest(path) : undefined);
    const reason = target && scope.whyNeverCalled(target);
    return reason !== undefined && isLink
      ? `The path ${request.path} was not followed, because it leads to ${target?.id}, which this run does not call.`
      : reason;
  };
}
