import type { Paging } from '../contract/paging.js';
import { AnswerMistake } from './draft.js';

/** How a response holds the items of a list and leads to the next page. */
export interface Envelope extends Paging {
  /**
   * What is at `next`: the address of the next page, the value of the parameter that asks for it, or whether there is
   * another page. Without it, a value for a cursor, and else an address.
   */
  nextIs?: 'address' | 'value' | 'more';
}

/** @throws AnswerMistake for an envelope that no response can have @param at JSON pointer of the envelope */
export function refuseImpossible({ items, next, nextIs, total, page }: Envelope, at: string): void {
  const refuse = (below: string, message: string): never => {
    throw new AnswerMistake(at + below, message);
  };
  const isField = next !== undefined && next !== 'link';
  const fields = Object.entries({ items, ...(isField && { next }), total }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  for (const [name, pointer] of fields) {
    if (items === undefined)
      refuse(
        `/${name}`,
        `expected items as well, found ${pointer} alone. Beside a bare array there is no other field.`,
      );
    const other = fields.find(([each, place]) => each !== name && `${pointer}/`.startsWith(`${place}/`));
    if (other)
      refuse(
        `/${name}`,
        `expected another place than that of ${other[0]} (${other[1]}), and none inside of it; found ${pointer}.`,
      );
  }
  if (nextIs !== undefined && !isField)
    refuse(
      '/nextIs',
      `expected next with the JSON pointer of a field, found ${next ?? 'nothing'}. Add it, or remove nextIs.`,
    );
  if (nextIs !== undefined && nextIs !== 'address' && !page)
    refuse('/nextIs', 'expected page with the parameter that asks for the next page, found none. Add it.');
  if (page?.by === 'cursor' && next === undefined)
    refuse('/page/by', 'expected next with the place of the next cursor, found none. Add it.');
  if (page?.first !== undefined && (page.by ?? 'number') !== 'number')
    refuse('/page/first', `expected it only for page numbers, found it beside "by: ${page.by}". Remove it.`);
  if (page?.size !== undefined && page.size === page.query)
    refuse('/page/size', `expected another parameter than ${page.query}, found the same. Correct one of the two.`);
}
