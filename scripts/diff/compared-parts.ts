import { methods } from '../contract/document.js';
import { isObject, type Node, objectOf } from '../contract/json.js';
import { type PlacedOperation, parametersOf, textsIn } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import { createSchemaResolver, targetOf } from '../contract/references.js';
import { fieldsByKind } from '../contract/walk.js';
import { namesIn, type Side, type Sides } from './side.js';

/** An operation with the parameters of its path item. */
export function operationIn(document: Node, operation: PlacedOperation): Side {
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
  const { type, properties, required: names, additionalProperties } = createSchemaResolver(document)(schema) as Node;
  if (type !== 'object' || !isObject(properties) || isObject(additionalProperties ?? true)) return undefined;
  return Object.entries(properties).map(([name, property]) => ({
    value: { name, in: place, required: required === true && textsIn(names).includes(name), schema: property },
    pointer: `${targetOf(schema) ?? ''}${toPointer(['properties', name])}`,
  }));
}

/** A path item without its operations and parameters, which are compared elsewhere. */
export function pathItemIn(document: Node, path: string): Side {
  const pointer = toPointer(['paths', path]);
  const { parameters: _parameters, ...item } = objectOf(valueAt(document, pointer));
  const fields = Object.entries(item).filter(([field]) => !methods.some((method) => method === field));
  return { value: Object.fromEntries(fields), pointer };
}

/** A component of either document. */
export interface Component extends Sides {
  section: string;
  name: string;
}

/** Components by section and name, except schemas that only one document has: `schemaChanges` reports those. */
export function componentsOf(before: Node, after: Node): Component[] {
  const sections = Object.keys(fieldsByKind['components'] ?? {}).filter((section) => section !== 'securitySchemes');
  const sectionIn = ({ components }: Node, section: string): Node => objectOf(objectOf(components)[section]);
  return sections.flatMap((section) => {
    const [old, current] = [sectionIn(before, section), sectionIn(after, section)];
    return namesIn(old, current)
      .filter((name) => section !== 'schemas' || [old, current].every((each) => Object.hasOwn(each, name)))
      .map((name) => {
        const pointer = toPointer(['components', section, name]);
        const sideIn = (document: Node): Side => ({ value: valueAt(document, pointer), pointer });
        return { section, name, old: sideIn(before), new: sideIn(after) };
      });
  });
}
