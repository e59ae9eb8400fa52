import { isObject, type Node } from '../contract/json.js';
import { isSame } from './equality.js';
import { type Follow, fieldOf, type Side, type Sides } from './side.js';

export interface EntryPair extends Sides {
  name: string;
}

/** A map or a list in both documents, with its field and its kind, as in `fieldsByKind`. */
interface PairedList extends Sides {
  readonly field: string;
  readonly valueKind: string;
}

const noSide: Side = { value: undefined, pointer: '' };

/** Pairs entries of maps by name, and parameters by name and place. Renamed path parameters are paired in order. */
export function namedPairs({ valueKind, old, new: current }: PairedList, follow: Follow): EntryPair[] | undefined {
  const before = entriesByName(valueKind, old, (side) => follow('old', side));
  const after = entriesByName(valueKind, current, (side) => follow('new', side));
  if (!before || !after) return undefined;
  const only = (mine: typeof before, others: typeof before): string[] =>
    [...mine.keys()].filter((key) => valueKind === 'parameter[]' && key.startsWith('path ') && !others.has(key));
  const [lostKeys, gainedKeys] = [only(before, after), only(after, before)];
  const renames = new Map(
    lostKeys.length === gainedKeys.length ? lostKeys.map((key, index) => [key, gainedKeys[index]]) : [],
  );
  const ends = new Set(renames.values());
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => !ends.has(key))
    .map((key) => {
      const [from, to] = [before.get(key), after.get(renames.get(key) ?? key)];
      return { name: (from ?? to)?.name ?? '', old: from ?? noSide, new: to ?? noSide };
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
  const items = value.map((_, index) => {
    const item = fieldOf(side, String(index));
    const node = follow(item).value as Node | undefined;
    return [parameterKey(node) ?? '', { ...item, name: String(node?.['name']) }] as const;
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
 * Pairs the schemas without an equal in the other list: in order, if both lists have equally many; in a tuple, by
 * position.
 */
export function schemaPairs({ field, old, new: current }: PairedList): EntryPair[] | undefined {
  if (!Array.isArray(old.value) || !Array.isArray(current.value)) return undefined;
  const [before, after] = [old.value, current.value].map((list) => list.map((item) => JSON.stringify(item)));
  const isTuple = field === 'prefixItems';
  const lostItems = surplus(before, isTuple ? [] : after);
  const gainedItems = surplus(after, isTuple ? [] : before);
  const pair = (from: number | undefined, to: number | undefined): EntryPair => ({
    name: String(from ?? to),
    old: from === undefined ? noSide : fieldOf(old, String(from)),
    new: to === undefined ? noSide : fieldOf(current, String(to)),
  });
  if (isTuple || lostItems.length === gainedItems.length) {
    const longer = lostItems.length > gainedItems.length ? lostItems : gainedItems;
    return longer.map((_, index) => pair(lostItems[index], gainedItems[index]));
  }
  return [...lostItems.map((from) => pair(from, undefined)), ...gainedItems.map((to) => pair(undefined, to))];
}

/** The positions of items that the other list lacks or contains fewer times. */
function surplus(ownTexts: readonly string[] = [], otherTexts: readonly string[] = []): number[] {
  const counts = new Map<string, number>();
  for (const text of otherTexts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return ownTexts.flatMap((text, position) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count > 0 ? [] : [position];
  });
}
