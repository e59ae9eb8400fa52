import { parseFieldReference, toFieldReference } from '../contract/field-reference.js';
import { schemaNameOf } from '../contract/references.js';
import { allowsType } from '../contract/schema-fields.js';
import { annotationKeywords } from '../contract/schema-keywords.js';
import { findReachableSchemas, schemaPrefix } from '../contract/schema-walk.js';
import { suggest } from '../text/did-you-mean.js';
import type { AnswerMistake, Draft, Field, SchemaPart } from './draft.js';
import { mistake } from './teaching.js';

/**
 * Finds the field that an answer names: `title` for a field of the schema itself, `media[].url` or `EntryMedia.url` for
 * a nested field. If another answer has renamed the field, its old name is valid, too.
 *
 * @param pointer JSON pointer of the name in the answer
 * @throws AnswerMistake if there is no such field
 */
export function findField(draft: Draft, root: string, reference: string, pointer: string): Field {
  const place = placeOfField(draft, root, reference, pointer);
  if (Object.hasOwn(place.owner.properties ?? {}, place.name)) return place;
  const labels = reachableSchemas(draft, root).flatMap((schema) =>
    fieldsOf(draft, schema).map((field) => (schema === root ? field.name : labelOf(field))),
  );
  const prefix = reference.slice(0, reference.length - (parseFieldReference(reference).at(-1) ?? '').length);
  const siblings = Object.keys(place.owner.properties ?? {}).map((name) => prefix + name);
  throw mistake(pointer, `a field of ${root}`, reference, suggest(reference, [...new Set([...siblings, ...labels])]));
}

/**
 * Finds the place of a field that an answer names; the field need not exist. `name` is the current name of the field.
 *
 * @throws AnswerMistake for a path that leads to no object of the schema
 */
export function placeOfField(draft: Draft, root: string, reference: string, pointer: string): Field {
  const rootField = { schema: root, owner: draft.schema(root), name: reference };
  if (Object.hasOwn(rootField.owner.properties ?? {}, reference)) return rootField;
  const [first = '', ...rest] = parseFieldReference(reference);
  const startsWithSchema = rest.length > 0 && reachableSchemas(draft, root).includes(first);
  const [schema, steps] = startsWithSchema ? [first, rest] : [root, [first, ...rest]];
  let place: Field = { schema, owner: draft.schema(schema), name: steps[0] ?? '' };
  for (const next of steps.slice(1)) {
    const innerObject = objectIn(draft, place);
    if (!innerObject) throw pathMistake(place, reference, pointer);
    place = { ...innerObject, name: next };
  }
  if (/(?<!\\)\[(?!\]\.)/.test(reference)) throw pathMistake(place, reference, pointer);
  return { ...place, name: currentName(place.owner, place.name) };
}

/** Reads the new name that an answer gives a field. @throws AnswerMistake for a path */
export function readFieldName(reference: string, pointer: string): string {
  const [name = '', ...innerValues] = parseFieldReference(reference);
  if (innerValues.length === 0 && !/(?<!\\)\[/.test(reference) && name !== '' && name !== '__proto__') return name;
  const advice = `If the field has exactly this name, write ${toFieldReference(reference)}.`;
  throw mistake(pointer, 'the name of a field, not a path', reference, advice);
}

function pathMistake({ owner, name }: Field, reference: string, pointer: string): AnswerMistake {
  const names = Object.keys(owner.properties ?? {});
  const listName = /^(.+)(?<!\\)\[\]$/.exec(reference)?.[1];
  if (listName !== undefined)
    return mistake(pointer, 'the name or the path of a field', reference, `For the list itself, write ${listName}.`);
  const advice =
    `${names.includes(name) ? `${name} has no fields.` : suggest(name, names)} A path leads into an object or the ` +
    `items of a list, such as media[].url. If the field has exactly this name, write ${toFieldReference(reference)}.`;
  return mistake(pointer, 'the name or the path of a field', reference, advice);
}

function reachableSchemas(draft: Draft, root: string): string[] {
  return [...findReachableSchemas(draft.document, { $ref: schemaPrefix + root })];
}

/** The object schema of a field, or of the items of its list; undefined if the field contains no objects. */
function objectIn(draft: Draft, { schema, owner, name }: Field): Omit<Field, 'name'> | undefined {
  let component = schema;
  let part = owner.properties?.[currentName(owner, name)];
  // Stop at a depth of 20: no real contract nests lists deeper.
  for (let depth = 0; part && depth < 20; depth += 1) {
    const { $ref, anyOf, items }: SchemaPart = part;
    const otherSchemas = (anyOf ?? []).filter(({ type }) => type !== 'null');
    if ($ref !== undefined) [component, part] = [schemaNameOf($ref) ?? component, draft.resolve(part)];
    else if (otherSchemas.length === 1) part = otherSchemas[0] as SchemaPart;
    else if (items) part = items;
    else return allowsType(draft, part, 'object') ? { schema: component, owner: part } : undefined;
  }
  return undefined;
}

/** The current name of a field with this current or former name; the name itself if no field has it. */
function currentName({ properties = {} }: SchemaPart, name: string): string {
  if (Object.hasOwn(properties, name)) return name;
  return Object.keys(properties).find((currentName) => properties[currentName]?.['x-renamed-from'] === name) ?? name;
}

/** The field that an answer names as `Schema.field`. @throws AnswerMistake if there is no such field */
export function findLabelledField(draft: Draft, label: string, pointer: string): Field {
  const [schema = ''] = parseFieldReference(label);
  if (Object.hasOwn(draft.schemas, schema) && label !== schema)
    return findField(draft, schema, label.slice(schema.length + 1), pointer);
  const labels = Object.keys(draft.schemas).flatMap((name) => fieldsOf(draft, name).map(labelOf));
  throw mistake(pointer, 'a field of a schema', label, suggest(label, labels));
}

function fieldsOf(draft: Draft, schema: string): Field[] {
  const owner = draft.schema(schema);
  return Object.keys(owner.properties ?? {}).map((name) => ({ schema, owner, name }));
}

function labelOf({ schema, name }: Field): string {
  return `${schema}.${toFieldReference(name)}`;
}

/** Makes a field required. `required` lists the schema's own fields in their order, then those from `allOf`. */
export function requireField(owner: SchemaPart, name: string): void {
  const required = [...(owner.required ?? []), name];
  const ownNames = Object.keys(owner.properties ?? {}).filter((name) => required.includes(name));
  owner.required = [...new Set([...ownNames, ...required])];
}

export function allowNull(draft: Draft, { owner, name }: Field): void {
  const property = owner.properties?.[name];
  if (!property || allowsType(draft, property, 'null')) return;
  const entries = Object.entries(property);
  const notes = entries.filter(([keyword]) => keyword.startsWith('x-') || annotationKeywords.includes(keyword));
  const rules = Object.fromEntries(entries.filter((entry) => !notes.includes(entry))) as SchemaPart;
  const { type, const: constant, enum: values, anyOf, ...others } = rules;
  if (type !== undefined && constant === undefined) {
    property.type = [...[type].flat(), 'null'];
    if (values) property.enum = [...values, null];
    return;
  }
  const isUnion = anyOf !== undefined && Object.keys(rules).length === 1;
  // Copy the description of a referenced schema: inside `anyOf`, it would not describe the field.
  const { description } = draft.resolve(property);
  (owner.properties as Record<string, SchemaPart>)[name] = {
    ...(others.$ref !== undefined && description !== undefined && { description }),
    ...Object.fromEntries(notes),
    anyOf: [...(isUnion ? anyOf : [rules]), { type: 'null' }],
  };
}
