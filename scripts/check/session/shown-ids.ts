import { isObject } from '../../contract/json.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { ResourceType } from '../model/contract/resources.js';
import { type Parameters, pathOf } from '../model/request.js';
import { itemsOf, keysIn } from './fixtures.js';
import { resourceIn } from './recognise.js';
import { fieldOf, hasParents } from './resource.js';

/** Maximum number of strings to remember. Once it is reached, every id counts as shown. */
const textLimit = 500_000;

/** Minimum length of a string outside an id field. Shorter ones often mean something else, so they are ignored. */
const minLength = 8;

/** Remembers each id in responses, with the time when it first occurred. A resource with such an id is not new. */
export class IdsInResponses {
  readonly #contract: CheckedContract;
  /** Long strings from any place in a response, with the time of their first occurrence. */
  readonly #texts = new Map<string, number>();
  /** Ids from the id fields of resources, by the path of the resource, with the time of their first occurrence. */
  readonly #paths = new Map<string, number>();

  constructor(contract: CheckedContract) {
    this.#contract = contract;
  }

  /** @param parameters the parameters in the path of the request */
  note(operation: CheckedOperation, parameters: Parameters, value: unknown, time: number): void {
    if (value === undefined) return;
    this.#noteTexts(value, time);
    for (const type of this.#contract.resources)
      for (const id of this.#idsIn(type, operation, value)) noteTime(this.#paths, pathKey(type, parameters, id), time);
  }

  /** Whether a response before this time contained the id. */
  wasShownBefore(type: ResourceType, parameters: Parameters, id: string, time: number): boolean {
    if (this.#texts.size >= textLimit || this.#paths.size >= textLimit) return true;
    const isBefore = (first: number | undefined): boolean => first !== undefined && first < time;
    return (
      isBefore(this.#texts.get(id.toLowerCase())) ||
      isBefore(this.#paths.get(pathKey(type, parameters, id))) ||
      isBefore(this.#paths.get(pathKey(type, {}, id)))
    );
  }

  #noteTexts(value: unknown, time: number): void {
    if (typeof value === 'string') {
      for (const text of value.includes('/') ? [value, ...value.split(/[/?#&=]/)] : [value])
        if (text.length >= minLength) noteTime(this.#texts, text.toLowerCase(), time);
    } else if (Array.isArray(value)) for (const item of value) this.#noteTexts(item, time);
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) {
        this.#noteTexts(name, time);
        this.#noteTexts(member, time);
      }
  }

  #idsIn(type: ResourceType, operation: CheckedOperation, value: unknown): string[] {
    const { list, keyList, get, update, replace, create, idFields } = type;
    const idsOf = (item: unknown): string[] => idFields.flatMap((name) => fieldOf(item, name) ?? []);
    if (operation === list) return (itemsOf(this.#contract, operation, value) ?? []).flatMap(idsOf);
    if (operation === keyList) return [...keysIn(this.#contract, operation, value)];
    return [get, update, replace, create].includes(operation) ? idsOf(resourceIn(value, type)) : [];
  }
}

/** Returns the path of a resource. If its parents are unknown, returns the path without parameter names, and the id. */
function pathKey(type: ResourceType, parameters: Parameters, id: string): string {
  if (hasParents(type, parameters)) return pathOf(type.prefix, { ...parameters, [type.parameter]: id }).toLowerCase();
  return `${type.prefix.replace(/\{[^}]+\}/g, '{}')} ${id}`.toLowerCase();
}

function noteTime(times: Map<string, number>, text: string, time: number): void {
  if (times.size < textLimit && !times.has(text)) times.set(text, time);
}
