import { escapeToken, parsePointer, toPointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { CheckedContract } from './contract/contract.js';
import type { CheckedOperation } from './contract/operations.js';
import { alike, type Likeness, likeness, valueAt } from './likeness.js';

/** A field of a request, and its place in responses. */
export interface Reflection {
  name: string;
  schema: Schema;
  /** JSON pointer into the response. */
  pointer: string;
  /** Whether the response wraps the resource: `/data/title`. Items of lists have no such place. */
  isEnveloped?: true;
}

/**
 * Returns where responses show the fields of a request: as the contract states, or, without such a statement, under the
 * same name in a response that documents it.
 */
export function reflections(
  contract: CheckedContract,
  operation: CheckedOperation,
  shownSchema: Schema | undefined,
): Reflection[] {
  if (!operation.body) return [];
  const sent = fieldsOf(contract, operation.body.schema).properties;
  const envelope = shownSchema && envelopeOf(contract, shownSchema, sent);
  const shown = envelope?.fields ?? (shownSchema && fieldsOf(contract, shownSchema).properties);
  return [...sent].flatMap(([name, schema]): Reflection[] => {
    const said = schema['x-reflected-as'];
    if (said !== undefined) return [{ name, schema, pointer: said }];
    const { writeOnly, readOnly } = contract.resolve(schema);
    const showing = shown?.get(name);
    // What a response will soon not have may say nothing already.
    const isGoing = showing !== undefined && contract.resolve(showing).deprecated === true;
    if (contract.saysReflection || !showing || writeOnly || readOnly || isGoing) return [];
    // `data` in a response may be what contains the resource.
    if (isObject(contract, showing) && isNoObject(contract, schema)) return [];
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

function isNoObject(contract: CheckedContract, schema: Schema): boolean {
  const { type } = contract.resolve(schema);
  return type !== undefined && ![type].flat().includes('object');
}

type Fields = ReadonlyMap<string, Schema>;

/** Returns the one member of a response that has fields of the request, if the response itself has none of them. */
function envelopeOf(
  contract: CheckedContract,
  schema: Schema,
  sent: Fields,
): { pointer: string; fields: Fields } | undefined {
  const { properties } = fieldsOf(contract, schema);
  if (properties.has('id') || [...sent.keys()].some((name) => properties.has(name))) return undefined;
  const found = [...properties].flatMap(([name, member]) => {
    const fields = fieldsOf(contract, member).properties;
    return [...sent.keys()].some((each) => fields.has(each)) ? [{ pointer: `/${escapeToken(name)}`, fields }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Whether a response of this schema can show a place: the schema lists its field, or does not list all fields. */
export function canShow(contract: CheckedContract, schema: Schema | undefined, pointer: string): boolean {
  if (!schema) return true;
  const { properties, open } = fieldsOf(contract, schema);
  const [field = '', ...below] = parsePointer(pointer);
  if (open || properties.size === 0) return true;
  const member = properties.get(field);
  if (!member || below.length === 0) return member !== undefined;
  return canShow(contract, member, toPointer(below));
}

/**
 * Whether a field certainly shows where the contract says: under its own name, as a single value, with no question
 * about it. The names of all other places are guesses, and how lists are stored is an open question.
 */
export function isCertain({ name, pointer, schema }: Reflection): boolean {
  const isOwnName = pointer === `/${escapeToken(name)}`;
  const isValue = ![schema.type].flat().some((type) => type === 'array' || type === 'object');
  return isOwnName && schema['x-unknown'] === undefined && isValue;
}

/** The part of a response that a field belongs to: an update of the field may change the whole part. */
export function partOf(pointer: string): string {
  const end = pointer.indexOf('/', 1);
  return end === -1 ? pointer : pointer.slice(0, end);
}

/** How a response shows one field of the request. */
export function shownAs(
  contract: CheckedContract,
  { schema, pointer }: Reflection,
  sent: unknown,
  response: unknown,
): Likeness {
  return likeness(contract, schema, sent, valueAt(response, pointer));
}

/** Returns the fields that changed though they were not sent. Other code checks the order of items. */
export function changedUnsent(
  all: readonly Reflection[],
  sent: ReadonlySet<string>,
  before: unknown,
  after: unknown,
): Reflection[] {
  const touched = new Set(all.filter(({ name }) => sent.has(name)).map(({ pointer }) => partOf(pointer)));
  return all.filter(
    ({ pointer }) => !touched.has(partOf(pointer)) && !alike(valueAt(before, pointer), valueAt(after, pointer)),
  );
}

export { valueAt };
