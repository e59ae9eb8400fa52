import { type GeneratedModule, moduleText } from './generated-module.js';
import { quoted } from './literal.js';
import { type Bundle, operationsOf } from './operations.js';
import { packedRows } from './packed-rows.js';

/** A template literal of a multi-line text, in ASCII except for line breaks. */
function template(text: string): string {
  const inner = (line: string) =>
    quoted(line)
      .slice(1, -1)
      .replaceAll("\\'", "'")
      .replace(/`|\$\{/g, '\\$&');
  return `\`${text.split('\n').map(inner).join('\n')}\``;
}

/**
 * The text of `generated/operation-table.ts`: `contractVersion`, `operationTable`, `OperationId`.
 *
 * The types have one line per row, for reading and searching. The rows themselves are one packed text, since they are
 * most of the size of a program that imports the client.
 *
 * @throws Error as `operationsOf` and `packedRows` do
 */
export function operationTableText(bundle: Bundle): string {
  return moduleText(operationTableModule(bundle));
}

/** The same as a module that can stand elsewhere. */
export function operationTableModule(bundle: Bundle): GeneratedModule {
  const entries = operationsOf(bundle);
  const base = commonBase(entries.map(({ row }) => row.path));
  const rows = entries.map(({ id, row }) => {
    const values: (string | number | null)[] = [row.method, row.path.slice(base.length), row.tag, row.standing];
    if (row.success !== 200 || row.media !== 'application/json') values.push(row.success);
    if (row.media !== 'application/json') values.push(row.media);
    return type(
      `  readonly ${id}: Row<`,
      values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))),
    );
  });
  const [text, far, near] = packedRows(entries, base);
  const packed = [template(text), quoted(far), quoted(near)].join(', ');
  const body = `/** The version of the contract: \`info.version\` of the document. */
export const contractVersion = ${quoted(bundle.info.version)};

const base = ${quoted(base)};

interface Row<
  Method extends OperationRow['method'],
  Path extends string,
  Tag extends string,
  Standing extends OperationRow['standing'],
  Success extends number = 200,
  Media extends string | null = 'application/json',
> extends OperationRow {
  readonly method: Method;
  readonly path: \`\${typeof base}\${Path}\`;
  readonly tag: Tag;
  readonly standing: Standing;
  readonly success: Success;
  readonly media: Media;
}

/** The rows of the table. */
type OperationTable = ${rows.length === 0 ? '{}' : `{\n${rows.join('\n')}\n}`};

/** All operations by id, in document order. Rows are frozen. */
export const operationTable = /* @__PURE__ */ operationRows(base, ${packed}) as OperationTable;

/** The id of an operation. */
export type OperationId = keyof OperationTable;
`;
  return { imports: [{ from: 'run time', names: ['operationRows', 'type OperationRow'] }], body };
}

/** The longest common prefix of all paths that ends with a slash, stops before any parameter, and is no whole path. */
function commonBase(paths: readonly string[]): string {
  let base = (paths[0] ?? '').replace(/[^/]*(\{.*)?$/s, '');
  while (!paths.every((path) => path.startsWith(base) && path !== base)) base = base.replace(/[^/]*\/$/, '');
  return base;
}

/** The type arguments on one line if they fit into 110 columns, else one per line. */
function type(start: string, values: readonly string[]): string {
  const line = `${start}${values.join(', ')}>;`;
  return line.length <= 110 ? line : `${start}\n${values.map((value) => `    ${value}`).join(',\n')}\n  >;`;
}
