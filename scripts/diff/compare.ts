import { isObject, type Node, objectOf } from '../contract/json.js';
import { createReferenceFollower, referenceOf, targetOf } from '../contract/references.js';
import { fieldsByKind, kindOfField } from '../contract/walk.js';
import { UsageError } from '../text/usage-error.js';
import { alignKeywords, compositions, createAligner } from './alignment.js';
import { type Component, componentsOf, operationIn, pathItemIn } from './compared-parts.js';
import { isSame, isWord } from './equality.js';
import type { DocumentPair } from './operations.js';
import { namedPairs, parameterKey, schemaPairs } from './pairs.js';
import { componentPlaces, type DiffPlace, type Direction, documentPlace, enter } from './place.js';
import { type Follow, fieldOf, fieldsOf, namesIn, type Side, type Sides, sideOf } from './side.js';
import { type KeywordEffect, type SchemaPair, ValueComparison } from './value-comparison.js';

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
  readonly holder: SchemaPair;
  readonly values: ValueComparison;
  /** The places of the holder and of the value. */
  readonly around: DiffPlace;
  readonly place: DiffPlace;
}

/**
 * Maximum numbers of objects behind references with different targets, and of such references in a chain. Versions of
 * one contract have fewer.
 */
const maxCounts = { objects: 200_000, references: 200 };

/** Keywords that test a value, and are compared as a whole: what is inside of them can narrow or widen the values. */
const unitKeywords =
  /^(not|if|then|else|contains|propertyNames|dependentSchemas|discriminator|unevaluated(Items|Properties))$/;

/** Fields to skip, since they are compared elsewhere, by name or by operation. */
const separateFields: Readonly<Record<string, readonly string[]>> = {
  document: ['paths', 'security', 'servers'],
  components: Object.keys(fieldsByKind['components'] ?? {}),
  info: ['version'],
  pathItem: ['servers'],
  operation: ['operationId', 'x-formerly', 'x-paging', 'x-envelope', 'security', 'servers'],
};

/**
 * All differences between two documents. Operations are compared in pairs, parameters by name and place. A component is
 * compared with the one of the same name if some place refers to both. Where references have different targets, or only
 * one document has a reference, the targets are compared.
 *
 * @param isBreaking whether a difference breaks callers
 * @throws UsageError if the documents differ in too many references
 */
