import type { OpenApiDocument } from '../../contract/document.js';
import { parsePointer } from '../../contract/pointer.js';
import { schemaResolver } from '../../contract/references.js';
import { schemasShowing } from '../../contract/reflections.js';
import type { Schema } from '../../contract/schema.js';
import { fieldAt, type Resolving } from '../../contract/schema-fields.js';

/** Where responses show the fields of requests, by the `x-reflected-as` of a document. */
export class ReflectedFields {
  readonly #contract: Resolving;
  readonly #responses: ReadonlyMap<Schema, ReadonlySet<Schema>>;

  constructor(document: OpenApiDocument) {
    this.#contract = { resolve: schemaResolver(document) };
    this.#responses = schemasShowing(document, this.#contract);
  }

  /**
   * Where responses show a field of a schema, as a sentence. It is empty if they show the field under the same name, if
   * its description already names the field that shows it, and if no field of the schema has `x-reflected-as`.
   */
  textOf(schema: Schema & { description?: string }, name: string): string {
    const fields = schema.properties ?? {};
    const field: Schema & { description?: string } = fields[name] ?? {};
    const pointer = field['x-reflected-as'];
    if (pointer !== undefined) {
      const shown = parsePointer(pointer).join('.');
      return shown === name || field.description?.includes(`\`${shown}\``) ? '' : `Shows as \`${shown}\`.`;
    }
    const isRequest = Object.values(fields).some((each) => each['x-reflected-as'] !== undefined);
    const hasName = this.#fieldsThrough(schema, [name]).length > 0;
    return isRequest && !hasName ? 'Not documented where it shows.' : '';
  }

  /**
   * The known values of a field of a request: its own, and those of the fields that show it. The sources show values of
   * either, and who sends one may well send the values that responses show.
   */
  knownValuesOf(schema: Schema, name: string): readonly string[] {
    const { 'x-known-values': own = [], 'x-reflected-as': pointer } = schema.properties?.[name] ?? {};
    const shown = pointer === undefined ? [] : this.#fieldsThrough(schema, parsePointer(pointer));
    return [...new Set([...shown.flatMap((field) => field['x-known-values'] ?? []), ...own])];
  }

  #fieldsThrough(schema: Schema, path: readonly string[]): Schema[] {
    return [...(this.#responses.get(schema) ?? [])].flatMap((response) => {
      const field = fieldAt(this.#contract, response, path);
      return field ? [this.#contract.resolve(field)] : [];
    });
  }
}
