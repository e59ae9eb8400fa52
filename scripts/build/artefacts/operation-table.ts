import { toSingular } from '../../client/operation-rows.js';
import type { GeneratedModule } from './generated-module.js';
import { quote } from './literal.js';
import { type Bundle, type OperationEntry, operationsOf } from './operations.js';

/** Text of several lines as a template literal. All characters but line breaks are printable ASCII. */
function templateLiteral(text: string): string {
  const escapeLine = (line: string) =>
    quote(line)
      .slice(1, -1)
      .replaceAll("\\'", "'")
      .replace(/`|\$\{/g, '\\$&');
  return `\`${text.split('\n').map(escapeLine).join('\n')}\``;
}

/**
 * The module `generated/operation-table.ts`: `contractVersion`, `operationTable`, `OperationId`. The type of the table
 * has one line per row, which people can read. The rows themselves are one packed text, because they make up most of
 * the size of a program that imports the client.
 *
 * @throws Error in the cases of `operationsOf` and `packRows`
 */
export function operationTableModule(bundle: Bundle): GeneratedModule {
  const entries = operationsOf(bundle);
  const base = commonBase(entries.map(({ row }) => row.path));
  const rows = entries.map(({ id, row }) => {
    const values: (string | number | null)[] = [row.method, row.path.slice(base.length), row.tag, row.standing];
    if (row.success !== 200 || row.media !== 'application/json') values.push(row.success);
    if (row.media !== 'application/json') values.push(row.media);
    return rowType(
      `  readonly ${id}: Row<`,
      values.map((value) => (typeof value === 'string' ? quote(value) : String(value))),
    );
  });
  const [text, longPrefix, shortPrefix] = packRows(entries, base);
  const rowArguments = [templateLiteral(text), quote(longPrefix), quote(shortPrefix)].join(', ');
  const body = `/** The version of the contract: \`info.version\` of the document. */
export const contractVersion = ${quote(bundle.info.version)};

const base = ${quote(base)};

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
export const operationTable = /* @__PURE__ */ operationRows(base, ${rowArguments}) as OperationTable;

/** The id of an operation. */
export type OperationId = keyof OperationTable;
`;
  return { imports: [{ from: 'run time', names: ['operationRows', 'type OperationRow'] }], body };
}

/** The longest common prefix of all paths. It ends with a slash, has no parameter, and is not a whole path. */
function commonBase(paths: readonly string[]): string {
  let base = (paths[0] ?? '').replace(/[^/]*(\{.*)?$/s, '');
  while (!paths.every((path) => path.startsWith(base) && path !== base)) base = base.replace(/[^/]*\/$/, '');
  return base;
}

function rowType(start: string, values: readonly string[]): string {
  const line = `${start}${values.join(', ')}>;`;
  return line.length <= 110 ? line : `${start}\n${values.map((value) => `    ${value}`).join(',\n')}\n  >;`;
}

/** The last arguments of `operationRows`: `text`, `caretText` and `barText`. */
type PackedRows = readonly [text: string, caretText: string, barText: string];

/**
 * Characters with a special meaning in the packed text. A tag must not have a `$` either: `operationRows` passes tags
 * to `replaceAll`, for which `$` is special.
 */
const reservedPatterns = { path: /[,*|^\n]/, tag: /[,*|^~$\n]/, 'media type': /[,*|^\n]/ };

/** Packs rows for `operationRows`. @throws Error if a path, tag or media type contains a reserved character */
export function packRows(entries: readonly OperationEntry[], base: string): PackedRows {
  const lines: string[] = [];
  let tag: string | undefined;
  let previousStanding: string | undefined;
  let previousPath: string | undefined;
  for (const { id, row } of entries) {
    const texts = { path: row.path, tag: row.tag, 'media type': row.media ?? '' };
    for (const [part, text] of Object.entries(texts) as [keyof typeof texts, string][]) {
      const [reservedCharacter] = reservedPatterns[part].exec(text) ?? [];
      if (reservedCharacter === undefined) continue;
      const label = `${row.method.toUpperCase()} ${JSON.stringify(row.path)}`;
      const expected = `expected a ${part} without ${JSON.stringify(reservedCharacter)}`;
      throw new Error(`${label}: ${expected}, found ${JSON.stringify(text)}. Correct the ${part}.`);
    }
    const singularTag = toSingular(row.tag);
    const abbreviate = (text: string) => text.replaceAll(singularTag, '*');
    if (row.tag !== tag || row.standing !== previousStanding)
      lines.push((row.tag === tag ? '~' : row.tag) + (row.standing === 'inferred' ? '' : `,,${row.standing}`));
    const cells: (string | number)[] = [
      (row.method === 'get' ? '' : row.method) + (row.mayBeEmpty ? '?' : '') + (row.needsBody ? '!' : ''),
      abbreviateSegment(abbreviate(toKebabCase(id)), abbreviate(row.path.split('/').at(-2) ?? '')),
      row.path === previousPath ? '' : abbreviate(row.path.slice(base.length)),
    ];
    if (row.media !== 'application/json') cells.push(row.success, row.media ?? '');
    else if (row.success !== 200) cells.push(row.success);
    else if (row.path === previousPath) cells.pop();
    lines.push(cells.join(','));
    ({ tag, standing: previousStanding, path: previousPath } = row);
  }
  return packPrefixes(lines.join('\n'));
}

/** Turns `getBadge` into `get-badge`, so that a compressor finds the same words in ids and in paths. */
function toKebabCase(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** An id in kebab case, in which `~` replaces words that equal the last segment of the path. */
function abbreviateSegment(id: string, segment: string): string {
  return segment === '*' ? id : `-${id}-`.replace(`-${segment}-`, '-~-').slice(1, -1);
}

/** Replaces the two path prefixes that take up the most characters with `^` (for the longer one) and `|`. */
function packPrefixes(text: string): PackedRows {
  const firstPrefix = costliestPrefix(text);
  const secondPrefix = costliestPrefix(text.replaceAll(firstPrefix, ''));
  const [shorterPrefix, longerPrefix] = [firstPrefix, secondPrefix].sort((a, b) => a.length - b.length) as [
    string,
    string,
  ];
  const replacePrefix = (packedText: string, pathPrefix: string, symbol: string) =>
    pathPrefix ? packedText.replaceAll(pathPrefix, symbol) : packedText;
  return [
    replacePrefix(replacePrefix(text, longerPrefix, '^'), shorterPrefix, '|'),
    replacePrefix(longerPrefix, shorterPrefix, '|'),
    shorterPrefix,
  ];
}

/** The path prefix, from the comma to a parameter, that takes up the most characters; empty if no prefix repeats. */
function costliestPrefix(text: string): string {
  const savings = new Map([['', 0]]);
  // A prefix contains no `$`: `operationRows` passes it to `replaceAll`, for which `$` is special.
  for (const [path] of text.matchAll(/,[^,$\n]+/g))
    for (const { index } of path.matchAll(/\}\//g)) {
      const prefix = path.slice(0, index + 2);
      // The first occurrence saves nothing, because the prefix itself becomes an argument of `operationRows`.
      savings.set(prefix, (savings.get(prefix) ?? -prefix.length) + prefix.length);
    }
  return [...savings].reduce((largest, each) => (each[1] > largest[1] ? each : largest))[0];
}
