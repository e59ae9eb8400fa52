import { isObject, type JsonObject } from '../../contract/json.js';
import { unwrap } from '../../contract/object-envelope.js';
import { isZeroTotal } from '../../contract/paging/recognise.js';
import { toPointer } from '../../contract/pointer.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedBody, CheckedOperation } from '../model/contract/operations.js';

/** A list or a resource inside an object that the contract does not describe. */
export interface WrappedPart {
  kind: 'list' | 'resource';
  /** The list, or the resource, as the contract describes it. */
  value: unknown;
  /** Names of the members of the object around the list or the resource. */
  memberNames: readonly string[];
  /** JSON pointer of the resource in the body; undefined for a list. */
  pointer?: string;
}

/** Maximum number of members of an object that can be the envelope of a resource. */
const maxEnvelopeMembers = 4;

/** Maximum number of nested objects around a resource, such as `data` and `attributes` of JSON:API. */
const maxDepth = 2;

interface WrappedBody {
  contract: CheckedContract;
  operation: CheckedOperation;
  body: CheckedBody;
  value: unknown;
}

/**
 * Finds the documented list or resource in a success body that has an undocumented object around it. Returns undefined
 * if the contract is certain about the form of the body, or if not exactly one part of the body fits.
 */
export function findWrappedPart({ contract, operation, body, value }: WrappedBody): WrappedPart | undefined {
  if (!isObject(value)) return undefined;
  const schema = contract.resolve(body.schema);
  const memberNames = Object.keys(value);
  if (schema.type === 'array') {
    if (operation.paging || operation.openErrors?.has('envelope') !== true) return undefined;
    const list = findWrappedList(value, propertyNamesIn(contract, schema.items ?? {}));
    return list && { kind: 'list', value: list, memberNames };
  }
  if (operation.hasProvenance === false || operation.statedFacets.has('responses')) return undefined;
  // An object with an id of its own is the resource itself.
  if (hasId(value)) return undefined;
  const names = propertyNamesIn(contract, body.schema);
  // An object with many members may itself be a resource; without documented fields, even one with two members.
  if (memberNames.length > (ownNamesOf(names).length > 0 ? maxEnvelopeMembers : 1)) return undefined;
  const pointer = findResourcePlace(value, names);
  if (!pointer) return undefined;
  return { kind: 'resource', value: unwrap(value, pointer), memberNames, pointer };
}

function propertyNamesIn(contract: CheckedContract, schema: CheckedBody['schema']): ReadonlySet<string> {
  return new Set(fieldsOf(contract, schema).properties.keys());
}

/** Returns the only array in an object, or in one of its members, whose items fit the contract. */
function findWrappedList(value: JsonObject, names: ReadonlySet<string>): readonly unknown[] | undefined {
  // An object with an id of its own is a resource, not the envelope of a list.
  if (hasId(value)) return undefined;
  const arrays = [value, ...Object.values(value).filter(isObject)].flatMap((each) =>
    Object.values(each).filter((member): member is JsonObject[] => Array.isArray(member) && member.every(isObject)),
  );
  const [only, secondArray] = arrays;
  const lists = arrays.map((items) => items.map((item) => unwrap(item, findResourcePlace(item, names)) as JsonObject));
  const [list, secondList] = lists.filter(([first]) => first !== undefined && hasField(first, names));
  if (list) return secondList ? undefined : list;
  // Items of the only array need one documented field, which may be `id`; none if the contract documents none.
  const mayBeItem = (item: JsonObject): boolean =>
    names.size === 0 || [...names].some((name) => Object.hasOwn(item, name));
  if (only) return secondArray || !only.every(mayBeItem) ? undefined : only;
  return hasZeroTotal(value) ? [] : undefined;
}

/** Returns the JSON pointer of the only resource in an object: empty for the object itself, undefined without one. */
export function findResourcePlace(value: JsonObject, names: ReadonlySet<string>, depth = maxDepth): string | undefined {
  if (hasField(value, names)) return '';
  if (depth === 0) return undefined;
  const [only, secondPointer] = Object.entries(value).flatMap(([name, member]) => {
    const pointer = isObject(member) ? findResourcePlace(member, names, depth - 1) : undefined;
    return pointer === undefined ? [] : [toPointer([name]) + pointer];
  });
  return secondPointer === undefined ? only : undefined;
}

/** Whether an object has a documented field; `id` and `type`, common in envelopes, count only if no other exists. */
function hasField(value: JsonObject, names: ReadonlySet<string>): boolean {
  const ownNames = ownNamesOf(names);
  return (ownNames.length > 0 ? ownNames : [...names]).some((name) => Object.hasOwn(value, name));
}

/** Returns names of fields without `id` and `type`, which many objects around a resource have as well. */
export function ownNamesOf(names: Iterable<string>): string[] {
  return [...names].filter((name) => name !== 'id' && name !== 'type');
}

function hasId({ id }: JsonObject): boolean {
  return typeof id === 'string' || typeof id === 'number';
}

/** Whether an object, or one of its members, has the total 0 and no items: such a list may leave out its array. */
function hasZeroTotal(value: JsonObject): boolean {
  const parts = [value, ...Object.values(value).filter(isObject)];
  const hasTotal = parts.some((part) => Object.entries(part).some(([name, member]) => isZeroTotal(name, member)));
  return hasTotal && !parts.some((part) => Object.values(part).some((each) => Array.isArray(each) && each.length > 0));
}
