import { methods } from '../contract/document.js';
import { isObject, type Node } from '../contract/json.js';
import { type PlacedOperation, parametersOf, textsIn } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import { createReferenceFollower, createSchemaResolver, referenceOf, targetOf } from '../contract/references.js';
import { fieldsByKind } from '../contract/walk.js';
import { UsageError } from '../text/usage-error.js';
import { createPartJoiner } from './composition.js';
import { isSame, isWord } from './equality.js';
import { alignKeywords } from './keywords.js';
import type { DocumentPair } from './operations.js';
import { namedPairs, parameterKey, schemaPairs } from './pairs.js';
import { componentPlaces, type DiffPlace, documentPlace, enterField, enterSchema, operationPlace } from './place.js';
import { type Follow, fieldOf, type Side, type Sides, withWords } from './side.js';
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
const unitKeywords: ReadonlySet<string> = new Set(
  'not if then else contains propertyNames dependentSchemas unevaluatedItems unevaluatedProperties discriminator'.split(
    ' ',
  ),
);

const compositions = ['allOf', 'anyOf', 'oneOf'];

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
  let differences: FieldDifference[] = [];
  const ends = { old: createReferenceFollower(before), new: createReferenceFollower(after) };
  const values = new ValueComparison(before, after);
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

  /** The directions in which each component is used that both documents have. */
  const uses = new Map<string, Use>();

  /** Notes that a place refers to a component, or to a part of one, which is then compared once for all its uses. */
  const noteUse = (pointer: string, { isSent, isReceived }: DiffPlace): void => {
    const [component] = componentPattern.exec(pointer) ?? [];
    if (component === undefined) return;
    const use = uses.get(component) ?? { isSent: false, isReceived: false, isNew: true };
    const wider = { isSent: use.isSent || isSent, isReceived: use.isReceived || isReceived };
    const isNew = use.isNew || wider.isSent !== use.isSent || wider.isReceived !== use.isReceived;
    uses.set(component, { ...wider, isNew });
  };

  /** Whether references led both documents to the same component. */
  const isSharedComponent = ({ old, new: current }: Sides): boolean =>
    old.pointer === current.pointer &&
    !old.fields &&
    !current.fields &&
    componentPattern.test(current.pointer) &&
    !(home && `${current.pointer}/`.startsWith(`${home}/`));

  /** The place inside of a composition, where only the values matter that the composition as a whole loses or gains. */
  const insideOf = (place: DiffPlace, { lost, gained }: KeywordEffect): DiffPlace => ({
    ...place,
    isSent: place.isSent && lost !== 'none',
    isReceived: place.isReceived && gained !== 'none',
  });

  const compare = (difference: FieldDifference, trail: readonly string[]): void => {
    const { kind, valueKind, field, place } = difference;
    if (kind === 'schema' && unitKeywords.has(field)) {
      const { old, new: current } = difference.holder;
      // Without a mapping, the branches name the kinds.
      const parts = field === 'discriminator' ? [field, 'oneOf', 'anyOf'] : [field];
      if (parts.some((name) => !isSame(name, old[name], current[name]))) differences.push(difference);
      return;
    }
    if (isIgnored(difference, follow)) return;
    if (trail.length > 0 && isSharedComponent(difference)) {
      noteUse(difference.new.pointer, place);
      return;
    }
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
    if (left !== undefined) noteUse(left, place);
    const joinedSides = valueKind === 'schema' && left === undefined ? joinParts(difference) : undefined;
    const places = `${difference.old.pointer} ${difference.new.pointer}`;
    if (joinedSides && trail.includes(places)) return;
    const aligned = valueKind === 'schema' ? alignKeywords(joinedSides ?? difference) : difference;
    const holder = { old: aligned.old.value as Node, new: aligned.new.value as Node };
    const fields = fieldsByKind[valueKind] ?? {};
    const isRecomposed = (name: string): boolean =>
      valueKind === 'schema' && compositions.includes(name) && !isSame(name, holder.old[name], holder.new[name]);
    const isEqual = compositions.some(isRecomposed) && values.isSame(holder);
    for (const name of new Set([...Object.keys(holder.old), ...Object.keys(holder.new)])) {
      if (separateFields[valueKind]?.includes(name) || (isEqual && !isWord(name))) continue;
      const knownText = Object.hasOwn(fields, name) ? fields[name] : fields['*'];
      const range = valueKind === 'responses' ? rangeOfStatus(name) : undefined;
      const isCovered = range !== undefined && !Object.hasOwn(holder.old, name) && Object.hasOwn(holder.old, range);
      // A range that became one of its statuses has lost nothing that callers rely on.
      if (valueKind === 'responses' && isNarrowedRange(name, holder)) continue;
      // A media type without a schema allows any body.
      const otherwise = valueKind === 'mediaType' && name === 'schema' ? {} : undefined;
      const children = {
        old: fieldOf(aligned.old, isCovered ? range : name, otherwise),
        new: fieldOf(aligned.new, name, otherwise),
      };
      const effect = isRecomposed(name) ? values.effectOf(holder, name, '') : undefined;
      const around = effect ? insideOf(place, effect) : place;
      const within = {
        kind: valueKind,
        field: name,
        valueKind: name.startsWith('x-') ? 'extension' : (knownText ?? ''),
        holder,
        values,
        around,
        place: fieldPlace(around, valueKind, name, holder.old, followBoth(children).old.value),
      };
      const { length } = differences;
      compare({ ...within, ...children }, joinedSides ? [...trail, places] : trail);
      // Two branches that are each wider may together refuse a value, because both allow it now.
      if (effect && (around.isSent || around.isReceived) && !differences.slice(length).some(isBreaking))
        differences.push({ ...within, ...children });
    }
  };

  const holder = { old: {}, new: {} };
  const whole = { kind: '', field: '', holder, values, around: documentPlace, place: documentPlace };
  const [old, current] = [before, after].map((document) => ({ value: { components: {}, ...document }, pointer: '' }));
  if (old && current) compare({ ...whole, old, new: current, valueKind: 'document' }, []);
  const ofDocument = differences;
  differences = [];
  for (const { old, new: current, states } of operationPairs) {
    const place = operationPlace(current.id, states);
    const sides = { old: operationIn(before, old), new: operationIn(after, current) };
    compare(
      { ...whole, ...sides, kind: 'pathItem', field: current.method, valueKind: 'operation', around: place, place },
      [],
    );
  }
  const paths = new Set(operationPairs.filter((pair) => pair.old.path === pair.new.path).map((pair) => pair.old.path));
  for (const path of paths)
    compare({ ...whole, old: pathItemIn(before, path), new: pathItemIn(after, path), valueKind: 'pathItem' }, []);
  const ofCalls = differences;
  const byComponent = new Map<string, FieldDifference[]>();
  const compareComponent = (component: Component, use: Partial<DiffPlace>): void => {
    const { section, name, pointer, ...sides } = component;
    const place = { ...places[sides.old.value === undefined ? 'new' : 'old'](section, name), ...use };
    const valueKind = fieldsByKind['components']?.[section]?.slice(0, -2) ?? '';
    home = pointer;
    differences = [];
    compare({ ...whole, ...sides, kind: 'components', field: section, name, valueKind, place }, []);
    byComponent.set(pointer, differences);
  };
  const places = { old: componentPlaces(before, wasStated), new: componentPlaces(after, isStated) };
  const components = new Map([...componentsOf(before, after)].map((each) => [each.pointer, each]));
  // A component may use others, or itself, in a further direction.
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const [pointer, { isSent, isReceived, isNew }] of uses) {
      const component = components.get(pointer);
      uses.set(pointer, { isSent, isReceived, isNew: false });
      if (!isNew || !component) continue;
      isDone = false;
      compareComponent(component, { isSent, isReceived });
    }
  }
  for (const component of components.values())
    if (!byComponent.has(component.pointer)) compareComponent(component, { isUnused: true });
  return [...ofDocument, ...[...components.keys()].flatMap((pointer) => byComponent.get(pointer) ?? []), ...ofCalls];
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
  if (kind === 'parameter' && field === 'schema') return { ...place, isText: true };
  if (kind === 'responses') return enterField(place, kind, field, value);
  return kind === 'operation' && ['requestBody', 'callbacks'].includes(field)
    ? enterField(place, field, '', value)
    : place;
}

