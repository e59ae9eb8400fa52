import type { NextSign } from '../check/model/unasked-page.js';
import type { PageQuery } from '../contract/paging/paging.js';
import { parsePointer } from '../contract/pointer.js';

/** A query parameter that may ask for the next page. */
export interface PageParameter {
  name: string;
  by: NonNullable<PageQuery['by']>;
  /** What says that there is another page. */
  sign: NextSign;
}

/** Names of parameters with the value of the next page, the most usual first. */
const forValues: readonly string[] = [
  'cursor',
  'after',
  'page_token',
  'pageToken',
  'starting_after',
  'continuation_token',
  'token',
  'next',
];

const offsets = ['offset', 'skip', '$skip', 'start', 'from'];
const pages = ['page', 'page[number]', 'page_number', 'p'];

/** The parameters to try for a page with these signs, the likeliest first. */
export function pageParameters(signs: readonly NextSign[]): PageParameter[] {
  const [value, more, total] = (['value', 'more', 'total'] as const).map((kind) =>
    signs.find((sign) => sign.kind === kind),
  );
  const numbered = more ?? total;
  const byNumber = (names: readonly string[]): PageParameter[] =>
    numbered ? names.map((name) => ({ name, by: offsets.includes(name) ? 'offset' : 'number', sign: numbered })) : [];
  return [
    ...(value ? valueNames(value.at).map((name) => ({ name, by: 'cursor' as const, sign: value })) : []),
    // Where the number of all items is said, offsets are more usual than pages.
    ...byNumber([...new Set(more ? ['page', 'offset', ...pages, ...offsets] : [...offsets, ...pages])]),
  ];
}

/** Names that the place of a value suggests, such as `pageToken` for `/nextPageToken`, and then the usual ones. */
export function valueNames(at: string): string[] {
  const field = parsePointer(at).at(-1) ?? '';
  const words = field.split(/[_.-]|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
  const rest = words.filter((word) => !/^(next|end)$/.test(word));
  const camel = rest
    .map((word, index) => (index === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join('');
  const snake = rest.join('_');
  const suggested = /[A-Z]/.test(field) ? [camel, snake] : [snake, camel];
  return [...new Set([...suggested, field, ...forValues])].filter((name) => name !== '');
}
