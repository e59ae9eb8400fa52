import type { OpenApiOperation } from './document.js';
import type { Node } from './json.js';
import { dereference } from './references.js';
import type { Schema } from './schema.js';

/** The names of the parameters in a path template, in order. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

/** The path without a slash at its end. */
export function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Decodes a path, as servers do; a broken one stays as it is. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A regular expression for exactly this text. */
export function literalPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A regular expression for the paths of a template, with a group for each parameter. */
export function formOf(template: string): RegExp {
  const parts = withoutSlash(template)
    .split(/\{[^}]+\}/)
    .map(literalPattern);
  return new RegExp(`^${parts.join('([^/]+)')}/?$`);
}

/**
 * For an operation that has moved from another path: the name that each parameter of its path had there. One that the
 * contract knew before keeps its name; a new one stands for the next of those that have gone, if both are of the same
 * format, and else for none.
 */
export function formerNames(
  document: object,
  from: string,
  { path, operation }: { path: string; operation: OpenApiOperation },
): ReadonlyMap<string, string> {
  const { components = {} } = document as { components?: Record<string, Record<string, Node>> };
  const known = Object.values(components['parameters'] ?? {});
  const all = [...(operation.parameters ?? []), ...known].map((node) => dereference<Node>(document, node));
  const formatOf = (name: string): unknown =>
    (all.find((each) => each['name'] === name)?.['schema'] as Schema | undefined)?.format;
  const [old, now] = [parametersIn(from), parametersIn(path)];
  const gone = old.filter((name) => !now.includes(name));
  const isKnown = (name: string): boolean => old.includes(name) || known.some((each) => each['name'] === name);
  const former = new Map<string, string>();
  for (const name of now) {
    if (isKnown(name)) former.set(name, name);
    else if (gone[0] !== undefined && formatOf(gone[0]) === formatOf(name)) former.set(name, gone.shift() ?? name);
  }
  return former;
}
