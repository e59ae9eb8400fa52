import { literalPattern } from '../text/literal-pattern.js';
import type { OpenApiOperation } from './document.js';
import type { Node } from './json.js';
import { dereference } from './references.js';
import type { Schema } from './schema.js';

export function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
}

export function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The path without the names of its parameters: two paths with the same shape match the same addresses. */
export function pathShape(path: string): string {
  return withoutSlash(path).replaceAll(/\{[^{}]+\}/g, '{}');
}

/** Percent-encodes each character that is not unreserved (RFC 3986 §2.3, RFC 6570 §3.2.1). */
export function encodePart(text: string): string {
  // A lone surrogate cannot be encoded. The encoder replaces it with U+FFFD.
  const wellFormedText = new TextDecoder().decode(new TextEncoder().encode(text));
  return encodeURIComponent(wellFormedText).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Decodes a path, as servers do; a path with an invalid encoding stays as it is. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A regular expression for a pattern in which `*` stands for any text. */
export function wildcardPattern(pattern: string, flags = ''): RegExp {
  return new RegExp(`^${pattern.split('*').map(literalPattern).join('.*')}$`, flags);
}

/** The source of a regular expression for the paths of a template, with this pattern for each parameter. */
export function pathSource(template: string, segment = '([^/]+)'): string {
  return template
    .split(/\{[^}]+\}/)
    .map(literalPattern)
    .join(segment);
}

/** A regular expression for the paths of a template, with a group for each parameter. */
export function pathPattern(template: string): RegExp {
  return new RegExp(`^${pathSource(withoutSlash(template))}/?$`);
}

/**
 * Maps each parameter in the path of a moved operation to its name in the former path. A parameter keeps its name if
 * the former path or a component uses it. Otherwise, it gets the next removed name of the same format.
 */
export function formerNames(
  document: object,
  formerPath: string,
  { path, operation }: { path: string; operation: OpenApiOperation },
): ReadonlyMap<string, string> {
  const { components = {} } = document as { components?: Record<string, Record<string, Node>> };
  const componentNodes = Object.values(components['parameters'] ?? {});
  const all = [...(operation.parameters ?? []), ...componentNodes].map((node) => dereference<Node>(document, node));
  const formatOf = (name: string): unknown =>
    (all.find((each) => each['name'] === name)?.['schema'] as Schema | undefined)?.format;
  const [oldNames, newNames] = [parameterNames(formerPath), parameterNames(path)];
  const removedNames = oldNames.filter((name) => !newNames.includes(name));
  const isKnownName = (name: string): boolean =>
    oldNames.includes(name) || componentNodes.some((componentNode) => componentNode['name'] === name);
  const formerNameByName = new Map<string, string>();
  for (const name of newNames) {
    if (isKnownName(name)) formerNameByName.set(name, name);
    else if (removedNames[0] !== undefined && formatOf(removedNames[0]) === formatOf(name))
      formerNameByName.set(name, removedNames.shift() ?? name);
  }
  return formerNameByName;
}
