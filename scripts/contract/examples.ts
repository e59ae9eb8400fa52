import type { MediaType, OpenApiDocument, OpenApiOperation, OpenApiResponse } from './document.js';
import { dereference } from './references.js';

/**
 * The example of each path parameter, by its name. One parameter can name things of several kinds, as `entry_id` does:
 * where the document shows the thing that is read at the path up to there, the example is the id of that thing.
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

/** The id in the first example of what GET answers at the part of a path that ends with a parameter. */
function shownId(document: OpenApiDocument, path: string, parameter: string): string | undefined {
  const [upTo = ''] = new RegExp(`^.*\\{${parameter}\\}/`).exec(path) ?? [];
  const success = document.paths[upTo]?.get?.responses['200'] as OpenApiResponse | undefined;
  const [example] = Object.values(success?.content?.['application/json']?.examples ?? {});
  const value = example && dereference<{ value?: unknown }>(document, example).value;
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** The value of the first example of the request body; undefined where the operation takes none. */
export function firstBody(document: OpenApiDocument, operation: OpenApiOperation): unknown {
  const [media] = Object.values(operation.requestBody?.content ?? {}) as MediaType[];
  const [example] = Object.values(media?.examples ?? {});
  return example === undefined ? undefined : dereference<{ value?: unknown }>(document, example).value;
}
