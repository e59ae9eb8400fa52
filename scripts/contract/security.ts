import type { OpenApiDocument, OpenApiOperation } from './document.js';
import { isObject } from './json.js';
import { textOfPrefix } from './key-prefix.js';
import { eachOperation } from './operations.js';
import { dereference } from './references.js';

type LooseObject = Record<string, unknown>;

/**
 * The way in which a request authenticates its sender. OpenAPI has no keywords for two facts: `x-prefix` of a scheme of
 * type `apiKey` is the word before the key in a header, such as `Bearer`, or text such as `Token token=`.
 * `x-refusal-status` of any scheme is the status of the response to a request without a valid key, or
 * `{ missing, wrong }` with the status for each of the two cases.
 */
export type Security = (
  | { kind: 'header'; name: string; prefix?: string }
  | { kind: 'query'; name: string }
  | { kind: 'cookie'; name: string }
  | { kind: 'bearer' }
  | { kind: 'basic' }
  | { kind: 'none' }
) & { refusal?: KeyRefusalStatuses };

/** The statuses of the responses to a request without a key and to a request with a wrong key. */
export interface KeyRefusalStatuses {
  missing: number;
  wrong: number;
}

function requirementsOf(document: OpenApiDocument, operation: OpenApiOperation): LooseObject[] {
  const { security: ownRequirements } = operation as { security?: LooseObject[] };
  return ownRequirements ?? (document as { security?: LooseObject[] }).security ?? [];
}

export function isKeyOptional(document: OpenApiDocument, operation: OpenApiOperation): boolean {
  return requirementsOf(document, operation).some((requirement) => Object.keys(requirement).length === 0);
}

/** Whether an operation requires a security scheme, even one that is not supported. */
export function requiresCredentials(document: OpenApiDocument, operation: OpenApiOperation): boolean {
  return requirementsOf(document, operation).some((requirement) => Object.keys(requirement).length > 0);
}

/** Returns the first supported scheme that an operation requires: a key in a header, query or cookie, bearer, basic. */
export function securityOf(document: OpenApiDocument, operation: OpenApiOperation): Security {
  return securityOptionsOf(document, operation)[0] ?? { kind: 'none' };
}

/** Returns the supported schemes of an operation, one scheme for each alternative. */
export function securityOptionsOf(document: OpenApiDocument, operation: OpenApiOperation): Security[] {
  const schemes = (document.components?.['securitySchemes'] ?? {}) as Record<string, { $ref: string } | LooseObject>;
  return requirementsOf(document, operation).flatMap((requirement) => {
    const [schemeName] = Object.keys(requirement);
    const node = schemeName === undefined ? undefined : schemes[schemeName];
    return (node && securityIn(document, node)) ?? [];
  });
}

/** Returns how requests send the key of a security scheme; undefined if the scheme is not supported. */
export function securityIn(document: OpenApiDocument, node: { $ref: string } | LooseObject): Security | undefined {
  const scheme = dereference<LooseObject>(document, node as LooseObject);
  const security = securityOfScheme(scheme);
  const refusal = keyRefusalOf(scheme['x-refusal-status']);
  return security && { ...security, ...(refusal && { refusal }) };
}

/** Reads the value of `x-refusal-status`, or of an answer in the same form. */
export function keyRefusalOf(value: unknown): KeyRefusalStatuses | undefined {
  if (typeof value === 'number') return { missing: value, wrong: value };
  const { missing, wrong } = isObject(value) ? value : {};
  return typeof missing === 'number' && typeof wrong === 'number' ? { missing, wrong } : undefined;
}

function securityOfScheme(scheme: LooseObject): Security | undefined {
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

/** The word before the key in the header of a request, such as `Bearer`; empty if the scheme sets no such word. */
export function keyPrefixOf(security: Security): string {
  if (security.kind === 'bearer') return 'Bearer';
  return (security.kind === 'header' && security.prefix) || '';
}

export function credentialOf(prefix: string, key: string): string {
  return textOfPrefix(prefix) + key;
}

/** The word before the key in the requests of a document, such as `Bearer`, taken from its first operation. */
export function documentKeyPrefix(document: OpenApiDocument): string {
  const [first] = eachOperation(document);
  return first ? keyPrefixOf(securityOf(document, first.operation)) : '';
}
