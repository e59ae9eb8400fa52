import { escapeComment, findKeyPrefix } from './client.js';
import type { GeneratedModule } from './generated-module.js';
import { inlineLiteral, quote } from './literal.js';
import { type Bundle, type OperationEntry, operationsOf } from './operations.js';

/**
 * The module `generated/operations.ts`: one function per operation, over a connection. A program that imports a few of
 * them contains neither the others nor openapi-fetch.
 *
 * @throws Error in the cases of `operationsOf` and `findKeyPrefix`
 */
export function operationFunctionsModule(bundle: Bundle): GeneratedModule {
  const entries = operationsOf(bundle);
  const prefix = findKeyPrefix(bundle, entries);
  const body = `/** Where the calls go, with their key and settings. */
export type DirectoryConnection = ConnectionHandle;

/** A function that calls one operation. Its second argument and its result are those of the client's method. */
export type DirectoryOperation<Id extends keyof DirectoryMethods> = (
  connection: DirectoryConnection,
  ...call: Parameters<DirectoryMethods[Id]>
) => ReturnType<DirectoryMethods[Id]>;

/**
 * Checks the options of a client, and returns a connection for the functions of this module. It sends nothing.
 *
 * @throws DirectoryRequestError \`invalid-options\`
 */
export function connectDirectory(options: DirectoryClientOptions): DirectoryConnection {
  return connect(${prefix === '' ? 'options' : `withPrefix(${quote(prefix)}, options)`});
}

${entries.map(functionCode).join('\n')}`;
  return {
    imports: [
      {
        from: 'run time',
        names: ['connect', 'createOperation', ...(prefix === '' ? [] : ['withPrefix']), 'type ConnectionHandle'],
      },
      { from: 'client', names: ['type DirectoryClientOptions', 'type DirectoryMethods'] },
    ],
    reExports: [{ from: 'run time', names: ['DirectoryRequestError', 'type DirectoryClientOptions'] }],
    body,
  };
}

function functionCode({ id, row, operation }: OperationEntry): string {
  const { media, needsBody, mayBeEmpty } = row;
  const traits = {
    ...(media !== 'application/json' && { media }),
    ...(needsBody && { needsBody }),
    ...(mayBeEmpty && { mayBeEmpty }),
  };
  const values = [quote(id), quote(row.method), quote(row.path)];
  if (Object.keys(traits).length > 0) values.push(inlineLiteral(traits));
  return `/** ${escapeComment(operation.summary ?? id)}: {@link DirectoryMethods.${id}}. */
export const ${id} = /* @__PURE__ */ createOperation(
  ${values.join(', ')},
) as DirectoryOperation<${quote(id)}>;
`;
}
