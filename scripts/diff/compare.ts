import { methods } from '../contract/document.js';
import { isObject, type Node } from '../contract/json.js';
import { type PlacedOperation, parametersOf } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import { createReferenceFollower, referenceOf, targetOf } from '../contract/references.js';
import { fieldsByKind } from '../contract/walk.js';
import { UsageError } from '../text/usage-error.js';
import { createPartJoiner } from './composition.js';
import { isSame } from './equality.js';
import { alignKeywords } from './keywords.js';
import type { OperationPair } from './operations.js';
import { namedPairs, parameterKey, schemaPairs } from './pairs.js';
import {
  componentPlaces,
  type DiffPlace,
  documentPlace,
  enterField,
  enterSchema,
  operationPlace,
  statedBy,
} from './place.js';
import { type Follow, fieldOf, type Side, type Sides, withWords } from './side.js';

/** The innermost field in which two documents differ at a place. */
export interface FieldDifference extends Sides {
  /** The kind of the object with the field, as in `fieldsByKind`. */
  readonly kind: string;
  readonly field: string;
  /** The name of the entry, for a field with a map or a list. */
  readonly name?: string;
  /** The kind of the value, as in `fieldsByKind`; empty for plain values. */
  readonly valueKind: string;
  /** The object with the field, in both documents. */
  readonly holder: { readonly old: Node; readonly new: Node };
  /** The places of the holder and of the value. */
  readonly around: DiffPlace;
  readonly place: DiffPlace;
}

/**
 * Maximum numbers of objects behind references with different targets, and of such references in a chain. Versions of
 * one contract have fewer.
 */
const maxCounts = { objects: 200_000, references: 200 };

const sections = Object.keys(fieldsByKind['components'] ?? {});

/** Fields to skip, since they are compared elsewhere, by name or by operation. */
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
 * @throws UsageError if the documents differ in too many references
 */
