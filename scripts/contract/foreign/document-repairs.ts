import { visible } from '../../text/escape.js';
import { methods } from '../document.js';
import { isObject, type JsonObject } from '../json.js';
import { isParameter } from '../operations.js';
import { toPointer } from '../pointer.js';
import { endOf } from '../references.js';
import type { RepairKind, Repairs } from './repairs.js';

const status = /^(?:[1-5](?:\d\d|xx)|default)$/i;

type Path = readonly (string | number)[];

/**
 * Leaves out, or replaces, what no OpenAPI document may have outside of schemas, so that the rest can be checked. It
 * changes the document.
 */
export function repairDocument(document: JsonObject, repairs: Repairs): void {
  new DocumentRepair(document, repairs).run();
}

class DocumentRepair {
  readonly #document: JsonObject;
  readonly #repairs: Repairs;
  readonly #ids = new Set<string>();

  constructor(document: JsonObject, repairs: Repairs) {
    this.#document = document;
    this.#repairs = repairs;
  }

  run(): void {
    this.#info();
    const components = this.#object(this.#document, 'components', []);
    for (const [kind, repair] of [
      ['parameters', undefined],
      ['responses', this.#response],
      ['requestBodies', this.#content],
      ['headers', undefined],
      ['securitySchemes', undefined],
    ] as const)
      this.#each(components, kind, ['components', kind], (value, path) => repair?.call(this, value, path));
    this.#paths();
    this.#security(this.#document, []);
  }

  #add(kind: RepairKind, path: Path, shown: unknown): void {
    this.#repairs.add(kind, toPointer(path), visible(typeof shown === 'string' ? shown : JSON.stringify(shown), 100));
  }

  #info(): void {
    const info = isObject(this.#document['info']) ? this.#document['info'] : {};
    const text = (value: unknown): string | undefined =>
      typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    this.#document['info'] = {
      ...info,
      title: text(info['title']) ?? 'API',
      version: text(info['version']) ?? '0',
    };
  }

  /** The object at a key; what is no object is left out. */
  #object(holder: JsonObject, key: string, path: Path): JsonObject | undefined {
    const value = holder[key];
    if (value === undefined || isObject(value)) return value;
    if (value !== null) this.#add('part', [...path, key], `${key}: ${JSON.stringify(value)}`);
    delete holder[key];
    return undefined;
  }

  /** Does something with each object in a map, and leaves out the other values. */
  #each(holder: JsonObject | undefined, key: string, path: Path, work: (value: JsonObject, path: Path) => void): void {
    const map = holder && this.#object(holder, key, path.slice(0, -1));
    for (const name of Object.keys(map ?? {})) {
      const value = (map as JsonObject)[name];
      if (isObject(value)) work(value, [...path, name]);
      else {
        if (value !== null) this.#add('part', [...path, name], `${name}: ${JSON.stringify(value)}`);
        delete (map as JsonObject)[name];
      }
    }
  }

  #paths(): void {
    const { paths } = this.#document;
    if (!isObject(paths)) return;
    const kept: JsonObject = {};
    const forms = new Set<string>();
    for (const [given, item] of Object.entries(paths)) {
      if (given.startsWith('x-') || !isObject(item)) continue;
      const path = ['paths', given];
      if (/[?#]/.test(given)) {
        this.#add('query', path, given);
        continue;
      }
      if (!given.startsWith('/')) this.#add('path', path, given);
      const form = given.replace(/\{[^{}]*\}/g, '{}');
      if (forms.has(form)) this.#add('template', path, given);
      forms.add(form);
      this.#pathItem(item, path);
      kept[given] = item;
    }
    this.#document['paths'] = kept;
  }

  #pathItem(item: JsonObject, path: Path): void {
    this.#parameters(item, path);
    for (const method of methods) {
      const operation = this.#object(item, method, path);
      if (operation) this.#operation(operation, [...path, method]);
    }
  }

  #operation(operation: JsonObject, path: Path): void {
    const id = operation['operationId'];
    if (typeof id === 'string' && this.#ids.has(id)) this.#add('operationId', [...path, 'operationId'], id);
    if (typeof id !== 'string' || this.#ids.has(id)) delete operation['operationId'];
    else this.#ids.add(id);
    const { tags } = operation;
    if (tags !== undefined)
      operation['tags'] = Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [];
    this.#parameters(operation, path);
    this.#security(operation, path);
    const body = this.#object(operation, 'requestBody', path);
    if (body) this.#content(body, [...path, 'requestBody']);
    const responses = this.#object(operation, 'responses', path);
    if (!responses) this.#add('responses', path, path.slice(1).reverse().join(' '));
    operation['responses'] = responses ?? {};
    for (const key of Object.keys(responses ?? {})) {
      if (!key.startsWith('x-') && !status.test(key)) this.#add('status', [...path, 'responses', key], key);
      if (!status.test(key)) delete (responses as JsonObject)[key];
      else if ((responses as JsonObject)[key] === null) (responses as JsonObject)[key] = {};
    }
    this.#each(operation, 'responses', [...path, 'responses'], (value, at) => this.#response(value, at));
  }

  #parameters(holder: JsonObject, path: Path): void {
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

  #security(holder: JsonObject, path: Path): void {
    const { security } = holder;
    if (security === undefined || (Array.isArray(security) && security.every(isObject))) return;
    this.#add('part', [...path, 'security'], `security: ${JSON.stringify(security)}`);
    delete holder['security'];
  }

  #response(response: JsonObject, path: Path): void {
    this.#each(response, 'headers', [...path, 'headers'], () => undefined);
    this.#content(response, path);
  }

  #content(holder: JsonObject, path: Path): void {
    const content = this.#object(holder, 'content', path);
    for (const [media, value] of Object.entries(content ?? {})) {
      if (media.startsWith('x-') && !media.includes('/')) delete (content as JsonObject)[media];
      else if (!isObject(value)) (content as JsonObject)[media] = {};
      else this.#each(value, 'examples', [...path, 'content', media, 'examples'], () => undefined);
    }
  }
}
