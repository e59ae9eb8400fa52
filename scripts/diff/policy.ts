import { isObject, type Node, objectOf } from '../contract/json.js';
import { textsIn } from '../contract/operations.js';
import { pointerOf, toPointer } from '../contract/pointer.js';
import { referenceOf, schemaNameOf } from '../contract/references.js';
import { keywordValues } from '../contract/schema-keywords.js';
import { fieldsByKind } from '../contract/walk.js';
import type { ContractChange, Witness } from './change.js';
import type { FieldDifference } from './compare.js';
import { isSame, isWord } from './equality.js';
import type { Loss } from './value-comparison.js';

/** How a difference counts, and the name of its rule. */
export type Rating = Pick<ContractChange, 'effect' | 'rule' | 'codeOnly' | 'witness' | 'isUndecided'>;

/** Kinds of objects that only document. Operations that use a security scheme report what it means for callers. */
const wordKinds = new Set(['info', 'tag', 'externalDocs', 'example', 'securityScheme']);

/** Undefined if the general rules decide. */
type FieldRule = (difference: FieldDifference) => Rating | undefined;

const breaking = (rule: string): Rating => ({ effect: 'breaking', rule });
const additive = (rule: string): Rating => ({ effect: 'additive', rule });
const words = (rule: string): Rating => ({ effect: 'documentation', rule });
const isNewNeed = ({ old, new: current }: FieldDifference): boolean =>
  old.value === undefined && objectOf(current.value)['required'] === true;

/** The form of a field of a form: by default an exploded list. */
function rateEncoding(...encodings: [old: unknown, current: unknown]): Rating {
  const [before, after] = encodings.map((encoding) => {
    const { contentType, style, explode, allowReserved } = objectOf(encoding);
    return JSON.stringify([contentType ?? null, style ?? 'form', explode ?? true, allowReserved ?? false]);
  });
  return (before === after ? words : breaking)('field-encoding-changed');
}

/** In a callback, the service sends the request, and callers rely on what it must have. */
function rateNeed(part: 'parameter' | 'request-body'): FieldRule {
  return ({ new: current, place: { isReversed = false } }) => {
    if ((current.value === true) === isReversed) return additive(`${part}-changed`);
    return breaking(isReversed ? `${part}-changed` : `${part}-became-required`);
  };
}

/**
 * Rules for differences outside of schemas, by kind and field, and for entries that only one document has. A new
 * success response breaks callers who cannot handle it. Callers must always expect errors and `default`.
 */
const fieldRules: Readonly<Record<string, FieldRule>> = {
  'operation.parameters': (difference) => (isNewNeed(difference) ? breaking('parameter-became-required') : undefined),
  'operation.requestBody': (difference) => (isNewNeed(difference) ? breaking('request-body-added') : undefined),
  'operation.responses': ({ old, name = '' }) =>
    old.value === undefined && /^[23]/.test(name) ? breaking('response-added') : undefined,
  'mediaType.encoding': ({ old, new: current }) => rateEncoding(old.value, current.value),
  'encoding.*': ({ holder: { old, new: current } }) => rateEncoding(old, current),
  'response.headers': ({ new: current }) =>
    current.value === undefined ? breaking('response-header-removed') : undefined,
  /** A changed default affects callers who omit the value. A new default affects nobody. */
  'schema.default': ({ around, old, holder }) =>
    old.value !== undefined && around.isSent && around.isOptional && holder.old['readOnly'] !== true
      ? breaking('request-default-changed')
      : additive('schema-changed'),
  'requestBody.required': rateNeed('request-body'),
  'parameter.required': rateNeed('parameter'),
  'header.required': ({ new: current }) => (current.value === true ? additive : breaking)('header-changed'),
  'parameter.name': ({ holder, old, new: current }) => {
    const isSameName = String(old.value).toLowerCase() === String(current.value).toLowerCase();
    // Requests do not contain the name of a path parameter, which only names an argument.
    if (holder.old['in'] === 'path') return { ...breaking('parameter-changed'), codeOnly: true };
    return (isSameName ? words : breaking)('parameter-changed');
  },
};

