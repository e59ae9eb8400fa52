import { parsePointer } from '../pointer.js';
import type { Schema } from '../schema.js';
import { headerAt } from './header-place.js';

/**
 * The keyword `x-paging`, which says how an operation returns a list: where the items are in a response, where the link
 * to the next page is, and which parameter requests a page. Without it, a list is an array with all items.
 */
export interface Paging {
  /**
   * JSON pointer of the items in a response; empty (the default) if the response is the array itself. A `*` after the
   * array stands for each of its elements, and the names after `*` lead to the item inside an element. An item without
   * an id gets the id of its element.
   */
  readonly items?: string;
  /** `absent` if a response leaves out the array when there are no items. */
  readonly empty?: 'absent' | undefined;
  /**
   * The place that leads to the next page. A field or a header has the URL of the next page or the value for the query
   * parameter; a field can also have true if another page follows. On the last page, the place has null, false, an
   * empty string or nothing. The header Link has the URL with `rel="next"` (RFC 8288). In the header Content-Range, the
   * next page begins after the end of the range (RFC 9110 §14.4).
   */
  readonly next?: Place;
  /** The place of the total number of items; in the header Content-Range, the number after the slash. */
  readonly total?: Place;
  readonly page?: PageQuery;
}

/** A place in a response: a JSON pointer, a header, or `link`, which is short for the header Link. */
export type Place = string | HeaderPlace;

export interface HeaderPlace {
  /** The name of the header. */
  readonly header: string;
}

/** A place in words that can follow a noun: `in the header Link`, `at /next`. */
export function placeText(place: Place): string {
  if (typeof place === 'object') return `in the header ${place.header}`;
  return place === 'link' ? 'in the header Link' : `at ${place}`;
}

export interface PageQuery {
  /** The name of the query parameter that selects a page. */
  readonly query: string;
  /**
   * The meaning of the value of `query`: the page number (the default), the number of items to skip, a cursor from a
   * page, or a value of the last item of the previous page.
   */
  readonly by?: 'number' | 'offset' | 'cursor' | 'last-item';
  /** JSON pointer, inside the last item, of the value that requests the next page; `/id` by default. */
  readonly item?: string;
  /** The number of the first page; 1 by default. */
  readonly first?: number;
  /** The name of the query parameter that sets the number of items of a page. */
  readonly size?: string;
}

/** The meaning of a page parameter in words, such as "the number of items to skip"; `code` marks code. */
export function describePageValue({ by, first = 1, item = '/id' }: Partial<PageQuery>): (string | { code: string })[] {
  if (by === 'last-item') return ['the value at ', { code: item }, ' of the last item of the previous page'];
  if (by === 'offset') return ['the number of items to skip'];
  if (by === 'cursor') return ['the cursor returned with the previous page'];
  return ['the number of the page, from ', { code: String(first) }];
}

/** The kind of value at `next`: the address of the next page, its parameter value, or whether another page follows. */
export type NextKind = 'address' | 'value' | 'more';

/** The paging of a list, and the kind of value at `next`. Without `nextIs`, `findNextKind` finds it in the schema. */
export interface Envelope extends Paging {
  /** The default depends on the page parameter: see `defaultNext`. */
  readonly nextIs?: NextKind;
}

/** An envelope in the form that a team writes as an answer. */
export interface EnvelopeAnswer extends Envelope {
  /** JSON pointer of the field that says whether another page follows: short for `next` with `nextIs: more`. */
  readonly more?: string;
  /** JSON Schemas of further members of the object around the items, by name. */
  readonly also?: Readonly<Record<string, unknown>>;
}

/** Reads an answer: drops `also` and a default `nextIs`, and turns `more` into `next` and a Link header into `link`. */
export function readEnvelope(answer: EnvelopeAnswer): Envelope {
  const { also: _, ...envelope } = answer;
  const { more, next = more, nextIs } = envelope;
  const place = headerAt(next) === 'link' ? 'link' : next;
  return withNext(envelope, place === undefined ? {} : { next: place }, more === undefined ? nextIs : 'more');
}

/** Writes an envelope in the form that people read most easily. */
export function writeEnvelope(envelope: Envelope): EnvelopeAnswer {
  const { next, nextIs = defaultNext(envelope) } = envelope;
  const hasMoreFlag = typeof next === 'string' && nextIs === 'more';
  return hasMoreFlag
    ? withNext(envelope, { more: next })
    : withNext(envelope, next === undefined ? {} : { next }, nextIs);
}

/** Replaces the member that leads to the next page; the other members keep their order. */
function withNext(
  envelope: EnvelopeAnswer,
  nextMembers: Pick<EnvelopeAnswer, 'next' | 'more'>,
  nextIs?: NextKind,
): EnvelopeAnswer {
  const { nextIs: _, ...others } = envelope;
  const members = Object.entries(others).flatMap(([name, value]) =>
    name === 'next' || name === 'more' ? Object.entries(nextMembers) : [[name, value]],
  );
  const isUsualKind = nextIs === undefined || nextIs === defaultNext({ ...others, ...nextMembers });
  return { ...Object.fromEntries(members), ...(!isUsualKind && { nextIs }) };
}

/** The kind of value at `next` if neither the envelope nor the schema determines it. */
export function defaultNext({ next, page }: Paging): NextKind {
  if (page?.by === 'last-item') return 'more';
  return page?.by === 'cursor' || (page && typeof next === 'object') ? 'value' : 'address';
}

export function findNextKind(paging: Paging, schema: Schema, resolve: (schema: Schema) => Schema): NextKind {
  const { next } = paging;
  if (next === undefined || next === 'link') return 'address';
  if (typeof next === 'object') return defaultNext(paging);
  let field = resolve(schema);
  for (const name of parsePointer(next)) field = resolve(field.properties?.[name] ?? {});
  const types = [field.type].flat();
  if (types.includes('boolean')) return 'more';
  if (types.includes('integer') || types.includes('number')) return 'value';
  return /^uri/.test(field.format ?? '') ? 'address' : defaultNext(paging);
}
