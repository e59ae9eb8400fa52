import { isObject } from '../../../contract/json.js';
import { linkedNext, type Query, queryIn } from '../../../contract/paging/follow.js';
import { escapeToken } from '../../../contract/pointer.js';
import { exampleOf } from '../example.js';
import type { JsonObject, Sight } from '../rule.js';

/** How deep in a response the items of a list, and what leads to the next page, may be. */
const deepest = 3;

/** The most arrays and plain values of one page. */
const most = 60;

/** The most characters of a text; an address of a page may be long. */
const longest = 1000;

export type Plain = string | number | boolean | null;

/** An array of objects, an empty one, or a whole response that is an array. */
export interface SeenArray {
  count: number;
  /** What tells the first item from others. */
  first: string;
  /** The plain values of the last item, as texts. */
  last: readonly string[];
  /** The names of the fields of the first item. */
  fields: readonly string[];
}

/** What a response shows about the page of a list, without its items. */
export interface SeenPage {
  operationId: string;
  /** The path of the request, without the query. */
  path: string;
  query: Query;
  isBare: boolean;
  /** By JSON pointer; of a bare list, the list itself. */
  arrays: ReadonlyMap<string, SeenArray>;
  /** Plain values outside of arrays, by JSON pointer. */
  values: ReadonlyMap<string, Plain>;
  /** The address of the next page in the header Link. */
  link: string | undefined;
  /** The response as an example. */
  shown: string;
}

/** Reads a successful response of a list; undefined if it is neither an array nor an object. */
export function seenPage({
  operation,
  exchange,
  response,
  value,
}: Pick<Sight, 'operation' | 'exchange' | 'response' | 'value'>): SeenPage | undefined {
  const isBare = Array.isArray(value);
  // An object with an identifier of its own is a resource.
  if (!isBare && (!isObject(value) || isIdentifier(value['id']))) return undefined;
  const [path = '', query = ''] = exchange.request.path.split('?');
  const arrays = new Map<string, SeenArray>();
  const values = new Map<string, Plain>();
  walk(value, '', 0, { arrays, values });
  const link = linkedNext([response.headers['link'] ?? []].flat().join(', '));
  const asked = queryIn(query);
  return { operationId: operation.id, path, query: asked, isBare, arrays, values, link, shown: exampleOf(value) };
}

function isIdentifier(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function walk(value: unknown, at: string, depth: number, found: Found): void {
  if (found.arrays.size + found.values.size >= most) return;
  if (Array.isArray(value)) {
    if (at === '' || value.every(isObject)) found.arrays.set(at, seenArray(value));
  } else if (isObject(value)) {
    if (depth < deepest) for (const name in value) walk(value[name], `${at}/${escapeToken(name)}`, depth + 1, found);
  } else if (value === null || typeof value === 'number' || typeof value === 'boolean') found.values.set(at, value);
  else if (typeof value === 'string') found.values.set(at, copied(value, longest));
}

/** The beginning of a text, without the text: a slice would keep all of it in memory. */
function copied(text: string, length: number): string {
  return Buffer.from(text.slice(0, length)).toString();
}

interface Found {
  arrays: Map<string, SeenArray>;
  values: Map<string, Plain>;
}

function seenArray(items: readonly unknown[]): SeenArray {
  const [first, end] = [items[0], items.at(-1)].map((item) => (isObject(item) ? item : undefined));
  const last = Object.values(end ?? {}).filter(isIdentifier);
  return {
    count: items.length,
    first: first ? signOf(first) : '',
    last: last.slice(0, 40).map((each) => copied(String(each), 80)),
    fields: Object.keys(first ?? {}).slice(0, 100),
  };
}

function signOf(item: JsonObject): string {
  return copied(isIdentifier(item['id']) ? String(item['id']) : JSON.stringify(item), 200);
}
