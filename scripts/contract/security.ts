import type { OpenApiDocument, OpenApiOperation } from './document.js';
import { eachOperation } from './operations.js';
import { dereference } from './references.js';

type Loose = Record<string, unknown>;

/**
 * How a request authenticates its sender. OpenAPI has no keywords for two things: `x-prefix` of a scheme of type
 * `apiKey` is the word before the key in a header, with one space between them; `x-refusal-status` of any scheme is the
 * status of a request without a valid key.
 */
export type Security = (
  | { kind: 'header'; name: string; prefix?: string }
  | { kind: 'query'; name: string }
  | { kind: 'cookie'; name: string }
  | { kind: 'bearer' }
  | { kind: 'basic' }
  | { kind: 'none' }
) & { refusal?: number };

function requirementsOf(document: OpenApiDocument, operation: OpenApiOperation): Record<string, unknown>[] {
  return ((operation as unknown as Loose)['security'] ?? (document as unknown as Loose)['security'] ?? []) as Record<
    string,
    unknown
  >[];
}

/** Whether one of the security requirements is empty. */
export function isKeyOptional(document: OpenApiDocument, operation: OpenApiOperation): boolean {
  return requirementsOf(document, operation).some((requirement) => Object.keys(requirement).length === 0);
}

/** Whether an operation requires a scheme, known or not. */
export function wantsCredentials(document: OpenApiDocument, operation: OpenApiOperation): boolean {
  return requirementsOf(document, operation).some((requirement) => Object.keys(requirement).length > 0);
}

/** Returns the first known scheme that an operation requires: a key in a header, query or cookie, bearer or basic. */
export function securityOf(document: OpenApiDocument, operation: OpenApiOperation): Security {
  const schemes = (document.components?.['securitySchemes'] ?? {}) as Record<string, { $ref: string } | Loose>;
  for (const requirement of requirementsOf(document, operation)) {
    const [wanted] = Object.keys(requirement);
    const node = wanted === undefined ? undefined : schemes[wanted];
    if (!node) continue;
    const found = securityIn(document, node);
    if (found) return found;
  }
  return { kind: 'none' };
}

/** Returns how a security scheme of a document is sent; undefined if no request can show a key by it. */
export function securityIn(document: OpenApiDocument, node: { $ref: string } | Loose): Security | undefined {
  const scheme = dereference<Loose>(document, node as Loose);
  const found = ofScheme(scheme);
  const refusal = scheme['x-refusal-status'];
  return found && { ...found, ...(typeof refusal === 'number' && { refusal }) };
}

function ofScheme(scheme: Loose): Security | undefined {
  const name = String(scheme['name']);
  const prefix = scheme['x-prefix'];
  if (scheme['type'] === 'apiKey' && scheme['in'] === 'query') return { kind: 'query', name };
  if (scheme['type'] === 'apiKey' && scheme['in'] === 'cookie') return { kind: 'cookie', name };
  if (scheme['type'] === 'apiKey' && scheme['in'] === 'header')
    return { kind: 'header', name, ...(typeof prefix === 'string' && prefix !== '' && { prefix }) };
  // OAuth tokens are sent as bearer tokens (RFC 6750 §2.1).
  if (scheme['type'] === 'oauth2' || scheme['type'] === 'openIdConnect') return { kind: 'bearer' };
  if (scheme['type'] === 'http' && /^bearer$/i.test(String(scheme['scheme']))) return { kind: 'bearer' };
  return scheme['type'] === 'http' && /^basic$/i.test(String(scheme['scheme'])) ? { kind: 'basic' } : undefined;
}

/** The word before the key in the header of a request; empty if the header contains the key alone, or no key. */
export function keyPrefixOf(security: Security): string {
  if (security.kind === 'bearer') return 'Bearer';
  return (security.kind === 'header' && security.prefix) || '';
}

/** The value of the header for a key, after the word that comes before it. */
export function credentialOf(prefix: string, key: string): string {
  return prefix === '' ? key : `${prefix} ${key}`;
}

/** The word before the key in the requests of a document: that of its first operation. */
export function documentKeyPrefix(document: OpenApiDocument): string {
  const [first] = eachOperation(document);
  return first ? keyPrefixOf(securityOf(document, first.operation)) : '';
}
