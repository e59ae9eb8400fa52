import { camelCase } from './camel-case.js';
import type { OperationRow } from './types.js';

/** `filter-options` as `filter-option`, `entries` as `entry`. */
export const singular = (tag: string): string => tag.replace(/ies$/, 'y').replace(/s$/, '');

/**
 * The rows of the operation table, by operationId, from a text that takes a third of their room. Rows are frozen.
 *
 * A line `tag,,standing` begins the operations of a tag; each line after it is one of them,
 * `method,id,path,success,media`. A `*` is the tag in the singular. The id is in words, with `~` for the last segment
 * of the path. The path goes on after `base`, and is that of the line before where it is left out. Success is 200 and
 * media JSON where they are left out; media is empty where an answer is.
 *
 * `packedRows` in `scripts/build/` makes the text.
 */
export function operationRows(base: string, text: string): Record<string, OperationRow> {
  const table: Record<string, OperationRow> = {};
  let tag = '';
  let standing: string;
  let path: string;
  for (const line of text.split('\n')) {
    const [first, id, rest, success = 200, media = 'application/json'] = line
      .replaceAll('*', singular(tag))
      .split(',') as [string, ...string[]];
    if (id) {
      if (rest) path = base + rest;
      table[camelCase(id.replace('~', path!.split('/').at(-2)!))] = Object.freeze({
        method: first,
        path: path!,
        tag,
        standing: standing!,
        success: +success,
        media: media || null,
      }) as OperationRow;
    } else {
      tag = first;
      standing = rest!;
    }
  }
  return table;
}
