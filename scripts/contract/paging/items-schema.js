// @ts-check
import { canHaveType, fieldAt, followNames, isOpen, withParts } from '../composed-schema.js';
import { parsePointer } from '../pointer.js';
import { itemsPlace } from './items-place.js';

/**
 * @typedef {import('../composed-schema.js').Resolve} Resolve
 * @typedef {import('../schema.js').Schema} Schema
 */

/** The schema of one item of a list; empty if the contract does not define items, undefined if the pointer leads to no
 * list. @param {{ readonly items?: string }} paging @param {Schema} schema @param {Resolve} resolve
 * @returns {Schema | undefined} */
export function itemsSchema(paging, schema, resolve) {
  const { list, item } = itemsPlace(paging);
  const { at, rest } = followNames(withParts([schema], resolve), parsePointer(list), resolve);
  if (rest.length > 0) return isOpen(at) ? {} : undefined;
  if (!canHaveType(at, ['array'], resolve)) return undefined;
  /** @type {Schema | undefined} */
  let each = at.parts.find((part) => part.items !== undefined)?.items ?? {};
  for (const name of parsePointer(item)) {
    /** @type {import('../composed-schema.js').At | undefined} */
    const parent = each && withParts([each], resolve);
    each = parent && (fieldAt(parent, name, resolve)?.schemas[0] ?? (isOpen(parent) ? {} : undefined));
  }
  return each;
}
