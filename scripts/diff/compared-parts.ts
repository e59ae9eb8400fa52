import { methods } from '../contract/document.js';
import { isObject, type Node, objectOf } from '../contract/json.js';
import { type PlacedOperation, parametersOf, textsIn } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import { createSchemaResolver, targetOf } from '../contract/references.js';
import { fieldsByKind } from '../contract/walk.js';
import { listOf, namesIn, type Side, type Sides } from './side.js';

/** An operation with the parameters of its path item. */
export function operationIn(document: Node, operation: PlacedOperation): Side {
  const { node, pointer, path } = operation;
  const positionOf = ({ in: place, name }: Node): number => (place === 'path' ? path.indexOf(`{${name}}`) : -1);
  const placed = parametersOf(document, operation);
  placed.sort((a, b) => positionOf(a.parameter) - positionOf(b.parameter));
  const all = placed.flatMap(
    ({ rawNode, parameter, pointer: at }) => explodedFields(document, parameter) ?? [{ value: rawNode, pointer: at }],
  );
  const parameters = listOf(`${pointer}/parameters`, all);
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

/** Components by section and name. */
export function componentsOf(before: Node, after: Node): Component[] {
  return Object.keys(fieldsByKind['components'] ?? {}).flatMap((section) => {
    const [old, current] = [before, after].map((document) =>
      objectOf(valueAt(document, toPointer(['components', section]))),
    );
    return namesIn(old ?? {}, current ?? {}).map((name) => {
      const pointer = toPointer(['components', section, name]);
      return { section, name, old: { value: old?.[name], pointer }, new: { value: current?.[name], pointer } };
    });
  });
}
