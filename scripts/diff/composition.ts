import { isObject, type Node } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import { isSame, isWord } from './equality.js';
import { withSets } from './keywords.js';
import { type Fields, type Follow, fieldsOf, type Side, type Sides, sideOf } from './side.js';

const compositions = ['allOf', 'anyOf', 'oneOf'];

/**
 * Joins the parts of two schemas that are composed in different ways, so that a schema equals one that is split into
 * parts. Returns undefined if the parts can be compared in pairs, or cannot be joined.
 */
export function createPartJoiner(follow: Follow): (sides: Sides) => Sides | undefined {
  const [before, after] = [createJoiner((side) => follow('old', side)), createJoiner((side) => follow('new', side))];
  return (sides) => {
    const [old, current] = [sides.old.value, sides.new.value] as readonly [Node, Node];
    const isAlike = compositions.every((composition) => composition in old === composition in current);
    if (isAlike && isSame('', old['allOf'], current['allOf'])) return undefined;
    const joined = { old: before(sides.old), new: after(sides.new) };
    return 'allOf' in (joined.old.value as Node) === 'allOf' in (joined.new.value as Node) ? joined : undefined;
  };
}

/** Maximum number of references, one behind another, whose targets are joined. */
const maxDepth = 200;

/** Returns a function that joins a schema with its parts, or returns the schema if they cannot be joined. */
function createJoiner(follow: (side: Side) => Side): (side: Side) => Side {
  const results = new Map<string, Side>();
  let depth = 0;
  const join = (side: Side): Side => {
    const end = follow(side);
    if (end === side) return joinParts(side);
    const key = `${side.pointer} ${end.pointer}`;
    const result = results.get(key);
    if (result) return result;
    // Set a result early, so that circular references end here.
    results.set(key, end);
    if (depth >= maxDepth) return end;
    depth += 1;
    const joinedSide = joinParts(end);
    depth -= 1;
    results.set(key, joinedSide);
    return joinedSide;
  };
  const joinParts = (schema: Side): Side => {
    const { allOf, ...fields } = fieldsOf(schema);
    const parts = allOf ? listOf(allOf).map(join) : [];
    for (const keyword of ['anyOf', 'oneOf']) {
      const joinedSide = fields[keyword] && union(listOf(fields[keyword]).map(join), keyword === 'oneOf');
      if (!joinedSide) continue;
      delete fields[keyword];
      parts.push(joinedSide);
    }
    return parts.length === 0 ? schema : (intersection([sideOf(schema.pointer, fields), ...parts]) ?? schema);
  };
  return join;
}

function listOf(list: Side): Side[] {
  return Object.values(fieldsOf(list));
}

/** Keywords that depend on others in their schema. A schema with such a keyword joins with few other schemas. */
const dependent = /^(additionalProperties|unevaluated.*|prefixItems|if|then|else|contains|m..Contains)$/;

/** The schema for the values that all parts allow; undefined if no such schema is known. */
function intersection(parts: readonly Side[]): Side | undefined {
  if (!parts.every(({ value }) => isObject(value))) return undefined;
  const partFields = parts.map(fieldsOf);
  const fields = mergeFields(partFields, meet);
  const isPlain = (name: string): boolean => isWord(name) || name === 'type' || name === 'required';
  const partCount = partFields.filter((part) => !Object.keys(part).every(isPlain)).length;
  const isDependent = ([name, { value }]: [string, Side]): boolean => dependent.test(name) && value !== true;
  const isTorn = partCount > 1 && Object.entries(fields ?? {}).some(isDependent);
  return fields && !isTorn ? sideOf(parts[0]?.pointer ?? '', fields) : undefined;
}

/** The fields of all parts; undefined if the fields of one name cannot be merged. */
function mergeFields(
  parts: readonly Fields[],
  merge: (name: string, side: Side, otherSide: Side) => Side | undefined,
): Fields | undefined {
  const fields: Record<string, Side> = {};
  for (const [name, side] of parts.flatMap(Object.entries<Side>)) {
    const both = fields[name] ? merge(name, fields[name], side) : side;
    if (!both) return undefined;
    fields[name] = both;
  }
  return fields;
}

/** One keyword with the meaning of two in different parts; undefined if there may be no such keyword. */
function meet(name: string, side: Side, otherSide: Side): Side | undefined {
  if (isWord(name) || isSame(name, side.value, otherSide.value)) return side;
  if (name === 'required')
    return { ...side, value: [...new Set([...textsIn(side.value), ...textsIn(otherSide.value)])], fields: {} };
  if (name === 'items') return bothOf(side, otherSide);
  if (name !== 'properties' && name !== 'patternProperties')
    return dependent.test(name) ? undefined : [side, otherSide].find(({ value }) => value === true);
  const fields = mergeFields([fieldsOf(side), fieldsOf(otherSide)], (_, a, b) => bothOf(a, b));
  return fields && sideOf(side.pointer, fields);
}

/** A schema of two parts. Refuses joined parts, as their number might double at each level. */
function bothOf(a: Side, b: Side): Side | undefined {
  if (a.fields || b.fields) return undefined;
  const list = { ...sideOf(a.pointer, { 0: a, 1: b }), value: [a.value, b.value] };
  return sideOf(a.pointer, { allOf: list });
}

/** Keywords that apply to values of every type, so that they cannot come from a single alternative. */
const generalValues = ['enum', 'not', 'if', 'then', 'else', '$ref', ...compositions];

/**
 * The schema for the values that any alternative allows, if the alternatives list values or have different types;
 * otherwise undefined.
 */
function union(parts: readonly Side[], isExclusive: boolean): Side | undefined {
  if (parts.length < 2) return parts[0];
  const schemas = parts.map((part) => fieldsOf(withSets(part)));
  const types = schemas.flatMap(({ type }) => [type?.value]).flat();
  const lists = schemas.flatMap(({ enum: list }) => list?.value);
  const isSet = (values: unknown[]): boolean =>
    new Set(values.map((value) => JSON.stringify(value))).size === values.length;
  const isListed = schemas.every((schema) => schema['enum']);
  const areApart = !types.includes(undefined) && isSet(types.map((type) => (type === 'integer' ? 'number' : type)));
  if (isListed ? isExclusive && !isSet(lists) : !areApart) return undefined;
  // The description of one of several alternatives does not describe the whole.
  const hasWords = schemas.filter(({ type }) => type?.value !== 'null').length < 2;
  const allFields: Record<string, Side> = {};
  for (const [name, field] of schemas.flatMap(Object.entries<Side>)) {
    const isReplaced = name === 'type' || (name === 'enum' && (isListed || isSame('', field.value, [null])));
    if (isReplaced || (isWord(name) && !hasWords)) continue;
    if (!isWord(name) && (allFields[name] || generalValues.includes(name) || !areApart)) return undefined;
    allFields[name] ??= field;
  }
  const place = { pointer: parts[0]?.pointer ?? '', fields: {} };
  return withSets(
    sideOf(place.pointer, {
      ...allFields,
      ...(!types.includes(undefined) && { type: { ...place, value: types } }),
      ...(isListed && { enum: { ...place, value: lists } }),
    }),
  );
}
