import { sanitize } from '../../text/escape.js';
import { isObject, type JsonObject } from '../json.js';
import { isParameter } from '../operations.js';
import { toPointer } from '../pointer.js';
import { tryDereference } from '../references.js';
import { type JsonPath, kindOfField, visitNodes } from '../walk.js';
import type { RepairKind, Repairs } from './repairs.js';

const statusPattern = /^(?:[1-5](?:\d\d|xx)|default)$/i;

/**
 * Kinds of fields that must hold an object or a map of objects. Other values are removed, except from schemas, which
 * `repairSchemas` repairs.
 */
const objectKinds: ReadonlySet<string | undefined> = new Set([
  ...['components', 'operation', 'requestBody', 'responses', 'response'],
  ...['response{}', 'parameter{}', 'requestBody{}', 'header{}', 'securityScheme{}', 'mediaType{}', 'example{}'],
]);

/** Removes or replaces, in place, everything outside schemas that OpenAPI forbids, so that the rest can be checked. */
export function repairDocument(document: JsonObject, repairs: Repairs): void {
  repairInfo(document);
  const documentRepair = new DocumentRepair(document, repairs);
  visitNodes(document, 'document', [], (kind, path, node) => documentRepair.repairNode(kind, path, node as JsonObject));
}

function repairInfo(document: JsonObject): void {
  const info = isObject(document['info']) ? document['info'] : {};
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  document['info'] = { ...info, title: text(info['title']) ?? 'API', version: text(info['version']) ?? '0' };
}

class DocumentRepair {
  readonly #document: JsonObject;
  readonly #repairs: Repairs;
  readonly #ids = new Set<string>();
  readonly #patterns = new Set<string>();

  constructor(document: JsonObject, repairs: Repairs) {
    this.#document = document;
    this.#repairs = repairs;
  }

  /** Repairs the members of one object; the caller repairs nested objects afterwards. */
  repairNode(kind: string, path: JsonPath, node: JsonObject): void {
    // The check never calls the operations of callbacks, so they need no repair.
    const isBelowPaths = path[0] === 'paths' && (path.length === 2 || path.length === 3);
    if (kind === 'paths') this.#repairPaths(node, path);
    if (kind === 'responses') this.#repairStatuses(node, path);
    if (isBelowPaths && kind === 'pathItem') this.#checkPathItem(String(path[1]), path);
    if (isBelowPaths && kind === 'operation') this.#repairOperation(node, path);
    if (isBelowPaths) this.#repairParameters(node, path);
    if (kind === 'document' || kind === 'operation') this.#repairSecurity(node, path);
    for (const name of Object.keys(node)) {
      const fieldKind = kindOfField(kind, name);
      if (objectKinds.has(fieldKind)) this.#keepObject(node, name, path);
      if (objectKinds.has(fieldKind) && fieldKind?.endsWith('{}'))
        this.#repairMap(node[name], fieldKind, [...path, name]);
    }
    if (!isBelowPaths || kind !== 'operation' || node['responses']) return;
    this.#add('responses', path, path.slice(1).reverse().join(' '));
    node['responses'] = {};
  }

  #add(kind: RepairKind, path: JsonPath, excerpt: unknown): void {
    const text = typeof excerpt === 'string' ? excerpt : JSON.stringify(excerpt);
    this.#repairs.add(kind, toPointer(path), sanitize(text, 100));
  }

  #keepObject(holder: JsonObject, key: string, path: JsonPath): void {
    const value = holder[key];
    if (isObject(value)) return;
    if (value !== null) this.#add('part', [...path, key], `${key}: ${JSON.stringify(value)}`);
    delete holder[key];
  }

  #repairMap(map: JsonObject[string] | undefined, fieldKind: string, path: JsonPath): void {
    if (!isObject(map)) return;
    for (const name of Object.keys(map)) {
      if (fieldKind !== 'mediaType{}') this.#keepObject(map, name, path);
      else if (name.startsWith('x-') && !name.includes('/')) delete map[name];
      else if (!isObject(map[name])) map[name] = {};
    }
  }

  #repairPaths(paths: JsonObject, path: JsonPath): void {
    for (const [template, item] of Object.entries(paths)) {
      const isCallablePath = !/[?#]/.test(template);
      if (isObject(item) && !template.startsWith('x-') && isCallablePath) continue;
      if (isObject(item) && !isCallablePath) this.#add('query', [...path, template], template);
      delete paths[template];
    }
  }

  #checkPathItem(template: string, path: JsonPath): void {
    if (!template.startsWith('/')) this.#add('path', path, template);
    const pattern = template.replace(/\{[^{}]*\}/g, '{}');
    if (this.#patterns.has(pattern)) this.#add('template', path, template);
    this.#patterns.add(pattern);
  }

  #repairOperation(operation: JsonObject, path: JsonPath): void {
    const { operationId: id, tags } = operation;
    if (typeof id === 'string' && this.#ids.has(id)) this.#add('operationId', [...path, 'operationId'], id);
    if (typeof id !== 'string' || this.#ids.has(id)) delete operation['operationId'];
    else this.#ids.add(id);
    if (tags !== undefined)
      operation['tags'] = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
  }

  #repairStatuses(responses: JsonObject, path: JsonPath): void {
    for (const key of Object.keys(responses)) {
      if (!key.startsWith('x-') && !statusPattern.test(key)) this.#add('status', [...path, key], key);
      if (!statusPattern.test(key)) delete responses[key];
      else if (responses[key] === null) responses[key] = {};
    }
  }

  #repairParameters(holder: JsonObject, path: JsonPath): void {
    const list = holder['parameters'];
    if (list === undefined) return;
    if (!Array.isArray(list)) this.#add('part', [...path, 'parameters'], 'parameters');
    for (const [index, node] of (Array.isArray(list) ? list : []).entries()) {
      const target = tryDereference(this.#document, node);
      // A later check reports references that lead nowhere. Values that are not parameters stay in the list, because
      // its readers skip them.
      if (target === undefined || isParameter(target)) continue;
      const name = isObject(target) && typeof target['name'] === 'string' ? target['name'] : node;
      this.#add('parameter', [...path, 'parameters', index], name);
    }
    if (!Array.isArray(list)) delete holder['parameters'];
  }

  #repairSecurity(holder: JsonObject, path: JsonPath): void {
    const { security } = holder;
    if (security === undefined || (Array.isArray(security) && security.every(isObject))) return;
    this.#add('part', [...path, 'security'], `security: ${JSON.stringify(security)}`);
    delete holder['security'];
  }
}
