import { visible } from '../../text/escape.js';
import { isObject, type JsonObject } from '../json.js';
import { isParameter } from '../operations.js';
import { toPointer } from '../pointer.js';
import { endOf } from '../references.js';
import { type JsonPath, kindOfField, visitNodes } from '../walk.js';
import type { RepairKind, Repairs } from './repairs.js';

const status = /^(?:[1-5](?:\d\d|xx)|default)$/i;

/** Fields whose values are objects, or maps of objects; what is none is left out. Schemas have repairs of their own. */
const ofObjects: ReadonlySet<string | undefined> = new Set([
  ...['components', 'operation', 'requestBody', 'responses', 'response'],
  ...['response{}', 'parameter{}', 'requestBody{}', 'header{}', 'securityScheme{}', 'mediaType{}', 'example{}'],
]);

/**
 * Leaves out, or replaces, what no OpenAPI document may have outside of schemas, so that the rest can be checked. It
 * changes the document.
 */
export function repairDocument(document: JsonObject, repairs: Repairs): void {
  repairInfo(document);
  const repair = new Repair(document, repairs);
  visitNodes(document, 'document', [], (kind, path, value) => repair.node(kind, path, value as JsonObject));
}

function repairInfo(document: JsonObject): void {
  const info = isObject(document['info']) ? document['info'] : {};
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  document['info'] = { ...info, title: text(info['title']) ?? 'API', version: text(info['version']) ?? '0' };
}

class Repair {
  readonly #document: JsonObject;
  readonly #repairs: Repairs;
  readonly #ids = new Set<string>();
  readonly #forms = new Set<string>();

  constructor(document: JsonObject, repairs: Repairs) {
    this.#document = document;
    this.#repairs = repairs;
  }

  /** Repairs an object, before those inside of it. */
  node(kind: string, path: JsonPath, node: JsonObject): void {
    // Nobody calls the operations of callbacks.
    const isServed = path[0] === 'paths' && (path.length === 2 || path.length === 3);
    if (kind === 'paths') this.#paths(node, path);
    if (kind === 'responses') this.#statuses(node, path);
    if (isServed && kind === 'pathItem') this.#pathItem(String(path[1]), path);
    if (isServed && kind === 'operation') this.#operation(node, path);
    if (isServed) this.#parameters(node, path);
    if (kind === 'document' || kind === 'operation') this.#security(node, path);
    for (const name of Object.keys(node)) {
      const held = kindOfField(kind, name);
      if (ofObjects.has(held)) this.#keepObject(node, name, path);
      if (ofObjects.has(held) && held?.endsWith('{}')) this.#map(node[name], held, [...path, name]);
    }
    if (!isServed || kind !== 'operation' || node['responses']) return;
    this.#add('responses', path, path.slice(1).reverse().join(' '));
    node['responses'] = {};
  }

  #add(kind: RepairKind, path: JsonPath, shown: unknown): void {
    this.#repairs.add(kind, toPointer(path), visible(typeof shown === 'string' ? shown : JSON.stringify(shown), 100));
  }

  #keepObject(holder: JsonObject, key: string, path: JsonPath): void {
    const value = holder[key];
    if (isObject(value)) return;
    if (value !== null) this.#add('part', [...path, key], `${key}: ${JSON.stringify(value)}`);
    delete holder[key];
  }

  #map(map: JsonObject[string] | undefined, held: string, path: JsonPath): void {
    if (!isObject(map)) return;
    for (const name of Object.keys(map)) {
      if (held !== 'mediaType{}') this.#keepObject(map, name, path);
      else if (name.startsWith('x-') && !name.includes('/')) delete map[name];
      else if (!isObject(map[name])) map[name] = {};
    }
  }

  #paths(paths: JsonObject, path: JsonPath): void {
    for (const [given, item] of Object.entries(paths)) {
      const isCallable = !/[?#]/.test(given);
      if (isObject(item) && !given.startsWith('x-') && isCallable) continue;
      if (isObject(item) && !isCallable) this.#add('query', [...path, given], given);
      delete paths[given];
    }
  }

  #pathItem(given: string, path: JsonPath): void {
    if (!given.startsWith('/')) this.#add('path', path, given);
    const form = given.replace(/\{[^{}]*\}/g, '{}');
    if (this.#forms.has(form)) this.#add('template', path, given);
    this.#forms.add(form);
  }

  #operation(operation: JsonObject, path: JsonPath): void {
    const { operationId: id, tags } = operation;
    if (typeof id === 'string' && this.#ids.has(id)) this.#add('operationId', [...path, 'operationId'], id);
    if (typeof id !== 'string' || this.#ids.has(id)) delete operation['operationId'];
    else this.#ids.add(id);
    if (tags !== undefined)
      operation['tags'] = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
  }

  #statuses(responses: JsonObject, path: JsonPath): void {
    for (const key of Object.keys(responses)) {
      if (!key.startsWith('x-') && !status.test(key)) this.#add('status', [...path, key], key);
      if (!status.test(key)) delete responses[key];
      else if (responses[key] === null) responses[key] = {};
    }
  }

  #parameters(holder: JsonObject, path: JsonPath): void {
    const list = holder['parameters'];
    if (list === undefined) return;
    if (!Array.isArray(list)) this.#add('part', [...path, 'parameters'], 'parameters');
    for (const [index, node] of (Array.isArray(list) ? list : []).entries()) {
      const target = endOf(this.#document, node);
      // A reference that leads nowhere is reported later, and other readers skip what is no parameter.
      if (target !== undefined && !isParameter(target))
        this.#add(
          'parameter',
          [...path, 'parameters', index],
          isObject(target) && typeof target['name'] === 'string' ? target['name'] : node,
        );
    }
    if (!Array.isArray(list)) delete holder['parameters'];
  }

  #security(holder: JsonObject, path: JsonPath): void {
    const { security } = holder;
    if (security === undefined || (Array.isArray(security) && security.every(isObject))) return;
    this.#add('part', [...path, 'security'], `security: ${JSON.stringify(security)}`);
    delete holder['security'];
  }
}
