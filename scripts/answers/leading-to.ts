import type { OpenApiDocument } from '../contract/document.js';

/**
 * Returns a function that tells whether a schema is, contains or refers to a certain one, at any depth. It may say yes
 * for others, but never no for one that does.
 *
 * @param isTarget `name` is that of a component; undefined for any other schema
 */
export function leadingTo(
  { components }: OpenApiDocument,
  isTarget: (schema: unknown, name?: string) => boolean,
): (schema: unknown) => boolean {
  const all = Object.entries(components['schemas'] ?? {}).map(
    ([name, schema]) => ({ name, isFound: isTarget(schema, name), named: namesIn(schema) }) as const,
  );
  const found = new Set(all.filter(({ isFound }) => isFound).map(({ name }) => name));
  // The set grows while it is gone through.
  for (const target of found) for (const { name, named } of all) if (named.has(target)) found.add(name);
  return (schema) => isTarget(schema) || [...namesIn(schema)].some((name) => found.has(name));
}

/** The names of the component schemas that a schema names itself. A search in its text is the fastest way. */
function namesIn(schema: unknown): ReadonlySet<string> {
  const text = JSON.stringify(schema);
  return new Set(Array.from(text.matchAll(/"#\/components\/schemas\/([^"]+)"/g), ([, name = '']) => name));
}

/** Whether a schema has alternatives, other than a schema or null. */
export function hasAlternatives(schema: unknown): boolean {
  const text = JSON.stringify(schema).replaceAll(/"anyOf":\[\{"\$ref":"[^"]*"\},\{"type":"null"\}\]/g, '');
  return /"(?:anyOf|oneOf)":/.test(text);
}
