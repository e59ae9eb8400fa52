import type { MediaType, OpenApiDocument } from './document.js';
import { schemaInside } from './object-envelope.js';
import { eachOperation, successContent } from './operations.js';
import { parsePointer } from './pointer.js';
import { dereference } from './references.js';
import type { Schema } from './schema.js';
import { fieldAt, type SchemaResolver } from './schema-fields.js';

/** A field of a request, and the field of a response that shows the value that was sent. */
interface ReflectedField {
  requestField: Schema;
  responseField: Schema;
}

/** Finds the response field to which `x-reflected-as` of a request field points: it shows the value that was sent. */
function shownFieldIn(contract: SchemaResolver, requestField: Schema, response: Schema): ReflectedField | undefined {
  const pointer = requestField['x-reflected-as'];
  const field = pointer === undefined ? undefined : fieldAt(contract, response, parsePointer(pointer));
  return field && { requestField, responseField: contract.resolve(field) };
}

/** Maps each schema of requests to the schemas of responses that show the sent values; references are resolved. */
export function pairSchemas(
  document: OpenApiDocument,
  contract: SchemaResolver,
): ReadonlyMap<Schema, ReadonlySet<Schema>> {
  const pairs = new Map<Schema, Set<Schema>>();
  const addPair = (requestSchema: Schema, responseSchema: Schema): void => {
    const [request, response] = [contract.resolve(requestSchema), contract.resolve(responseSchema)];
    const responses = pairs.get(request) ?? new Set();
    // Stop at a pair that was visited, because schemas may contain themselves.
    if (responses.has(response)) return;
    pairs.set(request, responses.add(response));
    for (const part of request.allOf ?? []) addPair(part, response);
    if (request.items && response.items) addPair(request.items, response.items);
    for (const field of Object.values(request.properties ?? {})) {
      const reflection = shownFieldIn(contract, field, response);
      if (reflection) addPair(field, reflection.responseField);
    }
  };
  for (const { operation } of eachOperation(document)) {
    const { request, response } = operation['x-envelope'] ?? {};
    const success = { content: successContent(document, operation) };
    const requestSchema = resourceIn(document, operation.requestBody, request);
    const responseSchema = resourceIn(document, success, response);
    if (requestSchema && responseSchema) addPair(requestSchema, responseSchema);
  }
  return pairs;
}

/** The schema of the resource in a body; `pointer` is the place of the resource. */
function resourceIn(document: OpenApiDocument, body: object | undefined, pointer?: string): Schema | undefined {
  const { content = {} } = body ? dereference<{ content?: Record<string, MediaType> }>(document, body) : {};
  const [media] = Object.values(content);
  return media && schemaInside(document, { schema: media.schema as Schema, pointer: '' }, pointer).schema;
}

/** Each pair of a request field with `x-reflected-as` and a response field that shows its value. */
export function listReflectedFields(document: OpenApiDocument, contract: SchemaResolver): ReflectedField[] {
  return [...pairSchemas(document, contract)].flatMap(([{ properties = {} }, responses]) =>
    [...responses].flatMap((response) =>
      Object.values(properties).flatMap((field) => shownFieldIn(contract, field, response) ?? []),
    ),
  );
}
