import { didYouMean } from '../../text/did-you-mean.js';
import { visible } from '../../text/escape.js';
import type { CheckedOperation } from './operations.js';
import { literalPattern, withoutSlash } from './resources.js';

/** Whether what `--exclude` names is a pattern of paths; else it is an operationId or a tag. */
function isPattern(named: string): boolean {
  return named.startsWith('/');
}

/**
 * Whether a path fits a pattern, in which `*` stands for any text, slashes too. A slash at the end makes no difference.
 */
export function fitsPattern(pattern: string, path: string): boolean {
  const parts = withoutSlash(pattern).split('*').map(literalPattern);
  return new RegExp(`^${parts.join('.*')}$`, 'is').test(withoutSlash(path));
}

/**
 * Whether an operation is what `--exclude` names: its operationId, one of its tags, or a pattern that its path fits.
 */
export function isExcludedBy(
  named: string,
  { id, tags, path }: Pick<CheckedOperation, 'id' | 'tags' | 'path'>,
): boolean {
  return isPattern(named) ? fitsPattern(named, path) : named === id || tags.includes(named);
}

/**
 * What is wrong with a name that leaves nothing out: with a slip in it, what nobody wants to have called would be
 * called.
 */
export function vainExclusion(exclude: readonly string[], operations: readonly CheckedOperation[]): string | undefined {
  const vain = exclude.find((named) => !operations.some((operation) => isExcludedBy(named, operation)));
  if (vain === undefined) return undefined;
  const known = operations.flatMap(({ id, tags, path }) => (isPattern(vain) ? [path] : [id, ...tags]));
  const sort = isPattern(vain) ? 'path that fits' : 'operation and no tag';
  return (
    `There is no ${sort} "${visible(vain, 100)}" in the contract, so that --exclude would leave nothing out. ` +
    `${didYouMean(vain, known)}`
  );
}
