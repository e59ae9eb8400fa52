import { withoutSlash } from '../../contract/path-template.js';

/** The id of the open question about the paths of operations. */
export const pathsQuestion = 'operations.paths';

/** The difference between the paths of a service and those of the contract, in the form of an answer. */
export type PathMove = {
  /** Set if the paths of the service lack the slash at the end. */
  slash?: false;
  /** The part that the service puts before each path. */
  prefix?: string;
};

/**
 * Returns how a redirect moves a path: to the same path without its last slash, or with a prefix before it. Returns
 * undefined if the redirect leads to any other path, or to another host.
 *
 * @param path the path of the request, without the path of the base URL
 * @param location the value of the header Location (RFC 9110 §10.2.2)
 */
export function pathMove(path: string, location: string, baseUrl: string): PathMove | undefined {
  const base = new URL(baseUrl);
  const basePath = withoutSlash(base.pathname);
  const source = new URL(basePath + path, base);
  if (!URL.canParse(location, source)) return undefined;
  const target = new URL(location, source);
  const isWithoutSlash = source.pathname.endsWith('/') && !target.pathname.endsWith('/');
  const [end, targetEnd] = [withoutSlash(source.pathname.slice(basePath.length)), withoutSlash(target.pathname)];
  // A server behind a proxy may not know the scheme and the port of its own address.
  if (target.hostname !== base.hostname || end === '') return undefined;
  if (!targetEnd.startsWith(`${basePath}/`) || !targetEnd.endsWith(end)) return undefined;
  const prefix = targetEnd.slice(basePath.length, targetEnd.length - end.length);
  if (!isWithoutSlash && prefix === '') return undefined;
  return { ...(isWithoutSlash && { slash: false }), ...(prefix !== '' && { prefix }) };
}
