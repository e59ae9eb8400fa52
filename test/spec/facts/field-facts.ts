import { expect } from 'vitest';
import { toPointer, valueAt } from '../../../scripts/contract/pointer.js';
import { targetOf } from '../../../scripts/contract/references.js';
import { findReachableSchemas } from '../../../scripts/contract/schema-walk.js';
import { bundle, type Schema, schema } from '../bundle.js';
import { expectField, expectLeaf, leaves } from '../field-types.js';
import type { Fields, FieldType, LeafType } from '../fields.js';
import { at, type Change, operationOf, type Row, schemas } from './fact.js';

/** Returns one fact for each row of a field table: its name, its type, and that it is not required. */
export function fieldRows(name: string, fields: Fields): Row[] {
  return Object.entries(fields).map(([field, type]): Row => {
    const holds: Row[1] = (document) => expectField(document, schema(name, document).properties?.[field], type);
    return [
      `\`${field}\`: ${wordsFor(type)}`,
      holds,
      ...contradictionsOf(`${schemas}/${name}/properties`, field, type),
    ];
  });
}

function wordsFor(type: FieldType): string {
  if (typeof type === 'string') return type;
  if ('guess' in type) return 'any type';
  const [kind, fields] = 'array' in type ? ['array', type.array] : ['object', type.object];
  return `${kind} with ${Object.keys(fields).join(', ')}`;
}

function contradictionsOf(properties: string, field: string, type: FieldType): Change[] {
  const place = properties + toPointer([field]);
  const changes: Change[] = [[place]];
  if (typeof type === 'string') {
    if (!Object.hasOwn(leaves, type)) return [...changes, [`${endOf(place)}/type`, 'string']];
    return [...changes, ...leafContradictions(place, type as LeafType)];
  }
  if ('guess' in type) return changes;
  const isArray = 'array' in type;
  const object = endOf(isArray ? `${endOf(place)}/items` : place);
  const fields = isArray ? type.array : type.object;
  if (isArray) changes.push([`${place}/maxItems`, 9]);
  changes.push([`${object}/properties/extra`, { type: 'string' }], [`${object}/required`, [Object.keys(fields)[0]]]);
  for (const [name, innerFieldType] of Object.entries(fields))
    changes.push(...contradictionsOf(`${object}/properties`, name, innerFieldType));
  return changes;
}

function leafContradictions(place: string, type: LeafType): Change[] {
  const { says, pattern } = leaves[type];
  const changes: Change[] = [
    [`${place}/type`, type === 'integer' ? 'number' : type === 'string?' ? 'string' : 'integer'],
  ];
  if (says.format !== undefined) changes.push([`${place}/format`]);
  if (pattern) changes.push([`${place}/pattern`]);
  return [...changes, [`${place}/enum`, ['a']]];
}

/** Returns the JSON pointer of a schema in the bundle, or of the schema that it refers to. */
export function endOf(pointer: string): string {
  return targetOf(valueAt(bundle, pointer)) ?? pointer;
}

/** Returns the JSON pointer of a field of a schema. */
export function property(name: string, field: string): string {
  return `${schemas}/${name}/properties/${field}`;
}

/** The fact that a schema has the fields of its table, and no others. */
export function exactly(name: string, fields: Fields): Row {
  return [
    `${Object.keys(fields).length} fields, no other, spelled as here`,
    (document) => expect(Object.keys(schema(name, document).properties ?? {})).toEqual(Object.keys(fields)),
    [`${schemas}/${name}/properties/extra`, {}],
    [`${schemas}/${name}/properties/id`],
  ];
}

/** The fact that a section states the fields of a schema as the response of an operation. */
export function statedFor(id: string, name: string, section: string): Row {
  return [
    `the fields of ${name} are stated here, for ${id}`,
    (document) => {
      expect(schema(name, document)).toMatchObject({ type: 'object', 'x-provenance': { section, stated: true } });
      expect(schema(name, document)['x-open']).toBeUndefined();
      expect(operationOf(document, id).operation['x-provenance'].stated).toContain('responses');
    },
    [`${schemas}/${name}/x-provenance`],
    [`${schemas}/${name}/x-provenance/section`, '2.3'],
    [`${schemas}/${name}/x-open`, true],
    [at(id, '/x-provenance/stated'), ['name', 'method', 'path']],
  ];
}

/** The fact that no field of a schema, or of a shape within it, is required. */
export function nothingRequired(name: string, ...shapes: string[]): Row {
  const allValues = [name, ...shapes];
  return [
    `no field of ${name} is called required`,
    (document) => {
      expect([...findReachableSchemas(document, schema(name, document))].sort()).toEqual([...shapes].sort());
      for (const text of allValues) expect(schema(text, document).required, text).toBeUndefined();
    },
    ...allValues.map((text): Change => [`${schemas}/${text}/required`, ['id']]),
  ];
}

/** The fact that the seen values of a field are known values, and that others are possible. */
export function seenValues(name: string, field: string, values: string[]): Row {
  const place = property(name, field);
  return [
    `\`${field}\` of ${name}: ${values.length === 0 ? 'no value seen' : `seen ${values.join(', ')}`}; an open set`,
    (document) => {
      const property = valueAt(document, place) as Schema;
      expect(property['x-known-values']).toEqual(values);
      expectLeaf(property, field === 'type' && name === 'EntryMedia' ? 'letter' : 'string');
    },
    [`${place}/x-known-values`, [...values, 'private']],
    [`${place}/enum`, ['public', 'hidden', 'user']],
    [`${place}/pattern`, '^(?:public|hidden|user)$'],
  ];
}
