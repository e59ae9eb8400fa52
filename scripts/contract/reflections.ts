import type { MediaType, OpenApiDocument } from './document.js';
import { eachOperation, successOf } from './operations.js';
import { parsePointer } from './pointer.js';
import { dereference } from './references.js';
import type { Schema } from './schema.js';
import { fieldAt, type Resolving } from './schema-fields.js';

/** A field of a request, and the field of a response that shows what it sends. */
interface Reflection {
  sent: Schema;
  shown: Schema;
}

/** The field of a response that shows what a field of a request sends, by its `x-reflected-as`. */
function reflectionIn(contract: Resolving, sent: Schema, response: Schema): Reflection | undefined {
  const pointer = sent['x-reflected-as'];
  const field = pointer === undefined ? undefined : fieldAt(contract, response, parsePointer(pointer));
  return field && { sent, shown: contract.resolve(field) };
}

/** The schemas of requests, each with those of the responses that show what it sends; references are resolved. */
export function schemasShowing(
  document: OpenApiDocument,
  contract: Resolving,
): ReadonlyMap<Schema, ReadonlySet<Schema>> {
  const found = new Map<Schema, Set<Schema>>();
  const pair = (sent: Schema, shown: Schema): void => {
    const [request, response] = [contract.resolve(sent), contract.resolve(shown)];
    const known = found.get(request) ?? new Set();
    // Schemas may contain themselves.
    if (known.has(response)) return;
    found.set(request, known.add(response));
    for (const part of request.allOf ?? []) pair(part, response);
    if (request.items && response.items) pair(request.items, response.items);
    for (const field of Object.values(request.properties ?? {})) {
      const reflection = reflectionIn(contract, field, response);
      if (reflection) pair(field, reflection.shown);
    }
  };
  for (const { operation } of eachOperation(document)) {
    const [sent, shown] = [operation.requestBody, successOf(document, operation)?.[1]].map((body) =>
      schemaIn(document, body),
    );
    if (sent && shown) pair(sent, shown);
  }
  return found;
}

function schemaIn(document: OpenApiDocument, body: object | undefined): Schema | undefined {
  const { content = {} } = body ? dereference<{ content?: Record<string, MediaType> }>(document, body) : {};
  return Object.values(content)[0]?.schema;
}

/** Every field of a request with `x-reflected-as`, with each field that shows it. */
export function reflectionsOf(document: OpenApiDocument, contract: Resolving): Reflection[] {
  return [...schemasShowing(document, contract)].flatMap(([{ properties = {} }, responses]) =>
    [...responses].flatMap((response) =>
      Object.values(properties).flatMap((field) => reflectionIn(contract, field, response) ?? []),
    ),
  );
}
