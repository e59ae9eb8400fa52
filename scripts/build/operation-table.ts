import type { OperationRow } from '../client/types.js';
import { methods } from '../contract/document.js';
import { standingOf, type Provenance } from '../contract/standing.js';
import { generatedNote } from './generated-note.js';

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
        if (!/^[a-z][A-Za-z0-9]*$/.test(id) || taken.has(id)) {
          const found = JSON.stringify(id);
          throw new Error(`${where}: expected a camelCase operationId that can name a method, found ${found}. Rename it.`);
        }
        if (seen.has(id)) throw new Error(`${where}: expected a unique operationId, found ${id} twice. Rename one.`);
        seen.add(id);
        const responses = Object.entries(operation.responses ?? {});
        const [success, response] = responses.find(([status]) => /^2\d\d$/.test(status)) ?? [];
        if (!success || !response) throw new Error(`${where}: expected a success response (2xx), found none. Add it.`);
        const [media = null] = Object.keys(resolved(bundle, response).content ?? {});
        const tag = operation.tags?.[0] ?? '';
        const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => resolved(bundle, one));
        return {
          id,
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
    throw new Error(`Expected ${JSON.stringify(value.$ref)} to be a component of the bundle, found none. Bundle again.`);
  }
  return resolved(bundle, target as Value);
}

/** A single-quoted string literal, in ASCII. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inner.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;
}

/**
 * The text of `generated/operation-table.ts`: `contractVersion`, `operationTable`, `OperationId`.
 *
 * Rows are calls of a small function rather than literal objects: a line a row to read, frozen at run time, and the
 * arguments stand in the order that compresses best (neighbours share tag and the beginning of the path).
 *
 * @throws Error as `operationsOf`
 */
export function operationTableText(bundle: Bundle): string {
  const entries = operationsOf(bundle);
  const base = commonBase(entries.map(({ row }) => row.path));
  const rows = entries.map(({ id, row }) => {
    const values: (string | number | null)[] = [row.tag, row.path.slice(base.length), row.standing, row.method];
    if (row.success !== 200 || row.media !== 'application/json') values.push(row.success);
    if (row.media !== 'application/json') values.push(row.media);
    return call(`  ${id}: row(`, values.map((value) => (typeof value === 'string' ? quoted(value) : String(value))));
  });
  const table = rows.length === 0 ? '{}' : `{\n${rows.join('\n')}\n}`;
  return `${generatedNote}
import type { OperationRow } from '../scripts/client/index.js';

/** The version of the contract: \`info.version\` of the document. */
export const contractVersion = ${quoted(bundle.info.version)};

const base = ${quoted(base)};

const row = <
  Tag extends string,
  Path extends string,
  Standing extends OperationRow['standing'],
  Method extends OperationRow['method'],
  Success extends number = 200,
  Media extends string | null = 'application/json',
>(
  tag: Tag,
  path: Path,
  standing: Standing,
  method: Method,
  success = 200 as Success,
  media = 'application/json' as Media,
) =>
  Object.freeze({
    method,
    path: (base + path) as \`\${typeof base}\${Path}\`,
    tag,
    standing,
    // NoInfer: where an argument is left out its default counts, and not what \`satisfies\` asks of any row.
    success: success as NoInfer<Success>,
    media: media as NoInfer<Media>,
  });

/** Every operation by its id, in the order of the document. Rows are frozen. */
export const operationTable = ${table} as const satisfies Record<string, OperationRow>;

/** The id of an operation. */
export type OperationId = keyof typeof operationTable;
`;
}

/** The longest beginning that all paths share, up to a slash and before any parameter. */
function commonBase(paths: readonly string[]): string {
  let base = (paths[0] ?? '').replace(/[^/]*(\{.*)?$/s, '');
  while (!paths.every((path) => path.startsWith(base))) base = base.replace(/[^/]*\/$/, '');
  return base;
}

/** The arguments on one line where they fit into 110 columns, else one a line. */
function call(start: string, values: readonly string[]): string {
  const line = `${start}${values.join(', ')}),`;
  return line.length <= 110 ? line : `${start}\n${values.map((value) => `    ${value},\n`).join('')}  ),`;
}
