import { methods } from '../contract/document.js';
import { isObject, type Node } from '../contract/json.js';
import { type PlacedOperation, parametersOf } from '../contract/operations.js';
import { escapeToken, toPointer, valueAt } from '../contract/pointer.js';
import { createReferenceFollower, referenceOf, targetOf } from '../contract/references.js';
import { fieldsByKind } from '../contract/walk.js';
import { UsageError } from '../text/usage-error.js';
import { isSame, isWord } from './equality.js';
import type { OperationPair } from './operations.js';
import {
  componentPlaces,
  type DiffPlace,
  documentPlace,
  enterField,
  enterSchema,
  operationPlace,
  statedBy,
} from './place.js';

/** A value in one of the documents; undefined if the document has none there. */
export interface Side {
  readonly value: unknown;
  readonly pointer: string;
  /** Fields that come from outside of the object, such as those beside the reference to it. */
  readonly fields?: Readonly<Record<string, Side>>;
}

interface Sides {
  readonly old: Side;
  readonly new: Side;
}

/** The deepest field in which two documents differ at a place. */
export interface FieldDifference extends Sides {
  /** The kind of the object with the field, as in `fieldsByKind`. */
  readonly kind: string;
  readonly field: string;
  /** In a field with a map or a list: the name of the entry. */
  readonly name?: string;
  /** The kind of the value, as in `fieldsByKind`; empty for plain values. */
  readonly valueKind: string;
  /** The object with the field, in both documents. */
  readonly holder: { readonly old: Node; readonly new: Node };
  /** The place of that object, and the place of the value. */
  readonly around: DiffPlace;
  readonly place: DiffPlace;
}

/**
 * Maximum numbers of objects behind references with different targets, and of such references in a chain. Documents
 * that have more are not versions of one contract.
 */
const maxCounts = { objects: 200_000, references: 200 };

const sections = Object.keys(fieldsByKind['components'] ?? {});

/** Fields that are left out here, since they are compared elsewhere, by name or by operation. */
const separateFields: Readonly<Record<string, readonly string[]>> = {
  document: ['paths', 'security', 'servers'],
  components: sections,
  info: ['version'],
  pathItem: ['servers'],
  operation: ['operationId', 'x-formerly', 'x-paging', 'x-envelope', 'security', 'servers'],
};

/**
 * All differences between two documents. Operations are compared in pairs, parameters by name and place, components by
 * name. Where references have different targets, or only one document has a reference, the targets are compared.
 *
 * @throws UsageError if the two differ in too many references
 */
export function differencesOf(before: Node, after: Node, operationPairs: readonly OperationPair[]): FieldDifference[] {
  const differences: FieldDifference[] = [];
  const ends = { old: createReferenceFollower(before), new: createReferenceFollower(after) };
  let count = 0;

  const follow = (document: keyof Sides, side: Side): Side => {
    const ref = referenceOf(side.value);
    const end = ref === undefined ? undefined : ends[document](ref);
    if (!end) return side;
    const { $ref: _ref, ...words } = side.value as Node;
    return withWords({ pointer: end[0], value: end[1] }, words, side);
  };
  const followBoth = (sides: Sides): Sides => ({ old: follow('old', sides.old), new: follow('new', sides.new) });

  const compare = (difference: FieldDifference, trail: readonly string[]): void => {
    const { valueKind, field, place } = difference;
    const entries = entriesOf(difference, follow);
    if (entries) {
      for (const entry of entries) compare(entry, trail);
      return;
    }
    const sides = valueKind === 'schema' ? unwrapAllOf(difference) : difference;
    const [old, now] = [sides.old.value, sides.new.value];
    if (!Object.hasOwn(fieldsByKind, valueKind) || !isObject(old) || !isObject(now)) {
      // Follows the reference: the target says whether a new parameter or body is required.
      const isOfCall = valueKind === 'requestBody' || valueKind === 'parameter';
      if (!isSame(field, old, now))
        differences.push(isOfCall ? { ...difference, ...followBoth(difference) } : difference);
      return;
    }
    if (trail.length > 0) count += 1;
    if (count > maxCounts.objects || trail.length > maxCounts.references) {
      throw new UsageError(
        'The two documents differ in too many references. Compare two versions that are closer to each other.',
      );
    }
    const [left, right] = [targetOf(old), targetOf(now)];
    const step = `${left} ${right}`;
    if (left !== right) {
      if (!trail.includes(step)) compare({ ...difference, ...followBoth(sides) }, [...trail, step]);
      return;
    }
    const fields = fieldsByKind[valueKind] ?? {};
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      if (separateFields[valueKind]?.includes(name)) continue;
      const known = Object.hasOwn(fields, name) ? fields[name] : fields['*'];
      const below = { old: fieldOf(sides.old, name), new: fieldOf(sides.new, name) };
      const within = {
        kind: valueKind,
        field: name,
        valueKind: name.startsWith('x-') ? 'extension' : (known ?? ''),
        holder: { old, new: now },
        around: place,
        place: fieldPlace(place, valueKind, name, old, followBoth(below).old.value),
      };
      compare({ ...within, ...below }, trail);
    }
  };

  const whole = { kind: '', field: '', holder: { old: {}, new: {} }, around: documentPlace, place: documentPlace };
  const [old, now] = [before, after].map((document) => ({ value: { components: {}, ...document }, pointer: '' }));
  if (old && now) compare({ ...whole, old, new: now, valueKind: 'document' }, []);
  const places = { old: componentPlaces(before), new: componentPlaces(after) };
  for (const { section, name, ...sides } of componentsOf(before, after)) {
    const place = places[sides.old.value === undefined ? 'new' : 'old'](section, name);
    const valueKind = fieldsByKind['components']?.[section]?.slice(0, -2) ?? '';
    compare({ ...whole, ...sides, kind: 'components', field: section, name, valueKind, place }, []);
  }
  const states = statedBy(before);
  for (const { old, new: now } of operationPairs) {
    const place = operationPlace(now.id, (facet) => states(old.node, facet));
    const sides = { old: operationIn(before, old), new: operationIn(after, now) };
    compare(
      { ...whole, ...sides, kind: 'pathItem', field: now.method, valueKind: 'operation', around: place, place },
      [],
    );
  }
  const paths = new Set(operationPairs.filter((pair) => pair.old.path === pair.new.path).map((pair) => pair.old.path));
  for (const path of paths)
    compare({ ...whole, old: pathItemIn(before, path), new: pathItemIn(after, path), valueKind: 'pathItem' }, []);
  return differences;
}

