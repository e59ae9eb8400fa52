import type { Method, OpenApiDocument, OpenApiOperation } from '../../../contract/document.js';
import { firstExampleBody, pathParameters } from '../../../contract/example-walk.js';
import { textOfPrefix } from '../../../contract/key-prefix.js';
import { eachOperation, type PlacedOperation, parametersOf, successContent } from '../../../contract/operations.js';
import { parameterNames } from '../../../contract/path-template.js';
import type { Schema } from '../../../contract/schema.js';
import { keyPrefixOf, securityOf } from '../../../contract/security.js';
import { quoteForShell } from '../../../text/escape.js';
import { formatValue, jsonNotation, quote, typeScriptNotation } from '../../artefacts/literal.js';

/** A sample call of one operation, ready to paste. */
export interface Sample {
  /** The label of the sample's tab or heading. */
  language: 'curl' | 'TypeScript' | 'openapi-fetch';
  /** The language of the code, for its code fence and highlighting. */
  lang: 'bash' | 'typescript';
  /** ASCII text in which every line, even the last, ends with a line break. */
  source: string;
}

/** The parts of a call that all samples of one operation share. */
interface SampleCall {
  operationId: string;
  method: Method;
  path: string;
  parameters: Record<string, string>;
  /** The values of the required query parameters. */
  query: Record<string, unknown>;
  headers: Record<string, unknown>;
  /** Undefined if the operation has no request body. */
  body: unknown;
  /** The media type of the success response; undefined if it has no body. */
  mediaType: string | undefined;
  /** The auth scheme before the key, such as `Bearer`; empty if the contract has none. */
  prefix: string;
}

/**
 * Three calls of an operation, always in this order: with curl, with a method of the client, and with the client's
 * `raw`. They read the server's address and the key from `DIRECTORY_BASE_URL` and `DIRECTORY_API_KEY`. Parameters and
 * body are examples from the document, escaped so that they cannot inject code.
 *
 * @throws Error if the operation is not from this document
 */
export function samplesOf(bundle: OpenApiDocument, operation: OpenApiOperation): readonly Sample[] {
  const call = callOf(bundle, operation);
  return [
    { language: 'curl', lang: 'bash', source: curlSample(call) },
    { language: 'TypeScript', lang: 'typescript', source: clientSample(call) },
    { language: 'openapi-fetch', lang: 'typescript', source: rawClientSample(call) },
  ];
}

function callOf(bundle: OpenApiDocument, operation: OpenApiOperation): SampleCall {
  const item = [...eachOperation(bundle)].find((otherOperation) => otherOperation.operation === operation);
  if (!item)
    throw new Error(`Expected an operation object of this document; ${operation.operationId} belongs elsewhere.`);
  const { path, method } = item;
  const examples = pathParameters(bundle, operation);
  const parameters = Object.fromEntries(parameterNames(path).map((name) => [name, examples[name] ?? '']));
  const [mediaType] = Object.keys(successContent(bundle, operation));
  const prefix = keyPrefixOf(securityOf(bundle, operation));
  const body = firstExampleBody(bundle, operation);
  const [query = {}, headers = {}] = ['query', 'header'].map((section) => requiredValues(bundle, item, section));
  return { operationId: operation.operationId, method, path, parameters, query, headers, body, mediaType, prefix };
}

function requiredValues(bundle: OpenApiDocument, item: PlacedOperation, section: string): Record<string, unknown> {
  const parameters = parametersOf(bundle, item).map(({ parameter }) => parameter);
  const matches = parameters.filter((parameter) => parameter['in'] === section && parameter['required'] === true);
  return Object.fromEntries(
    matches.map(({ name, example, schema }) => [
      String(name),
      example ?? (schema as Schema | undefined)?.default ?? '',
    ]),
  );
}