/** The range of a status, such as `2XX` for `201`. */
function rangeOfStatus(status: string): string | undefined {
  return /^[1-5]\d\d$/.test(status) ? `${status[0]}XX` : undefined;
}

/** Whether responses had a range of statuses, and have some of these statuses now. */
function isNarrowedRange(range: string, { old, new: current }: SchemaPair): boolean {
  const isIn = (status: string): boolean => rangeOfStatus(status) === range;
  return Object.hasOwn(old, range) && !Object.hasOwn(current, range) && Object.keys(current).some(isIn);
}

/** An operation with the parameters of its path item. */
function operationIn(document: Node, operation: PlacedOperation): Side {
  const { node, pointer, path } = operation;
  const positionOf = ({ in: place, name }: Node): number => (place === 'path' ? path.indexOf(`{${name}}`) : -1);
  const placed = parametersOf(document, operation);
  placed.sort((a, b) => positionOf(a.parameter) - positionOf(b.parameter));
  const all = placed.flatMap(({ rawNode, parameter, pointer: at }) => {
    const properties = explodedFields(document, parameter);
    return properties ?? [{ value: rawNode, pointer: at }];
  });
  const parameters = {
    value: all.map(({ value }) => value),
    pointer: `${pointer}/parameters`,
    fields: Object.fromEntries(all.entries()),
  };
  return { value: { ...node, parameters: parameters.value }, pointer, fields: { parameters } };
}