function fieldPlace(place: DiffPlace, kind: string, field: string, around: Node, value: unknown): DiffPlace {
  if (kind === 'schema') return enterSchema(place, field, '', around);
  if (kind === 'responses') return enterField(place, kind, field, value);
  return kind === 'operation' && ['requestBody', 'callbacks'].includes(field)
    ? enterField(place, field, '', value)
    : place;
}

/** An operation with the parameters of its path item. */
function operationIn(document: Node, operation: PlacedOperation): Side {
  const { node, pointer } = operation;
  const all = parametersOf(document, operation).map(({ rawNode: written, pointer: at }) => ({
    value: written,
    pointer: at,
  }));
  const parameters = {
    value: all.map(({ value }) => value),
    pointer: `${pointer}/parameters`,
    fields: Object.fromEntries(all.entries()),
  };
  return { value: { ...node, parameters: parameters.value }, pointer, fields: { parameters } };
}

/** A path item without its operations and its parameters, which are compared with the operations. */
function pathItemIn(document: Node, path: string): Side {
  const pointer = toPointer(['paths', path]);
  const item = valueAt(document, pointer);
  const others = Object.entries(isObject(item) ? item : {}).filter(
    ([field]) => field !== 'parameters' && !methods.some((method) => method === field),
  );
  return { value: Object.fromEntries(others), pointer };
}

/** Components by section and name, except schemas that only one document has: `schemaChanges` reports those. */
function* componentsOf(before: Node, after: Node): Iterable<Sides & { section: string; name: string }> {
  const [old, now] = [before, after].map((value) => fieldOf({ value, pointer: '' }, 'components')) as [Side, Side];
  for (const section of sections.filter((each) => each !== 'securitySchemes')) {
    const sides = { old: fieldOf(old, section), new: fieldOf(now, section) };
    for (const name of namesIn(sides.old, sides.new)) {
      const each = { old: fieldOf(sides.old, name), new: fieldOf(sides.new, name) };
      const isOfOne = each.old.value === undefined || each.new.value === undefined;
      if (section !== 'schemas' || !isOfOne) yield { section, name, ...each };
    }
  }
}

function namesIn(...sides: readonly Side[]): Set<string> {
  return new Set(sides.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : [])));
}

function fieldOf({ value, pointer, fields }: Side, field: string): Side {
  const node = value as Node | undefined;
  const ownValue = typeof node === 'object' && node !== null && Object.hasOwn(node, field) ? node[field] : undefined;
  const other = fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
  return other ?? { value: ownValue, pointer: `${pointer}/${escapeToken(field)}` };
}

