import { canHaveType, fieldAt, followNames, isOpen, withParts } from '../composed-schema.js';
import { parsePointer } from '../pointer.js';
import type { Schema } from '../schema.js';
import { itemsPlace } from './items-place.js';

/**
 * The keyword `x-paging`, which says how an operation returns a list: where a response has the items, what leads to the
 * next page, and how to ask for a page. Without it, a list is an array with all items.
 */
export interface Paging {
  /**
   * JSON pointer of the items in a response; empty (the default) if the response is the array itself. The name `*`
   * after the array stands for each of its elements, and the names after `*` lead to the item inside an element. An
   * item without an id has that of its element.
   */
  readonly items?: string;
  /** `absent` if a response without items does not have the array either. */
  readonly empty?: 'absent' | undefined;
  /**
   * The place that leads to the next page: `link` for the header Link with `rel="next"` (RFC 8288), or a JSON pointer.
   * At the pointer, a response has the URL of the next page, the value for the query parameter, or true if another page
   * follows. On the last page, it has null, false, an empty text or nothing.
   */
  readonly next?: string;
  /** JSON pointer of the total number of items. */
  readonly total?: string;
  readonly page?: PageQuery;
}

export interface PageQuery {
  /** The name of the query parameter that selects a page. */
  readonly query: string;
  /** The meaning of its value: the page number (the default), the number of items to skip, or a cursor from a page. */
  readonly by?: 'number' | 'offset' | 'cursor';
  /** The number of the first page; 1 by default. */
  readonly first?: number;
  /** The name of the parameter that sets the number of items of a page. */
  readonly size?: string;
}

/** The kind of value at `next`: the address of the next page, its parameter value, or whether another page follows. */
export type NextKind = 'address' | 'value' | 'more';

/** The paging of a list and the kind of value at `next`, which `nextKind` otherwise reads from the schema. */
export interface Envelope extends Paging {
  /** The default depends on the page parameter: see `defaultNext`. */
  readonly nextIs?: NextKind;
}

/** The kind of value at `next`, unless an envelope or a schema says something else. */
export function defaultNext({ page }: Paging): NextKind {
  return page?.by === 'cursor' ? 'value' : 'address';
}

export function nextKind(paging: Paging, schema: Schema, resolve: (schema: Schema) => Schema): NextKind {
  const { next } = paging;
  if (next === undefined || next === 'link') return 'address';
  let field = resolve(schema);
  for (const name of parsePointer(next)) field = resolve(field.properties?.[name] ?? {});
  const types = [field.type].flat();
  if (types.includes('boolean')) return 'more';
  if (types.includes('integer') || types.includes('number')) return 'value';
  return /^uri/.test(field.format ?? '') ? 'address' : defaultNext(paging);
}

/**
 * The schema of one item of a list, empty if the contract does not define it; undefined if the contract has no list
 * there.
 */
export function itemsSchema(paging: Paging, schema: Schema, resolve: (schema: Schema) => Schema): Schema | undefined {
  const { list, item } = itemsPlace(paging);
  const { at, rest } = followNames(withParts([schema], resolve), parsePointer(list), resolve);
  if (rest.length > 0) return isOpen(at) ? {} : undefined;
  if (!canHaveType(at, ['array'], resolve)) return undefined;
  const element = at.parts.find((part) => part.items !== undefined)?.items ?? {};
  return parsePointer(item).reduce<Schema | undefined>((each, name) => {
    const parent = each && withParts([each], resolve);
    return parent && (fieldAt(parent, name, resolve)?.schemas[0] ?? (isOpen(parent) ? {} : undefined));
  }, element);
}
