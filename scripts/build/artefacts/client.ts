import { callExample } from './call-example.js';
import { type GeneratedModule, moduleText } from './generated-module.js';
import { quoted } from './literal.js';
import type { Bundle, OperationEntry } from './operations.js';
import { operationsOf } from './operations.js';
import { operationStanding } from './provenance-text.js';

/** The maximum length of a generated line that can be broken. */
const columns = 110;

/**
 * The text of `generated/client.ts`: `createDirectoryClient`, `DirectoryClient` with one documented method per
 * operation, and the types of its calls. Text from the document appears only in comments, and is escaped.
 *
 * @throws Error as `operationsOf` does, and if the document has no schema `ApiError`
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
  const body = `/** The argument of a method: \`path\`, \`query\` and \`body\` as declared, \`signal\`, \`headers\`. */
export type DirectoryCall<Id extends keyof operations> = CallArgument<operations[Id]>;

/**
 * The result of a method, for any HTTP status: \`{ ok: true, status, data, headers }\` or
 * \`{ ok: false, status, error, headers }\`. Without a response it rejects with a \`DirectoryRequestError\`.
 */
export type DirectoryResult<Id extends keyof operations> = CallResult<
  operations[Id],
  components['schemas']['ApiError']
>;

/** One method per operation, and \`raw\`. Every object of this type is frozen. */
export interface DirectoryClient {
  /**
   * The openapi-fetch client, with the same key, timeout and checks as the methods. A call with its own
   * \`fetch\` option bypasses all of these, and is sent without the key.
   */
  readonly raw: Client<paths>;
${entries.map((entry) => `\n${method(bundle, entry)}\n${formerMethods(entry)}`).join('')}}

/**
 * Creates a client. It sends nothing before the first call.
 *
 * @throws DirectoryRequestError \`invalid-options\`
 */
export function createDirectoryClient(options: DirectoryClientOptions): DirectoryClient {
  ${made(entries)}
}
`;
  return {
    imports: [
      { from: 'openapi-fetch', names: ['type Client'] },
      {
        from: 'run time',
        names: ['buildClient', 'type CallArgument', 'type CallResult', 'type DirectoryClientOptions'],
      },
      { from: 'operation table', names: ['operationTable'] },
      { from: 'types', names: ['type components', 'type operations', 'type paths'] },
    ],
    exported: [
      {
        from: 'run time',
        names: ['DirectoryRequestError', 'type DirectoryClientOptions', 'type DirectoryRequestErrorCode'],
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
  return ['  /**', ...comment.map((line) => `   * ${line}`.trimEnd()), '   */', signature(id, entry)].join('\n');
}

function signature(name: string, { id, needsArgument }: OperationEntry): string {
  const start = `  ${name}(call${needsArgument ? '' : '?'}: DirectoryCall<${quoted(id)}>):`;
  const result = ` Promise<DirectoryResult<${quoted(id)}>>;`;
  return start.length + result.length <= columns ? start + result : `${start}\n   ${result}`;
}

/** The statements that create the client; a former name is the same function as its replacement. */
function made(entries: readonly OperationEntry[]): string {
  const client = 'buildClient(operationTable, options) as DirectoryClient';
  const aliases = entries.flatMap(({ id, formerly }) => formerly.map((name) => `    ${name}: client.${id},\n`));
  if (aliases.length === 0) return `return ${client};`;
  return `const client = ${client};\n  return Object.freeze({\n    ...client,\n${aliases.join('')}  });`;
}

/** Names from the previous version, which stay for one more version. */
function formerMethods(entry: OperationEntry): string {
  return entry.formerly.map((name) => `\n  /** @deprecated Use ${entry.id}. */\n${signature(name, entry)}\n`).join('');
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
