// @ts-check
// Finds all schemas that apply to one value, however they are composed. JavaScript, because Spectral rules import it.
import { isObject } from './walk.js';

/**
 * @typedef {import('./schema.js').Schema} Schema
 * @typedef {(schema: Schema) => Schema} Resolve follows the reference of a schema to its end
 * @typedef {{ schemas: readonly Schema[], parts: readonly Schema[] }} At the schemas at a place, and all of their parts
 */

/** Returns [] if value is not a list. @param {readonly Schema[] | undefined} value @returns {readonly Schema[]} */
function listOf(value) {
  return Array.isArray(value) ? value : [];
}

/** Yields a schema and all schemas that it refers to or is composed of: they apply to the same value. A schema that was
 * yielded as uncertain is yielded again if it turns out to be certain. @param {Schema} schema
 * @param {Resolve} resolve @param {boolean} isCertain whether it applies to each value @param {Map<Schema, boolean>}
 * seen @returns {Generator<[part: Schema, isCertain: boolean]>} */
export function* partsOf(schema, resolve, isCertain = true, seen = new Map()) {
  const wasCertain = seen.get(schema);
  if (!isObject(schema) || wasCertain === true || wasCertain === isCertain) return;
  seen.set(schema, isCertain);
  yield [schema, isCertain];
  const {
    $ref,
    allOf,
    anyOf,
    oneOf,
    if: condition,
    then,
    else: otherwise,
    dependentSchemas,
  } = /** @type {any} */ (schema);
  if ($ref !== undefined) yield* partsOf(resolve(schema), resolve, isCertain, seen);
  for (const part of listOf(allOf)) yield* partsOf(part, resolve, isCertain, seen);
  const dependent = isObject(dependentSchemas) ? Object.values(dependentSchemas) : [];
  for (const part of [...listOf(anyOf), ...listOf(oneOf), condition, then, otherwise, ...dependent])
    yield* partsOf(part, resolve, false, seen);
}

/** @param {readonly Schema[]} schemas @param {Resolve} resolve @returns {At} */
export function withParts(schemas, resolve) {
  const parts = schemas.flatMap((schema) => [...partsOf(schema, resolve)].map(([part]) => part));
  return { schemas, parts: [...new Set(parts)] };
}

/** The schemas that all parts give to a field; undefined if no part lists the field.
 * @param {At} at @param {string} name @param {Resolve} resolve @returns {At | undefined} */
export function fieldAt({ parts }, name, resolve) {
  const fieldSchemas = parts.flatMap(({ properties }) =>
    isObject(properties) && Object.hasOwn(properties, name) ? [/** @type {Schema} */ (properties[name])] : [],
  );
  return fieldSchemas.length > 0 ? withParts(fieldSchemas, resolve) : undefined;
}

/** Follows a path of field names as far as the parts list them. Returns the last place, and the remaining names.
 * @param {At} at @param {readonly string[]} names @param {Resolve} resolve @returns
 * {{ at: At, rest: readonly string[] }} */
export function followNames(at, names, resolve) {
  const [name, ...rest] = names;
  const child = name === undefined ? undefined : fieldAt(at, name, resolve);
  return child ? followNames(child, rest, resolve) : { at, rest: names };
}

/** The names of all fields that the parts list. @param {At} at @returns {string[]} */
export function fieldNames({ parts }) {
  return [...new Set(parts.flatMap(({ properties }) => Object.keys(isObject(properties) ? properties : {})))];
}

const openKeywords = ['additionalProperties', 'unevaluatedProperties', 'patternProperties'];

/** Whether an object can have unlisted fields: a part allows them, or no part lists any fields. @param {At} at */
export function isOpen({ parts }) {
  return parts.every(({ properties }) => properties === undefined) || parts.some(allowsMore);
}

/** Whether a part explicitly allows unlisted fields. @param {Schema} part */
export function allowsMore(part) {
  const keywords = /** @type {Record<string, unknown>} */ (part);
  return (
    part['x-open'] === true || openKeywords.some((keyword) => keywords[keyword] === true || isObject(keywords[keyword]))
  );
}

/** The types that a value can have; `number` stands for integers as well. Undefined if it can have any type.
 * @param {At} at @param {Resolve} resolve @returns {string[] | undefined} */
export function typesAt({ schemas }, resolve) {
  /** The visited schemas, so that none is read twice. @type {Set<Schema>} */
  const seen = new Set();
  /** @param {readonly Schema[]} alternatives @returns {string[] | undefined} */
  const unionTypes = (alternatives) => {
    const types = alternatives.map(typesOf);
    return types.includes(undefined) ? undefined : [...new Set(types.flatMap((each) => each ?? []))];
  };
  /** @param {Schema} schema @returns {string[] | undefined} */
  const typesOf = (schema) => {
    if (!isObject(schema) || seen.has(schema)) return undefined;
    seen.add(schema);
    const { $ref, type, allOf, anyOf, oneOf } = /** @type {Schema} */ (schema);
    const all = [
      type === undefined ? undefined : [type].flat().map((each) => (each === 'integer' ? 'number' : each)),
      $ref === undefined ? undefined : typesOf(resolve(schema)),
      ...listOf(allOf).map(typesOf),
      ...[anyOf, oneOf].map((alternatives) => (Array.isArray(alternatives) ? unionTypes(alternatives) : undefined)),
    ].filter((types) => types !== undefined);
    return all.length > 0 ? all.reduce((one, other) => one.filter((each) => other.includes(each))) : undefined;
  };
  return unionTypes(schemas);
}

/** @param {At} at @param {readonly string[]} types @param {Resolve} resolve */
export function canHaveType(at, types, resolve) {
  const possible = typesAt(at, resolve);
  return possible === undefined || types.some((type) => possible.includes(type));
}
