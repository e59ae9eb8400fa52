import { isObject } from '../json.js';
import { escapeToken } from '../pointer.js';
import { parseQuery, type QueryParameters } from './follow.js';

/** Maximum depth at which to look for the items of a list and for values that lead to the next page. */
const maxDepth = 3;

/** Maximum number of arrays and plain values that a sketch keeps of one page. */
const maxValues = 60;

/** Maximum length of a string that a sketch keeps; it is high, because the address of a page may be long. */
const maxLength = 1000;

/**
 * Facts about an array that may hold the items: an array of objects, an empty array, or a response that is an array.
 */
interface ArraySketch {
  count: number;
  /** The id of the first item; if it has no id, the beginning of its JSON. */
  first: string;
  /** The plain values of the last item, as strings. */
  lastItemValues: readonly string[];
  /** The id of the last item, as a string. */
  lastId: string | undefined;
  /** The names of the fields of the first item. */
  fields: readonly string[];
  /** For each object inside the first item, by its name, the names of its fields. */
  fieldsByObject: ReadonlyMap<string, readonly string[]>;
}

/** The facts that a response shows about one page of a list; the items themselves are not kept. */
export interface PageSketch {
  /** The path of the request, without the query. */
  path: string;
  query: QueryParameters;
  isBare: boolean;
  /** Arrays by JSON pointer; a bare list has the empty pointer. */
  arrays: ReadonlyMap<string, ArraySketch>;
  /**
   * Plain values outside of arrays, by JSON pointer, and the values of headers that may be about pages, by name in
   * lower case.
   */
  values: ReadonlyMap<string, string | number | boolean | null>;
}

/** Names that a total number of items may have. It excludes subtotals, accounts, discounts, countries and counters. */
export const totalNamePattern = /(?<!sub)total|(?<!ac|dis)count(?!r|y|er)|^content-range$/i;

/** Names of headers that may lead to the next page. Retry-After and the cache headers of Next.js do not. */
const nextHeaderPattern = /^link$|next(?!js)|(?<!^retry-)after|more|cursor|continu/;

/**
 * Reads a successful response of a list; undefined if the response cannot be a list.
 *
 * @param path includes the query
 * @param headers by name in lower case; a header that occurs several times has an array of its values
 */
export function sketchPage(
  path: string,
  value: unknown,
  headers: Readonly<Record<string, string | readonly string[]>>,
): PageSketch | undefined {
  const isBare = Array.isArray(value);
  // An object with an identifier is a resource, not a list.
  if (!isBare && (!isObject(value) || isIdentifier(value['id']))) return undefined;
  const [base = '', query = ''] = path.split('?');
  const texts = Object.entries(headers)
    .filter(([name]) => nextHeaderPattern.test(name) || totalNamePattern.test(name))
    .map(([name, text]) => [name, [text].flat().join(', ')] as const);
  const sketch = { arrays: new Map(), values: new Map<string, unknown>(texts) };
  walk(value, '', 0, sketch);
  return { path: base, query: parseQuery(query), isBare, ...sketch } as PageSketch;
}

function isIdentifier(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

type PartialSketch = Record<'arrays' | 'values', Map<string, unknown>>;

function walk(value: unknown, pointer: string, depth: number, sketch: PartialSketch): void {
  if (sketch.arrays.size + sketch.values.size >= maxValues) return;
  if (Array.isArray(value)) {
    if (pointer === '' || value.every(isObject)) sketch.arrays.set(pointer, sketchArray(value));
  } else if (isObject(value)) {
    // The arrays of an object with an identifier are fields of a resource.
    if (depth < maxDepth && !isIdentifier(value['id']))
      for (const name in value) walk(value[name], `${pointer}/${escapeToken(name)}`, depth + 1, sketch);
  } else if (value !== undefined)
    sketch.values.set(pointer, typeof value === 'string' ? copyStart(value, maxLength) : value);
}

/** Copies the beginning of a string: a plain slice would keep the whole string in memory. */
function copyStart(text: string, length: number): string {
  return Buffer.from(text.slice(0, length)).toString();
}

function sketchArray(items: readonly unknown[]): ArraySketch {
  const [first, lastItem] = [items[0], items.at(-1)].map((item) => (isObject(item) ? item : undefined));
  const lastItemValues = Object.values(lastItem ?? {}).filter(isIdentifier);
  const [id, lastId] = [first?.['id'], lastItem?.['id']];
  return {
    count: items.length,
    first: first ? copyStart(isIdentifier(id) ? String(id) : JSON.stringify(first), 200) : '',
    lastItemValues: lastItemValues.slice(0, 40).map((lastItemValue) => copyStart(String(lastItemValue), 80)),
    lastId: isIdentifier(lastId) ? copyStart(String(lastId), 200) : undefined,
    fields: namesOf(first),
    fieldsByObject: new Map(
      namesOf(first).flatMap((name) => {
        const value = first?.[name];
        return isObject(value) ? [[name, namesOf(value)] as const] : [];
      }),
    ),
  };
}

function namesOf(value: object = {}): string[] {
  return Object.keys(value).slice(0, 100);
}