export function differencesOf(
  { before, after, pairs: operationPairs, wasStated, isStated }: DocumentPair,
  isBreaking: (difference: FieldDifference) => boolean,
): FieldDifference[] {
  const follow: Follow = { old: createFollower(before), new: createFollower(after) };
  const values = new ValueComparison(before, after);
  let count = 0;
  const alignParts = createAligner(follow);
  const followBoth = (sides: Sides): Sides => ({ old: follow.old(sides.old), new: follow.new(sides.new) });

  /** The directions in which each component is used that both documents have, and the components to compare again. */
  const uses = new Map<string, Direction>();
  const widerUses = new Set<string>();

  /** Notes that a place refers to a component, or to a part of one, which is then compared once for all its uses. */
  const noteUse = (pointer: string, place: Direction): void => {
    const [component] = componentPattern.exec(pointer) ?? [];
    if (component === undefined) return;
    const use = uses.get(component);
    const isSent = place.isSent || use?.isSent === true;
    const isReceived = place.isReceived || use?.isReceived === true;
    if (isSent === use?.isSent && isReceived === use.isReceived) return;
    uses.set(component, { isSent, isReceived });
    widerUses.add(component);
  };

  const compare = (difference: FieldDifference, trail: readonly string[] = []): FieldDifference[] => {
    const { kind, valueKind, field, place } = difference;
    if (kind === 'schema' && unitKeywords.test(field)) {
      const { old, new: current } = difference.holder;
      // Without a mapping, the branches name the kinds.
      const parts = field === 'discriminator' ? [field, 'oneOf', 'anyOf'] : [field];
      return parts.every((name) => isSame(name, old[name], current[name])) ? [] : [difference];
    }
    if (isIgnored(difference, follow)) return [];
    if (trail.length > 0 && isSharedComponent(difference)) {
      noteUse(difference.new.pointer, place);
      return [];
    }
    const entries = entriesOf(difference, follow);
    if (entries) return entries.flatMap((entry) => compare(entry, trail));
    const [before, after] = [difference.old.value, difference.new.value];
    const isWhole = !Object.hasOwn(fieldsByKind, valueKind) || valueKind === 'securityScheme';
    if (isWhole || !isObject(before) || !isObject(after)) {
      if (isSame(field, before, after)) return [];
      // Follow the reference: its target says whether a new parameter or body is required.
      const isOfCall = valueKind === 'requestBody' || valueKind === 'parameter';
      return [isOfCall ? { ...difference, ...followBoth(difference) } : difference];
    }
    if (trail.length > 0) count += 1;
    if (count > maxCounts.objects || trail.length > maxCounts.references) {
      throw new UsageError(
        'The two documents differ in too many references. Compare two versions that are closer to each other.',
      );
    }
    const [left, right] = [targetOf(before), targetOf(after)];
    const step = `${left} ${right}`;
    if (left !== right)
      return trail.includes(step) ? [] : compare({ ...difference, ...followBoth(difference) }, [...trail, step]);
    if (left !== undefined) noteUse(left, place);
    if (valueKind !== 'schema') return compareFields(difference, trail);
    const aligned = left === undefined ? alignParts(difference) : undefined;
    const pointers = `${difference.old.pointer} ${difference.new.pointer}`;
    if (aligned && trail.includes(pointers)) return [];
    const sides = alignKeywords(aligned ?? difference);
    return compareFields({ ...difference, ...sides }, aligned ? [...trail, pointers] : trail);
  };

  /** Compares the fields of two objects. */
  const compareFields = (objects: FieldDifference, trail: readonly string[]): FieldDifference[] => {
    const { valueKind: kind, place } = objects;
    const holder = { old: objects.old.value as Node, new: objects.new.value as Node };
    const isRecomposed = (field: string): boolean =>
      kind === 'schema' && compositions.includes(field) && !isSame(field, holder.old[field], holder.new[field]);
    const isEqual = compositions.some(isRecomposed) && values.isSame(holder);
    return namesIn(holder.old, holder.new).flatMap((field) => {
      if (separateFields[kind]?.includes(field) || (isEqual && !isWord(field) && field !== 'discriminator')) return [];
      // A media type without a schema allows any body.
      const otherwise = kind === 'mediaType' && field === 'schema' ? {} : undefined;
      const sides = { old: fieldOf(objects.old, field, otherwise), new: fieldOf(objects.new, field, otherwise) };
      const valueKind = kindOfField(kind, field) ?? '';
      const effect = isRecomposed(field) ? values.effectOf(holder, field, '') : undefined;
      const around = effect ? insideOf(place, effect) : place;
      const step = { kind, field, value: followBoth(sides).old.value };
      const innerPlace = /^(schema|requestBody$)/.test(valueKind) ? enter(around, step, holder.old) : around;
      const difference = { kind, field, valueKind, holder, values, around, place: innerPlace, ...sides };
      const differences = compare(difference, trail);
      // Two branches that are each wider may together refuse a value, because both allow it now.
      const isUnexplained = effect && (around.isSent || around.isReceived) && !differences.some(isBreaking);
      return isUnexplained ? [...differences, difference] : differences;
    });
  };

  const base = { kind: '', field: '', holder: { old: {}, new: {} }, values, around: documentPlace };
  const sideOfAll = (document: Node): Side => ({ value: { components: {}, ...document }, pointer: '' });
  const all = { old: sideOfAll(before), new: sideOfAll(after), valueKind: 'document', place: documentPlace };
  const ofDocument = compare({ ...base, ...all });
  const ofOperations = operationPairs.flatMap(({ old, new: current, states }) => {
    const place: DiffPlace = { ...documentPlace, area: { kind: 'operation', name: current.id }, states };
    const sides = { old: operationIn(before, old), new: operationIn(after, current) };
    const step = { kind: 'pathItem', field: current.method, valueKind: 'operation' };
    return compare({ ...base, ...sides, ...step, around: place, place });
  });
  const samePaths = operationPairs.flatMap((pair) => (pair.old.path === pair.new.path ? pair.old.path : []));
  const ofPaths = [...new Set(samePaths)].flatMap((path) => {
    const sides = { old: pathItemIn(before, path), new: pathItemIn(after, path) };
    return compare({ ...base, ...sides, valueKind: 'pathItem', place: documentPlace });
  });
  const components = new Map(componentsOf(before, after).map((each) => [each.new.pointer, each]));
  const places = { old: componentPlaces(before, wasStated), new: componentPlaces(after, isStated) };
  const compareComponent = (component: Component, use: Partial<DiffPlace>): FieldDifference[] => {
    const { section, name, old, new: current } = component;
    const placeIn = places[old.value === undefined ? 'new' : 'old'];
    const place = { ...placeIn(section, name), ...use, component: current.pointer };
    const valueKind = kindOfField('components', section)?.slice(0, -2) ?? '';
    const around = /^(schemas|securitySchemes)$/.test(section) ? place : documentPlace;
    return compare({ ...base, ...component, kind: 'components', field: section, valueKind, around, place });
  };
  // A component may use others, or itself, in a further direction.
  const ofUsedComponents = new Map<string, FieldDifference[]>();
  for (const pointer of widerUses) {
    widerUses.delete(pointer);
    const component = components.get(pointer);
    if (component) ofUsedComponents.set(pointer, compareComponent(component, uses.get(pointer) ?? {}));
  }
  const ofComponents = [...components].flatMap(
    ([pointer, component]) => ofUsedComponents.get(pointer) ?? compareComponent(component, { isUnused: true }),
  );
  return [...ofDocument, ...ofComponents, ...ofOperations, ...ofPaths];
}

