import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../service/contract.js';
import { isObject } from '../house.js';

/** The error of a JSON Patch operation that cannot be applied. */
export class Inapplicable extends Error {}

/** Applies a merge patch (RFC 7396). */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const result: JsonObject = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch))
    if (value === null) delete result[name];
    else result[name] = mergePatch(result[name], value);
  return result;
}

/** Applies the operations of a JSON Patch to a copy (RFC 6902). @throws Inapplicable */
export function applyPatch(document: Json, operations: readonly JsonObject[]): Json {
  return operations.reduce<Json>(applied, structuredClone(document));
}

/** Applies one operation. May change the document in place. @throws Inapplicable */
export function applied(document: Json, { op, path, from, value }: JsonObject): Json {
  const to = String(path);
  const source = String(from);
  switch (op) {
    case 'test':
      if (!isDeepStrictEqual(valueAt(document, to), value)) throw new Inapplicable(`${to} has another value`);
      return document;
    case 'remove':
      return without(document, to);
    case 'replace':
      valueAt(document, to);
      return to === '' ? (value ?? null) : added(without(document, to), to, value ?? null);
    case 'copy':
      return added(document, to, structuredClone(valueAt(document, source)));
    case 'move': {
      if (to.startsWith(`${source}/`)) throw new Inapplicable(`${to} is inside of ${source}`);
      const movedValue = valueAt(document, source);
      return added(without(document, source), to, movedValue);
    }
    default:
      return added(document, to, value ?? null);
  }
}

const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

function valueAt(document: Json, pointer: string): Json {
  return tokensOf(pointer).reduce<Json>((value, token) => {
    const isThere = Array.isArray(value)
      ? isIndex(token, value.length - 1)
      : isObject(value) && Object.hasOwn(value, token);
    if (!isThere) throw new Inapplicable(`${pointer} does not exist`);
    return (value as JsonObject)[token] ?? null;
  }, document);
}

const isIndex = (token: string, last: number): boolean => /^(0|[1-9]\d*)$/.test(token) && Number(token) <= last;

/** Returns the value that contains the value at the pointer, and the last token of the pointer. */
function placeOf(document: Json, pointer: string): [parent: Json, token: string] {
  const parent = valueAt(document, pointer.slice(0, pointer.lastIndexOf('/')));
  return [parent, tokensOf(pointer).at(-1) ?? ''];
}

function without(document: Json, pointer: string): Json {
  if (pointer === '') throw new Inapplicable('The whole cannot be removed');
  valueAt(document, pointer);
  const [parent, token] = placeOf(document, pointer);
  if (Array.isArray(parent)) parent.splice(Number(token), 1);
  else delete (parent as JsonObject)[token];
  return document;
}

function added(document: Json, pointer: string, value: Json): Json {
  if (pointer === '') return value;
  const [parent, token] = placeOf(document, pointer);
  if (Array.isArray(parent)) {
    if (token !== '-' && !isIndex(token, parent.length)) throw new Inapplicable(`${pointer} is outside of the array`);
    parent.splice(token === '-' ? parent.length : Number(token), 0, value);
  } else if (isObject(parent)) parent[token] = value;
  else throw new Inapplicable(`${pointer} has no place`);
  return document;
}
