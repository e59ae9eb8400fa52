import type { OpenApiDocument } from '../../contract/document.js';
import { type PlacedOperation, parametersOf } from '../../contract/operations.js';
import { schemaResolver } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';

/** A parameter of the query or of the header. */
export interface RequestParameter {
  name: string;
  in: 'query' | 'header';
  required: boolean;
  schema: Schema;
}

/** The parameters of an operation besides those of its path, and those that ask for a page as `x-paging` says. */
export function requestParameters(document: OpenApiDocument, placed: PlacedOperation): RequestParameter[] {
  const { query, size } = placed.operation['x-paging']?.page ?? {};
  const resolve = schemaResolver(document);
  return parametersOf(document, placed).flatMap(({ parameter }) => {
    const { name, in: place } = parameter;
    if ((place !== 'query' && place !== 'header') || (place === 'query' && (name === query || name === size)))
      return [];
    const schema = resolve((parameter['schema'] ?? {}) as Schema);
    return [{ name: String(name), in: place, required: parameter['required'] === true, schema }];
  });
}
