import { isObject, type Node, objectOf } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import { isSame } from './equality.js';
import type { Direction } from './place.js';
import { type Follow, fieldOf, fieldsOf, namesIn, type Side, type Sides } from './side.js';

export interface EntryPair extends Sides {
  name: string;
}

/** A map or a list in both documents, with its field and its kind, as in `fieldsByKind`. */
interface PairedList extends Sides {
  readonly field: string;
  readonly valueKind: string;
  readonly place: Direction;
}

const noSide: Side = { value: undefined, pointer: '' };

/** Pairs entries of maps by name, path parameters in the order of the path, and other parameters by name and place. */
export function namedPairs(list: PairedList, follow: Follow): EntryPair[] | undefined {
  const { valueKind, old, new: current, place } = list;
  const before = entriesByName(valueKind, old, follow.old);
  const after = entriesByName(valueKind, current, follow.new);
  if (!before || !after) return undefined;
  const isContent = valueKind === 'mediaType{}';
  const widened = isContent && place.isSent ? rangesOf(before, after) : [];
  const isNarrowed = valueKind === 'responses' || (isContent && place.isReceived);
  const narrowed = (isNarrowed ? rangesOf(after, before) : []).map(([to, from]) => [from, to] as const);
  const sameKeys = [...new Set([...before.keys(), ...after.keys()])].map((key) => [key, key] as const);
  const replaced = [...widened, ...narrowed];
  const isReplaced = (key: string): boolean =>
    !(before.has(key) && after.has(key)) && replaced.some((pair) => pair.includes(key));
  return [...sameKeys.filter(([key]) => !isReplaced(key)), ...replaced].map(([oldKey, key]) => {
    const [from, to] = [before.get(oldKey), after.get(key)];
    return { name: (from ?? to)?.name ?? '', old: from ?? noSide, new: to ?? noSide };
  });
}

/** Media types or statuses that only one side lists, each with the range of the other side with it: `text/*`, `2XX`. */
function rangesOf(mine: Entries, others: Entries): (readonly [string, string])[] {
  return [...mine.keys()].flatMap((key) => {
    const range = [`${key.split('/', 1)[0]}/*`, '*/*', `${key[0]}XX`].find((each) => others.has(each));
    return others.has(key) || range === undefined ? [] : [[key, range] as const];
  });
}

type Entries = Map<string, Side & { name: string }>;

/** The entries by name. Names of header fields are case-insensitive (RFC 9110 §5.1). */
function entriesByName(valueKind: string, side: Side, follow: (side: Side) => Side): Entries | undefined {
  const { value = valueKind.endsWith('[]') ? [] : {} } = side;
  const entries: Entries = new Map();
  if (/^responses$|\{\}$/.test(valueKind) && isObject(value)) {
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
 * Pairs schemas of two lists: equal ones, then those with the same meaning, then those that are most alike, and then
 * the others in order, if both lists have equally many. In a tuple, the position counts.
 *
 * @param isSame whether two schemas are proven to allow the same values
 */
export function schemaPairs(
  { field, old, new: current }: PairedList,
  follow: Follow,
  isSame: (old: unknown, current: unknown) => boolean,
): EntryPair[] | undefined {
  if (!Array.isArray(old.value) || !Array.isArray(current.value)) return undefined;
  const pairs: EntryPair[] = [];
  const [losses, gains] = [new Set(Object.entries(fieldsOf(old))), new Set(Object.entries(fieldsOf(current)))];
  const add = (from?: [name: string, side: Side], to?: [name: string, side: Side]): void => {
    pairs.push({ name: (from ?? to)?.[0] ?? '', old: from?.[1] ?? noSide, new: to?.[1] ?? noSide });
    if (from) losses.delete(from);
    if (to) gains.delete(to);
  };
  const scores: ((one: Side, other: Side) => number)[] = [
    (one, other) => Number(JSON.stringify(one.value) === JSON.stringify(other.value)),
    (one, other) => Number(isSame(one.value, other.value)),
    (one, other) => likeness(follow.old(one), follow.new(other)),
  ];
  for (const score of field === 'prefixItems' ? [] : scores) {
    const alike = [...losses].flatMap((from) => [...gains].map((to) => [score(from[1], to[1]), from, to] as const));
    for (const [amount, from, to] of alike.sort(([a], [b]) => b - a))
      if (amount >= minLikeness && losses.has(from) && gains.has(to)) add(from, to);
  }
  const isInOrder = field === 'prefixItems' || losses.size === gains.size;
  for (const from of losses) add(from, isInOrder ? [...gains][0] : undefined);
  for (const to of gains) add(undefined, to);
  return pairs;
}

/** The share of fields that two schemas must have in common to be paired. */
const minLikeness = 0.5;

/** How much two schemas have in common, from 0 to 1: their fields, or their type. */
function likeness(old: Side, current: Side): number {
  const [before, after] = [objectOf(old.value), objectOf(current.value)];
  const [fields, newFields] = [objectOf(before['properties']), objectOf(after['properties'])];
  const names = namesIn(fields, newFields);
  const isSameType = before['type'] !== undefined && before['type'] === after['type'];
  if (names.length === 0) return Number(isSameType);
  // A schema that lists no fields may stand for any.
  if ([fields, newFields].some((each) => Object.keys(each).length === 0)) return isSameType ? minLikeness : 0;
  const shared = names.filter((name) => Object.hasOwn(fields, name) && Object.hasOwn(newFields, name));
  const isOtherKind = shared.some((name) => {
    const [mine, other] = [fields, newFields].map((each) => {
      const { enum: values, const: value = values } = objectOf(each[name]);
      return JSON.stringify(values ?? value);
    });
    return /^kind$|type/i.test(name) && mine !== undefined && other !== undefined && mine !== other;
  });
  const [required, newRequired] = [textsIn(before['required']), textsIn(after['required'])];
  const isOtherNeed =
    required.length > 0 && newRequired.length > 0 && !required.some((name) => newRequired.includes(name));
  return isOtherKind || isOtherNeed ? 0 : shared.length / names.length;
}
