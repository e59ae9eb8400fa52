import { withoutSlash } from '../../contract/path-template.js';

/** The question about the paths of operations. */
export const pathsQuestion = 'operations.paths';

/** The difference between the paths of a service and those of the contract, in the form of an answer. */
export type PathMove = {
  /** Set if the service has no slash at the end of a path. */
  slash?: false;
  /** The part that the service has before each path. */
  prefix?: string;
};

/**
 * Returns how a redirect moves a path: to the same path without its last slash, or behind a prefix. Returns undefined
 * if the redirect leads to another path.
 *
 * @param path the path of the request, with the path of the base URL
 * @param location the value of the header Location (RFC 9110 §10.2.2)
 * @param basePath the path of the base URL
 */
export function pathMove(path: string, location: string, basePath: string): PathMove | undefined {
  const base = 'http://base.invalid';
  if (!URL.canParse(location, base)) return undefined;
  const [from, target] = [new URL(path, base).pathname, new URL(location, base + path).pathname];
  const end = withoutSlash(from.slice(basePath.length));
  const isWithoutSlash = from.endsWith('/') && !target.endsWith('/');
  const targetEnd = withoutSlash(target);
  if (end === '' || !targetEnd.startsWith(basePath) || !targetEnd.endsWith(end)) return undefined;
  const prefix = targetEnd.slice(basePath.length, targetEnd.length - end.length);
  if (!isWithoutSlash && prefix === '') return undefined;
  return { ...(isWithoutSlash && { slash: false }), ...(prefix !== '' && { prefix }) };
}
