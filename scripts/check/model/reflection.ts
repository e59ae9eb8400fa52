import { escapeToken, parsePointer, toPointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedContract } from './contract/contract.js';
import type { CheckedOperation } from './contract/operations.js';
import { compareValues, isEquivalent, type Likeness, valueAt } from './likeness.js';

/** A field of a request, and its place in responses. */
export interface FieldReflection {
  name: string;
  schema: Schema;
  /** JSON pointer into the response. */
  pointer: string;
  /** Whether the response has the resource in an envelope, its title at `/data/title`. Items of lists have none. */
  isEnveloped?: true;
}

/** Returns where responses show the fields of a request: as the contract states, or else under the same name. */
export function findReflections(
  contract: CheckedContract,
  operation: CheckedOperation,
  responseSchema: Schema | undefined,
): FieldReflection[] {
  if (!operation.body) return [];
  const sentFields = fieldsOf(contract, operation.body.schema).properties;
  const envelope = responseSchema && envelopeOf(contract, responseSchema, sentFields);
  const responseFields = envelope?.fields ?? (responseSchema && fieldsOf(contract, responseSchema).properties);
  return [...sentFields].flatMap(([name, schema]): FieldReflection[] => {
    const statedPointer = schema['x-reflected-as'];
    if (statedPointer !== undefined) return [{ name, schema, pointer: statedPointer }];
    const { writeOnly, readOnly } = contract.resolve(schema);
    const responseField = responseFields?.get(name);
    // A deprecated response field may no longer have a value.
    const isDeprecated = responseField !== undefined && contract.resolve(responseField).deprecated === true;
    if (contract.hasReflection || !responseField || writeOnly || readOnly || isDeprecated) return [];
    // If the response field of the same name is an object, it may be the envelope of the resource, such as `data`.
    if (isObject(contract, responseField) && isNotObject(contract, schema)) return [];
    const pointer = `/${escapeToken(name)}`;
    return [
      envelope ? { name, schema, pointer: envelope.pointer + pointer, isEnveloped: true } : { name, schema, pointer },
    ];
  });
}

function isObject(contract: CheckedContract, schema: Schema): boolean {
  const { type, properties } = contract.resolve(schema);
  return type === 'object' && properties !== undefined;
}

function isNotObject(contract: CheckedContract, schema: Schema): boolean {
  const { type } = contract.resolve(schema);
  return type !== undefined && ![type].flat().includes('object');
}

type Fields = ReadonlyMap<string, Schema>;

/** Returns the only member of a response with fields of the request; undefined if the response itself has some. */
function envelopeOf(
  contract: CheckedContract,
  schema: Schema,
  sentFields: Fields,
): { pointer: string; fields: Fields } | undefined {
  const hasSentField = (fields: Fields): boolean => [...sentFields.keys()].some((name) => fields.has(name));
  const { properties } = fieldsOf(contract, schema);
  if (properties.has('id') || hasSentField(properties)) return undefined;
  const envelopes = [...properties].flatMap(([name, member]) => {
    const fields = fieldsOf(contract, member).properties;
    return hasSentField(fields) ? [{ pointer: `/${escapeToken(name)}`, fields }] : [];
  });
  return envelopes.length === 1 ? envelopes[0] : undefined;
}

/** Whether a response can have a field: its schema lists the field, or allows fields that it does not list. */
export function mayContainField(contract: CheckedContract, schema: Schema | undefined, pointer: string): boolean {
  if (!schema) return true;
  const { properties, isOpen } = fieldsOf(contract, schema);
  const [field = '', ...innerValues] = parsePointer(pointer);
  if (isOpen || properties.size === 0) return true;
  const member = properties.get(field);
  if (!member || innerValues.length === 0) return member !== undefined;
  return mayContainField(contract, member, toPointer(innerValues));
}

/**
 * Whether responses certainly show a field at this place. That is so if the place has the same name as the field, the
 * value is no array or object, and no open question is about it. Other places are guesses by name, and how arrays are
 * stored is an open question.
 */
export function isCertainReflection({ name, pointer, schema }: FieldReflection): boolean {
  const isOwnName = pointer === `/${escapeToken(name)}`;
  const isScalar = ![schema.type].flat().some((type) => type === 'array' || type === 'object');
  return isOwnName && schema['x-unknown'] === undefined && isScalar;
}

/** Returns the top-level part of a response that contains a field. An update of the field may change the whole part. */
function topFieldOf(pointer: string): string {
  const end = pointer.indexOf('/', 1);
  return end === -1 ? pointer : pointer.slice(0, end);
}

export function compareField(
  contract: CheckedContract,
  { schema, pointer }: FieldReflection,
  sentValue: unknown,
  response: unknown,
): Likeness {
  return compareValues(contract, schema, sentValue, valueAt(response, pointer));
}

/** Returns the fields that changed although the request did not send them, apart from the order of items. */
export function findUnsentChanges(
  reflections: readonly FieldReflection[],
  sentNames: ReadonlySet<string>,
  before: unknown,
  after: unknown,
): FieldReflection[] {
  const sentParts = new Set([
    ...reflections.filter(({ name }) => sentNames.has(name)).map(({ pointer }) => topFieldOf(pointer)),
    ...[...sentNames].map((name) => `/${escapeToken(name)}`),
  ]);
  return reflections.filter(
    ({ pointer }) =>
      !sentParts.has(topFieldOf(pointer)) && !isEquivalent(valueAt(before, pointer), valueAt(after, pointer)),
  );
}

export { valueAt };
