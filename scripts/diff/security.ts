import { isDeepStrictEqual } from 'node:util';
import { isObject, type Node, objectOf, objectsOf } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import { tryDereference } from '../contract/references.js';
import { UsageError } from '../text/usage-error.js';
import type { ContractChange } from './change.js';
import type { Fact } from './fact.js';
import { inheritedListChanges } from './inherited-lists.js';
import type { DocumentPair } from './operations.js';
import { code, codes } from './sentence.js';

export function securityChanges(pair: DocumentPair): ContractChange[] {
  const { before, after } = pair;
  const compare = (old: unknown, current: unknown): Fact[] =>
    needsIn(alternativesIn(before, old), alternativesIn(after, current));
  return inheritedListChanges(pair, 'security', compare);
}

/** Whether callers need other credentials. */
function needsIn(old: readonly Alternative[], current: readonly Alternative[]): Fact[] {
  const isOneOf = (need: Alternative, others: readonly Alternative[]): boolean =>
    others.some((other) => isEnough(need, other) && isEnough(other, need));
  if (old.every((need) => isOneOf(need, current)) && current.every((need) => isOneOf(need, old))) return [];
  const refused = old.filter((alternative) => !current.some((other) => isEnough(alternative, other)));
  return [
    {
      rule: refused.length > 0 ? 'security-requirement-changed' : 'security-requirement-widened',
      names: { needs: either(current, old), needed: either(old, current), refused: either(refused, current) },
    },
  ];
}

/** The alternatives in one document, such as ``nothing, or `Key` and `Session` ``. */
function either(alternatives: readonly Alternative[], others: readonly Alternative[]): string {
  const known = others.flat();
  const texts = alternatives.map((needs) => needs.map((need) => needOf(need, known)).join(' and ') || 'nothing');
  return [...new Set(texts)].join(', or ');
}

/** The name of a scheme. If the other document defines the name differently, its meaning follows in parentheses. */
function needOf({ name, scheme, scopes }: Credential, others: readonly Credential[]): string {
  const isOther = others.some((each) => each.name === name && !isDeepStrictEqual(each.scheme, scheme));
  const { type, in: place, name: field, scheme: kind, 'x-prefix': prefix } = scheme;
  const key = `${place} ${code(field)}${prefix === undefined ? '' : ` with ${code(prefix)} before it`}`;
  const detail = type === 'apiKey' ? key : type === 'http' ? code(kind) : 'as defined there';
  return `${code(name)}${isOther ? ` (${detail})` : ''}${scopes.length > 0 ? ` with ${codes(scopes)}` : ''}`;
}

/** One scheme that a call must satisfy. */
interface Credential {
  /** The name of the scheme under `components/securitySchemes`. */
  name: string;
  /** The definition of the scheme; empty if the document lacks it. */
  scheme: Node;
  scopes: readonly string[];
}

/** Credentials that a call sends together; an empty list means a call without credentials. */
type Alternative = readonly Credential[];

/** The maximum number of alternatives, since each is compared with all others. Real services have only a few. */
const mostAlternatives = 500;

/** The alternatives of which callers need one; empty if they need none. @throws UsageError if there are too many */
function alternativesIn(document: Node, security: unknown): readonly Alternative[] {
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
function isEnough(old: Alternative, current: Alternative): boolean {
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
