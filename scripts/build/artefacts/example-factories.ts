import type { OpenApiDocument } from '../../contract/document.js';
import { ExampleWalk } from '../../contract/example-walk.js';
import { isObject } from '../../contract/json.js';
import { parsePointer } from '../../contract/pointer.js';
import { schemaNameOf } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';

/** An example of a body, with its JSON pointer in the document. */
export interface ExampleUse {
  readonly pointer: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly isRead: boolean;
}

/**
 * Finds an object in the examples for each schema of an object, with the `path` that leads to it. The first whole
 * example of a read shows a resource best; then any whole example, then an object that is less deep than others.
 */
export function findFactories(document: OpenApiDocument, uses: readonly ExampleUse[]) {
  const walk = new ExampleWalk(document);
  const sources = new Map<string, { schema: string; pointer: string; path: readonly string[]; rank: number }>();
  for (const { schema: body, value: example, pointer, isRead } of uses)
    walk.mapValues(body, example, ({ schema: { $ref }, value, pointer: place }) => {
      const schema = schemaNameOf($ref);
      const path = parsePointer(place);
      const rank = path.length > 0 ? path.length + 1 : isRead ? 0 : 1;
      if (schema !== undefined && isObject(value) && rank < (sources.get(schema)?.rank ?? Infinity))
        sources.set(schema, { schema, pointer, path, rank });
      return value;
    });
  return [...sources.values()].sort((a, b) => (a.schema < b.schema ? -1 : 1));
}
