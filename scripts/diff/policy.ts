import { isObject, type Node } from '../contract/json.js';
import { fieldsByKind } from '../contract/walk.js';
import type { ChangeEffect, ContractChange } from './change.js';
import type { FieldDifference } from './compare.js';
import { isWord } from './equality.js';
import { rangeOf } from './range.js';

/** The weight of a difference, and the rule that gives it. */
interface Rating {
  effect: ChangeEffect;
  rule: string;
  /** Only names in code change. */
  codeOnly?: true;
}

/** Kinds of objects that only document. */
const wordKinds = new Set(['info', 'tag', 'externalDocs', 'example']);

type Rule = (difference: FieldDifference) => Rating;

const breaking = (rule: string): Rating => ({ effect: 'breaking', rule });
const additive = (rule: string): Rating => ({ effect: 'additive', rule });
const isRequired = ({ value }: FieldDifference['new']): boolean => isObject(value) && value['required'] === true;

/** A field that is required now breaks those who send without it. */
const requirement =
  (rule: string): Rule =>
  (difference) =>
    difference.new.value === true ? breaking(rule) : additive(`${wordsOf(difference.kind)}-changed`);

const serialization: Rule = ({ holder: { old, new: now } }) => ({
  effect: serializationOf(old) === serializationOf(now) ? 'documentation' : 'breaking',
  rule: 'parameter-serialization-changed',
});

/**
 * The weight of differences outside of schemas, by kind and field, and of entries that only one document has. Readers
 * of responses must handle another success; `default` and errors can come at any time.
 */
const rules: Readonly<Record<string, Rule>> = {
  'operation.parameters': ({ new: now }) =>
    now.value === undefined
      ? breaking('parameter-removed')
      : isRequired(now)
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
  'response.headers': ({ new: now }) =>
    now.value === undefined ? breaking('response-header-removed') : additive('header-added'),
  /** A caller who leaves the value out gets what the new default says. Nobody could rely on a first one before. */
  'schema.default': ({ around, old, holder }) =>
    old.value !== undefined && around.isSent && around.isOptional && holder.old['readOnly'] !== true
      ? breaking('request-default-changed')
      : additive('schema-changed'),
  'requestBody.required': requirement('request-body-became-required'),
  'parameter.required': requirement('parameter-became-required'),
  'header.required': ({ new: now }) => ({
    effect: now.value === true ? 'additive' : 'breaking',
    rule: 'header-changed',
  }),
  'parameter.name': ({ holder: { old }, old: from, new: to }) => {
    const isPath = old['in'] === 'path';
    const isSameName = !isPath && String(from.value).toLowerCase() === String(to.value).toLowerCase();
    // The name of a path parameter is not sent; it is the name of an argument.
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

/** The weight of a difference. What no rule knows counts as breaking, so that nothing is missed. */
export function rateDifference(difference: FieldDifference): Rating {
  const { kind, field, valueKind, name } = difference;
  const state = stateOf(difference);
  if (name !== undefined && wordKinds.has(valueKind))
    return { effect: 'documentation', rule: `${wordsOf(valueKind)}-${state}` };
  // Generated code moves values by it.
  if (field === 'x-reflected-as') return additive(`${field}-changed`);
  if (wordKinds.has(kind) || isWord(field)) return { effect: 'documentation', rule: `${wordsOf(kind)}-changed` };
  const rule = rules[`${kind}.${field}`] ?? rules[`${kind}.*`];
  if (rule) return rule(difference);
  if (field === 'deprecated') return additive(`${wordsOf(kind)}-changed`);
  if (kind === 'schema' || field === 'schema') return rateSchema(difference);
  if (!Object.hasOwn(fieldsByKind, valueKind) || state === 'changed') return breaking('unrated');
  return { effect: state === 'added' ? 'additive' : 'breaking', rule: `${wordsOf(valueKind)}-${state}` };
}

/** Objects and entries come and go; a plain value has changed. */
export function stateOf({ name, valueKind, old, new: now }: FieldDifference): ContractChange['kind'] {
  const isWhole = !['', 'data', 'extension'].includes(valueKind) && typeof (old.value ?? now.value) === 'object';
  if (name === undefined && !isWhole) return 'changed';
  return old.value === undefined ? 'added' : now.value === undefined ? 'removed' : 'changed';
}

/**
 * The weight of a keyword: what callers may send must not become less, and what they receive must not become more. A
 * compiler wants even more: no field may go, though a server accepts any.
 */
function rateSchema(difference: FieldDifference): Rating {
  const { field, valueKind, name, around, old, new: now } = difference;
  const state = stateOf(difference);
  if (name !== undefined && (field === 'properties' || field === 'patternProperties'))
    return { effect: state === 'removed' ? 'breaking' : 'additive', rule: `property-${state}` };
  const plain = `${valueKind === 'schema[]' && name === undefined ? wordsOf(field) : 'schema'}-${state}`;
  if (field === 'readOnly' || field === 'writeOnly') return now.value === true ? breaking(plain) : additive(plain);
  const range = rangeOf(difference);
  if (range === undefined) return breaking('unrated');
  const isLess = around.isSent && (range.change === 'fewer' || range.change === 'other');
  const isMore = around.isReceived && (range.change === 'more' || range.change === 'other');
  if (isLess || isMore) return breaking(isLess ? range.rule.fewer : range.rule.more);
  // Code could read and send undeclared fields in the form that was given here.
  const isLost = old.value === true || (isObject(old.value) && now.value === undefined);
  return field === 'additionalProperties' && isLost ? breaking(plain) : additive(plain);
}

/** `requestBody` as `request-body`. */
function wordsOf(kind: string): string {
  return kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Style, form of lists and reserved characters, with the defaults of OpenAPI 3.1 §4.8.12.2. */
function serializationOf({ in: place, style, explode, allowReserved, allowEmptyValue }: Node): string {
  const applied = style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  return JSON.stringify([applied, explode ?? applied === 'form', allowReserved ?? false, allowEmptyValue ?? false]);
}
