import { isAddress, queryIn } from '../../../contract/paging/follow.js';
import type { Paging } from '../../../contract/paging/paging.js';
import { parsePointer } from '../../../contract/pointer.js';
import { pageQueryOf, type Step } from './page-query.js';
import { type Page, stepsByNumber, stepsByValue } from './requested-steps.js';
import type { SeenPage } from './seen-page.js';

/** What leads to the next page, in the words of an answer. */
export interface NextPages extends Pick<Paging, 'next' | 'page'> {
  nextIs?: 'address' | 'value' | 'more';
}

type Kind = NonNullable<NextPages['nextIs']>;

const leadsOn = /next|more|after|forward|continu/i;
const names: Readonly<Record<Kind, RegExp>> = {
  address: leadsOn,
  value: /next|after|continu|cursor|token/i,
  more: /more|next/i,
};
const leadsElsewhere = /prev|before|back|self|first|last|current/i;

/** What leads from page to page in lists of one form; empty if nothing was seen that does. */
export function nextPagesOf(pages: readonly Page[]): NextPages {
  for (const next of signsOf(pages)) {
    const steps = stepsOf(pages, next);
    const page = pageQueryOf(steps, next.kind !== 'more');
    if (next.kind === 'address') return { next: next.at, ...(page && withKind(next, page)) };
    if (page && steps.length > 0) return { next: next.at, ...withKind(next, page) };
  }
  return {};
}

/** Whether a page has what leads to the next one; undefined if it does not say. */
export function hasNext(page: SeenPage, next: string | undefined): boolean | undefined {
  if (next === undefined) return undefined;
  const told = next === 'link' ? page.link : page.values.get(next);
  return told !== undefined && told !== null && told !== false && told !== '';
}

/** The kind of what is at `next` needs no word where it follows from the parameter. */
function withKind({ at, kind }: Sign, page: NonNullable<NextPages['page']>): NextPages {
  const usual = page.by === 'cursor' ? 'value' : 'address';
  return { page, ...(kind !== usual && at !== 'link' && { nextIs: kind }) };
}

/** A place that may lead to the next page. */
interface Sign {
  /** `link` or a JSON pointer. */
  at: string;
  kind: Kind;
}

/** What may lead to the next page, the surest first. */
export function signsOf(pages: readonly Page[]): Sign[] {
  const places = [...new Set(pages.flatMap(({ values }) => [...values.keys()]))];
  const found = places.flatMap((at): Sign[] => {
    const kind = kindAt(pages, at);
    return kind && isNamed(at, kind) ? [{ at, kind }] : [];
  });
  const order: readonly Kind[] = ['address', 'value', 'more'];
  const sorted = found.sort(
    (one, other) => order.indexOf(one.kind) - order.indexOf(other.kind) || one.at.length - other.at.length,
  );
  return [
    ...(pages.some(({ link }) => link !== undefined) ? [{ at: 'link', kind: 'address' } as const] : []),
    ...sorted,
  ];
}

function isNamed(at: string, kind: Kind): boolean {
  const tokens = parsePointer(at);
  return tokens.some((name) => names[kind].test(name)) && !tokens.some((name) => leadsElsewhere.test(name));
}

/** What the values at a place are, of all pages that have one; undefined if they differ, or are something else. */
function kindAt(pages: readonly Page[], at: string): Kind | undefined {
  const told = pages.flatMap((page): [page: Page, value: unknown][] => {
    const value = page.values.get(at);
    return value === undefined || value === null || value === false || value === '' ? [] : [[page, value]];
  });
  if (told.length === 0) return undefined;
  if (told.every(([, value]) => value === true)) return 'more';
  if (told.every(([page, value]) => typeof value === 'string' && isAddress(value) && isFurther(page, value)))
    return 'address';
  const isValue = ([, value]: [Page, unknown]): boolean =>
    (typeof value === 'string' && !isAddress(value)) || (typeof value === 'number' && Number.isInteger(value));
  return told.every(isValue) ? 'value' : undefined;
}

/** Whether an address leads to the same list with another query. */
function isFurther({ path, query }: Page, address: string): boolean {
  const [before = '', text = ''] = address.split(/[?#]/);
  const told = queryIn(text);
  const end = (place: string): string | undefined => place.split('/').filter(Boolean).at(-1);
  const isSame = before === '' || end(before) === end(path);
  return isSame && Object.keys(told).some((name) => String(told[name]) !== String(query[name]));
}

function stepsOf(pages: readonly Page[], { at, kind }: Sign): Step[] {
  if (kind === 'value') {
    return stepsByValue(pages, (page) => (hasNext(page, at) ? String(page.values.get(at)) : undefined));
  }
  if (kind === 'more') return stepsByNumber(pages, (page) => page.values.get(at) === true);
  return pages.flatMap((page) => {
    const address = at === 'link' ? page.link : page.values.get(at);
    if (typeof address !== 'string' || address === '') return [];
    const [, text = ''] = /\?([^#]*)/.exec(address) ?? [];
    const { query, count, last } = page;
    return [{ asked: query, told: { ...query, ...queryIn(text) }, count, last }];
  });
}
