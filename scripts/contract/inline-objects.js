// @ts-check
import { isObject } from './walk.js';

/** @typedef {import('./walk.js').JsonObject} JsonObject */

/** Whether a schema lists fields itself, or describes an object without known fields. @param {JsonObject} schema */
export function isInlineObject({ $ref, type, properties }) {
  return $ref === undefined && (isObject(properties) || [type].flat().includes('object'));
}

/** Whether a schema only gives another schema a second name. @param {JsonObject} schema */
export function isAlias({ allOf, properties, required }) {
  return (
    Array.isArray(allOf) && allOf.length === 1 && isObject(allOf[0]) && '$ref' in allOf[0] && !properties && !required
  );
}
