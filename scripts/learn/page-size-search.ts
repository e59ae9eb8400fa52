import type { CheckOptions } from '../check/model/options.js';
import type { ProposedAnswer, Support } from '../check/model/proposal.js';
import type { UnaskedPage } from '../check/model/unasked-page.js';
import { isObject, type Json } from '../contract/json.js';
import { triedNames } from '../contract/paging/list-parameters.js';
import {
  type CamePage,
  isRefused,
  isSamePage,
  type PageAsker,
  type PageSearchResult,
  searchByPages,
  unheardOf,
} from './asked-pages.js';

/** What is known about lists. */
export interface KnownLists {
  /** The answer to `lists.envelope`, if there is one. */
  answer?: ProposedAnswer;
  rests?: Support;
}

/** Tries query parameters that could have the number of items of a page. */
export function searchPageSize(
  options: CheckOptions,
  page: UnaskedPage,
  { answer: known = { value: 'bare' }, rests }: KnownLists,
): Promise<PageSearchResult> {
  return searchByPages(options, page, async (asker) => {
    const { id } = page.operation;
    const name = await sizeParameter(asker);
    const answer = name === undefined ? undefined : withSize(known, id, name);
    if (!answer) return undefined;
    const value = `1 item for ${name}=1, and 2 for ${name}=2`;
    const support = {
      responses: (rests?.responses ?? 0) + asker.requests,
      operations: [...new Set([...(rests?.operations ?? []), id])].sort(),
      example: { operationId: id, pointer: page.items, value },
      against: 'More items than were asked for.',
    };
    return { question: 'lists.envelope', certainty: 'shown', answer, rests: support };
  });
}

/** @throws SearchEnded */
async function sizeParameter(asker: PageAsker): Promise<string | undefined> {
  const first = await asker.ask();
  const odd = await asker.ask({ [unheardOf]: '1' });
  // Of a server whose pages change by themselves, or that counts by any parameter, fewer items would show nothing.
  if (!isRefused(odd) && !isSamePage(odd, first)) return undefined;
  for (const name of triedNames.size) {
    if (!isStart(await asker.ask({ [name]: '1' }), first, 1)) continue;
    if (isStart(await asker.ask({ [name]: '2' }), first, 2)) return name;
  }
  return undefined;
}

/** Whether a page has the first items of another one, and no others. */
function isStart(page: CamePage, first: CamePage, count: number): boolean {
  return (first.items?.length ?? 0) > count && isSamePage(page, { ...first, items: first.items?.slice(0, count) });
}

/** An answer about lists that also says how many items a page has, for all lists, or for the one list alone. */
function withSize(
  { value, except = {} }: ProposedAnswer,
  operationId: string,
  name: string,
): ProposedAnswer | undefined {
  const isOne = Object.hasOwn(except, operationId);
  const envelope = isOne ? except[operationId] : value;
  if (!isObject(envelope) || !isObject(envelope['page'])) return undefined;
  const sized = { ...envelope, page: { ...envelope['page'], size: name } } as Json;
  if (isOne) return { value, except: { ...except, [operationId]: sized } };
  return { value: sized, ...(Object.keys(except).length > 0 && { except }) };
}
