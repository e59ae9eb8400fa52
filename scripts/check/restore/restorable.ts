import { isObject, type Json } from '../../contract/json.js';
import { escapeToken, parsePointer } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { canBe, fieldsOf } from '../../contract/schema-fields.js';
import { bodyErrors } from '../cases/body-errors.js';
import { isCertain } from '../cases/certainty.js';
import type { CheckedContract } from '../model/contract.js';
import { valueAt } from '../model/likeness.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Reflection } from '../model/reflection.js';
import type { SkippedField } from '../model/state-report.js';
import type { PlacedValue, RestorableField } from './records.js';

/**
 * Fields whose change others would feel, in small letters and without signs; `--write-fields` names those that are
 * written all the same.
 */
const felt = new Set(['id', 'owner', 'status', 'slug', 'customslug', 'tier', 'featured', 'userassignedfilteroptions']);

export interface RestorableOptions {
  /** Where answers show the fields. */
  reflections: readonly Reflection[];
  /** The field that names the thing. */
  idField: string;
  /** Fields that are written though others would feel it. */
  named: readonly string[];
  /** Whether other values are written, and not just those that are there. */
  isNew: boolean;
}

export interface Restorable {
  fields: RestorableField[];
  skipped: SkippedField[];
}

/**
 * The fields of an update that can be put back to what a thing shows now, and why the others cannot.
 */
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
    if (name === idField) skip('it names the thing itself.');
    else if (isFelt(name) && !named.includes(name))
      skip(`others would feel its change; --write-fields ${name} writes it all the same.`);
    else if (contract.resolve(schema).readOnly) skip('it is read-only.');
    else if (!reflection) skip('no answer shows it, so that it could not be put back.');
    else if (found === undefined) skip('it is absent now, and no update takes a value away again.');
    else if (found === null && !canBe(contract, schema, 'null'))
      skip('it is null now, and no request can send null for it.');
    else if (before === undefined)
      skip('its answer shows more than a request can send, so that it could not be put back.');
    else if (bodyErrors(contract, operation, { [name]: before }).some(({ instancePath }) => instancePath !== ''))
      skip('its present value does not fit the schema of requests, so that it may not be put back.');
    else if (isNew && !named.includes(name) && !isCertain(contract, schema, () => false))
      skip('no other value is known that the server must take.');
    else fields.push({ name, pointer: reflection.pointer, before });
  }
  return { fields, skipped };
}

function isFelt(name: string): boolean {
  return felt.has(name.replace(/[^a-z0-9]/gi, '').toLowerCase());
}

/** A value of an answer as a request sends it; undefined where a part of it has no place there. */
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
  // In the order of the answer: a server that keeps members as they came then holds the same bytes as before.
  for (const [member, value] of Object.entries(shown)) {
    const name = byPlace.get(`/${escapeToken(member)}`);
    const sent = name === undefined ? undefined : asRequested(contract, properties.get(name) ?? {}, value);
    if (name === undefined || sent === undefined) return undefined;
    body[name] = sent;
  }
  return body;
}

/** What a body sends, at the places and in the form in which answers show it. */
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
    // No contract shows a part of an item deeper than at its top.
    return path.length === 1 ? [[path[0] ?? '', property ? shownForm(contract, property, value) : value]] : [];
  });
  return Object.fromEntries(members);
}

function placeOf(contract: CheckedContract, name: string, property: Schema): string | undefined {
  return property['x-reflected-as'] ?? (contract.saysReflection ? undefined : `/${escapeToken(name)}`);
}
