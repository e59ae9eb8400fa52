import { singular } from '../../client/operation-rows.js';
import type { OperationEntry } from './operations.js';

/** The arguments of `operationRows` after `base`; its docstring explains them. */
export type PackedRows = readonly [text: string, far: string, near: string];

/** Characters that stand for something in the text; a dollar sign does in the text that replaces a mark. */
const marks = { path: /[,*|^\n]/, tag: /[,*|^~$\n]/, 'media type': /[,*|^\n]/ };

/**
 * Operations as the text that `operationRows` reads.
 *
 * @throws Error for a path, tag or media type with a character that the format cannot hold
 */
export function packedRows(entries: readonly OperationEntry[], base: string): PackedRows {
  const lines: string[] = [];
  let tag: string | undefined;
  let standing: string | undefined;
  let path: string | undefined;
  for (const { id, row } of entries) {
    const texts = { path: row.path, tag: row.tag, 'media type': row.media ?? '' };
    for (const [what, text] of Object.entries(texts) as [keyof typeof texts, string][]) {
      const [mark] = marks[what].exec(text) ?? [];
      if (mark === undefined) continue;
      const where = `${row.method.toUpperCase()} ${JSON.stringify(row.path)}`;
      const expected = `expected a ${what} without ${JSON.stringify(mark)}`;
      throw new Error(`${where}: ${expected}, found ${JSON.stringify(text)}. Rename it.`);
    }
    const one = singular(row.tag);
    const short = (text: string) => text.replaceAll(one, '*');
    if (row.tag !== tag || row.standing !== standing)
      lines.push((row.tag === tag ? '~' : row.tag) + (row.standing === 'inferred' ? '' : `,,${row.standing}`));
    const cells: (string | number)[] = [
      (row.method === 'get' ? '' : row.method) + (row.needsBody ? '!' : ''),
      withSegment(short(words(id)), short(row.path.split('/').at(-2) ?? '')),
      row.path === path ? '' : short(row.path.slice(base.length)),
    ];
    if (row.media !== 'application/json') cells.push(row.success, row.media ?? '');
    else if (row.success !== 200) cells.push(row.success);
    else if (row.path === path) cells.pop();
    lines.push(cells.join(','));
    ({ tag, standing, path } = row);
  }
  return withMarks(lines.join('\n'));
}

/** `getBadge` as `get-badge`, like in paths, so that a compressor finds the same word in both. */
function words(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The words of an id, with `~` for those that are also the last segment of the path. */
function withSegment(id: string, segment: string): string {
  return segment === '*' ? id : `-${id}-`.replace(`-${segment}-`, '-~-').slice(1, -1);
}

/** Puts marks for the two beginnings of paths that take the most room in a text. */
function withMarks(text: string): PackedRows {
  const most = largestShare(text);
  const next = largestShare(text.replaceAll(most, ''));
  const [near, far] = [most, next].sort((a, b) => a.length - b.length) as [string, string];
  const marked = (whole: string, share: string, mark: string) => (share ? whole.replaceAll(share, mark) : whole);
  return [marked(marked(text, far, '^'), near, '|'), marked(far, near, '|'), near];
}

/**
 * The beginning of paths, with the comma before it and up to a parameter, that takes the most room in a text; empty if
 * none occurs twice.
 */
function largestShare(text: string): string {
  const room = new Map([['', 0]]);
  // A dollar sign would have a meaning where `operationRows` replaces marks.
  for (const [path] of text.matchAll(/,[^,$\n]+/g))
    for (const { index } of path.matchAll(/\}\//g)) {
      const share = path.slice(0, index + 2);
      // The first occurrence stays, as the definition of the mark.
      room.set(share, (room.get(share) ?? -share.length) + share.length);
    }
  return [...room].reduce((largest, each) => (each[1] > largest[1] ? each : largest))[0];
}
