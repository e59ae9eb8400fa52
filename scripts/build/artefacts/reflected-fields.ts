import type { OpenApiDocument } from '../../contract/document.js';
import { eachOperation, successOf } from '../../contract/operations.js';
import { parsePointer } from '../../contract/pointer.js';
import { dereference, schemaResolver } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf, type Resolving } from '../../contract/schema-fields.js';

/** Where responses show the fields of requests, by the `x-reflected-as` of a document. */
export class ReflectedFields {
  readonly #contract: Resolving;
  /** The schemas of responses that show what a schema of a request sends. */
  readonly #responses = new Map<Schema, Set<Schema>>();

  constructor(document: OpenApiDocument) {
    this.#contract = { resolve: schemaResolver(document) };
    for (const { operation } of eachOperation(document)) {
      const [sent] = schemasIn(document, operation.requestBody);
      const [shown] = schemasIn(document, successOf(document, operation)?.[1]);
      if (sent && shown) this.#pair(sent, shown);
    }
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

  #pair(sent: Schema, shown: Schema): void {
    const [request, response] = [this.#contract.resolve(sent), this.#contract.resolve(shown)];
    const known = this.#responses.get(request) ?? new Set();
    // Schemas may contain themselves.
    if (known.has(response)) return;
    this.#responses.set(request, known.add(response));
    for (const part of request.allOf ?? []) this.#pair(part, response);
    if (request.items && response.items) this.#pair(request.items, response.items);
    for (const field of Object.values(request.properties ?? {})) {
      const pointer = field['x-reflected-as'];
      const place = pointer === undefined ? undefined : this.#fieldAt(response, parsePointer(pointer));
      if (place) this.#pair(field, place);
    }
  }

  #fieldsThrough(schema: Schema, path: readonly string[]): Schema[] {
    return [...(this.#responses.get(schema) ?? [])].flatMap((response) => this.#fieldAt(response, path) ?? []);
  }

  #fieldAt(response: Schema, path: readonly string[]): Schema | undefined {
    return path.reduce<Schema | undefined>((at, key) => {
      const field = at && fieldsOf(this.#contract, at).properties.get(key);
      return field && this.#contract.resolve(field);
    }, response);
  }
}

/** The schemas of a request body or a response, by media type. */
function schemasIn(document: OpenApiDocument, body: object | undefined): Schema[] {
  const { content = {} } = body ? dereference<{ content?: Record<string, { schema?: Schema }> }>(document, body) : {};
  return Object.values(content).flatMap(({ schema }) => schema ?? []);
}
