import { isObject, type Node } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import type { FieldDifference } from './compare.js';
import { unordered } from './equality.js';

/** A change of the values that a schema allows: `other` if some are new and some are gone, or the effect is unknown. */
type RangeChange = 'fewer' | 'more' | 'other' | 'same';

type Range = (difference: FieldDifference) => RangeChange;

/** A schema with the keyword allows fewer values than without. If its value changed, the effect is unknown. */
const presence: Range = ({ old, new: current }) =>
  old.value === undefined ? 'fewer' : current.value === undefined ? 'more' : 'other';

/** An additional alternative allows more values; an additional condition allows fewer. */
const alternatives: Range = (difference) => {
  const change = presence(difference);
  return difference.name === undefined ? change : change === 'fewer' ? 'more' : 'fewer';
};

/** With the sign 1, a higher limit allows more values; with -1, a lower limit does. */
const limit =
  (sign: 1 | -1): Range =>
  (difference) => {
    const [before, after] = [Number(difference.old.value), Number(difference.new.value)];
    const change = presence(difference);
    return change !== 'other' ? change : (after - before) * sign > 0 ? 'more' : 'fewer';
  };

/** A keyword that allows the fewest values if it has the given value. */
const strict =
  (value: boolean): Range =>
  ({ old, new: current }) =>
    old.value === value ? 'more' : current.value === value ? 'fewer' : 'same';

/** A keyword with a schema or `false`. A schema without this keyword allows everything. */
const remainder: Range = ({ old, new: current }) => {
  const [before, after] = [old.value, current.value].map((value) => (value === false ? 0 : isObject(value) ? 1 : 2));
  return before === after ? 'same' : Number(after) > Number(before) ? 'more' : 'fewer';
};

type Has = (set: ReadonlySet<unknown>, value: unknown) => boolean;

/** Compares two sets of allowed values; undefined means that all values are allowed. */
function ofSets(old: unknown[] | undefined, current: unknown[] | undefined, has: Has): RangeChange {
  if (!old || !current) return old ? 'more' : current ? 'fewer' : 'same';
  const [before, after] = [new Set(old), new Set(current)];
  return sumOf(
    old.some((value) => !has(after, value)),
    current.some((value) => !has(before, value)),
  );
}

function sumOf(isLess: boolean, isMore: boolean): RangeChange {
  return isLess && isMore ? 'other' : isLess ? 'fewer' : isMore ? 'more' : 'same';
}

const values: Range = ({ old, new: current }) => {
  const [valuesBefore, valuesAfter] = [old, current].map(({ value }) =>
    Array.isArray(value) ? value.map((each) => JSON.stringify(unordered(each))) : undefined,
  );
  return ofSets(valuesBefore, valuesAfter, (set, value) => set.has(value));
};

const types: Range = ({ holder }) => {
  const [old, current] = [holder.old, holder.new].map(({ type, nullable }) =>
    type === undefined ? undefined : [type, ...(nullable === true ? ['null'] : [])].flat(),
  );
  return ofSets(old, current, (set, value) => set.has(value) || (value === 'integer' && set.has('number')));
};

/** Compares required fields. New read-only fields and lost write-only fields do not count. */
const required: Range = ({ holder, old, new: current }) => {
  const isBeyond = (mine: unknown, other: unknown, { properties }: Node, flag: string): boolean => {
    const otherTexts = new Set(textsIn(other));
    return textsIn(mine).some((name) => {
      const field = isObject(properties) ? properties[name] : undefined;
      return !otherTexts.has(name) && !(isObject(field) && field[flag] === true);
    });
  };
  const isLess = isBeyond(current.value, old.value, holder.new, 'readOnly');
  return sumOf(isLess, isBeyond(old.value, current.value, holder.new, 'writeOnly'));
};

/** A lower bound for the sign 1, an upper one for -1; OpenAPI 3.0 has a flag that excludes the bound itself. */
const bound =
  (sign: 1 | -1, [inclusive, exclusive]: readonly [string, string]): Range =>
  ({ holder }) => {
    const boundIn = (schema: Node): readonly [value: number, isExcluded: number] => {
      const [limit, other] = [schema[inclusive], schema[exclusive]];
      const plain = typeof limit === 'number' ? limit * sign : -Infinity;
      const excluded = typeof other === 'number' ? other * sign : other === true ? plain : -Infinity;
      return excluded >= plain ? [excluded, Number(excluded > -Infinity)] : [plain, 0];
    };
    const [[before, wasExcluded], [after, isExcluded]] = [boundIn(holder.old), boundIn(holder.new)];
    if (before === after && wasExcluded === isExcluded) return 'same';
    return after > before || (after === before && isExcluded > wasExcluded) ? 'fewer' : 'more';
  };

function each(range: Range, fields: string): Record<string, Range> {
  return Object.fromEntries(fields.split(' ').map((field) => [field, range]));
}

/** Comparisons by keyword. Unlisted keywords with a schema are compared by `presence`. */
const ranges: Readonly<Record<string, Range>> = {
  ...each(presence, 'pattern format multipleOf const contentEncoding contentMediaType dependentRequired discriminator'),
  ...each(limit(1), 'maxLength maxItems maxProperties maxContains'),
  ...each(limit(-1), 'minLength minItems minProperties minContains'),
  ...each(bound(1, ['minimum', 'exclusiveMinimum']), 'minimum exclusiveMinimum'),
  ...each(bound(-1, ['maximum', 'exclusiveMaximum']), 'maximum exclusiveMaximum'),
  ...each(remainder, 'additionalProperties unevaluatedProperties unevaluatedItems items'),
  ...each(types, 'type nullable'),
  ...each(alternatives, 'oneOf anyOf'),
  // Compare a definition only at the places that use it.
  $defs: () => 'same',
  uniqueItems: strict(true),
  enum: values,
  required,
};

/** The names of the rules that report fewer values and more values, by keyword. */
const rules: Readonly<Record<string, readonly [fewer: string, more: string]>> = {
  enum: ['enum-values-removed', 'enum-values-added'],
  required: ['required-properties-added', 'required-properties-removed'],
  type: ['schema-type-changed', 'schema-type-changed'],
  nullable: ['schema-type-changed', 'schema-type-changed'],
};

/** The change of the allowed values, and the rules that report it; undefined for an unknown keyword. */
export function rangeOf(
  difference: FieldDifference,
): { change: RangeChange; rule: { fewer: string; more: string } } | undefined {
  const { field, valueKind } = difference;
  const range = Object.hasOwn(ranges, field) ? ranges[field] : valueKind.startsWith('schema') ? presence : undefined;
  if (!range) return undefined;
  const generalText = ['allOf', 'anyOf', 'oneOf'].includes(field)
    ? 'schema-combinator-changed'
    : 'schema-constraint-changed';
  const [fewer, more] = rules[field] ?? [generalText, generalText];
  return { change: range(difference), rule: { fewer, more } };
}
