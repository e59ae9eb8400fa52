import type { MediaType, OpenApiDocument, OpenApiOperation } from './document.js';
import { parsePointer } from './pointer.js';

/** The example of each path parameter, by its name. */
export function pathParameters(document: OpenApiDocument, operation: OpenApiOperation): Record<string, string> {
  const parameters = (operation.parameters ?? []).map((parameter) => dereference(document, parameter));
  return Object.fromEntries(parameters.map(({ name, example }) => [String(name), String(example)]));
}

/** The value of the first example of the request body; undefined where the operation takes none. */
export function firstBody(document: OpenApiDocument, operation: OpenApiOperation): unknown {
  const [media] = Object.values(operation.requestBody?.content ?? {}) as MediaType[];
  const [example] = Object.values(media?.examples ?? {});
  return example === undefined ? undefined : dereference(document, example)['value'];
}

function dereference(document: OpenApiDocument, node: object): Record<string, unknown> {
  const ref = (node as { $ref?: string }).$ref;
  if (ref === undefined) return node as Record<string, unknown>;
  let at: unknown = document;
  for (const key of parsePointer(ref.slice(1))) at = (at as Record<string, unknown>)[key];
  return at as Record<string, unknown>;
}
