import { sanitize } from '../../text/escape.js';
import { isObject, type JsonObject } from '../json.js';
import { patternOf } from '../pattern.js';
import { parsePointer, pointerOf, toPointer, valueAt } from '../pointer.js';
import { referenceOf } from '../references.js';
import { formats, isList, isSchema, isText, isType, keywordValues } from '../schema-keywords.js';
import { type DocumentNode, fieldsByKind, nodesOf, schemasWithin } from '../walk.js';
import type { RepairKind, Repairs } from './repairs.js';

/** Valid formats for which the check accepts any text. */
const uncheckedFormats = ['idn-email', 'iri', 'iri-reference', 'idn-hostname'];
const knownFormats: ReadonlySet<string> = new Set([...formats, ...uncheckedFormats]);

/**
 * Removes, in place, parts of schemas that are forbidden or cannot be checked. `nodes` are all nodes of the document.
 */
export function repairSchemas(document: JsonObject, nodes: readonly DocumentNode[], repairs: Repairs): void {
  const seen = new Set<object>();
  const anchors = new Anchors();
  const references: { schema: JsonObject; pointer: string }[] = [];
  dropNonSchemas(document, nodes, repairs);
  let queue = nodes.filter(({ kind }) => kind === 'schema');
  let hasMovedSchemas = false;
  while (queue.length > 0) {
    for (const { path, value } of queue) {
      const schema = value as JsonObject;
      if (seen.has(schema)) continue;
      seen.add(schema);
      const pointer = toPointer(path);
      hasMovedSchemas = repairSchema(schema, pointer, repairs) || hasMovedSchemas;
      anchors.extractAnchors(schema, pointer);
      if (schema['$ref'] !== undefined) references.push({ schema, pointer });
    }
    // A reference may lead to a schema where OpenAPI expects none: visit that schema, too.
    queue = references.flatMap(({ schema }) => {
      const target = targetIn(document, schema);
      return target && !seen.has(target.value) ? schemasWithin(target.value, parsePointer(target.pointer)) : [];
    });
    // Some schemas were moved to another keyword: visit all schemas again.
    if (queue.length === 0 && hasMovedSchemas) queue = nodesOf(document, 'schema');
    hasMovedSchemas &&= queue.length === 0;
  }
  for (const { schema, pointer } of references) {
    const anchor = hasTarget(document, schema) ? undefined : anchors.pointerOf(schema['$ref'], pointer);
    if (anchor !== undefined) schema['$ref'] = `#${anchor}`;
    if (hasTarget(document, schema)) continue;
    repairs.add('reference', pointer, sanitize(JSON.stringify(schema['$ref']), 100));
    delete schema['$ref'];
  }
}

/**
 * The anchors and ids by which references name schemas. An anchor that several schemas declare is ambiguous and has no
 * target.
 */
class Anchors {
  readonly #pointers = new Map<string, string | undefined>();
  /** Pointers of schemas with an `$id`: `#` in such a schema means the schema itself. */
  readonly #pointersWithId = new Set<string>();

  /** Removes the anchors and the id of a schema, and turns its `$dynamicRef` into a `$ref`. */
  extractAnchors(schema: JsonObject, pointer: string): void {
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = `#${schema[keyword]}`;
      if (schema[keyword] !== undefined) this.#pointers.set(name, this.#pointers.has(name) ? undefined : pointer);
      delete schema[keyword];
    }
    const { $dynamicRef, $ref } = schema;
    if ($dynamicRef !== undefined && $ref === undefined) schema['$ref'] = $dynamicRef;
    delete schema['$dynamicRef'];
    if (schema['$id'] !== undefined) this.#pointersWithId.add(pointer);
    delete schema['$id'];
  }

  /** @param from the pointer of the schema with the reference */
  pointerOf(ref: unknown, from: string): string | undefined {
    const text = String(ref);
    const pointer = this.#pointers.get(text);
    if (pointer !== undefined || !text.startsWith('#') || this.#pointersWithId.size === 0) return pointer;
    let base = from;
    while (base !== '' && !this.#pointersWithId.has(base)) base = base.slice(0, base.lastIndexOf('/'));
    return base === '' ? undefined : `${base}${pointerOf(text)}`;
  }
}

const schemaHolders: ReadonlySet<string> = new Set(['mediaType', 'parameter', 'header']);

/** Removes values that are no schemas from media types, parameters, headers and components. */
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
    repairs.add(
      'part',
      toPointer(['components', 'schemas', name]),
      sanitize(`${name}: ${JSON.stringify(schema)}`, 100),
    );
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
  let hasMoved = false;
  const add = (kind: RepairKind, key: string, excerpt: string): void =>
    repairs.add(kind, `${pointer}${toPointer([key])}`, sanitize(excerpt, 100));
  for (const [key, value] of Object.entries(schema)) {
    const test = Object.hasOwn(keywordValues, key) ? keywordValues[key] : undefined;
    if (!test) {
      if (!key.startsWith('x-')) add('keyword', key, JSON.stringify(key));
      // Ajv refuses `id`, which is of an older draft, and obeys `nullable`.
      if (key === 'id' || key === 'nullable') delete schema[key];
    } else if (!test(value)) {
      add('value', key, `${key}: ${JSON.stringify(value)}`);
      const part = usablePartOf(key, value);
      delete schema[key];
      if (part) schema[part[0]] = part[1];
      hasMoved ||= part !== undefined && part[0] !== key;
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
  return hasMoved;
}

/**
 * The keyword and value that replace a wrong value: its valid schemas, names or types; `prefixItems` for a list of
 * `items`.
 */
function usablePartOf(key: string, value: unknown): [key: string, value: JsonObject[string]] | undefined {
  if (key === 'items' && isList(isSchema, 1)(value)) return ['prefixItems', value as JsonObject[]];
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
