import type { CheckedContract, SchemaError } from '../model/contract.js';
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
