import { visible } from '../../text/escape.js';
import { isObject, type JsonObject } from '../json.js';
import { patternOf } from '../pattern.js';
import { parsePointer, pointerOf, toPointer, valueAt } from '../pointer.js';
import { referenceOf } from '../references.js';
import { formats, isList, isSchema, isText, isType, keywordValues } from '../schema-keywords.js';
import { type DocumentNode, fieldsByKind, nodesOf, schemasWithin } from '../walk.js';
import type { RepairKind, Repairs } from './repairs.js';

/** Formats that the check takes for any text. */
const unchecked = ['idn-email', 'iri', 'iri-reference', 'idn-hostname'];
const knownFormats: ReadonlySet<string> = new Set([...formats, ...unchecked]);

/**
 * Leaves out what no schema may have, and what nothing can check, so that the rest can be checked. It changes the
 * document.
 *
 * @param nodes all objects of the document
 */
export function repairSchemas(document: JsonObject, nodes: readonly DocumentNode[], repairs: Repairs): void {
  const done = new Set<object>();
  const anchors = new Anchors();
  const references: { schema: JsonObject; pointer: string }[] = [];
  dropNoSchemas(document, nodes, repairs);
  let waiting = nodes.filter(({ kind }) => kind === 'schema');
  let hasMoved = false;
  while (waiting.length > 0) {
    for (const { path, value } of waiting) {
      const schema = value as JsonObject;
      if (done.has(schema)) continue;
      done.add(schema);
      const pointer = toPointer(path);
      hasMoved = repairSchema(schema, pointer, repairs) || hasMoved;
      anchors.take(schema, pointer);
      if (schema['$ref'] !== undefined) references.push({ schema, pointer });
    }
    // A reference may lead to a place where OpenAPI has no schemas.
    waiting = references.flatMap(({ schema }) => {
      const target = targetIn(document, schema);
      return target && !done.has(target.value) ? schemasWithin(target.value, parsePointer(target.pointer)) : [];
    });
    // Schemas were in a place where none can be.
    if (waiting.length === 0 && hasMoved) waiting = nodesOf(document, 'schema');
    hasMoved &&= waiting.length === 0;
  }
  for (const { schema, pointer } of references) {
    const named = isTarget(document, schema) ? undefined : anchors.pointerOf(schema['$ref'], pointer);
    if (named !== undefined) schema['$ref'] = `#${named}`;
    if (isTarget(document, schema)) continue;
    repairs.add('reference', pointer, visible(JSON.stringify(schema['$ref']), 100));
    delete schema['$ref'];
  }
}

/** The names and addresses that schemas have for references; a name that several have leads nowhere. */
class Anchors {
  readonly #pointers = new Map<string, string | undefined>();
  /** Pointers of schemas with an address: `#` in such a schema means the schema itself. */
  readonly #addressed = new Set<string>();

  /** Takes the name of a schema away, and makes its reference to a name a plain one. */
  take(schema: JsonObject, pointer: string): void {
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = `#${schema[keyword]}`;
      if (schema[keyword] !== undefined) this.#pointers.set(name, this.#pointers.has(name) ? undefined : pointer);
      delete schema[keyword];
    }
    const { $dynamicRef, $ref } = schema;
    if ($dynamicRef !== undefined && $ref === undefined) schema['$ref'] = $dynamicRef;
    delete schema['$dynamicRef'];
    if (schema['$id'] !== undefined) this.#addressed.add(pointer);
    delete schema['$id'];
  }

  /** @param from the pointer of the schema with the reference */
  pointerOf(ref: unknown, from: string): string | undefined {
    const text = String(ref);
    const named = this.#pointers.get(text);
    if (named !== undefined || !text.startsWith('#') || this.#addressed.size === 0) return named;
    let around = from;
    while (around !== '' && !this.#addressed.has(around)) around = around.slice(0, around.lastIndexOf('/'));
    return around === '' ? undefined : `${around}${pointerOf(text)}`;
  }
}

const withSchema: ReadonlySet<string> = new Set(['mediaType', 'parameter', 'header']);

/** A media type, a parameter or a header whose schema is no schema has none. */
function dropNoSchemas(document: JsonObject, nodes: readonly DocumentNode[], repairs: Repairs): void {
  for (const { kind, path, value } of nodes) {
    const { schema } = value;
    if (schema === undefined || isSchema(schema) || !withSchema.has(kind)) continue;
    repairs.add('part', toPointer([...path, 'schema']), visible(`schema: ${JSON.stringify(schema)}`, 100));
    delete value['schema'];
  }
  const { components } = document;
  const schemas = isObject(components) && isObject(components['schemas']) ? components['schemas'] : {};
  for (const [name, schema] of Object.entries(schemas)) {
    if (isSchema(schema)) continue;
    repairs.add('part', toPointer(['components', 'schemas', name]), visible(`${name}: ${JSON.stringify(schema)}`, 100));
    delete schemas[name];
  }
}

function targetIn(document: JsonObject, schema: JsonObject): { pointer: string; value: JsonObject } | undefined {
  const ref = referenceOf(schema);
  const pointer = ref?.startsWith('#/') ? pointerOf(ref) : undefined;
  const value = pointer === undefined ? undefined : valueAt(document, pointer);
  return pointer !== undefined && isObject(value) ? { pointer, value } : undefined;
}

function isTarget(document: JsonObject, schema: JsonObject): boolean {
  const ref = referenceOf(schema);
  return ref?.startsWith('#/') === true && isSchema(valueAt(document, pointerOf(ref)));
}

/** @returns whether it has subschemas at another keyword than before */
function repairSchema(schema: JsonObject, pointer: string, repairs: Repairs): boolean {
  let hasMoved = false;
  const add = (kind: RepairKind, key: string, shown: string): void =>
    repairs.add(kind, `${pointer}${toPointer([key])}`, visible(shown, 100));
  for (const [key, value] of Object.entries(schema)) {
    const test = Object.hasOwn(keywordValues, key) ? keywordValues[key] : undefined;
    if (!test) {
      if (!key.startsWith('x-')) add('keyword', key, JSON.stringify(key));
      // Ajv refuses the one, which is of an older draft, and obeys the other.
      if (key === 'id' || key === 'nullable') delete schema[key];
    } else if (!test(value)) {
      add('value', key, `${key}: ${JSON.stringify(value)}`);
      const part = usablePart(key, value);
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

/** What can be kept of a wrong value: the right ones of several, and the schemas of items by position. */
function usablePart(key: string, value: unknown): [key: string, value: JsonObject[string]] | undefined {
  if (key === 'items' && isList(isSchema, 1)(value)) return ['prefixItems', value as JsonObject[]];
  const list = Array.isArray(value) ? (value as JsonObject[string][]) : undefined;
  const right = key === 'type' ? isType : key === 'required' ? isText : isSchema;
  const isOfSeveral = key === 'type' || key === 'required' || fieldsByKind['schema']?.[key] === 'schema[]';
  if (list && isOfSeveral) {
    const kept = list.filter(right);
    return kept.length === 0 ? undefined : [key, kept];
  }
  if (isObject(value) && fieldsByKind['schema']?.[key] === 'schema{}')
    return [key, Object.fromEntries(Object.entries(value).filter(([, each]) => isSchema(each)))];
  return undefined;
}