/** Returns a function that follows the references of a value in a document, and keeps the fields beside them. */
function createFollower(document: Node): (side: Side) => Side {
  const endOf = createReferenceFollower(document);
  return (side) => {
    const ref = referenceOf(side.value);
    const end = ref === undefined ? undefined : endOf(ref);
    if (!end) return side;
    const [pointer, value] = end;
    const { $ref: _ref, ...words } = fieldsOf(side);
    if (!isObject(value) || Object.keys(words).length === 0) return { pointer, value };
    return { pointer, value: { ...value, ...(sideOf('', words).value as Node) }, fields: words };
  };
}

const componentPattern = /^\/components\/[^/]+\/[^/]+/;

/** Whether references led both documents to the same component, which is not the one that is being compared. */
function isSharedComponent({ old, new: current, place }: FieldDifference): boolean {
  const isReference = old.pointer === current.pointer && !old.fields && !current.fields;
  const isInside = place.component !== undefined && `${current.pointer}/`.startsWith(`${place.component}/`);
  return isReference && componentPattern.test(current.pointer) && !isInside;
}

/** The place inside of a composition, where only the values matter that the composition as a whole loses or gains. */
function insideOf(place: DiffPlace, { lost, gained }: KeywordEffect): DiffPlace {
  return { ...place, isSent: place.isSent && lost !== 'none', isReceived: place.isReceived && gained !== 'none' };
}

/**
 * Whether a difference is outside of the interface: OpenAPI 3.1 ignores headers that the security, or the media types,
 * describe (§4.8.12, §4.8.17). A replaced shared parameter is compared where operations use it.
 */
function isIgnored({ kind, valueKind, name, ...sides }: FieldDifference, follow: Follow): boolean {
  if (valueKind === 'header') return name?.toLowerCase() === 'content-type';
  if (valueKind !== 'parameter') return false;
  const keys = (['old', 'new'] as const).flatMap((text) => parameterKey(follow[text](sides[text]).value) ?? []);
  const isOtherParameter = kind === 'components' && keys[0] !== keys.at(-1) && !keys.every((key) => /^path /.test(key));
  return isOtherParameter || keys.every((key) => /^header (accept|content-type|authorization)$/.test(key));
}

/** The entries of a map or a list in pairs; undefined for other values, and if the pairs are unknown. */
function entriesOf(difference: FieldDifference, follow: Follow): FieldDifference[] | undefined {
  const { kind, field, valueKind, around, holder, values } = difference;
  const isSame = (old: unknown, current: unknown): boolean =>
    values.isSame({ old: objectOf(old), new: objectOf(current) });
  const pairs = valueKind === 'schema[]' ? schemaPairs(difference, follow, isSame) : namedPairs(difference, follow);
  return pairs?.map(({ name, ...sides }) => {
    const value = follow.old(sides.old).value ?? follow.new(sides.new).value;
    const place = enter(around, { kind, field, name, value }, holder.old);
    const entryKind = valueKind === 'responses' ? 'response' : valueKind.slice(0, -2);
    return { kind, field, name, valueKind: entryKind, ...sides, holder, values, around, place };
  });
}
