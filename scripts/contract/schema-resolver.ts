import { endsIn } from './dereference.js';
import type { Schema } from './schema.js';

/** Follows `$ref`s of schemas; a reference that leads nowhere or to itself gives the empty schema. */
export function schemaResolver(document: object): (schema: Schema) => Schema {
  const end = endsIn(document);
  return (schema) => (schema.$ref === undefined ? schema : ((end(schema.$ref)?.[1] ?? {}) as Schema));
}
