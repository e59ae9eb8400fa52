import type { OpenApiDocument } from '../../contract/document.js';
import { schemaResolver } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf, type SchemaFields } from '../../contract/schema-fields.js';

/** The schemas of one contract, by name or by reference. */
export class Schemas {
  readonly #named: Record<string, Schema>;
  readonly resolve: (schema: Schema) => Schema;

  constructor(document: OpenApiDocument) {
    this.#named = (document.components['schemas'] ?? {}) as Record<string, Schema>;
    this.resolve = schemaResolver(document);
  }

  named(name: string): Schema | undefined {
    return Object.hasOwn(this.#named, name) ? this.#named[name] : undefined;
  }

  fields(schema: Schema): SchemaFields {
    return fieldsOf(this, schema);
  }
}
