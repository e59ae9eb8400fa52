// @ts-check
import { followReference, isObject, nodesOf } from '../contract/walk.js';
import { formatValue } from './format.js';

const componentPrefix = '#/components/parameters/';

/** A path parameter is defined once, as a component, and referred to everywhere else. @param {unknown} document */
export default function pathParameterComponents(document) {
  const findings = [];
  /** @type {Map<string, string>} parameter name → component */
  const components = new Map();
  for (const { path, value } of nodesOf(document, 'parameter')) {
    const isComponent = path.length === 3 && path[0] === 'components' && path[1] === 'parameters';
    const target = '$ref' in value ? followReference(document, value.$ref)?.value : value;
    if (!isObject(target) || target.in !== 'path') continue;
    if (isComponent) {
      if ('$ref' in value) continue;
      const name = String(value.name);
      const component = String(path.at(-1));
      const first = components.get(name);
      if (first === undefined) components.set(name, component);
      else {
        findings.push({
          message:
            `Expected ${first} as the only component for the path parameter ${formatValue(name)}; ` +
            `found a second one, ${component}. Refer to ${first} and remove ${component}.`,
          path: [...path, 'name'],
        });
      }
    } else if (!('$ref' in value)) {
      findings.push({
        message:
          `Expected a $ref to ${componentPrefix}…; ` +
          `found the path parameter ${formatValue(value.name)} defined inline. Move it to the components and ` +
          `refer to it.`,
        path,
      });
    } else if (!String(value.$ref).startsWith(componentPrefix)) {
      findings.push({
        message:
          `Expected a $ref to ${componentPrefix}…; found ${formatValue(value.$ref)}. Refer to the ` +
          `parameter's component.`,
        path: [...path, '$ref'],
      });
    }
  }
  return findings;
}
