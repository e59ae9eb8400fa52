import type { CheckOptions } from '../check/model/options.js';
import type { NextSign, UnaskedPage } from '../check/model/unasked-page.js';
import { isObject } from '../contract/json.js';
import { triedNames, valueNames } from '../contract/paging/list-parameters.js';
import type { PageQuery } from '../contract/paging/paging.js';
import { valueAt } from '../contract/pointer.js';
import {
  type CamePage,
  isOtherPage,
  isRefused,
  isSamePage,
  type PageAsker,
  type PageSearchResult,
  searchByPages,
  unheardOf,
} from './asked-pages.js';
import type { Offer } from './drafted-answers.js';

/** Tries query parameters that could ask for the next page of a list. */
export function searchNextPage(options: CheckOptions, page: UnaskedPage): Promise<PageSearchResult> {
  return searchByPages(options, page, async (asker) => {
    const found = await new PageSearch(page, asker).run();
    return found && proposalOf(page, found, asker.requests);
  });
}

/** A query parameter that may ask for the next page. */
interface PageParameter {
  name: string;
  by: NonNullable<PageQuery['by']>;
  /** What says that there is another page. */
  sign: NextSign;
}

/** The parameters to try for a page with these signs, the likeliest first. */
function pageParameters(signs: readonly NextSign[]): PageParameter[] {
  const [value, more, total] = (['value', 'more', 'total'] as const).map((kind) =>
    signs.find((sign) => sign.kind === kind),
  );
  const numbered = more ?? total;
  const { offset, number } = triedNames;
  const byNumber = (names: readonly string[]): PageParameter[] =>
    numbered ? names.map((name) => ({ name, by: offset.includes(name) ? 'offset' : 'number', sign: numbered })) : [];
  return [
    ...(value ? valueNames(value.at).map((name) => ({ name, by: 'cursor' as const, sign: value })) : []),
    // Where the number of all items is said, offsets are more usual than pages.
    ...byNumber([...new Set(more ? ['page', 'offset', ...number, ...offset] : [...offset, ...number])]),
  ];
}

/** A parameter that asks for the next page, and the two pages that show it. */
interface Found {
  name: string;
  first: CamePage;
  next: CamePage;
  /** Whether the server refuses parameters that it does not know. */
  isStrict: boolean;
}

/** The first page of a list, and what came for a parameter that no service knows. */
interface Known {
  first: CamePage;
  count: number;
  odd: CamePage;
}

class PageSearch {
  readonly #page: UnaskedPage;
  readonly #asker: PageAsker;

  constructor(page: UnaskedPage, asker: PageAsker) {
    this.#page = page;
    this.#asker = asker;
  }

  /** @throws SearchEnded */
  async run(): Promise<Found | undefined> {
    const parameters = pageParameters(this.#page.signs);
    const first = await this.#asker.ask();
    const count = first.items?.length ?? 0;
    const [likeliest] = parameters;
    if (!likeliest || count === 0) return undefined;
    const odd = await this.#asker.ask({ [unheardOf]: valueFor(likeliest, first, count) });
    // Of a server whose pages change by themselves, other items would show nothing.
    if (!isRefused(odd) && !isSamePage(odd, first)) return undefined;
    const known = { first, count, odd };
    for (const parameter of parameters) {
      const next = await this.#tried(parameter, known);
      if (next) return { name: parameter.name, first, next, isStrict: isRefused(odd) };
    }
    return undefined;
  }

  #tried(parameter: PageParameter, known: Known): Promise<CamePage | undefined> {
    if (parameter.by === 'cursor') return this.#byValue(parameter, known);
    return parameter.by === 'offset' ? this.#byOffset(parameter, known) : this.#byNumber(parameter, known);
  }

