import { sanitize } from '../../text/escape.js';
import { isObject, type JsonObject } from '../json.js';
import { patternOf } from '../pattern.js';
import { parsePointer, pointerOf, toPointer, valueAt } from '../pointer.js';
import { referenceOf } from '../references.js';
import { annotationKeywords, formats, isListOf, isSchema, isText, isType, keywordValues } from '../schema-keywords.js';
import { type DocumentNode, fieldsByKind, nodesOf, schemasWithin } from '../walk.js';
import type { RepairKind, Repairs } from './repairs.js';

/** Valid formats for which the check accepts any text. */
const uncheckedFormats = ['idn-email', 'iri', 'iri-reference', 'idn-hostname'];
const knownFormats: ReadonlySet<string> = new Set([...formats, ...uncheckedFormats]);

/**
 * Removes, in place, parts of schemas that are forbidden or cannot be checked. `nodes` are all nodes of the document.
 */
export function repairSchemas(document: JsonObject, nodes: readonly DocumentNode[], repairs: Repairs): void {
  const seenObjects = new Set<object>();
  const references: { schema: JsonObject; pointer: string }[] = [];
  dropNonSchemas(document, nodes, repairs);
  let queue = nodes.filter(({ kind }) => kind === 'schema');
  let hasMovedSchemas = false;
  while (queue.length > 0) {
    for (const { path, value } of queue) {
      const schema = value as JsonObject;
      if (seenObjects.has(schema)) continue;
      seenObjects.add(schema);
      const pointer = toPointer(path);
      hasMovedSchemas = repairSchema(schema, pointer, repairs) || hasMovedSchemas;
      if (schema['$ref'] !== undefined) references.push({ schema, pointer });
    }
    // A reference may lead to a place where OpenAPI expects no schema: visit its target, too.
    queue = references.flatMap(({ schema }) => {
      const target = targetIn(document, schema);
      return target && !seenObjects.has(target.value) ? schemasWithin(target.value, parsePointer(target.pointer)) : [];
    });
    // Some schemas were moved to another keyword: visit all schemas again.
    if (queue.length === 0 && hasMovedSchemas) queue = nodesOf(document, 'schema');
    hasMovedSchemas &&= queue.length === 0;
  }
  for (const { schema, pointer } of references) {
    if (hasTarget(document, schema)) continue;
    repairs.add('reference', pointer, sanitize(JSON.stringify(schema['$ref']), 100));
    delete schema['$ref'];
  }
  for (const { schema } of references) keepSiblings(schema);
}

/** Annotations that the check must keep, because they say whether requests or responses have a value. */
const accessKeywords = ['readOnly', 'writeOnly'];

/**
 * Moves a `$ref` into `allOf` if it has keywords beside it. Both apply in OpenAPI 3.1, but code that only follows the
 * reference would lose these keywords.
 */
function keepSiblings(schema: JsonObject): void {
  const { $ref, allOf = [], ...siblings } = schema;
  const affectsValue = (key: string): boolean =>
    accessKeywords.includes(key) || !(annotationKeywords.includes(key) || key.startsWith('x-') || key === '$comment');
  if ($ref === undefined || !(Object.keys(siblings).some(affectsValue) || schema['allOf'] !== undefined)) return;
  delete schema['$ref'];
  schema['allOf'] = [{ $ref }, ...(allOf as JsonObject[])];
}

const schemaHolders: ReadonlySet<string> = new Set(['mediaType', 'parameter', 'header']);

