// @ts-check
import { isObject, nodesOf } from '../contract/walk.js';

/** @typedef {import('../contract/walk.js').JsonObject} JsonObject */

/** Whether a schema has fields of its own, or is an object without known fields. @param {JsonObject} schema */
function isInlineObject({ $ref, type, properties }) {
  return $ref === undefined && (isObject(properties) || [type].flat().includes('object'));
}

/** Whether a schema only repeats another one under a name of its own. @param {JsonObject} schema */
function isAlias({ allOf, properties, required }) {
  return (
    Array.isArray(allOf) && allOf.length === 1 && isObject(allOf[0]) && '$ref' in allOf[0] && !properties && !required
  );
}

/** An object inside of a component schema is a component as well. @param {unknown} document */
export default function inlineObjects(document) {
  const findings = [];
  for (const { path, value } of nodesOf(document, 'schema')) {
    const [components, schemas, name, ...rest] = path;
    if (components !== 'components' || schemas !== 'schemas') continue;
    // A part of allOf describes the component itself.
    const isInside = rest.length > 0 && !(rest.length === 2 && rest[0] === 'allOf');
    if (isInside && isInlineObject(value))
      findings.push({
        message:
          `Expected a $ref to a component schema, found an object inside of ${name}. Move it into a file of its own: ` +
          'generators of code invent a name for it, and drop operations when two get the same name.',
        path,
      });
    if (isAlias(value))
      findings.push({
        message: 'Expected $ref, with the description beside it; found allOf with only that $ref. Remove allOf.',
        path: [...path, 'allOf'],
      });
  }
  return findings;
}
