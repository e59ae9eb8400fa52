// @ts-check
import { isAlias, isInlineObject } from '../contract/inline-objects.js';
import { nodesOf } from '../contract/walk.js';

/** An object inside a component schema is a separate component. @param {unknown} document */
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
          'generators of code invent a name for it, and drop operations when two objects get the same name.',
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
