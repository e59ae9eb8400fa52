import { isObject, type Json } from '../../contract/json.js';
import { escapeToken, parsePointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { allowsType, fieldsOf } from '../../contract/schema-fields.js';
import { mustAcceptValue } from '../cases/certainty.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { valueAt } from '../model/likeness.js';
import type { FieldReflection } from '../model/reflection.js';
import type { SkippedField } from '../model/report/state-report.js';
import type { PointerValue, RestorableField } from './journal.js';

/** Fields whose change other users notice, in lower case without punctuation. Only `--write-fields` permits them. */
const noticeableNames = 'id owner status slug customslug tier featured userassignedfilteroptions'.split(' ');

interface RestorableOptions {
  /** The places of the fields in responses. */
  reflections: readonly FieldReflection[];
  idField: string;
  /** Fields that may be written although other users would notice the change. */
  allowedFields: readonly string[];
  /** Whether to write new values, and not only the current ones. */
  wantsNewValues: boolean;
}

export interface RestorableFields {
  fields: RestorableField[];
  skipped: SkippedField[];
}

/** Returns the fields of an update that can be put back to their current values, and reasons against the others. */
export function findRestorableFields(
  contract: CheckedContract,
  operation: CheckedOperation,
  state: Json,
  { reflections, idField, allowedFields, wantsNewValues }: RestorableOptions,
): RestorableFields {
  const fields: RestorableField[] = [];
  const skippedFields: SkippedField[] = [];
  for (const [name, schema] of fieldsOf(contract, operation.body?.schema ?? {}).properties) {
    const reflection = reflections.find((reflection) => reflection.name === name);
    const value = reflection ? (valueAt(state, reflection.pointer) as Json | undefined) : undefined;
    const before = value === undefined ? undefined : toRequestForm(contract, schema, value);
    const skipField = (reason: string): void => void skippedFields.push({ name, reason });
    if (name === idField) skipField('it identifies the resource.');
    else if (isNoticeableName(name) && !allowedFields.includes(name))
      skipField(`other people would notice the change; --write-fields ${name} allows it.`);
    else if (contract.resolve(schema).readOnly) skipField('it is read-only.');
    else if (!reflection) skipField('no response contains it, so it could not be restored.');
    else if (value === undefined) skipField('it is absent now, and no update could remove a new value again.');
    else if (value === null && !allowsType(contract, schema, 'null'))
      skipField('it is null now, and no request can send null for it.');
    else if (before === undefined)
      skipField('its value in responses has parts that no request can send, so it could not be restored.');
    else if (contract.judge.request(operation, { [name]: before }).some(({ instancePath }) => instancePath !== ''))
      skipField('its current value does not match the request schema, so restoring it could fail.');
    else if (wantsNewValues && !allowedFields.includes(name) && !mustAcceptValue(contract, name, schema, () => false))
      skipField('the contract does not guarantee that the server accepts any other value.');
    else fields.push({ name, pointer: reflection.pointer, before });
  }
  return { fields, skipped: skippedFields };
}

function isNoticeableName(name: string): boolean {
  return noticeableNames.includes(name.replace(/[^a-z0-9]/gi, '').toLowerCase());
}

/** Converts a value from a response to the form for requests; undefined if no request can send some part of it. */
function toRequestForm(contract: CheckedContract, schema: Schema, responseValue: Json): Json | undefined {
  const resolvedSchema = contract.resolve(schema);
  if (responseValue === null) return allowsType(contract, schema, 'null') ? null : undefined;
  if (Array.isArray(responseValue)) {
    const items = responseValue.map((item) => toRequestForm(contract, resolvedSchema.items ?? {}, item));
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  if (!isObject(responseValue)) return responseValue;
  const { properties, isOpen } = fieldsOf(contract, schema);
  if (properties.size === 0) return isOpen ? responseValue : undefined;
  const byPointer = new Map([...properties].map(([name, property]) => [pointerOf(contract, name, property), name]));
  const body: { [name: string]: Json } = {};
  // The members keep the order of the response, so that a server that stores the sent order stores the same bytes.
  for (const [member, value] of Object.entries(responseValue)) {
    const name = byPointer.get(`/${escapeToken(member)}`);
    const requestValue = name === undefined ? undefined : toRequestForm(contract, properties.get(name) ?? {}, value);
    if (name === undefined || requestValue === undefined) return undefined;
    body[name] = requestValue;
  }
  return body;
}

/** Returns the values of a request body with the pointers and the form that they have in responses. */
export function toResponseForm(
  contract: CheckedContract,
  operation: CheckedOperation,
  reflections: readonly FieldReflection[],
  body: Json | undefined,
): PointerValue[] {
  if (!isObject(body)) return [];
  const { properties } = fieldsOf(contract, operation.body?.schema ?? {});
  return Object.entries(body).map(([name, value]) => {
    const pointer = reflections.find((reflection) => reflection.name === name)?.pointer ?? `/${escapeToken(name)}`;
    return { pointer, value: toResponseValue(contract, properties.get(name) ?? {}, value) };
  });
}

function toResponseValue(contract: CheckedContract, schema: Schema, requestValue: Json): Json {
  const resolvedSchema = contract.resolve(schema);
  if (Array.isArray(requestValue))
    return requestValue.map((item) => toResponseValue(contract, resolvedSchema.items ?? {}, item));
  if (!isObject(requestValue)) return requestValue;
  const { properties } = fieldsOf(contract, schema);
  const members = Object.entries(requestValue).flatMap(([name, value]): [string, Json][] => {
    const property = properties.get(name);
    const path = parsePointer(property ? (pointerOf(contract, name, property) ?? '') : `/${name}`);
    // Only members at the top level of an item can appear in responses.
    return path.length === 1 ? [[path[0] ?? '', property ? toResponseValue(contract, property, value) : value]] : [];
  });
  return Object.fromEntries(members);
}

function pointerOf(contract: CheckedContract, name: string, property: Schema): string | undefined {
  return property['x-reflected-as'] ?? (contract.hasReflection ? undefined : `/${escapeToken(name)}`);
}