export function differencesOf(before: Node, after: Node, operationPairs: readonly OperationPair[]): FieldDifference[] {
  const differences: FieldDifference[] = [];
  const ends = { old: createReferenceFollower(before), new: createReferenceFollower(after) };
  let count = 0;
  /** The pointer of the current component; empty during the comparison of operations. */
  let home = '';

  const follow: Follow = (document, side) => {
    const ref = referenceOf(side.value);
    const end = ref === undefined ? undefined : ends[document](ref);
    if (!end) return side;
    const { $ref: _ref, ...words } = side.value as Node;
    return withWords({ pointer: end[0], value: end[1] }, words, side);
  };
  const joinParts = createPartJoiner(follow);
  const followBoth = (sides: Sides): Sides => ({ old: follow('old', sides.old), new: follow('new', sides.new) });

  /** Whether references led both documents to the same place in a component, which is compared separately. */
  const isComparedElsewhere = ({ old, new: current }: Sides): boolean =>
    old.pointer === current.pointer &&
    !old.fields &&
    !current.fields &&
    current.pointer.startsWith('/components/') &&
    !(home && `${current.pointer}/`.startsWith(`${home}/`));

  const compare = (difference: FieldDifference, trail: readonly string[]): void => {
    const { valueKind, field, place } = difference;
    if (isIgnored(difference, follow) || (trail.length > 0 && isComparedElsewhere(difference))) return;
    const entries = entriesOf(difference, follow);
    if (entries) {
      for (const entry of entries) compare(entry, trail);
      return;
    }
    const [before, after] = [difference.old.value, difference.new.value];
    if (!Object.hasOwn(fieldsByKind, valueKind) || !isObject(before) || !isObject(after)) {
      // Follow the reference: its target says whether a new parameter or body is required.
      const isOfCall = valueKind === 'requestBody' || valueKind === 'parameter';
      if (!isSame(field, before, after))
        differences.push(isOfCall ? { ...difference, ...followBoth(difference) } : difference);
      return;
    }
    if (trail.length > 0) count += 1;
    if (count > maxCounts.objects || trail.length > maxCounts.references) {
      throw new UsageError(
        'The two documents differ in too many references. Compare two versions that are closer to each other.',
      );
    }
    const [left, right] = [targetOf(before), targetOf(after)];
    const step = `${left} ${right}`;
    if (left !== right) {
      if (!trail.includes(step)) compare({ ...difference, ...followBoth(difference) }, [...trail, step]);
      return;
    }
    const joinedSides = valueKind === 'schema' && left === undefined ? joinParts(difference) : undefined;
    const places = `${difference.old.pointer} ${difference.new.pointer}`;
    if (joinedSides && trail.includes(places)) return;
    const aligned = valueKind === 'schema' ? alignKeywords(joinedSides ?? difference) : difference;
    const holder = { old: aligned.old.value as Node, new: aligned.new.value as Node };
    const fields = fieldsByKind[valueKind] ?? {};
    for (const name of new Set([...Object.keys(holder.old), ...Object.keys(holder.new)])) {
      if (separateFields[valueKind]?.includes(name)) continue;
      const knownText = Object.hasOwn(fields, name) ? fields[name] : fields['*'];
      const children = { old: fieldOf(aligned.old, name), new: fieldOf(aligned.new, name) };
      const within = {
        kind: valueKind,
        field: name,
        valueKind: name.startsWith('x-') ? 'extension' : (knownText ?? ''),
        holder,
        around: place,
        place: fieldPlace(place, valueKind, name, holder.old, followBoth(children).old.value),
      };
      compare({ ...within, ...children }, joinedSides ? [...trail, places] : trail);
    }
  };

  const whole = { kind: '', field: '', holder: { old: {}, new: {} }, around: documentPlace, place: documentPlace };
  const [old, current] = [before, after].map((document) => ({ value: { components: {}, ...document }, pointer: '' }));
  if (old && current) compare({ ...whole, old, new: current, valueKind: 'document' }, []);
  const places = { old: componentPlaces(before), new: componentPlaces(after) };
  for (const { section, name, ...sides } of componentsOf(before, after)) {
    const place = places[sides.old.value === undefined ? 'new' : 'old'](section, name);
    const valueKind = fieldsByKind['components']?.[section]?.slice(0, -2) ?? '';
    home = toPointer(['components', section, name]);
    compare({ ...whole, ...sides, kind: 'components', field: section, name, valueKind, place }, []);
  }
  home = '';
  const states = statedBy(before);
  for (const { old, new: current } of operationPairs) {
    const place = operationPlace(current.id, (facet) => states(old.node, facet));
    const sides = { old: operationIn(before, old), new: operationIn(after, current) };
    compare(
      { ...whole, ...sides, kind: 'pathItem', field: current.method, valueKind: 'operation', around: place, place },
      [],
    );
  }
  const paths = new Set(operationPairs.filter((pair) => pair.old.path === pair.new.path).map((pair) => pair.old.path));
  for (const path of paths)
    compare({ ...whole, old: pathItemIn(before, path), new: pathItemIn(after, path), valueKind: 'pathItem' }, []);
  return differences;
}

/**
 * Whether a difference is outside of the interface: OpenAPI 3.1 ignores headers that the security, or the media types,
 * describe (§4.8.12, §4.8.17). A replaced shared parameter is compared where operations use it.
 */
function isIgnored({ kind, valueKind, name, ...sides }: FieldDifference, follow: Follow): boolean {
  if (valueKind === 'header') return name?.toLowerCase() === 'content-type';
  if (valueKind !== 'parameter') return false;
  const keys = (['old', 'new'] as const).flatMap((text) => parameterKey(follow(text, sides[text]).value) ?? []);
  const isOtherParameter = kind === 'components' && keys[0] !== keys.at(-1) && !keys.every((key) => /^path /.test(key));
  return isOtherParameter || keys.every((key) => /^header (accept|content-type|authorization)$/.test(key));
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
  const all = parametersOf(document, operation).map(({ rawNode: parameterNode, pointer: at }) => ({
    value: parameterNode,
    pointer: at,
  }));
  const parameters = {
    value: all.map(({ value }) => value),
    pointer: `${pointer}/parameters`,
    fields: Object.fromEntries(all.entries()),
  };
  return { value: { ...node, parameters: parameters.value }, pointer, fields: { parameters } };
}

/** A path item without its operations and parameters, which are compared elsewhere. */
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
  const [old, current] = [before, after].map((value) => fieldOf({ value, pointer: '' }, 'components')) as [Side, Side];
  for (const section of sections.filter((section) => section !== 'securitySchemes')) {
    const sides = { old: fieldOf(old, section), new: fieldOf(current, section) };
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

/** The entries of a map or a list in pairs; undefined for other values, and if the pairs are unknown. */
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
