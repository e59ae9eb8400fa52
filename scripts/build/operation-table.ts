import type { OperationRow } from '../client/types.js';
import { methods } from '../contract/document.js';
import { standingOf, type Provenance } from '../contract/standing.js';
import { generatedNote } from './generated-note.js';
import { packedRows } from './packed-rows.js';

/** What the generators read of a parameter; a `$ref` points into the bundle. */
export interface BundledParameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
}

/** What the generators read of a response: its media types. */
export interface BundledResponse {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, object>>;
}

/** What the generators read of an operation. */
export interface BundledOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags?: readonly string[];
  readonly parameters?: readonly BundledParameter[];
  readonly requestBody?: { readonly $ref?: string; readonly required?: boolean; readonly content?: object };
  readonly responses?: Readonly<Record<string, BundledResponse>>;
  readonly 'x-provenance'?: Provenance;
  readonly 'x-unknown'?: readonly string[];
  readonly 'x-formerly'?: readonly string[];
}

type PathItem = { readonly parameters?: readonly BundledParameter[] } & {
  readonly [Method in OperationRow['method']]?: BundledOperation;
};

/** What the generators read of the bundled document. */
export interface Bundle {
  readonly info: { readonly version: string };
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** One operation of the bundle: its row, and the object of the document. */
export interface OperationEntry {
  readonly id: string;
  /** The names that it had in the version before. */
  readonly formerly: readonly string[];
  readonly row: OperationRow;
  readonly operation: BundledOperation;
  /** Whether a call needs an argument: for a path parameter, a required query parameter, or a required body. */
  readonly needsArgument: boolean;
}

// Members that the client has besides its methods, or that the platform would call on any object.
const taken = new Set(['raw', 'then', 'toJSON', ...Object.getOwnPropertyNames(Object.prototype)]);

/**
 * The operations of a bundle, in document order.
 *
 * @throws Error for an operationId that cannot be the name of a method or stands twice, an operation without a success
 * response, and a `$ref` that leads nowhere.
 */
export function operationsOf(bundle: Bundle): OperationEntry[] {
  const seen = new Set<string>();
  return Object.entries(bundle.paths ?? {}).flatMap(([path, item]) =>
    (Object.keys(item) as (keyof PathItem)[])
      .filter((key) => methods.some((method) => method === key))
      .map((key): OperationEntry => {
        const method = key as OperationRow['method'];
        const operation = item[method] ?? {};
        const id = operation.operationId ?? '';
        const where = `${method.toUpperCase()} ${JSON.stringify(path)}`;
        const formerly = operation['x-formerly'] ?? [];
        for (const name of [id, ...formerly]) {
          if (!/^[a-z][A-Za-z0-9]*$/.test(name) || taken.has(name)) {
            const found = JSON.stringify(name);
            throw new Error(
              `${where}: expected a camelCase operationId that can name a method, found ${found}. Rename it.`,
            );
          }
          if (seen.has(name))
            throw new Error(`${where}: expected a unique operationId, found ${name} twice. Rename one.`);
          seen.add(name);
        }
        const responses = Object.entries(operation.responses ?? {});
        const [success, response] = responses.find(([status]) => /^2\d\d$/.test(status)) ?? [];
        if (!success || !response) throw new Error(`${where}: expected a success response (2xx), found none. Add it.`);
        const [media = null] = Object.keys(resolved(bundle, response).content ?? {});
        const tag = operation.tags?.[0] ?? '';
        const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
          resolved(bundle, one),
        );
        return {
          id,
          formerly,
          row: { method, path, tag, standing: standingOf(operation), success: Number(success), media },
          operation,
          needsArgument:
            path.includes('{') ||
            parameters.some((one) => one.in === 'query' && one.required === true) ||
            (operation.requestBody !== undefined && resolved(bundle, operation.requestBody).required === true),
        };
      }),
  );
}

/** The object itself, or what its `$ref` points to in the components of the bundle. */
export function resolved<Value extends { readonly $ref?: string }>(bundle: Bundle, value: Value): Value {
  if (value.$ref === undefined) return value;
  const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(value.$ref) ?? [];
  const target = bundle.components?.[kind]?.[name];
  if (!target) {
    throw new Error(
      `Expected ${JSON.stringify(value.$ref)} to be a component of the bundle, found none. Bundle again.`,
    );
  }
  return resolved(bundle, target as Value);
}

/** A single-quoted string literal, in ASCII. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;
}

/** A template literal of a text of several lines, in ASCII but for what the lines are broken by. */
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
 * The types have a line a row, to read and to search. The rows themselves stand there as a text, since they are most of
 * what a program that imports the client has to load.
 *
 * @throws Error as `operationsOf` and `packedRows`
 */
export function operationTableText(bundle: Bundle): string {
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
  return `${generatedNote}
import { operationRows } from '../scripts/client/index.js';
import type { OperationRow } from '../scripts/client/index.js';

/** The version of the contract: \`info.version\` of the document. */
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

/** What the table says of each operation. */
type OperationTable = ${rows.length === 0 ? '{}' : `{\n${rows.join('\n')}\n}`};

/** Every operation by its id, in the order of the document. Rows are frozen. */
export const operationTable = /* @__PURE__ */ operationRows(base, ${template(packedRows(entries, base))}) as OperationTable;

/** The id of an operation. */
export type OperationId = keyof OperationTable;
`;
}

/** The longest beginning that all paths share and go on after, up to a slash and before any parameter. */
function commonBase(paths: readonly string[]): string {
  let base = (paths[0] ?? '').replace(/[^/]*(\{.*)?$/s, '');
  while (!paths.every((path) => path.startsWith(base) && path !== base)) base = base.replace(/[^/]*\/$/, '');
  return base;
}

/** The arguments on one line where they fit into 110 columns, else one a line. */
function type(start: string, values: readonly string[]): string {
  const line = `${start}${values.join(', ')}>;`;
  return line.length <= 110 ? line : `${start}\n${values.map((value) => `    ${value}`).join(',\n')}\n  >;`;
}
