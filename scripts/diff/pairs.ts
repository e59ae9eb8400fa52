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
  const renames = new Map([
    ...(valueKind === 'mediaType{}' && place.isSent ? rangesOf(before, after) : []),
    ...(valueKind === 'mediaType{}' && place.isReceived
      ? rangesOf(after, before).map(([to, from]) => [from, to] as const)
      : []),
  ]);
  const ends = new Set(renames.values());
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => !ends.has(key))
    .map((key) => {
      const [from, to] = [before.get(key), after.get(renames.get(key) ?? key)];
      return { name: (from ?? to)?.name ?? '', old: from ?? noSide, new: to ?? noSide };
    });
}

type Keys = ReadonlyMap<string, unknown>;

/** Media types that only one side lists, each with the range of the other side that contains it, such as `text/*`. */
function rangesOf(mine: Keys, others: Keys): (readonly [string, string])[] {
  return [...mine.keys()].flatMap((key) => {
    const range = [`${key.split('/', 1)[0]}/*`, '*/*'].find((each) => others.has(each));
    return others.has(key) || range === undefined ? [] : [[key, range] as const];
  });
}

/** The entries by name. Names of header fields are case-insensitive (RFC 9110 §5.1). */
function entriesByName(
  valueKind: string,
  side: Side,
  follow: (side: Side) => Side,
): Map<string, Side & { name: string }> | undefined {
  const { value = valueKind.endsWith('[]') ? [] : {} } = side;
  if (valueKind.endsWith('{}') && isObject(value)) {
    const entries = new Map<string, Side & { name: string }>();
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
  const items = value.map((_, index) => {
    const item = fieldOf(side, String(index));
    const node = follow(item).value as Node | undefined;
    // Requests contain path parameters in the order of the path, and not their names.
    const isOfPath = node?.['in'] === 'path';
    if (isOfPath) pathCount += 1;
    return [
      isOfPath ? `path ${pathCount}` : (parameterKey(node) ?? ''),
      { ...item, name: String(node?.['name']) },
    ] as const;
  });
  return new Map(items);
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
  const [before, after] = [old.value, current.value].map((list) => list.map((item) => JSON.stringify(item)));
  const pair = (from: number | undefined, to: number | undefined): EntryPair => ({
    name: String(from ?? to),
    old: from === undefined ? noSide : fieldOf(old, String(from)),
    new: to === undefined ? noSide : fieldOf(current, String(to)),
  });
  const positions = new Set(after?.keys());
  const twins = (before ?? []).map((text) => {
    const twin = field === 'prefixItems' ? undefined : [...positions].find((position) => after?.[position] === text);
    if (twin !== undefined) positions.delete(twin);
    return twin;
  });
  const equalPairs = twins.flatMap((twin, index) => (twin === undefined ? [] : [pair(index, twin)]));
  const lostItems = twins.flatMap((twin, index) => (twin === undefined ? [index] : []));
  const gainedItems = [...positions];
  if (field === 'prefixItems' || lostItems.length === gainedItems.length) {
    const longer = lostItems.length > gainedItems.length ? lostItems : gainedItems;
    return [...equalPairs, ...longer.map((_, index) => pair(lostItems[index], gainedItems[index]))];
  }
  return [
    ...equalPairs,
    ...lostItems.map((from) => pair(from, undefined)),
    ...gainedItems.map((to) => pair(undefined, to)),
  ];
}
