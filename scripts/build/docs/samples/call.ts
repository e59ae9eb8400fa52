import type { OpenApiDocument, OpenApiOperation } from '../../../contract/document.js';
import { firstExampleBody, pathParameters } from '../../../contract/example-walk.js';
import { textOfPrefix } from '../../../contract/key-prefix.js';
import { eachOperation, type PlacedOperation, parametersOf, successContent } from '../../../contract/operations.js';
import { parameterNames } from '../../../contract/path-template.js';
import type { Schema } from '../../../contract/schema.js';
import { keyPrefixOf, securityOf } from '../../../contract/security.js';

/** The parts of a call that the samples of one operation share in all languages. */
export interface SampleCall {
  operationId: string;
  /** In capital letters. */
  method: string;
  /** The example ids, and the values of the other required parameters. */
  parameters: { path: Record<string, string>; query: Record<string, unknown>; headers: Record<string, string> };
  /** Path and query, percent-encoded: between double quotes, it is plain text in every language, even in a shell. */
  target: string;
  /** Names and values of all headers except that with the key, as printable ASCII. */
  headers: [name: string, value: string][];
  /** Undefined if the operation has no request body. */
  body: unknown;
  /** The media type of the success response; undefined if it has no body. */
  mediaType: string | undefined;
  /** The text before the key, such as `Bearer `, as printable ASCII; empty if the contract has none. */
  prefix: string;
}

/** Maximum length of a line with a value, as the column beside a page's text is narrow. Longer values are split. */
export const columns = 72;

/** @throws Error if the operation is not from this document */
export function sampleCallOf(bundle: OpenApiDocument, operation: OpenApiOperation): SampleCall {
  const item = [...eachOperation(bundle)].find((otherOperation) => otherOperation.operation === operation);
  if (!item)
    throw new Error(`Expected an operation object of this document; ${operation.operationId} belongs elsewhere.`);
  const { path: template, method } = item;
  const examples = pathParameters(bundle, operation);
  const path = Object.fromEntries(parameterNames(template).map((name) => [name, examples[name] ?? '']));
  const query = Object.fromEntries(requiredValues(bundle, item, 'query'));
  const headers = requiredValues(bundle, item, 'header').map((pair) => pair.map(toPrintable) as [string, string]);
  const body = firstExampleBody(bundle, operation);
  const [mediaType] = Object.keys(successContent(bundle, operation));
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    parameters: { path, query, headers: Object.fromEntries(headers) },
    target: encodePath(template, path) + encodeQuery(query),
    headers: body === undefined ? headers : [...headers, ['Content-Type', 'application/json']],
    body,
    mediaType,
    prefix: toPrintable(textOfPrefix(keyPrefixOf(securityOf(bundle, operation)))),
  };
}

function requiredValues(bundle: OpenApiDocument, item: PlacedOperation, section: string): [string, unknown][] {
  const parameters = parametersOf(bundle, item).map(({ parameter }) => parameter);
  const matches = parameters.filter((parameter) => parameter['in'] === section && parameter['required'] === true);
  return matches.map(({ name, example, schema }) => [
    String(name),
    example ?? (schema as Schema | undefined)?.default ?? '',
  ]);
}

/** A URL path. Characters are percent-encoded if they are invalid in a URL, or special to a language or to curl. */
function encodePath(template: string, parameters: Record<string, string>): string {
  const parts = template.split(/(\{[^{}]+\})/).map((part, index) => {
    if (index % 2 === 1) return encodePart(parameters[part.slice(1, -1)] ?? '');
    return part.replace(/[^\w.~/%:@-]/gu, percentEncode);
  });
  return parts.join('');
}

function encodeQuery(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).map((pair) => pair.map((text) => encodePart(String(text))).join('='));
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function encodePart(text: string): string {
  return text.replace(/[^\w.~-]/gu, percentEncode);
}

/** The text of a header. A header can contain no other characters, so these are percent-encoded. */
function toPrintable(value: unknown): string {
  return String(value).replace(/[^\x20-\x7e]/gu, percentEncode);
}

/** Percent-encodes the bytes of a character. A lone surrogate has no bytes, so it becomes the replacement character. */
function percentEncode(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
