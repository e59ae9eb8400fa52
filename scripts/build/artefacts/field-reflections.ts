import type { OpenApiDocument } from '../../contract/document.js';
import { parsePointer } from '../../contract/pointer.js';
import { schemaResolver } from '../../contract/references.js';
import { responseSchemas } from '../../contract/reflections.js';
import type { Schema } from '../../contract/schema.js';
import { fieldAt, type SchemaResolver } from '../../contract/schema-fields.js';

/** Tells where responses show the fields of requests, from the `x-reflected-as` of a document. */
export class FieldReflections {
  readonly #contract: SchemaResolver;
  readonly #responses: ReadonlyMap<Schema, ReadonlySet<Schema>>;

  constructor(document: OpenApiDocument) {
    this.#contract = { resolve: schemaResolver(document) };
    this.#responses = responseSchemas(document, this.#contract);
  }

  /**
   * Where responses show a field of a schema, as a sentence. It is empty if they show the field under the same name, if
   * its description already names the field that shows it, or if no field of the schema has `x-reflected-as`.
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
    const isRequestSchema = Object.values(fields).some((each) => each['x-reflected-as'] !== undefined);
    const hasResponseField = this.#responseFields(schema, [name]).length > 0;
    return isRequestSchema && !hasResponseField ? 'No documented response field shows this value.' : '';
  }

  /**
   * The known values of a field of a request: its own, and those of the response fields that show it. The source names
   * values on either side, and a request can probably send the values that responses show.
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
