import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedContract } from './contract.js';
import { type Likeness, likeness, sameItems, sameShown, valueAt } from './likeness.js';
import type { CheckedOperation } from './operations.js';

/** A field of a request, and where answers show it. */
export interface Reflection {
  name: string;
  schema: Schema;
  /** JSON pointer into the answer. */
  pointer: string;
}

/**
 * Where answers show what a request sends: as the contract says, or, where it says nothing of the kind, under the same
 * name in an answer that documents it.
 */
export function reflections(
  contract: CheckedContract,
  operation: CheckedOperation,
  shownSchema: Schema | undefined,
): Reflection[] {
  if (!operation.body) return [];
  const shown = shownSchema && fieldsOf(contract, shownSchema).properties;
  return [...fieldsOf(contract, operation.body.schema).properties].flatMap(([name, schema]) => {
    const said = schema['x-reflected-as'];
    if (said !== undefined) return [{ name, schema, pointer: said }];
    if (
      contract.saysReflection ||
      !shown?.has(name) ||
      contract.resolve(schema).writeOnly ||
      contract.resolve(schema).readOnly
    )
      return [];
    return [{ name, schema, pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` }];
  });
}

/** The part of an answer that a field belongs to: an update of it may change the whole part. */
export function partOf(pointer: string): string {
  const end = pointer.indexOf('/', 1);
  return end === -1 ? pointer : pointer.slice(0, end);
}

/** How an answer shows one field of what was sent. */
export function shownAs(
  contract: CheckedContract,
  { schema, pointer }: Reflection,
  sent: unknown,
  response: unknown,
): Likeness {
  return likeness(contract, schema, sent, valueAt(response, pointer));
}

/** Fields that changed though they were not sent. The order of items is looked at elsewhere. */
export function changedBeside(
  all: readonly Reflection[],
  sent: ReadonlySet<string>,
  before: unknown,
  after: unknown,
): Reflection[] {
  const touched = new Set(all.filter(({ name }) => sent.has(name)).map(({ pointer }) => partOf(pointer)));
  return all.filter(({ pointer }) => {
    if (touched.has(partOf(pointer))) return false;
    const [one, other] = [valueAt(before, pointer), valueAt(after, pointer)];
    return !sameShown(one, other) && !(Array.isArray(one) && Array.isArray(other) && sameItems(one, other));
  });
}

export { valueAt };
