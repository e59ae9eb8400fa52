import { methods } from '../document.js';
import { isObject, type JsonObject } from '../json.js';
import { pointerOf, toPointer, valueAt } from '../pointer.js';

/**
 * Changes a document of Swagger 2.0 so that @scalar/openapi-upgrader can upgrade it: copies a body from
 * `#/parameters/…` or a path to each operation, and removes parts of a wrong type.
 *
 * @returns pointers of parameters that were left out
 */
export function prepareSwagger(document: JsonObject): string[] {
  const unusablePointers: string[] = [];
  const findUsableParameters = (holder: JsonObject, path: string[]): JsonObject[] =>
    parametersOf(document, holder['parameters'], path, unusablePointers);
  dropInvalidMediaTypes(document);
  dropNonObjects(document, 'definitions', 'parameters', 'responses', 'securityDefinitions');
  dropUnusableParameters(document, unusablePointers);
  for (const [path, item] of Object.entries(isObject(document['paths']) ? document['paths'] : {})) {
    if (!isObject(item)) continue;
    const sharedParameters = findUsableParameters(item, ['paths', path, 'parameters']);
    for (const [key, operation] of Object.entries(item)) {
      if (!methods.some((method) => method === key) || !isObject(operation)) {
        if (key !== '$ref') delete item[key];
        continue;
      }
      dropInvalidMediaTypes(operation);
      dropNonObjects(operation, 'responses');
      const ownParameters = findUsableParameters(operation, ['paths', path, key, 'parameters']);
      const hasBody = ownParameters.some(isBodyParameter);
      const sharedBody = hasBody ? [] : sharedParameters.filter(isBodyParameter);
      operation['parameters'] = [...ownParameters, ...sharedBody.map((each) => structuredClone(each))];
    }
    const otherParameters = sharedParameters.filter((parameter) => !isBodyParameter(parameter));
    if (otherParameters.length > 0) item['parameters'] = otherParameters;
  }
  return unusablePointers;
}

export function isBodyParameter(parameter: JsonObject): boolean {
  return parameter['in'] === 'body' || parameter['in'] === 'formData';
}

/** The usable parameters of a list. A reference to a shared body is replaced by a copy of it. */
function parametersOf(document: JsonObject, list: unknown, path: string[], unusablePointers: string[]): JsonObject[] {
  const nodes = Array.isArray(list) ? (list as unknown[]) : [];
  return nodes.flatMap((node, index) => {
    const ref = isObject(node) ? node['$ref'] : undefined;
    const target = typeof ref === 'string' && ref.startsWith('#/') ? valueAt(document, pointerOf(ref)) : undefined;
    if (isObject(target) && isBodyParameter(target)) return [structuredClone(target)];
    if (isObject(node) && (typeof ref === 'string' || isParameter(node))) return [node];
    unusablePointers.push(toPointer([...path, index]));
    return [];
  });
}

function isParameter(node: JsonObject): boolean {
  return typeof node['in'] === 'string' && typeof node['name'] === 'string';
}

function dropUnusableParameters(document: JsonObject, unusablePointers: string[]): void {
  const globalParameters = document['parameters'];
  for (const [name, node] of Object.entries(isObject(globalParameters) ? globalParameters : {})) {
    if (isObject(node) && (typeof node['$ref'] === 'string' || isParameter(node))) continue;
    unusablePointers.push(toPointer(['parameters', name]));
    delete (globalParameters as JsonObject)[name];
  }
}

/** Keeps the valid media types of each list. Removes a list that would become empty. */
function dropInvalidMediaTypes(holder: JsonObject): void {
  for (const key of ['consumes', 'produces']) {
    const list = holder[key];
    const texts = Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
    if (texts.length > 0) holder[key] = texts;
    else delete holder[key];
  }
}

/** Removes all members that are not objects from the named maps; also removes extensions from `responses`. */
function dropNonObjects(holder: JsonObject, ...names: string[]): void {
  for (const name of names) {
    const map = holder[name];
    if (map === undefined) continue;
    if (!isObject(map)) delete holder[name];
    else
      for (const [key, value] of Object.entries(map))
        if (!isObject(value) || (name === 'responses' && /^x-/.test(key))) delete map[key];
  }
}
