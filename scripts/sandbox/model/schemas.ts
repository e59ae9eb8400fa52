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

  /** The end of the references of a schema; of a field that can be null, the schema of its other values. */
  withoutNull(node: Schema): Schema {
    const schema = this.resolve(node);
    const [other, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
    return other && others.length === 0 ? this.withoutNull(other) : schema;
  }

  fields(schema: Schema): SchemaFields {
    return fieldsOf(this, schema);
  }
}
