type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whatever it is; Dredd makes no request without it, and its hooks put a real one in its place. */
const someText = { schema: { type: 'string' }, example: 'x' };

/**
 * The operations and responses of a document of OpenAPI 3.1 in the words of 3.0, which Dredd reads: without schemas,
 * which its hooks give it as they are, and with each response in its place, since Dredd gives all that refer to the
 * same one the status of the last.
 */
export function olderDocument(document: JsonObject): JsonObject {
  const resolved = (part: Json | undefined): JsonObject => {
    if (!isObject(part)) return {};
    const { $ref } = part;
    if (typeof $ref !== 'string') return part;
    const [, ...names] = $ref.split('/');
    return resolved(names.reduce<Json>((at, name) => (isObject(at) ? (at[name] ?? {}) : {}), document));
  };
  const mapped = (all: Json | undefined, to: (part: JsonObject) => Json): JsonObject =>
    Object.fromEntries(Object.entries(resolved(all)).map(([name, part]) => [name, to(resolved(part))]));

  const parametersOf = (all: Json | undefined): Json =>
    (Array.isArray(all) ? all : [])
      .map(resolved)
      .filter((parameter) => parameter['required'] === true)
      .map((parameter) => ({ name: parameter['name'] ?? '', in: parameter['in'] ?? '', required: true, ...someText }));
  const mediaOf = ({ content }: JsonObject): JsonObject => ({ content: mapped(content, () => ({})) });
  const responseOf = (response: JsonObject): JsonObject => ({
    description: response['description'] ?? '',
    headers: mapped(response['headers'], () => someText),
    ...(response['content'] !== undefined && mediaOf(response)),
  });
  const operationOf = ({ summary, operationId, requestBody, responses }: JsonObject): JsonObject => ({
    ...(summary !== undefined && { summary }),
    ...(operationId !== undefined && { operationId }),
    ...(requestBody !== undefined && { requestBody: mediaOf(resolved(requestBody)) }),
    responses: mapped(responses, responseOf),
  });

  const info = resolved(document['info']);
  return {
    openapi: '3.0.3',
    info: { title: info['title'] ?? '', version: info['version'] ?? '' },
    paths: mapped(document['paths'], ({ parameters, ...operations }) => ({
      parameters: parametersOf(parameters),
      ...mapped(operations, (operation) => ({
        ...operationOf(operation),
        parameters: parametersOf(operation['parameters']),
      })),
    })),
  };
}