/** The fields of an exploded object in the query, each of which is a parameter in requests (OpenAPI 3.1 §4.8.12.2). */
function explodedFields(document: Node, parameter: Node): Side[] | undefined {
  const { in: place, style = 'form', explode = true, schema, required } = parameter;
  if (place !== 'query' || style !== 'form' || explode !== true || !isObject(schema)) return undefined;
  const pointer = targetOf(schema) ?? '';
  const {
    type,
    properties,
    required: names,
    additionalProperties = true,
  } = createSchemaResolver(document)(schema) as Node;
  if (type !== 'object' || !isObject(properties) || isObject(additionalProperties)) return undefined;
  return Object.entries(properties).map(([name, property]) => ({
    value: { name, in: place, required: required === true && textsIn(names).includes(name), schema: property },
    pointer: `${pointer}${toPointer(['properties', name])}`,
  }));
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

/** A component of either document. */
interface Component extends Sides {
  section: string;
  name: string;
  pointer: string;
}

/** Whether callers send or receive a component, and whether it must be compared again. */
interface Use {
  isSent: boolean;
  isReceived: boolean;
  isNew: boolean;
}

const componentPattern = /^\/components\/[^/]+\/[^/]+/;

/** Components by section and name, except schemas that only one document has: `schemaChanges` reports those. */
function* componentsOf(before: Node, after: Node): Iterable<Component> {
  const [old, current] = [before, after].map((value) => fieldOf({ value, pointer: '' }, 'components')) as [Side, Side];
  for (const section of sections.filter((section) => section !== 'securitySchemes')) {
    const sides = { old: fieldOf(old, section), new: fieldOf(current, section) };
    for (const name of namesIn(sides.old, sides.new)) {
      const each = { old: fieldOf(sides.old, name), new: fieldOf(sides.new, name) };
      const isOfOne = each.old.value === undefined || each.new.value === undefined;
      if (section !== 'schemas' || !isOfOne)
        yield { section, name, pointer: toPointer(['components', section, name]), ...each };
    }
  }
}

function namesIn(...sides: readonly Side[]): Set<string> {
  return new Set(sides.flatMap(({ value }) => (isObject(value) ? Object.keys(value) : [])));
}

/** The entries of a map or a list in pairs; undefined for other values, and if the pairs are unknown. */
function entriesOf(difference: FieldDifference, follow: Follow): FieldDifference[] | undefined {
  const { kind, field, valueKind, around, holder, values } = difference;
  const pairs = valueKind === 'schema[]' ? schemaPairs(difference) : namedPairs(difference, follow);
  return pairs?.map(({ name, ...sides }) => {
    const value = follow('old', sides.old).value ?? follow('new', sides.new).value;
    const place =
      kind === 'schema' ? enterSchema(around, field, name, holder.old) : enterField(around, field, name, value);
    return { kind, field, name, valueKind: valueKind.slice(0, -2), ...sides, holder, values, around, place };
  });
}
