import { hasDotSegment } from '../model/request.js';

/**
 * Resolves the reference in a link or in a Location of a response (RFC 3986 §5). Returns its path below the base URL;
 * undefined if it leads to another server, or cannot be sent.
 *
 * @param requestPath the path of the request
 */
export function pathOfReference(reference: string, requestPath: string, baseUrl: string): string | undefined {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const requestUrl = new URL(prefix + requestPath, base);
  if (!URL.canParse(reference, requestUrl) || hasDotSegment(reference)) return undefined;
  const { origin, pathname, search } = new URL(reference, requestUrl);
  if (origin !== base.origin) return undefined;
  const isBelowPrefix = prefix !== '' && pathname.startsWith(`${prefix}/`);
  return (isBelowPrefix ? pathname.slice(prefix.length) : pathname) + search;
}
