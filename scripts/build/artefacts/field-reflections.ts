import type { OpenApiDocument } from '../../contract/document.js';
import { parsePointer } from '../../contract/pointer.js';
import { createSchemaResolver } from '../../contract/references.js';
import { pairSchemas } from '../../contract/reflections.js';
import type { Schema } from '../../contract/schema.js';
import { fieldAt, type SchemaResolver } from '../../contract/schema-fields.js';

/** Finds the response field that shows the value of a request field, from `x-reflected-as` in a document. */
export class FieldReflections {
  readonly #contract: SchemaResolver;
  readonly #responses: ReadonlyMap<Schema, ReadonlySet<Schema>>;

  constructor(document: OpenApiDocument) {
    this.#contract = { resolve: createSchemaResolver(document) };
    this.#responses = pairSchemas(document, this.#contract);
  }

  /**
   * A sentence that names the response field with the value of a request field, or says that no such field is known.
   * Empty if both names are equal, the description mentions the name, or no field of the schema has `x-reflected-as`.
   */
  textOf(schema: Schema & { description?: string }, name: string): string {
    const fields = schema.properties ?? {};
    const field: Schema & { description?: string } = fields[name] ?? {};
    const pointer = field['x-reflected-as'];
    if (pointer !== undefined) {
      const responseName = parsePointer(pointer).join('.');
      return responseName === name || field.description?.includes(`\`${responseName}\``)
        ? ''
        : `Shows as \`${responseName}\`.`;
    }
    const isRequestSchema = Object.values(fields).some((field) => field['x-reflected-as'] !== undefined);
    const hasResponseField = this.#responseFields(schema, [name]).length > 0;
    return isRequestSchema && !hasResponseField ? 'No documented response field shows this value.' : '';
  }

  /**
   * The known values of a request field: its own, and those of the response fields that show it. The source lists
   * values only for the request or the response, and a request can probably send any value that responses show.
   */
  knownValuesOf(schema: Schema, name: string): readonly string[] {
    const { 'x-known-values': ownValues = [], 'x-reflected-as': pointer } = schema.properties?.[name] ?? {};
    const responseFields = pointer === undefined ? [] : this.#responseFields(schema, parsePointer(pointer));
    return [...new Set([...responseFields.flatMap((field) => field['x-known-values'] ?? []), ...ownValues])];
  }

  #responseFields(schema: Schema, path: readonly string[]): Schema[] {
    return [...(this.#responses.get(schema) ?? [])].flatMap((response) => {
      const field = fieldAt(this.#contract, response, path);
      return field ? [this.#contract.resolve(field)] : [];
    });
  }
}
