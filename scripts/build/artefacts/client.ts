import { callExample } from './call-example.js';
import { creation, pagedOf, pagesTypes, pagingCode } from './client-pages.js';
import { type GeneratedModule, moduleText } from './generated-module.js';
import { keyPrefix } from './key-prefix.js';
import { quoted } from './literal.js';
import { columns, method as signature } from './method-signature.js';
import type { Bundle, OperationEntry } from './operations.js';
import { operationsOf } from './operations.js';
import { operationStanding } from './provenance-text.js';

/**
 * The text of `generated/client.ts`: `createDirectoryClient`, `DirectoryClient` with one documented method per
 * operation, and the types of its calls. Text from the document appears only in comments, and is escaped.
 *
 * @throws Error as `operationsOf` and `keyPrefix` do, and if the document has no schema `ApiError`
 */
export function clientText(bundle: Bundle): string {
  return moduleText(clientModule(bundle));
}

/** The same as a module that can stand elsewhere. */
export function clientModule(bundle: Bundle): GeneratedModule {
  const entries = operationsOf(bundle);
  if (!bundle.components?.['schemas']?.['ApiError']) {
    throw new Error('Expected the schema ApiError, the type of the error in every result; it does not exist. Add it.');
  }
  const isPaged = pagedOf(entries).length > 0;
  const prefix = keyPrefix(bundle, entries);
  const values = ['buildClient', ...(isPaged ? ['pagesOf'] : []), ...(prefix === '' ? [] : ['withPrefix'])];
  const types = ['CallArgument', 'CallItem', 'CallRefusal', 'CallResult', 'DirectoryClientOptions'];
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

${pagesTypes(entries)}
/** One method per operation, \`pages\` and \`raw\`. Every object of this type is frozen. */
export interface DirectoryClient {
  /**
   * The openapi-fetch client, with the same key, timeout, retries of reads and checks as the methods. A call
   * with its own \`fetch\` option bypasses all of these, and is sent without the key.
   */
  readonly raw: Client<paths>;

  /** The items of lists, over all pages: \`for await (const item of client.pages.…) …\`. */
  readonly pages: DirectoryPages;
${entries.map((entry) => `\n${method(bundle, entry)}\n${formerMethods(entry)}`).join('')}}
${pagingCode(entries)}
/**
 * Creates a client. It sends nothing before the first call.
 *
 * @throws DirectoryRequestError \`invalid-options\`
 */
export function createDirectoryClient(options: DirectoryClientOptions): DirectoryClient {
  ${creation(entries, prefix)}
}
`;
  return {
    imports: [
      { from: 'openapi-fetch', names: ['type Client'] },
      { from: 'run time', names: [...values, ...types.map((name) => `type ${name}`)] },
      { from: 'operation table', names: ['operationTable'] },
      { from: 'types', names: ['type components', 'type operations', 'type paths'] },
    ],
    exported: [
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

function method(bundle: Bundle, entry: OperationEntry): string {
  const { id, row, operation } = entry;
  const paragraphs = [
    inert(operation.summary ?? id).replace(/(?<![.!?])$/, '.'),
    ...(operation.description ?? '').split(/(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)\s*/).map(inert),
    inert(operationStanding(operation)),
  ].filter((text) => text !== '');
  const comment = [
    ...paragraphs.flatMap((text) => [...wrapped(text), '']),
    ...(operation.deprecated ? ['@deprecated'] : []),
    '@example',
    ...callExample(bundle, entry),
    ...wrapped(`@see ${row.method.toUpperCase()} ${inert(row.path)}`),
  ];
  return [
    '  /**',
    ...comment.map((line) => `   * ${line}`.trimEnd()),
    '   */',
    signature(id, entry, resultOf(entry)),
  ].join('\n');
}

function resultOf({ id }: OperationEntry): string {
  return `Promise<DirectoryResult<${quoted(id)}>>`;
}

/** Names from the previous version, which stay for one more version. */
function formerMethods(entry: OperationEntry): string {
  return entry.formerly
    .map((name) => `\n  /** @deprecated Use ${entry.id}. */\n${signature(name, entry, resultOf(entry))}\n`)
    .join('');
}

/**
 * Text of the document on one line, safe inside a JSDoc comment: it cannot end the comment, start a tag or a code span,
 * break the line, or hide or reorder characters.
 */
export function inert(text: string): string {
  return (
    text
      .replace(/[\p{C}\p{Z}]+/gu, ' ')
      .trim()
      .replaceAll('`', "'")
      .replaceAll('*/', '*\\/')
      // A tag starts at any @ that does not follow a word character, also in `{@link`.
      .replace(/(?<!\w)@/g, '\\@')
  );
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > columns - '   * '.length) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}
