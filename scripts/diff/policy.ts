import { isObject, type Node } from '../contract/json.js';
import { fieldsByKind } from '../contract/walk.js';
import type { ChangeEffect, ContractChange } from './change.js';
import type { FieldDifference } from './compare.js';
import { isWord } from './equality.js';
import { rangeOf } from './range.js';

interface Rating {
  effect: ChangeEffect;
  rule: string;
  /** Set if only names in code change. */
  codeOnly?: true;
}

/** Kinds of objects that contain only documentation. */
const wordKinds = new Set(['info', 'tag', 'externalDocs', 'example']);

type Rule = (difference: FieldDifference) => Rating;

const breaking = (rule: string): Rating => ({ effect: 'breaking', rule });
const additive = (rule: string): Rating => ({ effect: 'additive', rule });
const isRequired = ({ value }: FieldDifference['new']): boolean => isObject(value) && value['required'] === true;

/** The rule for `required`: a part that became required breaks callers who do not send it. */
const requirement =
  (rule: string): Rule =>
  (difference) =>
    difference.new.value === true ? breaking(rule) : additive(`${wordsOf(difference.kind)}-changed`);

const serialization: Rule = ({ holder: { old, new: current } }) => ({
  effect: serializationOf(old) === serializationOf(current) ? 'documentation' : 'breaking',
  rule: 'parameter-serialization-changed',
});

/**
 * Rules for differences outside of schemas, by kind and field, and for entries that only one document has. A new
 * success response breaks callers who cannot handle it. Callers must always expect errors and `default`.
 */
const rules: Readonly<Record<string, Rule>> = {
  'operation.parameters': ({ new: current }) =>
    current.value === undefined
      ? breaking('parameter-removed')
      : isRequired(current)
        ? breaking('parameter-became-required')
        : additive('parameter-added'),
  'operation.requestBody': (difference) =>
    difference.new.value === undefined || isRequired(difference.new)
      ? breaking(`request-body-${stateOf(difference)}`)
      : additive('request-body-added'),
  'responses.*': (difference) => {
    const rule = `response-${stateOf(difference)}`;
    return difference.old.value !== undefined || /^[23]/.test(difference.field) ? breaking(rule) : additive(rule);
  },
  'response.headers': ({ new: current }) =>
    current.value === undefined ? breaking('response-header-removed') : additive('header-added'),
  /** A changed default affects callers who omit the value. A new default affects nobody. */
  'schema.default': ({ around, old, holder }) =>
    old.value !== undefined && around.isSent && around.isOptional && holder.old['readOnly'] !== true
      ? breaking('request-default-changed')
      : additive('schema-changed'),
  'requestBody.required': requirement('request-body-became-required'),
  'parameter.required': requirement('parameter-became-required'),
  'header.required': ({ new: current }) => ({
    effect: current.value === true ? 'additive' : 'breaking',
    rule: 'header-changed',
  }),
  'parameter.name': ({ holder: { old }, old: from, new: to }) => {
    const isPath = old['in'] === 'path';
    const isSameName = !isPath && String(from.value).toLowerCase() === String(to.value).toLowerCase();
    // Requests do not contain the name of a path parameter, which only names an argument.
    return isSameName
      ? { effect: 'documentation', rule: 'parameter-changed' }
      : { ...breaking('parameter-changed'), ...(isPath && { codeOnly: true }) };
  },
  ...Object.fromEntries(
    ['style', 'explode', 'allowReserved', 'allowEmptyValue'].flatMap((field) =>
      ['parameter', 'header'].map((kind) => [`${kind}.${field}`, serialization]),
    ),
  ),
};

/** The weight of a difference. A difference without a rule counts as breaking, so that nothing is missed. */
export function rateDifference(difference: FieldDifference): Rating {
  const { kind, field, valueKind, name } = difference;
  const state = stateOf(difference);
  if (name !== undefined && wordKinds.has(valueKind))
    return { effect: 'documentation', rule: `${wordsOf(valueKind)}-${state}` };
  // Not only words: generated code uses `x-reflected-as` to move values from responses into updates.
  if (field === 'x-reflected-as') return additive(`${field}-changed`);
  if (wordKinds.has(kind) || isWord(field)) return { effect: 'documentation', rule: `${wordsOf(kind)}-changed` };
  const rule = rules[`${kind}.${field}`] ?? rules[`${kind}.*`];
  if (rule) return rule(difference);
  if (field === 'deprecated') return additive(`${wordsOf(kind)}-changed`);
  if (kind === 'schema' || field === 'schema') return rateSchema(difference);
  if (!Object.hasOwn(fieldsByKind, valueKind) || state === 'changed') return breaking('unrated');
  return { effect: state === 'added' ? 'additive' : 'breaking', rule: `${wordsOf(valueKind)}-${state}` };
}

/** Only objects and entries can be added or removed. A plain value is always changed. */
export function stateOf({ name, valueKind, old, new: current }: FieldDifference): ContractChange['kind'] {
  const isWhole = !['', 'data', 'extension'].includes(valueKind) && typeof (old.value ?? current.value) === 'object';
  if (name === undefined && !isWhole) return 'changed';
  return old.value === undefined ? 'added' : current.value === undefined ? 'removed' : 'changed';
}

/**
 * The weight of a change of a keyword. The change is breaking if callers may send fewer values or receive more.
 * Removing a field is always breaking, since code with it no longer compiles, even if the server accepts any field.
 */
function rateSchema(difference: FieldDifference): Rating {
  const { field, valueKind, name, around, old, new: current } = difference;
  const state = stateOf(difference);
  if (name !== undefined && (field === 'properties' || field === 'patternProperties'))
    return { effect: state === 'removed' ? 'breaking' : 'additive', rule: `property-${state}` };
  const plainText = `${valueKind === 'schema[]' && name === undefined ? wordsOf(field) : 'schema'}-${state}`;
  if (field === 'readOnly' || field === 'writeOnly') {
    // `readOnly` matters only for sent fields, `writeOnly` only for received fields.
    const matters = field === 'readOnly' ? around.isSent : around.isReceived;
    if (!matters) return { effect: 'documentation', rule: plainText };
    return current.value === true ? breaking(plainText) : additive(plainText);
  }
  const range = rangeOf(difference);
  if (range === undefined) return breaking('unrated');
  const isLess = around.isSent && (range.change === 'fewer' || range.change === 'other');
  const isMore = around.isReceived && (range.change === 'more' || range.change === 'other');
  if (isLess || isMore) return breaking(isLess ? range.rule.fewer : range.rule.more);
  // Previously, code could use undeclared fields, with the type that this keyword gave them.
  const isLost = old.value === true || (isObject(old.value) && current.value === undefined);
  return field === 'additionalProperties' && isLost ? breaking(plainText) : additive(plainText);
}

/** `requestBody` becomes `request-body`. */
function wordsOf(kind: string): string {
  return kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Style, list form and reserved characters of a parameter, with the defaults of OpenAPI 3.1 §4.8.12.2. */
function serializationOf({ in: place, style, explode, allowReserved, allowEmptyValue }: Node): string {
  const applied = style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  return JSON.stringify([applied, explode ?? applied === 'form', allowReserved ?? false, allowEmptyValue ?? false]);
}
