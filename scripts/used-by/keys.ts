import { isObject, type Node } from '../contract/json.js';
import { parsePointer, toPointer, valueAt } from '../contract/pointer.js';
import { tryDereference } from '../contract/references.js';
import { fieldsByKind, kindOfField } from '../contract/walk.js';
import type { ContractChange } from '../diff/change.js';
import type { DocumentPair } from '../diff/operations.js';

/**
 * A place in the contract that documents and types share, as segments with tabs in between: `schemas/Tier`,
 * `schemas/Tier⇥id`, `get /tiers/⇥query⇥limit`, `get /tiers/⇥body`, `get /tiers/⇥200⇥[]⇥id`. The segment `[]` is any
 * item of a list, and `{}` any undeclared field.
 */
export type Key = string;

export const toKey = (...segments: readonly string[]): Key => segments.join('\t');
export const rootOf = (key: Key): Key => key.split('\t', 1)[0] ?? '';
export const lastOf = (key: Key): string => key.slice(key.lastIndexOf('\t') + 1);
/** The list itself for the key of its items, which have no declaration of their own in code. */
export const wholeOf = (key: Key): Key => key.replace(/(\t(\[\]|\{\}))+$/, '');
export const parentOf = (key: Key): Key => wholeOf(key.slice(0, Math.max(0, key.lastIndexOf('\t'))));

/** The place of a change, and the keyword there that changed: empty if the place itself came or went. */
export interface ChangePlace {
  readonly key: Key;
  readonly keyword: string;
  /** The operations of the change; undefined for all. */
  readonly operations: readonly Key[] | undefined;
  readonly isSent: boolean;
  readonly isReceived: boolean;
}

export interface Locator {
  place(change: ContractChange): ChangePlace;
  /** The key of an operation: its method and path in the old document, wherever it is now. */
  operationKey(method: string, path: string): Key;
  /** Whether one of the documents has a path. */
  hasPath(path: string): boolean;
}

export function createLocator(pair: DocumentPair): Locator {
  const keyOfOperation = ({ method, path }: { method: string; path: string }): Key => `${method} ${path}`;
  const oldKeys = new Map(pair.pairs.map((each) => [keyOfOperation(each.new), keyOfOperation(each.old)]));
  const knownKeys = new Set([...oldKeys.values(), ...pair.removed.map(keyOfOperation)]);

  const operationOf = (name: string): Key[] =>
    [
      pair.pairs.find((each) => each.new.id === name)?.old ??
        [...pair.removed, ...pair.added].find(({ id }) => id === name),
    ].flatMap((each) => (each ? [keyOfOperation(each)] : []));
  const operationsOf = ({ area, operations }: ContractChange): Key[] | undefined =>
    area.kind === 'operation' ? operationOf(area.name) : operations?.flatMap(operationOf);

  return {
    place(change) {
      const { pointers } = change;
      const side = pointers.old === undefined ? 'new' : 'old';
      const operations = operationsOf(change);
      const document = side === 'old' ? pair.before : pair.after;
      const place = placeOf(document, parsePointer(pointers[side] ?? ''), operations?.[0] ?? '');
      const [section = ''] = rootOf(place.key).split('/', 1);
      const isOfCall =
        section === 'parameters' || section === 'requestBodies' || callParts.has(place.key.split('\t')[1] ?? '');
      const otherwise = section === 'schemas' ? 'both' : isOfCall ? 'request' : 'response';
      const { direction = otherwise } = change;
      return { ...place, operations, isSent: direction !== 'response', isReceived: direction !== 'request' };
    },
    hasPath: (path) => [pair.before, pair.after].some(({ paths }) => isObject(paths) && Object.hasOwn(paths, path)),
    operationKey(method, path) {
      const key = keyOfOperation({ method, path });
      return knownKeys.has(key) ? key : (oldKeys.get(key) ?? key);
    },
  };
}

export const parameterPlaces = ['path', 'query', 'header', 'cookie'] as const;
const callParts = new Set<string>(['body', ...parameterPlaces]);

/** Objects that come and go as a whole. Any other single object is the value of a keyword. */
const parts = new Set(['pathItem', 'operation', 'response', 'requestBody']);

function placeOf(document: Node, tokens: readonly string[], operation: Key): Pick<ChangePlace, 'key' | 'keyword'> {
  const segments = tokens[0] === 'components' ? [] : [operation];
  let kind = 'document';
  for (let index = 0; index < tokens.length; ) {
    const [field = '', name = ''] = tokens.slice(index);
    const fieldKind = kindOfField(kind, field) ?? '';
    const isMap = /[\]}]$/.test(fieldKind);
    const end = index + (isMap ? 2 : 1);
    const isKeyword = !Object.hasOwn(fieldsByKind, isMap ? fieldKind.slice(0, -2) : fieldKind);
    if (isKeyword || end > tokens.length || (end === tokens.length && !isMap && !parts.has(fieldKind)))
      return { key: toKey(...segments), keyword: field };
    if (kind === 'components') segments.push(`${field}/${name}`);
    else if (field === 'parameters') {
      const parameter = tryDereference(document, valueAt(document, toPointer(tokens.slice(0, end))));
      segments.push(...(isObject(parameter) ? [String(parameter['in']), String(parameter['name'])] : []));
    } else segments.push(...segmentsOf(kind, field, name));
    kind = isMap ? fieldKind.slice(0, -2) : fieldKind;
    index = end;
  }
  return { key: toKey(...segments), keyword: '' };
}

function segmentsOf(kind: string, field: string, name: string): string[] {
  if (kind === 'responses') return [field];
  if (kind === 'operation') return field === 'requestBody' ? ['body'] : [];
  if (kind === 'response') return field === 'headers' ? ['header', name] : [];
  if (kind !== 'schema') return [];
  if (field === 'properties') return [name];
  if (/^(?:items|prefixItems|unevaluatedItems|contains)$/.test(field)) return ['[]'];
  return /^(?:additional|pattern|unevaluated)Properties$/.test(field) ? ['{}'] : [];
}