  /** The next page by the value that the first one has for it. */
  async #byValue(parameter: PageParameter, { first, count }: Known): Promise<CamePage | undefined> {
    const asked = { [parameter.name]: valueFor(parameter, first, count) };
    const next = await this.#asker.ask(asked);
    if (!isNext(parameter, next, first)) return undefined;
    // All this must not come from a server whose pages change by themselves.
    if (this.#asker.has(2) && !isSamePage(await this.#asker.ask(asked), next)) return undefined;
    return isSamePage(await this.#asker.ask(), first) ? next : undefined;
  }

  /** The next page by the number of items of the first one; with one less, it begins with the last of them. */
  async #byOffset(parameter: PageParameter, { first, count }: Known): Promise<CamePage | undefined> {
    const next = await this.#asker.ask({ [parameter.name]: String(count) });
    if (count < 2 || !isNext(parameter, next, first)) return undefined;
    const { items = [] } = await this.#asker.ask({ [parameter.name]: String(count - 1) });
    const all = { ...first, items: [...(first.items ?? []), ...(next.items ?? [])] };
    const wanted = { ...first, items: all.items.slice(count - 1, count - 1 + items.length) };
    return items.length > 1 && isSamePage({ ...next, items }, wanted) ? next : undefined;
  }

  /** The next page by its number, where the first page has the number 1 or 0. */
  async #byNumber(parameter: PageParameter, known: Known): Promise<CamePage | undefined> {
    const { first } = known;
    const ask = (number: number): Promise<CamePage> => this.#asker.ask({ [parameter.name]: String(number) });
    const second = await ask(2);
    const isFurther = isNext(parameter, second, first);
    if (!isFurther && !mayBeBeyond(parameter, second, known)) return undefined;
    const one = await ask(1);
    if (isFurther && isSamePage(one, first)) return second;
    const isFromZero = isNext(parameter, one, first) && (!isFurther || isOtherPage(second, one));
    return isFromZero && isSamePage(await ask(0), first) ? one : undefined;
  }
}

/** The value of a parameter that asks for the next page; of a numbered one, if pages begin with 1. */
function valueFor({ by, sign }: PageParameter, first: CamePage, count: number): string {
  if (by === 'cursor') return String(valueAt(first.value, sign.at));
  return by === 'offset' ? String(count) : '2';
}

/** Whether a response is a page in the same envelope, and leads on as a next page does. */
function isNext({ sign, by }: PageParameter, page: CamePage, first: CamePage): boolean {
  if (!isOtherPage(page, first)) return false;
  const [before, now] = [first, page].map(({ value }) => (isObject(value) ? valueAt(value, sign.at) : undefined));
  if (sign.kind === 'total') return now === before;
  return by !== 'cursor' || now !== before;
}

/** Whether page 2 may come after the last page: then pages begin with 0. */
function mayBeBeyond({ name, sign }: PageParameter, second: CamePage, { first, count, odd }: Known): boolean {
  const isShort = sign.kind !== 'total' || Number(valueAt(first.value, sign.at)) <= count * 2;
  if (!isShort) return false;
  if (second.items?.length === 0) return true;
  return isRefused(second) ? second.status !== odd.status : name === 'page' && isSamePage(second, first);
}

/** The answer that the evidence of the run supports together with the two pages. */
function proposalOf(page: UnaskedPage, { name, first, next, isStrict }: Found, requests: number): Offer | undefined {
  const { operation, items, proposalsWith } = page;
  const proposal = proposalsWith([first, next]).find((each): each is Offer => each.certainty === 'shown');
  if (!proposal || !isAbout(proposal, operation.id, name)) return undefined;
  const odd = isStrict ? 'a refusal' : 'the first page';
  const value = `other items for the parameter ${name}, ${odd} for one that no service knows`;
  const { rests } = proposal;
  return {
    ...proposal,
    rests: {
      ...rests,
      responses: rests.responses - 2 + requests,
      example: { operationId: operation.id, pointer: items, value },
      against: 'The items of the first page again, or pages that change by themselves.',
    },
  };
}

/** Whether an answer says that this parameter asks for a page of an operation. */
function isAbout({ answer: { value, except = {} } }: Offer, operationId: string, name: string): boolean {
  const own = Object.hasOwn(except, operationId) ? except[operationId] : value;
  return valueAt(own, '/page/query') === name;
}
