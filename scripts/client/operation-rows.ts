import { toCamelCase } from './camel-case.js';
import type { OperationRow } from './types.js';

/** Turns `filter-options` into `filter-option`, and `entries` into `entry`. */
export const toSingular = (tag: string): string => tag.replace(/ies$/, 'y').replace(/s$/, '');

/**
 * Returns the rows of the operation table, by operationId, from a string with a third of their size. Rows are frozen.
 *
 * A line `tag,,standing` starts the operations of a tag, with `~` for the previous tag; each line after it is an
 * operation, `method,id,path,success,media`. A `*` stands for the tag in the singular. The id is in kebab case, with
 * `~` for the last segment of the path. The path is relative to `base`; an empty path repeats the previous one.
 * Defaults: standing inferred, method get, success 200, media JSON. Media is empty if the response has no body. After
 * the method, `?` stands for a success that may have no body, and `!` for a request that must have one.
 *
 * `packRows` in `scripts/build/` creates the text.
 *
 * @param caretText a comma and the beginning of many paths; `^` in the text stands for it
 * @param barText a similar string; `|` in the text and in `caretText` stands for it
 */
export function operationRows(
  base: string,
  text: string,
  caretText: string,
  barText: string,
): Record<string, OperationRow> {
  const table: Record<string, OperationRow> = {};
  let tag = '';
  let standing: string;
  let path: string;
  for (const line of text.split('\n')) {
    const [first, id, rest, success = 200, media = 'application/json'] = line
      .replaceAll('^', caretText)
      .replaceAll('|', barText)
      .replaceAll('*', toSingular(tag))
      .split(',') as [string, ...string[]];
    if (id) {
      if (rest) path = base + rest;
      table[toCamelCase(id.replace('~', path!.split('/').at(-2)!))] = Object.freeze({
        method: first.replace(/\W+/, '') || 'get',
        path: path!,
        tag,
        standing: standing!,
        success: +success,
        media: media || null,
        needsBody: first.endsWith('!'),
        mayBeEmpty: /\?/.test(first),
      }) as OperationRow;
    } else {
      tag = first.replace('~', tag);
      standing = rest ?? 'inferred';
    }
  }
  return table;
}
