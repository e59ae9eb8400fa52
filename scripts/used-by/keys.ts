import { isObject, type Node } from '../contract/json.js';
import type { PlacedOperation } from '../contract/operations.js';
import { parsePointer, toPointer, valueAt } from '../contract/pointer.js';
import { tryDereference } from '../contract/references.js';
import type { ContractChange } from '../diff/change.js';
import type { DocumentPair } from '../diff/operations.js';

/**
 * A place in the contract that documents and types share, as segments with tabs in between: `schemas/Tier`,
 * `schemas/Tier⇥id`, `get /tiers/⇥parameters⇥query⇥limit`, `post /tiers/⇥requestBody⇥content⇥application/json`. The
 * segment `[]` is any item of a list, and `{}` any undeclared field.
 */
export type Key = string;

export const toKey = (...segments: readonly string[]): Key => segments.join('\t');
export const rootOf = (key: Key): Key => key.split('\t', 1)[0] ?? '';
/** Whether a place is a whole operation. */
export const isOperation = (key: Key): boolean => /^[^\t]+ [^\t]*$/.test(key);
export const lastOf = (key: Key): string => key.slice(key.lastIndexOf('\t') + 1);
/** The list itself for the key of its items, which have no declaration of their own in code. */
export const wholeOf = (key: Key): Key => key.replace(/(\t(\[\]|\{\}))+$/, '');
export const parentOf = (key: Key): Key => wholeOf(key.slice(0, Math.max(0, key.lastIndexOf('\t'))));
const keyOfOperation = ({ method, path }: PlacedOperation): Key => `${method} ${path}`;

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
  /** The place of a change, by the addresses of operations in the old document. */
  place(change: ContractChange): ChangePlace;
  /** The key of a place whose operation has the method and path of the new document, or of the old one. */
  toOldKey(key: Key): Key;
}

export function createLocator(pair: DocumentPair): Locator {
  const moved = pair.pairs.map((each) => [keyOfOperation(each.new), keyOfOperation(each.old)] as const);
  const kept = [...pair.pairs.map((each) => each.old), ...pair.removed].map(keyOfOperation);
  // An address that the old document has, too, means the old operation.
  const oldKeys = new Map([...moved, ...kept.map((key) => [key, key] as const)]);
  const operationOf = (name: string): Key[] => {
    const operation = pair.pairs.find((each) => each.new.id === name)?.old;
    return [operation ?? [...pair.removed, ...pair.added].find(({ id }) => id === name) ?? []]
      .flat()
      .map(keyOfOperation);
  };
  const operationsOf = ({ area, operations }: ContractChange): Key[] | undefined =>
    area.kind === 'operation' ? operationOf(area.name) : operations?.flatMap(operationOf);
  return {
    place(change) {
      const side = change.pointers.old === undefined ? 'new' : 'old';
      const operations = operationsOf(change);
      const document = side === 'old' ? pair.before : pair.after;
      const place = placeOf(document, parsePointer(change.pointers[side] ?? ''), operations?.[0] ?? '');
      const [section = ''] = rootOf(place.key).split('/', 1);
      const isOfCall = /\t(?:parameters|requestBody)(?:\t|$)/.test(place.key);
      const otherwise = !/ |^$/.test(section) ? 'both' : isOfCall ? 'request' : 'response';
      const { direction = otherwise } = change;
      return { ...place, operations, isSent: direction !== 'response', isReceived: direction !== 'request' };
    },
    toOldKey: (key) => (oldKeys.get(rootOf(key)) ?? rootOf(key)) + key.slice(rootOf(key).length),
  };
}

/** The segments of a key for a field of the document and the name in it, and for a field without a name. */
const named = { properties: '\t$', patternProperties: '\t{}', prefixItems: '\t[]', allOf: '', anyOf: '', oneOf: '' };
const parts = { content: '\tcontent\t$', responses: '\tresponses\t$', headers: '\theaders\t$' };
const plain = { schema: '', requestBody: '\trequestBody', items: '\t[]', additionalProperties: '\t{}' };
const segments = new Map<string, string>(Object.entries({ ...named, ...parts, ...plain }));

function placeOf(document: Node, tokens: readonly string[], operation: Key): Pick<ChangePlace, 'key' | 'keyword'> {
  const [root, section, name] = tokens;
  let key = root === 'components' ? `${section}/${name}` : operation;
  let index = root === 'components' || (root === 'paths' && name !== 'parameters') ? 3 : root === 'paths' ? 2 : 0;
  while (index < tokens.length) {
    const [field = '', inner] = tokens.slice(index);
    const isEnd = inner === undefined && field !== 'requestBody';
    if (field === 'parameters' && !isEnd) {
      const parameter = tryDereference(document, valueAt(document, toPointer(tokens.slice(0, index + 2))));
      if (isObject(parameter)) key = toKey(key, field, String(parameter['in']), String(parameter['name']));
    } else if (isEnd || !segments.has(field)) return { key, keyword: field };
    else key += (segments.get(field) ?? '').replace('$', () => inner ?? '');
    index += field in plain ? 1 : 2;
  }
  return { key, keyword: '' };
}
