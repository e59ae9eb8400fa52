import type { OpenApiDocument } from '../../contract/document.js';
import { firstExampleBody } from '../../contract/example-walk.js';
import { isObject } from '../../contract/json.js';
import { keyPrefixOf, securityOf } from '../../contract/security.js';
import {
  creationCode,
  maxLineLength,
  pagesInterface,
  pagingCode,
  selectPagedLists,
  methodSignature as signature,
} from './client-pages.js';
import type { GeneratedModule } from './generated-module.js';
import { inlineLiteral, propertyKey, quote } from './literal.js';
import { type Bundle, type OperationEntry, operationsOf } from './operations.js';
import { operationStanding } from './provenance-text.js';

/**
 * The module `generated/client.ts`: `createDirectoryClient`, `DirectoryClient` with one documented method per
 * operation, and the types of its calls. Text from the document appears only in comments, and is escaped.
 *
 * @throws Error in the cases of `operationsOf` and `findKeyPrefix`, and if the document has no schema `ApiError`
 */
export function clientModule(bundle: Bundle): GeneratedModule {
  const entries = operationsOf(bundle);
  if (!bundle.components?.['schemas']?.['ApiError']) {
    throw new Error(
      'Expected the schema ApiError, the type of the error in every result; found none. Add this schema.',
    );
  }
  const isPaged = selectPagedLists(entries).length > 0;
  const prefix = findKeyPrefix(bundle, entries);
  const values = [
    'buildClient',
    'ResponseError',
    ...(isPaged ? ['pagesOf'] : []),
    ...(prefix === '' ? [] : ['withPrefix']),
  ];
  const types = ['CallArgument', 'CallData', 'CallItem', 'CallRefusal', 'CallResult', 'DirectoryClientOptions'];
  if (isPaged) types.push('Paging');
  const body = `/**
 * The argument of a method: \`path\`, \`query\` and \`body\` as declared; \`signal\`, \`headers\`, \`timeout\`;
 * \`extraQuery\` for parameters that are not declared; \`idempotent\` for a write that may be sent twice.
 */
export type DirectoryCall<Id extends keyof operations> = CallArgument<operations[Id]>;

/**
 * The result of a method, for any HTTP status: \`{ ok: true, status, data, headers }\` or
 * \`{ ok: false, status, error, headers }\`. Without a response it rejects with a \`DirectoryRequestError\`.
 */
export type DirectoryResult<Id extends keyof operations> = CallResult<
  operations[Id],
  components['schemas']['ApiError']
>;

/** The result of a method for a response that is not a success. */
export type DirectoryRefusal = CallRefusal<components['schemas']['ApiError']>;

/**
 * The error of the methods of \`orThrow\` for a response that is not a success. \`error\` has the JSON of its
 * body, or the text; it is empty if it could hold the key.
 */
export interface DirectoryResponseError extends Error {
  /** The HTTP status: 4xx, 5xx or 304. */
  readonly status: number;
  /** The JSON value of the body, or its text. */
  readonly error: DirectoryRefusal['error'];
  /** The headers of the response: \`Retry-After\` and others. */
  readonly headers: Headers;
  /** The operation that was called. */
  readonly operationId: string;
}
export const DirectoryResponseError = ResponseError as unknown as new () => DirectoryResponseError;

${pagesInterface(entries)}
/** One method per operation. */
export interface DirectoryMethods {
${entries.map((entry) => methodCode(bundle, entry)).join('\n\n')}
}

/**
 * The same methods, but each resolves with the data of a success, and rejects with a
 * \`DirectoryResponseError\` for any other response.
 */
export type DirectoryOrThrow = {
  readonly [Id in keyof DirectoryMethods]: (
    ...call: Parameters<DirectoryMethods[Id]>
  ) => Promise<CallData<operations[Id]>>;
};

/** One method per operation, \`orThrow\`, \`pages\` and \`raw\`. Every object of this type is frozen. */
export interface DirectoryClient extends DirectoryMethods {
  /**
   * The openapi-fetch client, with the same key, timeout, retries of reads and checks as the methods. A call
   * with its own \`fetch\` option bypasses all of these, and is sent without the key.
   */
  readonly raw: Client<paths>;

  /** The items of lists, over all pages: \`for await (const item of client.pages.…) …\`. */
  readonly pages: DirectoryPages;

  /** The methods in a form that throws: \`const entry = await client.orThrow.getPartnerEntry({ path })\`. */
  readonly orThrow: DirectoryOrThrow;
${entries.map(formerMethods).join('')}}
${pagingCode(entries)}
/**
 * Creates a client. It sends nothing before the first call.
 *
 * @throws DirectoryRequestError \`invalid-options\`
 */
export function createDirectoryClient(options: DirectoryClientOptions): DirectoryClient {
  ${creationCode(entries, prefix)}
}
`;
  return {
    imports: [
      { from: 'openapi-fetch', names: ['type Client'] },
      { from: 'run time', names: [...values, ...types.map((name) => `type ${name}`)] },
      { from: 'operation table', names: ['operationTable'] },
      { from: 'types', names: ['type components', 'type operations', 'type paths'] },
    ],
    reExports: [
      {
        from: 'run time',
        names: [
          'DirectoryRequestError',
          'type Complete',
          'type DirectoryClientOptions',
          'type DirectoryRequestErrorCode',
        ],
      },
    ],
    body,
  };
}