/** Removes values that are not schemas from media types, parameters, headers and components. */
function dropNonSchemas(document: JsonObject, nodes: readonly DocumentNode[], repairs: Repairs): void {
  for (const { kind, path, value } of nodes) {
    const { schema } = value;
    if (schema === undefined || isSchema(schema) || !schemaHolders.has(kind)) continue;
    repairs.add('part', toPointer([...path, 'schema']), sanitize(`schema: ${JSON.stringify(schema)}`, 100));
    delete value['schema'];
  }
  const { components } = document;
  const schemas = isObject(components) && isObject(components['schemas']) ? components['schemas'] : {};
  for (const [name, schema] of Object.entries(schemas)) {
    if (isSchema(schema)) continue;
    const excerpt = sanitize(`${name}: ${JSON.stringify(schema)}`, 100);
    repairs.add('part', toPointer(['components', 'schemas', name]), excerpt);
    delete schemas[name];
  }
}

function targetIn(document: JsonObject, schema: JsonObject): { pointer: string; value: JsonObject } | undefined {
  const ref = referenceOf(schema);
  const pointer = ref?.startsWith('#/') ? pointerOf(ref) : undefined;
  const value = pointer === undefined ? undefined : valueAt(document, pointer);
  return pointer !== undefined && isObject(value) ? { pointer, value } : undefined;
}

function hasTarget(document: JsonObject, schema: JsonObject): boolean {
  const ref = referenceOf(schema);
  return ref?.startsWith('#/') === true && isSchema(valueAt(document, pointerOf(ref)));
}

/** @returns whether subschemas were moved to another keyword */
function repairSchema(schema: JsonObject, pointer: string, repairs: Repairs): boolean {
  let hasMovedSubschemas = false;
  const add = (kind: RepairKind, key: string, excerpt: string): void =>
    repairs.add(kind, `${pointer}${toPointer([key])}`, sanitize(excerpt, 100));
  for (const [key, value] of Object.entries(schema)) {
    const test = Object.hasOwn(keywordValues, key) ? keywordValues[key] : undefined;
    if (!test) {
      if (!key.startsWith('x-')) add('keyword', key, JSON.stringify(key));
      // Ajv refuses `id` and obeys `nullable`; both belong to older versions of the standard.
      if (key === 'id' || key === 'nullable') delete schema[key];
    } else if (!test(value)) {
      add('value', key, `${key}: ${JSON.stringify(value)}`);
      const part = usablePartOf(key, value);
      delete schema[key];
      if (part) schema[part[0]] = part[1];
      hasMovedSubschemas ||= part !== undefined && part[0] !== key;
    }
  }
  delete schema['$schema'];
  const { pattern, format, patternProperties } = schema;
  if (typeof pattern === 'string' && !patternOf(pattern)) {
    add('pattern', 'pattern', JSON.stringify(pattern));
    delete schema['pattern'];
  }
  for (const name of Object.keys(patternProperties ?? {})) {
    if (patternOf(name)) continue;
    add('pattern', 'patternProperties', JSON.stringify(name));
    delete (patternProperties as JsonObject)[name];
  }
  if (typeof format === 'string' && !knownFormats.has(format)) add('format', 'format', JSON.stringify(format));
  return hasMovedSubschemas;
}

/**
 * Returns the keyword and value that replace a wrong value: the schemas, names or types in it that are valid; for a
 * list of `items`, the keyword `prefixItems`.
 */
function usablePartOf(key: string, value: unknown): [key: string, value: JsonObject[string]] | undefined {
  if (key === 'items' && isListOf(isSchema, 1)(value)) return ['prefixItems', value as JsonObject[]];
  const list = Array.isArray(value) ? (value as JsonObject[string][]) : undefined;
  const isValid = key === 'type' ? isType : key === 'required' ? isText : isSchema;
  const isListKeyword = key === 'type' || key === 'required' || fieldsByKind['schema']?.[key] === 'schema[]';
  if (list && isListKeyword) {
    const validItems = list.filter(isValid);
    return validItems.length === 0 ? undefined : [key, validItems];
  }
  if (isObject(value) && fieldsByKind['schema']?.[key] === 'schema{}')
    return [key, Object.fromEntries(Object.entries(value).filter(([, each]) => isSchema(each)))];
  return undefined;
}
