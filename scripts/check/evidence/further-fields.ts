import { isObject, type Json, type JsonObject, sameJson } from '../../contract/json.js';
import type { Grounds } from './grounds.js';
import { schemasOf } from './marked.js';
import { canBecomeNullable } from './nullable-fields.js';
import type { FieldSeen, SchemaSeen } from './resources-seen.js';
import type { Subject } from './rule.js';
import { isAlways, isSometimesAbsent } from './seen-of.js';
import { schemaOf, type ValuesSeen, widened } from './values-seen.js';

/** JSON Schemas of fields, and where the fields were seen. */
interface Fields {
  properties: JsonObject;
  bases: Grounds[];
}

/**
 * The fields of a schema that the contract does not list, with those that were answered already; their types are as
 * wide as the values seen.
 *
 * @param known JSON Schemas of the fields that were answered
 * @param hasFormats whether the schemas say the formats that all values have, where there are enough of them
 * @param isLeftOut fields that something else explains
 */
export function furtherFields(
  subject: Subject,
  seen: SchemaSeen,
  {
    known,
    hasFormats,
    isLeftOut = () => false,
  }: { known: JsonObject; hasFormats: boolean; isLeftOut?: (name: string) => boolean },
): Fields {
  const properties: JsonObject = { ...known };
  const bases: Grounds[] = [];
  for (const field of seen.fields.values()) {
    const { name, values, schema, basis } = field;
    if (!values || field.present === 0 || isLeftOut(name)) continue;
    const withFormats = hasFormats && subject.resources.isEnough(field.breadth);
    const old = Object.hasOwn(known, name) ? known[name] : undefined;
    if (old === undefined && (schema !== undefined || !canBeField(name, values))) continue;
    const schemaNow = old === undefined ? schemaOf(values, withFormats) : widened(old, values, withFormats);
    if (old !== undefined && sameJson(old, schemaNow)) continue;
    properties[name] = schemaNow;
    bases.push(basis);
  }
  return { properties, bases };
}

/** An id is a text: the interface description says so. */
function canBeField(name: string, { types, hasNull }: ValuesSeen): boolean {
  return name !== 'id' || (types.join() === 'string' && !hasNull);
}

/** The shape of an object, as answers write it. */
export interface SeenShape {
  value: JsonObject;
  bases: Grounds[];
}

/**
 * What was seen of the fields of a schema, with what is answered already: properties and nullable fields; if likely,
 * also formats and the fields that are always there.
 */
export function shapeSeen(
  subject: Subject,
  seen: SchemaSeen,
  answered: Json | undefined,
  isLikely: boolean,
): SeenShape {
  const before = isObject(answered) ? answered : {};
  const known = isObject(before['properties']) ? before['properties'] : {};
  const { properties, bases } = furtherFields(subject, seen, { known, hasFormats: isLikely });
  const fields = [...seen.fields.values()];
  const isGiven = ({ name }: FieldSeen): boolean => Object.hasOwn(properties, name);
  const nulls = fields.filter((field) => field.schema !== undefined && !isGiven(field) && canBecomeNullable(field));
  const documented = schemasOf(subject.document)[seen.name]?.required ?? [];
  const always = fields.filter(
    (field) =>
      isLikely &&
      isAlways(subject, seen, field) &&
      !documented.includes(field.name) &&
      (field.schema !== undefined || isGiven(field)),
  );
  const { required: asked, nullable: allowed, properties: _, ...others } = before;
  const gone = fields.filter((field) => textsOf(asked).includes(field.name) && isSometimesAbsent(seen, field));
  const nullable = [...new Set([...textsOf(allowed), ...nulls.map(({ name }) => name)])];
  const required = [...new Set([...textsOf(asked), ...always.map(({ name }) => name)])].filter(
    (name) => !gone.some((field) => field.name === name),
  );
  const value: JsonObject = {
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(nullable.length > 0 && { nullable }),
    ...others,
  };
  const absent = gone.length > 0 ? [seen.basis] : [];
  return {
    value,
    bases: [...bases, ...nulls.map((field) => field.nulls), ...always.map((field) => field.basis), ...absent],
  };
}

function textsOf(list: Json | undefined): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
