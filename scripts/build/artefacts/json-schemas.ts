import type { OpenApiDocument } from '../../contract/document.js';
import { mapSchemas, type SchemaNode, schemaPrefix } from '../../contract/schema-walk.js';

/**
 * Each schema of the document as a self-contained JSON Schema (2020-12): all schemas that it refers to, directly or
 * indirectly, are in its `$defs`. It has no OpenAPI keywords and no extensions; `example` becomes `examples`.
 */
export function createJsonSchemas(document: OpenApiDocument): Record<string, string> {
  const schemas = (document.components['schemas'] ?? {}) as Readonly<Record<string, SchemaNode>>;
  const schemaText = (name: string): string =>
    `${JSON.stringify(createJsonSchema(document, schemas, name), undefined, 2)}\n`;
  return Object.fromEntries(Object.keys(schemas).map((name) => [`${name}.json`, schemaText(name)]));
}

function createJsonSchema(
  { info }: OpenApiDocument,
  schemas: Readonly<Record<string, SchemaNode>>,
  name: string,
): SchemaNode {
  const otherNames = new Set<string>();
  const toStandardSchema = (node: SchemaNode): SchemaNode => {
    const { example, ...rest } = mapSchemas(node, toStandardSchema, (ref) => {
      const otherName = ref.replace(schemaPrefix, '');
      if (otherName === name) return '#';
      otherNames.add(otherName);
      return `#/$defs/${otherName}`;
    });
    const result = Object.fromEntries(Object.entries(rest).filter(([key]) => !key.startsWith('x-')));
    return example === undefined
      ? result
      : { ...result, examples: [example, ...((result['examples'] as unknown[] | undefined) ?? [])] };
  };
  const schema = toStandardSchema(schemas[name] ?? {});
  const $defs: Record<string, SchemaNode> = {};
  // The loop also visits the names that `toStandardSchema` adds to the set.
  for (const otherName of otherNames) $defs[otherName] = toStandardSchema(schemas[otherName] ?? {});
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:directory-contract:${info.version}:${name}`,
    title: name,
    ...schema,
    ...(otherNames.size > 0 && {
      $defs: Object.fromEntries(Object.entries($defs).sort(([a], [b]) => (a < b ? -1 : 1))),
    }),
  };
}
