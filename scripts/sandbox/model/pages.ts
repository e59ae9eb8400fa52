import type { OpenApiDocument, OpenApiResponse } from '../../contract/document.js';
import { type PlacedOperation, parametersOf } from '../../contract/operations.js';
import { itemsSchema, type NextKind, nextKind, type Paging } from '../../contract/paging/paging.js';
import { dereference, schemaResolver } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';

/** What the sandbox knows about the pages of a list. */
export interface Pages extends Paging {
  /** The schema of one item. */
  readonly itemSchema: Schema;
  /** The body of the first example: a page takes from it whatever is neither items nor the way to the next page. */
  readonly example: unknown;
  /** The schemas of the query parameters, by name. */
  readonly parameters: ReadonlyMap<string, Schema>;
  readonly nextIs: NextKind;
}

/** Reads what the contract says about the pages of a list; undefined if it does not page. */
export function pagesOf(
  document: OpenApiDocument,
  placed: Pick<PlacedOperation, 'path' | 'pointer' | 'operation'>,
  response: OpenApiResponse | undefined,
): Pages | undefined {
  const paging = placed.operation['x-paging'];
  const content = Object.values(response?.content ?? {})[0];
  if (!paging || !content) return undefined;
  const resolve = schemaResolver(document);
  const itemSchema = itemsSchema(paging, content.schema as Schema, resolve);
  if (!itemSchema) return undefined;
  const [example] = Object.values(content.examples ?? {});
  const parameters = parametersOf(document, placed as PlacedOperation).flatMap(({ parameter }) =>
    parameter['in'] === 'query'
      ? [[String(parameter['name']), resolve((parameter['schema'] ?? {}) as Schema)] as const]
      : [],
  );
  return {
    ...paging,
    itemSchema,
    example: example && dereference<{ value?: unknown }>(document, example).value,
    parameters: new Map(parameters),
    nextIs: nextKind(paging, content.schema as Schema, resolve),
  };
}
