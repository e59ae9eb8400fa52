import { isObject, type Node } from '../contract/json.js';
import { isSame } from './equality.js';
import { fieldsOf, type Side, type Sides, sideOf } from './side.js';

/** Unifies keywords that two schemas write differently but with the same meaning. */
export function alignKeywords(sides: Sides): Sides {
  const [old, current] = [sides.old.value, sides.new.value] as readonly [Node, Node];
  const isAlike =
    isSame('type', old['type'], current['type']) && spellings.every((text) => text in old === text in current);
  return isAlike ? sides : { old: inOneSpelling(sides.old), new: inOneSpelling(sides.new) };
}

/** Keywords whose meaning other keywords can have as well. */
const spellings = ['enum', 'const', 'unevaluatedProperties', 'patternProperties', 'dependentSchemas'];

/** Keywords that leave other fields to `unevaluatedProperties`. */
const compositions = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if'];

function inOneSpelling(side: Side): Side {
  const { unevaluatedProperties, patternProperties, dependentSchemas, ...fields } = fieldsOf(withSets(side));
  const isPlain =
    !dependentSchemas &&
    !fields['additionalProperties'] &&
    compositions.every((keyword) => !Object.hasOwn(fields, keyword));
  const others = unevaluatedProperties && isPlain ? { additionalProperties: unevaluatedProperties } : {};
  const [[pattern, schema] = [], ...patterns] = patternProperties ? Object.entries(fieldsOf(patternProperties)) : [];
  const isMap = patterns.length === 0 && /^(\^?(\.\*)\$?|\^?)$/.test(pattern ?? 'none') && !fields['properties'];
  const needs = dependentSchemas ? Object.entries(fieldsOf(dependentSchemas)) : [];
  const areNames = needs.every(([, { value }]) => isObject(value) && Object.keys(value).join() === 'required');
  const names = Object.fromEntries(needs.map(([name, need]) => [name, fieldsOf(need)['required'] ?? need]));
  return sideOf(side.pointer, {
    ...fields,
    ...(unevaluatedProperties && !isPlain && { unevaluatedProperties }),
    ...(patternProperties && !isMap && { patternProperties }),
    ...(dependentSchemas && !areNames && { dependentSchemas }),
    ...(areNames &&
      needs.length > 0 && {
        dependentRequired: sideOf(side.pointer, {
          ...(fields['dependentRequired'] && fieldsOf(fields['dependentRequired'])),
          ...names,
        }),
      }),
    ...others,
    ...(isMap && schema && { additionalProperties: schema }),
  });
}

/** Rewrites a schema with `type` and `enum` instead of `const`. */
export function withSets(side: Side): Side {
  const { const: only, enum: list = only, type, ...fields } = fieldsOf(side);
  const types = [type?.value ?? []].flat();
  const all = list?.value;
  const listed = only ? [only.value] : types.join() === 'null' ? [null] : all;
  const isAllowed = (value: unknown): boolean => {
    const name = typeOf(value);
    if (only && Array.isArray(all) && list !== only && !all.some((each) => isSame('const', each, value))) return false;
    return types.length === 0 || types.includes(name) || (name === 'integer' && types.includes('number'));
  };
  const values = Array.isArray(listed) ? listed.filter(isAllowed) : listed;
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