/** The weight of a difference, which concerns only code if it is in a component that no operation uses. */
export function rateDifference(difference: FieldDifference): Rating | undefined {
  const rating = rateUsedPart(difference);
  return rating?.effect === 'breaking' && difference.place.isUnused ? { ...rating, codeOnly: true } : rating;
}

/** The weight of a difference. A difference without a rule counts as breaking, so that nothing is missed. */
function rateUsedPart(difference: FieldDifference): Rating | undefined {
  const { kind, field, valueKind, name } = difference;
  const state = stateOf(difference);
  if (name !== undefined && wordKinds.has(valueKind)) return words(`${wordsOf(valueKind)}-${state}`);
  // Not only words: generated code uses `x-reflected-as` to move values from responses into updates.
  if (field === 'x-reflected-as') return additive(`${field}-changed`);
  if (wordKinds.has(kind) || isWord(field)) return words(`${wordsOf(kind)}-changed`);
  const rating = (fieldRules[`${kind}.${field}`] ?? fieldRules[`${kind}.*`])?.(difference);
  if (rating) return rating;
  if (/^(parameter|header) (style|explode|allowReserved|allowEmptyValue)$/.test(`${kind} ${field}`))
    return rateSerialization(difference);
  if (field === 'deprecated') return additive(`${wordsOf(kind)}-changed`);
  if (kind === 'schema' || field === 'schema') return rateSchema(difference);
  if (!Object.hasOwn(fieldsByKind, valueKind) || state === 'changed') return breaking('unrated');
  return (state === 'added' ? additive : breaking)(`${wordsOf(valueKind)}-${state}`);
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
 *
 * @returns undefined if the change is proven to have no effect
 */
function rateSchema(difference: FieldDifference): Rating | undefined {
  const { field, valueKind, name, around, old, new: current, holder, values } = difference;
  const state = stateOf(difference);
  const fieldName = around.field.split(/[.[{]/).at(-1) ?? '';
  if (name !== undefined && field === 'properties') {
    if (state === 'removed') {
      // The smallest object that has the field.
      const required = [...textsIn(holder.old['required']), name];
      const value = values.oldSample({ ...holder.old, required }, fieldName);
      return { ...breaking('property-removed'), ...(value !== undefined && { witness: { value, allowedBy: 'old' } }) };
    }
    // The old schema may have allowed other values of the field, as one that it does not list.
    const { lost } = values.effectOf(holder, field, fieldName, name);
    return around.isSent && lost !== 'none' ? losing('property-added', lost, 'old') : additive('property-added');
  }
  const plainRule = `${valueKind === 'schema[]' && name === undefined ? wordsOf(field) : 'schema'}-${state}`;
  if (field === 'readOnly' || field === 'writeOnly') {
    // `readOnly` matters only for sent fields, `writeOnly` only for received fields.
    const matters = field === 'readOnly' ? around.isSent : around.isReceived;
    return (!matters ? words : current.value === true ? breaking : additive)(plainRule);
  }
  if (field === '$defs' || field === 'nullable') return undefined;
  if (field === 'discriminator') return rateKinds(difference);
  if (!Object.hasOwn(keywordValues, field)) return breaking('unrated');
  if (around.isText && (field === 'type' || field === 'items') && values.isWiderText(holder))
    return additive('schema-type-changed');
  const isBranch = name !== undefined && (field === 'anyOf' || field === 'oneOf');
  const { lost, gained } = isBranch
    ? values.effectOfBranch(holder, field, { old: old.value, new: current.value })
    : values.effectOf(holder, field, fieldName);
  if (isBranch && lost === 'none' && gained === 'none') return additive(plainRule);
  if (lost === 'none' && gained === 'none') {
    if (field !== 'additionalProperties') return undefined;
    // Code can use undeclared fields only with the type that this keyword gives them.
    return old.value === undefined ? additive(plainRule) : { ...breaking(plainRule), codeOnly: true };
  }
  if (around.isSent && lost !== 'none') return losing(ruleOf(field, 'fewer'), lost, 'old');
  if (around.isReceived && gained !== 'none') return losing(ruleOf(field, 'more'), gained, 'new');
  return additive(plainRule);
}

/**
 * The weight of a change of the kinds that a union distinguishes. A discriminator does not change which values are
 * valid (OpenAPI 3.1 §4.8.25), but code chooses a type by it.
 */
function rateKinds({ holder, around, values }: FieldDifference): Rating | undefined {
  const [before, after] = [kindsOf(holder.old), kindsOf(holder.new)];
  if (!before || !after) return additive('schema-changed');
  const isLess = [...before.keys()].some((kind) => !after.has(kind));
  const isMore = [...after.keys()].some((kind) => !before.has(kind));
  const hasMoved = [...before].some(([kind, pointer]) => {
    const newPointer = after.get(kind) ?? pointer;
    return pointer !== newPointer && !values.areSame(pointer, newPointer);
  });
  const [name, newName] = [holder.old, holder.new].map(({ discriminator }) => objectOf(discriminator)['propertyName']);
  if (hasMoved || !isSame('', name, newName) || (isLess && around.isSent) || (isMore && around.isReceived))
    return breaking('discriminator-changed');
  return isLess || isMore ? additive('schema-changed') : undefined;
}

/** A keyword breaks callers by the values that one document allows and the other does not. */
function losing(rule: string, loss: Exclude<Loss, 'none'>, allowedBy: Witness['allowedBy']): Rating {
  if (loss === 'undecided') return { ...breaking(rule), isUndecided: true };
  return { ...breaking(rule), witness: { value: loss.witness, allowedBy } };
}

/** The name of the rule about a keyword that allows fewer values, or more. */
function ruleOf(field: string, change: 'fewer' | 'more'): string {
  if (field === 'enum') return change === 'fewer' ? 'enum-values-removed' : 'enum-values-added';
  if (field === 'required') return change === 'fewer' ? 'required-properties-added' : 'required-properties-removed';
  if (field === 'type') return 'schema-type-changed';
  return ['allOf', 'anyOf', 'oneOf'].includes(field) ? 'schema-combinator-changed' : 'schema-constraint-changed';
}

/** `requestBody` becomes `request-body`. */
function wordsOf(kind: string): string {
  return kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function rateSerialization({ holder: { old, new: current }, values }: FieldDifference): Rating {
  const before = serializationOf(old, values.typesOf('old', old['schema']));
  const after = serializationOf(current, values.typesOf('new', current['schema']));
  return (before === after ? words : breaking)('parameter-serialization-changed');
}

/** Style, list form and reserved characters of a parameter, with the defaults of OpenAPI 3.1 §4.8.12.2. */
function serializationOf(node: Node, types: ReadonlySet<string>): string {
  const { in: place, style, explode, allowReserved, allowEmptyValue } = node;
  const applied = style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  // One value looks the same, exploded or not, and so do lists that are separated by commas anyway.
  const hasParts = types.has('object') || (types.has('array') && applied !== 'simple');
  const isExploded = hasParts && (explode ?? applied === 'form');
  return JSON.stringify([applied, isExploded, allowReserved ?? false, allowEmptyValue ?? false]);
}

/**
 * The kinds that a union distinguishes, each with the pointer of its schema: those of the mapping, and the names of the
 * other branches (OpenAPI 3.1 §4.8.25). Undefined without a discriminator.
 */
function kindsOf({ discriminator, oneOf, anyOf }: Node): ReadonlyMap<string, string> | undefined {
  if (!isObject(discriminator)) return undefined;
  const mapping = Object.entries(objectOf(discriminator['mapping']));
  const kinds = new Map(mapping.map(([value, target]) => [value, pointerOfTarget(String(target))]));
  const named = new Set(kinds.values());
  for (const branch of [oneOf, anyOf].flat()) {
    const ref = referenceOf(branch) ?? '';
    const name = schemaNameOf(ref);
    if (name !== undefined && !named.has(pointerOf(ref))) kinds.set(name, pointerOf(ref));
  }
  return kinds;
}

/** A mapping names a schema by its reference or by its name alone. */
function pointerOfTarget(target: string): string {
  return target.startsWith('#') ? pointerOf(target) : toPointer(['components', 'schemas', target]);
}
