import type { OpenApiDocument, OpenApiOperation } from '../../contract/document.js';
import { dereference } from '../../contract/references.js';

type Loose = Record<string, unknown>;

/** How a request authenticates its sender. */
export type Security =
  | { kind: 'header' | 'query'; name: string }
  | { kind: 'bearer' }
  | { kind: 'basic' }
  | { kind: 'none' };

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

/** Returns the first known scheme that an operation requires: a key in a header or a query, bearer or basic. */
export function securityOf(document: OpenApiDocument, operation: OpenApiOperation): Security {
  const wanted = requirementsOf(document, operation);
  const schemes = (document.components?.['securitySchemes'] ?? {}) as Record<string, { $ref: string } | Loose>;
  for (const requirement of wanted) {
    const [name] = Object.keys(requirement);
    const node = name === undefined ? undefined : schemes[name];
    if (!node) continue;
    const scheme = dereference<Loose>(document, node as Loose);
    if (scheme['type'] === 'apiKey' && (scheme['in'] === 'header' || scheme['in'] === 'query')) {
      return { kind: scheme['in'], name: String(scheme['name']) };
    }
    // OAuth tokens are sent as bearer tokens (RFC 6750 §2.1).
    if (scheme['type'] === 'oauth2' || scheme['type'] === 'openIdConnect') return { kind: 'bearer' };
    if (scheme['type'] === 'http' && /^bearer$/i.test(String(scheme['scheme']))) return { kind: 'bearer' };
    if (scheme['type'] === 'http' && /^basic$/i.test(String(scheme['scheme']))) return { kind: 'basic' };
  }
  return { kind: 'none' };
}