/** An object with the fields that stand beside the reference, or the `allOf`, that leads to it. */
function withWords({ pointer, value }: Side, words: Node, around: Side): Side {
  if (!isObject(value)) return { pointer, value };
  const fields = Object.keys(words).map((word) => [word, fieldOf(around, word)]);
  return { pointer, value: { ...value, ...words }, fields: Object.fromEntries(fields) };
}

/**
 * Replaces an `allOf` with a single schema by that schema, with the texts beside the `allOf`: both mean the same. Tools
 * wrap references in an `allOf`, because OpenAPI 3.0 ignores texts beside a reference.
 */
function unwrapAllOf({ old, new: now }: Sides): Sides {
  const [lone, other] = [loneIn(old), loneIn(now)];
  const isPlain = ({ value }: Side): boolean => !isObject(value) || !Object.hasOwn(value, 'allOf');
  return (lone || isPlain(old)) && (other || isPlain(now))
    ? { old: lone ?? old, new: other ?? now }
    : { old, new: now };
}

function loneIn(side: Side): Side | undefined {
  if (!isObject(side.value)) return undefined;
  const { allOf, ...words } = side.value;
  if (!Array.isArray(allOf) || allOf.length !== 1 || !Object.keys(words).every(isWord)) return undefined;
  return withWords({ value: allOf[0], pointer: `${side.pointer}/allOf/0` }, words, side);
}

type Follow = (document: keyof Sides, side: Side) => Side;

interface EntryPair extends Sides {
  name: string;
}

/** The entries of a map or a list in pairs; undefined for other values, and if it is unknown which correspond. */
function entriesOf(difference: FieldDifference, follow: Follow): FieldDifference[] | undefined {
  const { kind, field, valueKind, around, holder } = difference;
  const pairs = valueKind === 'schema[]' ? schemaPairs(difference) : namedPairs(difference, follow);
  return pairs?.map(({ name, ...sides }) => {
    const value = follow('old', sides.old).value ?? follow('new', sides.new).value;
    const place =
      kind === 'schema' ? enterSchema(around, field, name, holder.old) : enterField(around, field, name, value);
    return { kind, field, name, valueKind: valueKind.slice(0, -2), ...sides, holder, around, place };
  });
}

const noSide: Side = { value: undefined, pointer: '' };

/** Pairs entries of maps by name, and parameters by name and place. Renamed path parameters are paired in order. */
function namedPairs({ valueKind, old, new: now }: FieldDifference, follow: Follow): EntryPair[] | undefined {
  const before = entriesByName(valueKind, old, (side) => follow('old', side));
  const after = entriesByName(valueKind, now, (side) => follow('new', side));
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
    const entries = Object.keys(value).map((name) => ({ ...fieldOf(side, name), name }));
    return new Map(entries.map((entry) => [valueKind === 'header{}' ? entry.name.toLowerCase() : entry.name, entry]));
  }
  if (!Array.isArray(value) || (valueKind !== 'parameter[]' && valueKind !== 'tag[]')) return undefined;
  const items = value.map((_, index) => {
    const item = fieldOf(side, String(index));
    const node = follow(item).value as Node | undefined;
    const [place, name] = [String(node?.['in']), String(node?.['name'])];
    return [`${place} ${place === 'header' ? name.toLowerCase() : name}`, { ...item, name }] as const;
  });
  return new Map(items);
}

/**
 * Pairs the schemas that have no equal in the other list: in order, if both lists have the same number of them. In a
 * tuple, the positions decide.
 */
function schemaPairs({ field, old, new: now }: FieldDifference): EntryPair[] | undefined {
  if (!Array.isArray(old.value) || !Array.isArray(now.value)) return undefined;
  const [before, after] = [old.value, now.value].map((list) => list.map((item) => JSON.stringify(item)));
  const isTuple = field === 'prefixItems';
  const lostItems = surplus(before, isTuple ? [] : after);
  const gainedItems = surplus(after, isTuple ? [] : before);
  const pair = (from: number | undefined, to: number | undefined): EntryPair => ({
    name: String(from ?? to),
    old: from === undefined ? noSide : fieldOf(old, String(from)),
    new: to === undefined ? noSide : fieldOf(now, String(to)),
  });
  if (isTuple || lostItems.length === gainedItems.length) {
    const longer = lostItems.length > gainedItems.length ? lostItems : gainedItems;
    return longer.map((_, index) => pair(lostItems[index], gainedItems[index]));
  }
  return [...lostItems.map((from) => pair(from, undefined)), ...gainedItems.map((to) => pair(undefined, to))];
}

/** The positions of items that the other list lacks, or has less often. */
function surplus(mine: readonly string[] = [], others: readonly string[] = []): number[] {
  const counts = new Map<string, number>();
  for (const text of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return mine.flatMap((text, position) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count > 0 ? [] : [position];
  });
}
