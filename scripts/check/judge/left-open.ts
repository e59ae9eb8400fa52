import type { CheckedContract, SchemaError } from '../model/contract.js';
import type { CheckedBody, CheckedOperation, CheckedResponse } from '../model/operations.js';
import type { SchemaPlace } from './schema-place.js';

/** Whether an open question covers an error, so that no stated fact contradicts the value. */
export function isLeftOpen(
  { covers }: CheckedContract,
  { questions, schema }: SchemaPlace,
  { keyword, instancePath }: SchemaError,
  value: unknown,
): boolean {
  // Whether a field without a value is null, empty or absent is one question. A body or an item is no field.
  const isWithoutValue = (value === null || value === '') && !/(?:^|\/\d+)$/.test(instancePath);
  const stated = schema['x-stated-pattern'];
  return questions.some((id) => {
    const covered = covers.get(id);
    if (!covered) return false;
    if (covered.has('*') || (isWithoutValue && covered.has('null'))) return true;
    if (keyword === 'pattern' && stated !== undefined && !new RegExp(stated, 'u').test(String(value))) return false;
    return covered.has(keyword);
  });
}

/**
 * Whether an open question of the operation covers a part of a body. Of a list, one question is about the items, and
 * another about everything around them.
 */
export function isLeftOpenIn(
  { resolve }: CheckedContract,
  { open, paging }: CheckedOperation,
  { status }: CheckedResponse,
  { schema }: CheckedBody,
  pointer: string,
): boolean {
  const isList = status.startsWith('2') && (paging !== undefined || resolve(schema).type === 'array');
  const items = `${paging?.items ?? ''}/`;
  const isAround = isList && !(pointer.startsWith(items) && /^\d/.test(pointer.slice(items.length)));
  return open?.has(isAround ? 'envelope' : '*') === true;
}
