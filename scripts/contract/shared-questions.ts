import { typesAt, withParts } from './composed-schema.js';
import type { Method, OpenApiDocument, OpenApiOperation } from './document.js';
import { isJson } from './json-success.js';
import { eachOperation, successContent } from './operations.js';
import { createSchemaResolver } from './references.js';
import type { Schema } from './schema.js';
import { standingOf } from './standing.js';

/**
 * Adds open questions to the `x-unknown` of each operation: those that apply because some of its facets are not stated.
 * In the source files, an operation names only the questions that it does not share with others.
 *
 * @returns a new document, with only those questions that its `x-unknowns` lists
 */
export function withSharedQuestions(document: OpenApiDocument): OpenApiDocument {
  const listedQuestionIds = new Set((document['x-unknowns'] ?? []).map(({ id }) => id));
  const resolve = createSchemaResolver(document);
  const paths = { ...document.paths };
  for (const { path, method, operation } of eachOperation(document)) {
    if (!operation['x-provenance']) continue;
    const answeredIds = operation['x-answered'] ?? [];
    const sharedIds = findSharedQuestions(document, method, operation, resolve).filter(
      (id) => listedQuestionIds.has(id) && !answeredIds.includes(id),
    );
    const ids = [...new Set([...sharedIds, ...(operation['x-unknown'] ?? [])])];
    if (ids.length > 0) paths[path] = { ...paths[path], [method]: insertQuestions(operation, ids) };
  }
  return { ...document, paths };
}

/** The questions that apply to an operation because the interface description does not state some of its facets. */
function findSharedQuestions(
  document: OpenApiDocument,
  method: Method,
  operation: OpenApiOperation,
  resolve: (schema: Schema) => Schema,
): string[] {
  const bodyQuestions = operation.requestBody
    ? ['request.body-required', ...(method === 'patch' ? ['updates.partial'] : [])]
    : [];
  if (standingOf(operation) === 'stated') return bodyQuestions;
  const statedFacets = new Set(operation['x-provenance'].stated);
  const types = Object.entries(successContent(document, operation)).flatMap(([media, { schema }]) =>
    isJson(media) ? (typesAt(withParts([schema as Schema], resolve), resolve) ?? []) : [],
  );
  const isList = types.includes('array');
  const isResource = types.includes('object') && operation['x-paging'] === undefined;
  return [
    ...(statedFacets.has('name') ? [] : ['groups.operations']),
    ...(statedFacets.has('path') ? [] : ['operations.paths']),
    ...(statedFacets.has('request') ? [] : ['operations.parameters']),
    ...(statedFacets.has('request') && statedFacets.has('responses') ? [] : ['operations.payloads']),
    ...(statedFacets.has('responses') ? [] : ['operations.success-status', 'operations.media-types']),
    ...(isList ? ['lists.envelope'] : []),
    ...(isResource && !statedFacets.has('responses') ? ['objects.envelope'] : []),
    ...(method === 'delete' ? ['deletes.cascade'] : []),
    ...bodyQuestions,
  ];
}

/** Puts the questions after the provenance of the operation, where a reader looks for them. */
function insertQuestions(operation: OpenApiOperation, questions: string[]): OpenApiOperation {
  const { 'x-unknown': _ownQuestions, ...others } = operation;
  const entries = Object.entries(others);
  entries.splice(entries.findIndex(([key]) => key === 'x-provenance') + 1, 0, ['x-unknown', questions]);
  return Object.fromEntries(entries) as unknown as OpenApiOperation;
}
