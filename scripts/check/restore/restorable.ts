import { isObject, type Json } from '../../contract/json.js';
import { escapeToken, parsePointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { canBe, fieldsOf } from '../../contract/schema-fields.js';
import { isCertain } from '../cases/certainty.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { valueAt } from '../model/likeness.js';
import type { Reflection } from '../model/reflection.js';
import type { SkippedField } from '../model/report/state-report.js';
import type { PlacedValue, RestorableField } from './journal.js';

/** Fields whose change others would notice, in lower case without punctuation; `--write-fields` includes them. */
const noticeable = new Set([
  'id',
  'owner',
  'status',
  'slug',
  'customslug',
  'tier',
  'featured',
  'userassignedfilteroptions',
]);

interface RestorableOptions {
  /** The places of the fields in responses. */
  reflections: readonly Reflection[];
  idField: string;
  /** Fields to write although others would notice. */
  named: readonly string[];
  /** Whether to write new values, not only the current ones. */
  isNew: boolean;
}

export interface Restorable {
  fields: RestorableField[];
  skipped: SkippedField[];
}

/** Returns the fields of an update that can be restored to their current values, and why the others cannot. */
export function restorableFields(
  contract: CheckedContract,
  operation: CheckedOperation,
  state: Json,
  { reflections, idField, named, isNew }: RestorableOptions,
): Restorable {
  const fields: RestorableField[] = [];
  const skipped: SkippedField[] = [];
  for (const [name, schema] of fieldsOf(contract, operation.body?.schema ?? {}).properties) {
    const reflection = reflections.find((each) => each.name === name);
    const found = reflection ? (valueAt(state, reflection.pointer) as Json | undefined) : undefined;
    const before = found === undefined ? undefined : asRequested(contract, schema, found);
    const skip = (reason: string): void => void skipped.push({ name, reason });
    if (name === idField) skip('it identifies the resource.');
    else if (isNoticeable(name) && !named.includes(name))
      skip(`others would notice the change; --write-fields ${name} includes it.`);
    else if (contract.resolve(schema).readOnly) skip('it is read-only.');
    else if (!reflection) skip('no response contains it, so it could not be restored.');
    else if (found === undefined) skip('it is absent now, and no update can remove a value.');
    else if (found === null && !canBe(contract, schema, 'null'))
      skip('it is null now, and no request can send null for it.');
    else if (before === undefined)
      skip('its value in responses has more than a request can send, so it could not be restored.');
    else if (contract.judge.request(operation, { [name]: before }).some(({ instancePath }) => instancePath !== ''))
      skip('its current value does not match the request schema, so restoring it could fail.');
    else if (isNew && !named.includes(name) && !isCertain(contract, name, schema, () => false))
      skip('no other value is known that the server must accept.');
    else fields.push({ name, pointer: reflection.pointer, before });
  }
  return { fields, skipped };
}

function isNoticeable(name: string): boolean {
  return noticeable.has(name.replace(/[^a-z0-9]/gi, '').toLowerCase());
}

/** Converts a value from a response to the form of requests; undefined if a part of it cannot be sent. */
function asRequested(contract: CheckedContract, schema: Schema, shown: Json): Json | undefined {
  const resolved = contract.resolve(schema);
  if (shown === null) return canBe(contract, schema, 'null') ? null : undefined;
  if (Array.isArray(shown)) {
    const items = shown.map((item) => asRequested(contract, resolved.items ?? {}, item));
    return items.includes(undefined) ? undefined : (items as Json[]);
  }
  if (!isObject(shown)) return shown;
  const { properties, open } = fieldsOf(contract, schema);
  if (properties.size === 0) return open ? shown : undefined;
  const byPlace = new Map([...properties].map(([name, property]) => [placeOf(contract, name, property), name]));
  const body: { [name: string]: Json } = {};
  // Keeps the order of the response, so that a server that stores members in the sent order stores the same bytes.
  for (const [member, value] of Object.entries(shown)) {
    const name = byPlace.get(`/${escapeToken(member)}`);
    const sent = name === undefined ? undefined : asRequested(contract, properties.get(name) ?? {}, value);
    if (name === undefined || sent === undefined) return undefined;
    body[name] = sent;
  }
  return body;
}

/** Converts a request body to the places and the form of responses. */
export function asShown(
  contract: CheckedContract,
  operation: CheckedOperation,
  reflections: readonly Reflection[],
  body: Json | undefined,
): PlacedValue[] {
  if (!isObject(body)) return [];
  const { properties } = fieldsOf(contract, operation.body?.schema ?? {});
  return Object.entries(body).map(([name, value]) => {
    const pointer = reflections.find((each) => each.name === name)?.pointer ?? `/${escapeToken(name)}`;
    return { pointer, value: shownForm(contract, properties.get(name) ?? {}, value) };
  });
}

function shownForm(contract: CheckedContract, schema: Schema, sent: Json): Json {
  const resolved = contract.resolve(schema);
  if (Array.isArray(sent)) return sent.map((item) => shownForm(contract, resolved.items ?? {}, item));
  if (!isObject(sent)) return sent;
  const { properties } = fieldsOf(contract, schema);
  const members = Object.entries(sent).flatMap(([name, value]): [string, Json][] => {
    const property = properties.get(name);
    const path = parsePointer(property ? (placeOf(contract, name, property) ?? '') : `/${name}`);
    // Members of an item are reflected only at its top level.
    return path.length === 1 ? [[path[0] ?? '', property ? shownForm(contract, property, value) : value]] : [];
  });
  return Object.fromEntries(members);
}

function placeOf(contract: CheckedContract, name: string, property: Schema): string | undefined {
  return property['x-reflected-as'] ?? (contract.saysReflection ? undefined : `/${escapeToken(name)}`);
}
