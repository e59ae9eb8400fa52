import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { upgradeFromThreeToThreeOne } from '@scalar/openapi-upgrader/3.0-to-3.1';
import { isObject, type JsonObject } from '../json.js';
import { parsePointer, pointerOf, toPointer, valueAt } from '../pointer.js';
import { annotationKeywords } from '../schema-keywords.js';
import { nodesOf } from '../walk.js';
import { isBodyParameter, prepareSwagger } from './swagger.js';

export interface UpgradedDocument {
  document: JsonObject;
  /** The version before the upgrade; undefined if the document was not upgraded. */
  originalVersion?: 'Swagger 2.0' | 'OpenAPI 3.0';
  /** Returns the pointer that a place, or its nearest parent, had before the upgrade. */
  originalPointer(pointer: string): string;
  /** Pointers, in the original document, of parameters that were left out because they have no `name` or no `in`. */
  unusablePointers: readonly string[];
}

/**
 * Upgrades a document of Swagger 2.0 or OpenAPI 3.0 in place; OpenAPI 3.1 stays unchanged. @scalar/openapi-upgrader
 * moves the parts to their places in 3.1. It is made for documentation and would change which values some schemas
 * allow, so this folder corrects those parts first.
 */
export function upgradeDocument(document: JsonObject): UpgradedDocument {
  const isVersion2 = isSwagger(document);
  if (!isVersion2 && !/^3(\.0(\.|$)|$)/.test(versionOf(document)))
    return { document, originalPointer: (pointer) => pointer, unusablePointers: [] };
  const originalDocument = structuredClone(document);
  const originalPointer = (pointer: string): string => originalPointerOf(originalDocument, pointer);
  if (!isVersion2) {
    document['openapi'] = '3.0.4';
    return { document: toVersion31(document), originalVersion: 'OpenAPI 3.0', originalPointer, unusablePointers: [] };
  }
  document['swagger'] = '2.0';
  const unusablePointers = prepareSwagger(document);
  const version3Document = upgradeFromTwoToThree(document) as JsonObject;
  updateReferences(version3Document, originalDocument);
  return { document: toVersion31(version3Document), originalVersion: 'Swagger 2.0', originalPointer, unusablePointers };
}

/** Whether a document declares Swagger 2.0, as a string or as a number. */
export function isSwagger(document: JsonObject): boolean {
  return /^2(\.0)?$/.test(String(document['swagger']));
}

/** The version that a document states, as a string even if YAML read it as a number. */
export function versionOf(document: JsonObject): string {
  return String(document['openapi']);
}

function toVersion31(version3Document: JsonObject): JsonObject {
  translateSchemas(version3Document);
  const document = upgradeFromThreeToThreeOne(version3Document) as JsonObject;
  // The upgrade removes `format: byte`, which says that a string is base64: restore it.
  for (const { value } of nodesOf(document, 'schema'))
    if (value['contentEncoding'] === 'base64') value['format'] = 'byte';
  return document;
}

/** Names of component sections: OpenAPI 3 on the left, Swagger 2.0 on the right. */
const swaggerSectionNames: Readonly<Record<string, string>> = {
  schemas: 'definitions',
  parameters: 'parameters',
  requestBodies: 'parameters',
  responses: 'responses',
  securitySchemes: 'securityDefinitions',
};

/**
 * The original pointer of a place in the upgraded document, or of its nearest parent; steps that the upgrade added are
 * skipped.
 */
function originalPointerOf(original: JsonObject, pointer: string): string {
  const tokens = parsePointer(pointer);
  const [first, second = '', ...otherTokens] = tokens;
  const hasMoved = isSwagger(original) && first === 'components';
  const path: string[] = [];
  let value: unknown = original;
  for (const token of hasMoved ? [swaggerSectionNames[second] ?? 'definitions', ...otherTokens] : tokens) {
    const body = token === 'requestBody' ? bodyPositionIn(value) : undefined;
    const steps = body === undefined ? [token] : ['parameters', body];
    const child = valueAt(value, toPointer(steps));
    if (child === undefined) continue;
    path.push(...steps);
    value = child;
  }
  return toPointer(path);
}

/** The position of the parameter that holds the body of a Swagger 2.0 operation, or of the first field of its form. */
function bodyPositionIn(operation: unknown): string | undefined {
  const list = isObject(operation) ? operation['parameters'] : undefined;
  if (!Array.isArray(list)) return undefined;
  const position = list.findIndex((each) => isObject(each) && isBodyParameter(each));
  return position === -1 ? undefined : String(position);
}

/** Corrects references that lead into a response or parameter whose schema the upgrade has moved. */
function updateReferences(version3Document: JsonObject, original: JsonObject): void {
  for (const { value } of nodesOf(version3Document)) {
    const ref = value['$ref'];
    if (typeof ref !== 'string' || !ref.startsWith('#/')) continue;
    const pointer = pointerOf(ref);
    if (valueAt(version3Document, pointer) === undefined && valueAt(original, pointer) !== undefined)
      value['$ref'] = `#${toNewPointer(version3Document, pointer)}`;
  }
}

function toNewPointer(version3Document: JsonObject, pointer: string): string {
  const path: string[] = [];
  let value: unknown = version3Document;
  const enter = (key: string | undefined): boolean => {
    if (key === undefined || (!isObject(value) && !Array.isArray(value)) || !Object.hasOwn(value, key)) return false;
    value = (value as JsonObject)[key];
    path.push(key);
    return true;
  };
  const enterContent = (): void => {
    enter('content');
    if (isObject(value)) enter(Object.keys(value)[0]);
  };
  for (const token of parsePointer(pointer)) {
    if (enter(token)) continue;
    if (token === 'schema') enterContent();
    if (!enter(token) && path.at(-2) === 'parameters' && enter('schema')) enter(token);
  }
  return toPointer(path);
}

const isAnnotation = (key: string): boolean => annotationKeywords.includes(key) || key.startsWith('x-');

/**
 * Translates the schemas of OpenAPI 3.0 to 3.1. It removes keywords next to a `$ref`, which OpenAPI 3.0 ignores. A
 * schema with `nullable` allows null even if it has a `$ref`, `allOf` or `enum`, because that is how authors mean it.
 */
function translateSchemas(document: JsonObject): void {
  for (const { value } of nodesOf(document, 'schema')) {
    dropSiblingsOfReference(value as JsonObject);
    allowNull(value as JsonObject);
  }
}

function dropSiblingsOfReference(schema: JsonObject): void {
  if (typeof schema['$ref'] !== 'string') return;
  for (const key of Object.keys(schema))
    if (key !== '$ref' && key !== 'nullable' && !isAnnotation(key)) delete schema[key];
}

/** Makes a nullable schema allow null. A schema that is composed of others becomes the first branch of an `anyOf`. */
function allowNull(schema: JsonObject): void {
  const isNullable = schema['nullable'] === true;
  delete schema['nullable'];
  if (!isNullable) return;
  const { type, enum: members } = schema;
  const isComposed = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not'].some((keyword) => schema[keyword] !== undefined);
  if (!isComposed) {
    if (typeof type === 'string') schema['type'] = [type, 'null'];
    if (Array.isArray(members) && !members.includes(null)) schema['enum'] = [...members, null];
    return;
  }
  const innerSchema: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (isAnnotation(key)) continue;
    innerSchema[key] = value;
    delete schema[key];
  }
  schema['anyOf'] = [innerSchema, { type: 'null' }];
}
