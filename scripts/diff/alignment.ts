import { isObject, type Node } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import { isSame, isWord } from './equality.js';
import { type Fields, type Follow, fieldOf, fieldsOf, listOf, type Side, type Sides, sideOf } from './side.js';

/** Keywords whose schemas apply to the same value as the schema around them. */
export const compositions = ['allOf', 'anyOf', 'oneOf'];

/**
 * Returns a function that writes two schemas alike if they are composed in different ways: it joins the parts of each,
 * and makes a union of one that meets a union. Undefined if their parts can be compared in pairs, or cannot be joined.
 */
export function createAligner(follow: Follow): (sides: Sides) => Sides | undefined {
  const [before, after] = [createJoiner(follow.old), createJoiner(follow.new)];
  return (sides) => {
    const [old, current] = [sides.old.value, sides.new.value] as readonly [Node, Node];
    const isAlike = compositions.every((composition) => composition in old === composition in current);
    if (isAlike && isSame('', old['allOf'], current['allOf'])) return asUnions(sides);
    const joined = { old: before(sides.old), new: after(sides.new) };
    const isOneJoined = 'allOf' in (joined.old.value as Node) !== 'allOf' in (joined.new.value as Node);
    return isOneJoined ? asUnions(sides) : (asUnions(joined) ?? joined);
  };
}

/** A schema and a union, as two unions: the schema is the only branch. Undefined for other pairs. */
function asUnions({ old, new: current }: Sides): Sides | undefined {
  const keywordsIn = ({ value }: Side): string[] => Object.keys(value as Node).filter((name) => !isWord(name));
  const wrap = (side: Side, other: Side): Side | undefined => {
    const [keywords, [union = '', ...others]] = [keywordsIn(side), keywordsIn(other)];
    const isUnion = /^(oneOf|anyOf)$/.test(union) && others.length === 0;
    if (!isUnion || keywords.length === 0 || compositions.some((each) => keywords.includes(each))) return undefined;
    return sideOf(side.pointer, { [union]: listOf(side.pointer, [side]) });
  };
  const [wrappedOld, wrappedNew] = [wrap(old, current), wrap(current, old)];
  return wrappedOld || wrappedNew ? { old: wrappedOld ?? old, new: wrappedNew ?? current } : undefined;
}

/** Maximum number of references, one behind another, whose targets are joined. */
const maxDepth = 200;

/** Returns a function that joins a schema with its parts, or returns the schema if they cannot be joined. */
function createJoiner(follow: (side: Side) => Side): (side: Side) => Side {
  const results = new Map<string, Side>();
  const join = (side: Side, depth: number): Side => {
    const end = follow(side);
    if (end === side) return joinParts(side, depth);
    const key = `${side.pointer} ${end.pointer}`;
    const result = results.get(key);
    if (result) return result;
    // Set a result early, so that circular references end here.
    results.set(key, end);
    if (depth >= maxDepth) return end;
    const joinedSide = joinParts(end, depth + 1);
    results.set(key, joinedSide);
    return joinedSide;
  };
  const joinParts = (schema: Side, depth: number): Side => {
    const { allOf, ...fields } = fieldsOf(schema);
    const joinAll = (list: Side | undefined): Side[] =>
      list ? Object.values(fieldsOf(list)).map((part) => join(part, depth)) : [];
    const parts = joinAll(allOf);
    for (const keyword of ['anyOf', 'oneOf']) {
      const joinedSide = union(joinAll(fields[keyword]), keyword === 'oneOf');
      if (!joinedSide) continue;
      delete fields[keyword];
      parts.push(joinedSide);
    }
    return parts.length === 0 ? schema : (intersection([sideOf(schema.pointer, fields), ...parts]) ?? schema);
  };
  return (side) => join(side, 0);
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
  return sideOf(a.pointer, { allOf: listOf(a.pointer, [a, b]) });
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

/** Unifies keywords that two schemas write differently but with the same meaning. */
export function alignKeywords(sides: Sides): Sides {
  const [old, current] = [sides.old.value, sides.new.value] as readonly [Node, Node];
  const isAlike =
    isSame('type', old['type'], current['type']) && spellings.every((text) => text in old === text in current);
  return isAlike ? sides : { old: inOneSpelling(sides.old), new: inOneSpelling(sides.new) };
}

/** Keywords whose meaning other keywords can have as well. */
const spellings = ['enum', 'const', 'unevaluatedProperties', 'patternProperties', 'dependentSchemas'];

function inOneSpelling(side: Side): Side {
  const fields = fieldsOf(withSets(side));
  const { unevaluatedProperties, patternProperties, dependentSchemas, dependentRequired } = fields;
  // In a composition, `unevaluatedProperties` leaves the fields of the parts to them.
  const isPlain = ['$ref', 'if', ...compositions].every((keyword) => !Object.hasOwn(fields, keyword));
  if (unevaluatedProperties && isPlain && !dependentSchemas && !fields['additionalProperties']) {
    delete fields['unevaluatedProperties'];
    fields['additionalProperties'] = unevaluatedProperties;
  }
  const patterns = patternProperties ? Object.entries(fieldsOf(patternProperties)) : [];
  const [[pattern = '', schema] = []] = patterns;
  if (schema && patterns.length === 1 && /^(\^?(\.\*)\$?|\^?)$/.test(pattern) && !fields['properties']) {
    delete fields['patternProperties'];
    fields['additionalProperties'] = schema;
  }
  const needs = dependentSchemas ? Object.entries(fieldsOf(dependentSchemas)) : [];
  if (needs.length > 0 && needs.every(([, { value }]) => isObject(value) && Object.keys(value).join() === 'required')) {
    delete fields['dependentSchemas'];
    const names = Object.fromEntries(needs.map(([name, need]) => [name, fieldOf(need, 'required')]));
    const own = dependentRequired ? fieldsOf(dependentRequired) : {};
    fields['dependentRequired'] = sideOf(side.pointer, { ...own, ...names });
  }
  return sideOf(side.pointer, fields);
}

/** Rewrites a schema with `type` and `enum` instead of `const`. */
function withSets(side: Side): Side {
  const { const: only, enum: list = only, type, ...fields } = fieldsOf(side);
  const types = [type?.value ?? []].flat();
  const all = list?.value;
  const listed = only ? [only.value] : types.join() === 'null' ? [null] : all;
  const isAllowed = (value: unknown): boolean => {
    const name = typeOf(value);
    if (only && Array.isArray(all) && list !== only && !all.some((each) => isSame('const', each, value))) return false;
    return types.length === 0 || types.includes(name) || (name === 'integer' && types.includes('number'));
  };
  const values = Array.isArray(listed) ? listed.filter(isAllowed) : listed;
  // Derive types from a list of values, which a schema may or may not repeat in `type`.
  const names = [...new Set(Array.isArray(values) ? values.map(typeOf) : types)];
  const sets = names.filter((name) => name !== 'integer' || !names.includes('number'));
  const place = { pointer: side.pointer, fields: {} };
  return sideOf(side.pointer, {
    ...fields,
    ...(sets.length > 0 && { type: { ...(type ?? place), value: sets.length > 1 ? sets : sets[0] } }),
    ...(values !== undefined && { enum: { ...(list ?? place), value: values } }),
  });
}

function typeOf(value: unknown): string {
  if (value === null || Array.isArray(value)) return value === null ? 'null' : 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
