import type { Node } from '../contract/json.js';
import { isSame } from './equality.js';
import { fieldsOf, type Side, type Sides, sideOf } from './side.js';

/** Unifies keywords that two schemas write differently but with the same meaning. */
export function alignKeywords(sides: Sides): Sides {
  const [old, current] = [sides.old.value, sides.new.value] as readonly [Node, Node];
  const isAlike =
    isSame('type', old['type'], current['type']) && ['enum', 'const'].every((text) => text in old === text in current);
  return isAlike ? sides : { old: withSets(sides.old), new: withSets(sides.new) };
}

/** Rewrites a schema with `type` and `enum` instead of `nullable` and `const`. */
export function withSets(side: Side): Side {
  const { const: only, enum: list = only, type, nullable, ...fields } = fieldsOf(side);
  const types = [type?.value ?? [], nullable?.value === true && type ? 'null' : []].flat();
  const listedValues = only ? [only.value] : types.join() === 'null' ? [null] : list?.value;
  const values = Array.isArray(listedValues) && nullable?.value === true ? [...listedValues, null] : listedValues;
  // Derive types from a list of values, which a schema may or may not repeat in `type`.
  const names = [...new Set(Array.isArray(values) ? values.map(typeOf) : types)];
  const sets = names.filter((name) => name !== 'integer' || !names.includes('number'));
  const place = { pointer: side.pointer, fields: {} };
  return sideOf(side.pointer, {
    ...fields,
    ...(sets.length > 0 && { type: { ...(type ?? place), value: sets.length > 1 ? sets : sets[0] } }),
    ...(values !== undefined && { enum: { ...(list ?? place), value: values } }),
  });
}

function typeOf(value: unknown): string {
  if (value === null || Array.isArray(value)) return value === null ? 'null' : 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
