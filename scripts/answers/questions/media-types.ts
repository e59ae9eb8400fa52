import type { OpenApiResponse } from '../../contract/document.js';
import { isJson } from '../../contract/json-success.js';
import { successesOf } from '../../contract/operations.js';
import { dereference } from '../../contract/references.js';
import type { Draft } from '../draft.js';
import { contradiction, findMisfits, findOperations, mistake, type Teacher } from '../teaching.js';

/** The media types of JSON responses: for errors, for all successes, or for successes by operationId. */
export const operationsMediaTypes: Teacher<Record<string, string>> = ({ draft, question, value, keepOpen }) => {
  const { errors, success, requests, ...byOperation } = value;
  if (requests !== undefined)
    throw mistake(
      '/value/requests',
      'media types of responses',
      'requests',
      '§4 of the interface description states application/json for requests. Remove "requests", or write an overlay.',
    );
  if (success !== undefined && byOperation['*'] !== undefined)
    throw mistake('/value/*', 'either "success" or "*", which mean the same', byOperation['*'], 'Remove one of them.');
  const all = { ...(success !== undefined && { '*': success }), ...byOperation };
  const answeredOperations = findOperations({ draft, question }, all);
  const responsesOf = ({ endpoint: { operation } }: (typeof answeredOperations)[number]) =>
    successesOf(draft.document, operation).flatMap(([, response]) => (hasOnlyJson(response) ? response : []));
  for (const { endpoint, at } of findMisfits(answeredOperations, (operation) => responsesOf(operation).length > 0))
    throw mistake(at, 'an operation that returns only JSON', endpoint.id, 'Remove it.');
  for (const answeredOperation of answeredOperations) {
    const { endpoint, value: media, at } = answeredOperation;
    const { operation } = endpoint;
    const responses = responsesOf(answeredOperation);
    const [knownText] = responses.flatMap(({ content = {} }) => Object.keys(content));
    if (knownText === undefined) {
      draft.settle(operation, question);
      continue;
    }
    if (operation['x-provenance'].stated.includes('responses') && knownText !== media)
      throw contradiction(at, endpoint, knownText, media);
    for (const response of responses) label(response, media);
    draft.settleFacet(endpoint, 'responses', question);
  }
  for (const response of errors === undefined ? [] : refusalsOf(draft)) {
    label(response, errors as string);
    draft.settle(response, question);
  }
  if (errors === undefined || all['*'] === undefined) keepOpen();
};

/** Whether a response has JSON as its only media type. If it has several, the client chooses one. */
function hasOnlyJson({ content = {} }: OpenApiResponse): boolean {
  const types = Object.keys(content);
  return types.length === 1 && types.every(isJson);
}

function refusalsOf({ document, operations }: Draft): Set<OpenApiResponse> {
  const entries = operations.flatMap(({ operation }) => Object.entries(operation.responses));
  const nodes = entries.flatMap(([status, node]) => (/^[123]/.test(status) ? [] : [node]));
  return new Set(nodes.map((node) => dereference<OpenApiResponse>(document, node)));
}

function label(response: OpenApiResponse, media: string): void {
  const [body] = Object.values(response.content ?? {});
  if (body) response.content = { [media]: body };
}
