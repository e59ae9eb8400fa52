import { isDeepStrictEqual } from 'node:util';
import { isObject, type Node, objectOf, objectsOf } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import { tryDereference } from '../contract/references.js';
import { UsageError } from '../text/usage-error.js';

/** One scheme that a call must satisfy. */
export interface Credential {
  /** The name of the scheme under `components/securitySchemes`. */
  name: string;
  /** The definition of the scheme; empty if the document lacks it. */
  scheme: Node;
  scopes: readonly string[];
}

/** Credentials that a call sends together; an empty list means a call without credentials. */
export type Alternative = readonly Credential[];

/** The maximum number of alternatives, since each is compared with all others. Real services have only a few. */
const mostAlternatives = 500;

/** The alternatives of which callers need one; empty if they need none. @throws UsageError if there are too many */
export function alternativesIn(document: Node, security: unknown): readonly Alternative[] {
  const schemeOf = (name: string): Node => {
    const scheme = valueAt(document, toPointer(['components', 'securitySchemes', name]));
    return objectOf(tryDereference(document, scheme));
  };
  const list = objectsOf(security);
  if (list.length > mostAlternatives) {
    throw new UsageError(
      `Expected at most ${mostAlternatives} alternatives in a "security" list, found ${list.length}. ` +
        'Remove unused alternatives.',
    );
  }
  const alternatives = list.map((needs) =>
    Object.entries(needs).map(([name, scopes]) => ({ name, scheme: schemeOf(name), scopes: textsIn(scopes) })),
  );
  return alternatives.length > 0 ? alternatives : [[]];
}

/** Whether a server that requires `now` accepts a caller who has only the credentials `old`. */
export function isEnough(old: Alternative, current: Alternative): boolean {
  const isSatisfied = (need: Credential): boolean =>
    old.some((own) => isAccepted(own, need) && need.scopes.every((scope) => own.scopes.includes(scope)));
  return current.every(isSatisfied);
}

/** Whether a credential for the old scheme also satisfies the new scheme, even under another name. */
function isAccepted(old: Credential, current: Credential): boolean {
  if (!isDeepStrictEqual(meaningOf(old), meaningOf(current))) return false;
  return old.scheme['type'] !== 'oauth2' || hasFlows(current.scheme['flows'], old.scheme['flows']);
}

/**
 * What a scheme requires: for a key, its place in a request and the word before it. A bearer token is a key after the
 * word Bearer (RFC 6750 §2.1). Names of headers are case-insensitive (RFC 9110 §5.1).
 */
function meaningOf({ name, scheme }: Credential): readonly unknown[] {
  const { type, in: place, name: field, scheme: method, 'x-prefix': prefix = '', openIdConnectUrl: url } = scheme;
  switch (type) {
    case 'http':
      return lower(method) === 'bearer' ? ['key', 'header', 'authorization', 'bearer'] : [type, lower(method)];
    case 'apiKey':
      if (place !== 'header') return ['key', place, field];
      return ['key', place, lower(field), lower(field) === 'authorization' ? lower(prefix) : prefix];
    case 'openIdConnect':
      return [type, url];
    default:
      return type === 'oauth2' || type === 'mutualTLS' ? [type] : [type, name];
  }
}

/** The names of HTTP authentication schemes are case-insensitive (RFC 9110 §11.1). */
function lower(value: unknown): string {
  return String(value).toLowerCase();
}

/** Whether the new scheme still offers each old flow, at the same addresses and with all scopes. */
function hasFlows(current: unknown, old: unknown): boolean {
  return Object.entries(objectOf(old)).every(([kind, flow]) => {
    const newFlow = objectOf(current)[kind];
    if (!isObject(newFlow)) return false;
    const isKept = ([field, value]: [string, unknown]): boolean =>
      field === 'scopes'
        ? Object.keys(objectOf(value)).every((scope) => Object.hasOwn(objectOf(newFlow['scopes']), scope))
        : field.startsWith('x-') || newFlow[field] === value;
    return Object.entries(objectOf(flow)).every(isKept);
  });
}
