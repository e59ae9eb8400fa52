import { sampleValue } from '../check/values/sample.js';
import type { OpenApiDocument } from '../contract/document.js';
import type { Json } from '../contract/json.js';
import { schemaResolver } from '../contract/references.js';
import type { Schema } from '../contract/schema.js';

/**
 * A value for examples that nobody gave: an example of the schema if it has one, else one that fits. The same schema,
 * name and salt give the same value. Undefined if none can be made.
 */
export function derivedValue(document: OpenApiDocument, schema: Schema, name: string, salt: string): Json | undefined {
  // A new resolver: what is known of a schema is kept by its resolver, and answers change schemas.
  const resolve = schemaResolver(document);
  return sampleValue(schema, name, { resolve, references: () => [], salt, forReaders: true });
}