function methodCode(bundle: Bundle, entry: OperationEntry): string {
  const { id, row, operation } = entry;
  const paragraphs = [
    escapeComment(operation.summary ?? id).replace(/(?<![.!?])$/, '.'),
    ...(operation.description ?? '').split(/(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)\s*/).map(escapeComment),
    escapeComment(operationStanding(operation)),
  ].filter((text) => text !== '');
  const comment = [
    ...paragraphs.flatMap((text) => [...wrapText(text), '']),
    ...(operation.deprecated ? ['@deprecated'] : []),
    '@example',
    ...exampleCallOf(bundle, entry),
    ...wrapText(`@see ${row.method.toUpperCase()} ${escapeComment(row.path)}`),
  ];
  return [
    '  /**',
    ...comment.map((line) => `   * ${line}`.trimEnd()),
    '   */',
    signature(id, entry, resultType(entry)),
  ].join('\n');
}

function resultType({ id }: OperationEntry): string {
  return `Promise<DirectoryResult<${quote(id)}>>`;
}

/** Deprecated methods, under the names that the operation had in the previous version; kept for one version. */
function formerMethods(entry: OperationEntry): string {
  return entry.formerIds
    .map((name) => `\n  /** @deprecated Use ${entry.id}. */\n${signature(name, entry, resultType(entry))}\n`)
    .join('');
}

/**
 * Text of the document on one line, safe inside a JSDoc comment: it cannot end the comment, start a tag or a code span,
 * break the line, or hide or reorder characters.
 */
export function escapeComment(text: string): string {
  return (
    text
      .replace(/[\p{C}\p{Z}]+/gu, ' ')
      .trim()
      .replaceAll('`', "'")
      .replaceAll('*/', '*\\/')
      // A tag starts at any @ that does not follow a word character, such as in `{@link`.
      .replace(/(?<!\w)@/g, '\\@')
  );
}

function wrapText(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > maxLineLength - '   * '.length) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}

/** The auth scheme before the key, such as `Bearer`, or ''. @throws Error if operations have different auth schemes */
export function findKeyPrefix(bundle: Bundle, entries: readonly OperationEntry[]): string {
  const idsByPrefix = new Map<string, string>();
  for (const { id, operation } of entries) {
    const security = securityOf(bundle as OpenApiDocument, operation);
    const prefix = keyPrefixOf(security);
    if (security.kind !== 'none' && !idsByPrefix.has(prefix)) idsByPrefix.set(prefix, id);
  }
  const [one, second] = [...idsByPrefix].map(([prefix, id]) => `${id} has ${JSON.stringify(prefix)}`);
  if (second !== undefined)
    throw new Error(
      `Expected one key prefix for all operations, found two: ${one}, ${second}. Give all operations the same prefix.`,
    );
  return [...idsByPrefix.keys()][0] ?? '';
}

const exampleColumns = 100;

/** Limits of the body in the example of a JSDoc comment: fields, and characters of a value. The docs show it all. */
const excerptLimits = { fields: 3, characters: 48 };

/**
 * Code that calls an operation, as one or more lines. Each required parameter is a variable of the same name, and the
 * body is an excerpt of its first example. The text is safe inside a JSDoc comment.
 */
export function exampleCallOf(bundle: Bundle, { id, operation, requiredNames }: OperationEntry): string[] {
  const members = (['path', 'query'] as const).flatMap((section) => {
    const names = requiredNames[section].map((name) => (isIdentifier(name) ? name : `${propertyKey(name)}: ''`));
    return names.length > 0 ? [`${section}: { ${names.join(', ')} }`] : [];
  });
  if (operation.requestBody) members.push(`body: ${excerptOf(firstExampleBody(bundle, operation))}`);
  const start = `const result = await client.${id}(`;
  const line = `${start}${members.length > 0 ? `{ ${members.join(', ')} }` : ''});`;
  const lines =
    line.length <= exampleColumns ? [line] : [`${start}{`, ...members.map((member) => `  ${member},`), '});'];
  return lines.map(escapeCommentCode);
}

/** Code of an object with only its first short fields. For a list, code of its first item only. */
function excerptOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length > 0 ? excerptOf(value[0]) : ''}]`;
  if (value !== undefined && !isObject(value)) return inlineLiteral(value);
  const fields = Object.entries(value ?? {});
  const mainFields = fields.filter(([name]) => name !== 'id' || fields.length === 1);
  const literals = mainFields.map(([name, each]) => [propertyKey(name), inlineLiteral(each)] as const);
  const members: string[] = [];
  for (const [name, literal] of literals.filter(([, literal]) => literal.length <= excerptLimits.characters)) {
    const length = members.join(', ').length + name.length + literal.length;
    if (members.length < excerptLimits.fields && length < exampleColumns - '  body: { , :  },'.length)
      members.push(`${name}: ${literal}`);
  }
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}

/** Escapes the characters that could end a comment, or start a tag or code span. Only string literals contain them. */
function escapeCommentCode(code: string): string {
  return code
    .replaceAll('`', '\\x60')
    .replaceAll('*/', '*\\/')
    .replace(/(?<!\w)@/g, '\\@');
}