function curlSample({ method, path, parameters, query, headers, body, prefix }: SampleCall): string {
  const queryPairs = Object.entries(query).map((pair) => pair.map((text) => encodePart(String(text))).join('='));
  const options = [
    ...(method === 'get' ? [] : [`-X ${method.toUpperCase()}`]),
    `"$DIRECTORY_BASE_URL${encodePath(path, parameters)}${queryPairs.length > 0 ? `?${queryPairs.join('&')}` : ''}"`,
  ].join(' ');
  const header = `Authorization: ${textOfPrefix(prefix)}`;
  const start = /^[\w: =]+$/.test(header) ? `"${header}` : `${quoteForShell(header)}"`;
  const lines = [`curl ${options}`, `-H ${start}$DIRECTORY_API_KEY"`];
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${quoteForShell(`${name}: ${String(value)}`)}`);
  if (body !== undefined)
    lines.push(
      "-H 'Content-Type: application/json'",
      `-d ${quoteForShell(formatValue(body, jsonNotation, columns, '  '))}`,
    );
  return `${lines.join(' \\\n  ')}\n`;
}

/**
 * A URL path for use inside double quotes of a shell. Characters are percent-encoded if they are invalid in a URL, or
 * special to the shell or curl; the server decodes them.
 */
function encodePath(template: string, parameters: Record<string, string>): string {
  const parts = template.split(/(\{[^{}]+\})/).map((part, index) => {
    if (index % 2 === 1) return encodePart(parameters[part.slice(1, -1)] ?? '');
    return part.replace(/[^\w.~/%:@-]/gu, percentEncode);
  });
  return parts.join('');
}

function encodePart(text: string): string {
  return text.replace(/[^\w.~-]/gu, percentEncode);
}

/** Percent-encodes the bytes of a character. A lone surrogate has no bytes, so it becomes the replacement character. */
function percentEncode(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

/** If the environment variables are not set, the samples use the address and key of the sandbox. */
const setupCode = `import { createDirectoryClient } from 'directory-contract';

const client = createDirectoryClient({
  baseUrl: process.env.DIRECTORY_BASE_URL ?? 'http://127.0.0.1:4020',
  apiKey: process.env.DIRECTORY_API_KEY ?? 'sandbox-key',
});
`;

function clientSample({ operationId, parameters, query, headers, body, mediaType }: SampleCall): string {
  const sections = Object.entries({ path: parameters, query, headers });
  const argumentLines = [...sections.filter(([, each]) => hasMembers(each)), ['body', body] as const].flatMap(
    ([name, value]) => memberCode(name, value),
  );
  return `${setupCode}
const result = await client.${operationId}(${objectCode(argumentLines)});
if (result.ok) console.log(${mediaType === undefined ? 'result.status' : 'result.data'});
else console.error(result.status, result.error);
`;
}

function rawClientSample({ method, path, parameters, query, headers, body, mediaType }: SampleCall): string {
  const sections = Object.entries({ path: parameters, query, header: headers }).filter(([, each]) => hasMembers(each));
  const init = [
    ...memberCode('params', sections.length > 0 ? Object.fromEntries(sections) : undefined),
    ...memberCode('body', body),
    // Without `parseAs`, openapi-fetch would parse the response as JSON.
    ...(mediaType === undefined || mediaType.includes('json') ? [] : ["parseAs: 'text',"]),
  ];
  const args = [quote(path), ...(init.length > 0 ? [objectCode(init)] : [])];
  const resultNames = mediaType === undefined ? 'error, response' : 'data, error, response';
  return `${setupCode}
const { ${resultNames} } = await client.raw.${method.toUpperCase()}(${args.join(', ')});
if (response.ok) console.log(${mediaType === undefined ? 'response.status' : 'data'});
else console.error(response.status, error);
`;
}

const hasMembers = (object: object): boolean => Object.keys(object).length > 0;

function memberCode(name: string, value: unknown): string[] {
  return value === undefined ? [] : [`${name}: ${formatValue(value, typeScriptNotation, columns, '  ')},`];
}

function objectCode(members: readonly string[]): string {
  return members.length === 0 ? '' : `{\n${members.map((member) => `  ${member}\n`).join('')}}`;
}

/** Maximum length of a line with a value, as the column beside a page's text is narrow. Longer values are split. */
const columns = 72;
