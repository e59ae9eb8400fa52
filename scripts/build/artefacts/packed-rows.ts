import { singular } from '../../client/operation-rows.js';
import type { OperationEntry } from './operations.js';

/**
 * Operations as the text that `operationRows` reads; its docstring explains the format.
 *
 * @throws Error for a path, tag or media type with a comma, a star or a line break, which the format cannot hold
 */
export function packedRows(entries: readonly OperationEntry[], base: string): string {
  const lines: string[] = [];
  let tag: string | undefined;
  let standing: string | undefined;
  let path: string | undefined;
  for (const { id, row } of entries) {
    for (const [what, text] of Object.entries({ path: row.path, tag: row.tag, 'media type': row.media ?? '' })) {
      if (!/[,*\n]/.test(text)) continue;
      const where = `${row.method.toUpperCase()} ${JSON.stringify(row.path)}`;
      const expected = `expected a ${what} without comma, star and line break`;
      throw new Error(`${where}: ${expected}, found ${JSON.stringify(text)}. Rename it.`);
    }
    if (row.tag !== tag || row.standing !== standing) lines.push(`${row.tag},,${row.standing}`);
    const one = singular(row.tag);
    const short = (text: string) => text.replaceAll(one, '*');
    const cells: (string | number)[] = [
      row.method,
      short(withSegment(words(id), row.path.split('/').at(-2))),
      row.path === path ? '' : short(row.path.slice(base.length)),
    ];
    if (row.media !== 'application/json') cells.push(row.success, row.media ?? '');
    else if (row.success !== 200) cells.push(row.success);
    else if (row.path === path) cells.pop();
    lines.push(cells.join(','));
    ({ tag, standing, path } = row);
  }
  return lines.join('\n');
}

/** `getBadge` as `get-badge`, like in paths, so that a compressor finds the same word in both. */
function words(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The words of an id, with a final word that equals the last segment of the path replaced by `~`. */
function withSegment(id: string, segment: string | undefined): string {
  return segment && id.endsWith(`-${segment}`) ? `${id.slice(0, -segment.length)}~` : id;
}
