import type { OpenApiDocument } from '../../../contract/document.js';
import { eachOperation } from '../../../contract/operations.js';
import { itemsSchema } from '../../../contract/paging/paging.js';
import { schemaResolver } from '../../../contract/references.js';
import type { Schema } from '../../../contract/schema.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import type { CheckedOperation } from '../../model/operations.js';

/** The lists that an answer about envelopes is about: reads of JSON with a question about it, but no export. */
export function listOperations(
  document: OpenApiDocument,
  asked: ReadonlySet<string>,
): (operation: CheckedOperation) => boolean {
  const exports = new Set(
    [...eachOperation(document)]
      .filter(({ operation }) =>
        [...(operation['x-unknown'] ?? []), ...(operation['x-answered'] ?? [])].includes('review-export.format'),
      )
      .map(({ id }) => id),
  );
  const resolve = schemaResolver(document);
  return ({ id, method, paging, success }) => {
    const [body] = success?.bodies ?? [];
    if (!asked.has(id) || exports.has(id) || method !== 'get' || body?.media !== 'application/json') return false;
    return paging !== undefined || resolve(body.schema).type === 'array';
  };
}

/** The documented fields of an item of a list. */
export function itemFields(document: OpenApiDocument, { paging, success }: CheckedOperation): ReadonlySet<string> {
  const resolve = schemaResolver(document);
  const item = itemsSchema(paging ?? {}, (success?.bodies[0]?.schema ?? {}) as Schema, resolve);
  return new Set(item ? fieldsOf({ resolve }, item).properties.keys() : []);
}
