import { isObject, type Node } from '../contract/json.js';
import { isSame } from './equality.js';
import type { DiffPlace } from './place.js';
import { type Follow, fieldOf, type Side, type Sides } from './side.js';

export interface EntryPair extends Sides {
  name: string;
}

/** A map or a list in both documents, with its field and its kind, as in `fieldsByKind`. */
interface PairedList extends Sides {
  readonly field: string;
  readonly valueKind: string;
  readonly place: Pick<DiffPlace, 'isSent' | 'isReceived'>;
}

const noSide: Side = { value: undefined, pointer: '' };

/** Pairs entries of maps by name, path parameters in the order of the path, and other parameters by name and place. */
export function namedPairs(
  { valueKind, old, new: current, place }: PairedList,
  follow: Follow,
): EntryPair[] | undefined {
  const before = entriesByName(valueKind, old, (side) => follow('old', side));
  const after = entriesByName(valueKind, current, (side) => follow('new', side));
  if (!before || !after) return undefined;
  const isContent = valueKind === 'mediaType{}';
  const renames = new Map([
    ...(isContent && place.isSent ? rangesOf(before, after) : []),
    ...(isContent && place.isReceived ? rangesOf(after, before).map(([to, from]) => [from, to] as const) : []),
  ]);
  const ends = new Set(renames.values());
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => !ends.has(key))
    .map((key) => {
      const [from, to] = [before.get(key), after.get(renames.get(key) ?? key)];
      return { name: (from ?? to)?.name ?? '', old: from ?? noSide, new: to ?? noSide };
    });
}

/** Media types that only one side lists, each with the range of the other side that contains it, such as `text/*`. */
function rangesOf(mine: Entries, others: Entries): (readonly [string, string])[] {
  return [...mine.keys()].flatMap((key) => {
    const range = [`${key.split('/', 1)[0]}/*`, '*/*'].find((each) => others.has(each));
    return others.has(key) || range === undefined ? [] : [[key, range] as const];
  });
}

type Entries = Map<string, Side & { name: string }>;

/** The entries by name. Names of header fields are case-insensitive (RFC 9110 §5.1). */
function entriesByName(valueKind: string, side: Side, follow: (side: Side) => Side): Entries | undefined {
  const { value = valueKind.endsWith('[]') ? [] : {} } = side;
  const entries: Entries = new Map();
  if (valueKind.endsWith('{}') && isObject(value)) {
    for (const name of Object.keys(value)) {
      const key = valueKind === 'header{}' ? name.toLowerCase() : valueKind === 'mediaType{}' ? meaningOf(name) : name;
      const twin = entries.get(key);
      if (twin && isSame(name, twin.value, value[name])) continue;
      entries.set(twin ? `${key} ${name}` : key, { ...fieldOf(side, name), name });
    }
    return entries;
  }
  if (!Array.isArray(value) || (valueKind !== 'parameter[]' && valueKind !== 'tag[]')) return undefined;
  let pathCount = 0;
  for (const index of value.keys()) {
    const item = fieldOf(side, String(index));
    const node = follow(item).value as Node | undefined;
    // Requests contain path parameters in the order of the path, and not their names.
    const isOfPath = node?.['in'] === 'path';
    if (isOfPath) pathCount += 1;
    const key = isOfPath ? `path ${pathCount}` : (parameterKey(node) ?? '');
    entries.set(key, { ...item, name: String(node?.['name']) });
  }
  return entries;
}

/** A media type without parameters that have no effect: boundaries, UTF-8, and any charset of JSON (RFC 8259 §11). */
function meaningOf(mediaType: string): string {
  const [type = '', ...parameters] = mediaType.toLowerCase().replace(/["\s]/g, '').split(';');
  const plainPattern = /[/+]json$/.test(type) ? /^(charset=.*)?$/ : /^(charset=utf-8|boundary=.*)?$/;
  return [type, ...parameters.filter((parameter) => !plainPattern.test(parameter)).sort()].join(';');
}

/** The identity of an entry: place and name of a parameter, or the name of a tag. */
export function parameterKey(node: unknown): string | undefined {
  if (!isObject(node)) return undefined;
  const [location, name] = [String(node['in']), String(node['name'])];
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

/**
 * Pairs equal schemas of two lists, and the others in order, if both lists have equally many. In a tuple, the position
 * counts.
 */
export function schemaPairs({ field, old, new: current }: PairedList): EntryPair[] | undefined {
  if (!Array.isArray(old.value) || !Array.isArray(current.value)) return undefined;
  const [before, after] = [old.value, current.value].map((list): string[] => list.map((item) => JSON.stringify(item)));
  if (!before || !after) return undefined;
  const pair = (from: number | undefined, to: number | undefined): EntryPair => ({
    name: String(from ?? to),
    old: from === undefined ? noSide : fieldOf(old, String(from)),
    new: to === undefined ? noSide : fieldOf(current, String(to)),
  });
  const equalPairs: EntryPair[] = [];
  const losses: number[] = [];
  const gains = new Set(after.keys());
  for (const [from, text] of before.entries()) {
    const to = field === 'prefixItems' ? undefined : [...gains].find((position) => after[position] === text);
    if (to === undefined) losses.push(from);
    else {
      gains.delete(to);
      equalPairs.push(pair(from, to));
    }
  }
  const gainList = [...gains];
  if (field === 'prefixItems' || losses.length === gainList.length) {
    const longer = losses.length > gainList.length ? losses : gainList;
    return [...equalPairs, ...longer.map((_, index) => pair(losses[index], gainList[index]))];
  }
  return [...equalPairs, ...losses.map((from) => pair(from, undefined)), ...gainList.map((to) => pair(undefined, to))];
}
