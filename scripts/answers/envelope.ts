import type { Paging } from '../contract/paging/paging.js';
import { mistake } from './teaching.js';

/** How a response holds the items of a list and leads to the next page. */
export interface Envelope extends Paging {
  /**
   * What is at `next`: the address of the next page, the value of the parameter that asks for it, or whether there is
   * another page. Without it, a value for a cursor, and else an address.
   */
  nextIs?: 'address' | 'value' | 'more';
}

/**
 * @param at JSON pointer of the envelope in the answer
 * @throws AnswerMistake for an envelope that no response can have
 */
export function refuseImpossible({ items, next, nextIs, total, page }: Envelope, at: string): void {
  const isField = next !== undefined && next !== 'link';
  const fields = Object.entries({ items, ...(isField && { next }), total }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  for (const [name, pointer] of fields) {
    if (items === undefined)
      throw mistake(
        `${at}/${name}`,
        'items as well',
        pointer,
        'Without items, the response is an array, without fields.',
      );
    const other = fields.find(([each, place]) => each !== name && `${pointer}/`.startsWith(`${place}/`));
    if (other) throw mistake(`${at}/${name}`, `a place outside of ${other[0]}, ${other[1]}`, pointer);
  }
  if (nextIs !== undefined && !isField)
    throw mistake(`${at}/nextIs`, 'next with the JSON pointer of a field', nextIs, 'Add it, or remove nextIs.');
  if (nextIs !== undefined && nextIs !== 'address' && !page)
    throw mistake(`${at}/nextIs`, 'page with the parameter that asks for a page', nextIs, 'Add it.');
  if (page?.by === 'cursor' && next === undefined)
    throw mistake(`${at}/page/by`, 'next with the place of the next cursor', page.by, 'Add it.');
  if (page?.first !== undefined && (page.by ?? 'number') !== 'number')
    throw mistake(`${at}/page/first`, `none beside "by: ${page.by}"`, page.first, 'Remove it.');
  if (page?.size !== undefined && page.size === page.query)
    throw mistake(`${at}/page/size`, `a parameter other than ${page.query}`, page.size);
}
