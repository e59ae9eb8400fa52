import type { OpenApiDocument } from '../../contract/document.js';
import { mapSchemas, type SchemaNode, schemaRef } from '../../contract/schema-walk.js';

/**
 * Each schema of the document as a self-contained JSON Schema (2020-12): all schemas that it refers to, directly or
 * indirectly, are in its `$defs`. OpenAPI keywords and extensions are left out; `example` becomes `examples`.
 *
 * @returns texts by the name of the file
 */
export function jsonSchemas(document: OpenApiDocument): Record<string, string> {
  const schemas = (document.components['schemas'] ?? {}) as Readonly<Record<string, SchemaNode>>;
  const text = (name: string): string => `${JSON.stringify(jsonSchema(document, schemas, name), undefined, 2)}\n`;
  return Object.fromEntries(Object.keys(schemas).map((name) => [`${name}.json`, text(name)]));
}

function jsonSchema(
  { info }: OpenApiDocument,
  schemas: Readonly<Record<string, SchemaNode>>,
  name: string,
): SchemaNode {
  const others = new Set<string>();
  const standard = (node: SchemaNode): SchemaNode => {
    const { example, ...kept } = mapSchemas(node, standard, (ref) => {
      const other = ref.replace(schemaRef, '');
      if (other === name) return '#';
      others.add(other);
      return `#/$defs/${other}`;
    });
    const plain = Object.fromEntries(Object.entries(kept).filter(([key]) => !key.startsWith('x-')));
    return example === undefined
      ? plain
      : { ...plain, examples: [example, ...((plain['examples'] as unknown[] | undefined) ?? [])] };
  };
  const own = standard(schemas[name] ?? {});
  const $defs: Record<string, SchemaNode> = {};
  // The loop adds to the set that it iterates over.
  for (const other of others) $defs[other] = standard(schemas[other] ?? {});
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:directory-contract:${info.version}:${name}`,
    title: name,
    ...own,
    ...(others.size > 0 && { $defs: Object.fromEntries(Object.entries($defs).sort(([a], [b]) => (a < b ? -1 : 1))) }),
  };
}
