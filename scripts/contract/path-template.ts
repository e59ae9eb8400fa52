import type { OpenApiOperation } from './document.js';
import type { Node } from './json.js';
import { dereference } from './references.js';

/** The names of the parameters in a path template, in order. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

/** The path without a slash at its end. */
export function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
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
 * For an operation that has moved from another path: the name that each parameter of its path had there. One without a
 * namesake there stands for the next of those that have none here, if both are of the same format; another one is new.
 */
export function formerNames(
  document: object,
  from: string,
  { path, operation }: { path: string; operation: OpenApiOperation },
): ReadonlyMap<string, string> {
  const [old, now] = [parametersIn(from), parametersIn(path)];
  const gone = old.filter((name) => !now.includes(name));
  const format = formatsIn(document, operation);
  const former = new Map<string, string>();
  for (const name of now) {
    if (old.includes(name)) former.set(name, name);
    else if (gone[0] !== undefined && format(gone[0]) === format(name)) former.set(name, gone.shift() ?? name);
  }
  return former;
}

/** The format of a path parameter of an operation, or of a component. */
function formatsIn(document: object, operation: OpenApiOperation): (name: string) => unknown {
  const { components = {} } = document as { components?: Record<string, Record<string, Node>> };
  const all = [...(operation.parameters ?? []), ...Object.values(components['parameters'] ?? {})].map((node) =>
    dereference<Node>(document, node),
  );
  return (name) => {
    const found = all.find((each) => each['in'] === 'path' && each['name'] === name);
    return (found?.['schema'] as { format?: unknown } | undefined)?.format;
  };
}
