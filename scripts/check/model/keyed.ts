import { toPointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedOperation } from './contract/operations.js';

/** Where a response names resources without listing them: as the keys of a map, or as texts. */
export interface KeyedShape {
  /** JSON pointer of the map or the array; empty if the response is that itself. */
  pointer: string;
  kind: 'map' | 'texts';
}

/** Returns where a read has keys of resources: its response, or its only member of that kind. */
export function keyedShape(operation: CheckedOperation, resolve: (schema: Schema) => Schema): KeyedShape | undefined {
  const schema = operation.method === 'get' ? operation.success?.bodies[0]?.schema : undefined;
  if (!schema) return undefined;
  const kindOf = (part: Schema): KeyedShape['kind'] | undefined => {
    const { type, items, additionalProperties: values } = resolve(part);
    const { properties } = fieldsOf({ resolve }, part);
    if (type === 'array') return items && resolve(items).type === 'string' ? 'texts' : undefined;
    const isMap = properties.size === 0 && typeof values === 'object' && resolve(values).type !== 'string';
    return isMap ? 'map' : undefined;
  };
  const top = kindOf(schema);
  if (top) return { pointer: '', kind: top };
  const members = [...fieldsOf({ resolve }, schema).properties].flatMap(([name, part]) => {
    const kind = kindOf(part);
    return kind ? [{ pointer: toPointer([name]), kind }] : [];
  });
  return members.length === 1 ? members[0] : undefined;
}
