import type { MediaType, OpenApiDocument, OpenApiOperation, OpenApiResponse } from './document.js';
import { dereference } from './references.js';

/**
 * The example of each path parameter, by name. Some parameters, such as `entry_id`, name resources of several kinds:
 * if the document has an example of the resource at the path up to the parameter, its id is the example.
 */
export function pathParameters(document: OpenApiDocument, operation: OpenApiOperation): Record<string, string> {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    dereference<Record<string, unknown>>(document, parameter),
  );
  const path =
    Object.keys(document.paths).find((each) => Object.values(document.paths[each] ?? {}).includes(operation)) ?? '';
  return Object.fromEntries(
    parameters.map(({ name, example }) => [String(name), shownId(document, path, String(name)) ?? String(example)]),
  );
}

/** The id in the first example of the GET response at the part of a path that ends with a parameter. */
function shownId(document: OpenApiDocument, path: string, parameter: string): string | undefined {
  const [upTo = ''] = new RegExp(`^.*\\{${parameter}\\}/`).exec(path) ?? [];
  const success = document.paths[upTo]?.get?.responses['200'] as OpenApiResponse | undefined;
  const [example] = Object.values(success?.content?.['application/json']?.examples ?? {});
  const value = example && dereference<{ value?: unknown }>(document, example).value;
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The value of the first example of the request body; undefined if the operation has no request body. */
export function firstBody(document: object, operation: OpenApiOperation): unknown {
  const [media] = Object.values(operation.requestBody?.content ?? {}) as MediaType[];
  const [example] = Object.values(media?.examples ?? {});
  return example === undefined ? undefined : dereference<{ value?: unknown }>(document, example).value;
}
