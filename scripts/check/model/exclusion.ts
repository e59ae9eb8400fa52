import { literalPattern, withoutSlash } from '../../contract/path-template.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { visible } from '../../text/escape.js';
import type { CheckedOperation } from './contract/operations.js';

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
