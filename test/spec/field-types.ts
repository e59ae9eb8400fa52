import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { yamlBeside } from '../yaml-beside.js';
import { resolve, type Schema } from './bundle.js';
import type { Fields, FieldType, LeafType } from './fields.js';

type Document = Parameters<typeof resolve>[1];

/** The type and format of a leaf, values that fit it, and values that do not. */
interface Leaf {
  says: Pick<Schema, 'type' | 'format'>;
  fits: readonly unknown[];
  refuses: readonly unknown[];
  /** Whether the type needs a pattern besides its format. */
  pattern?: true;
}

export const leaves = yamlBeside<Record<LeafType, Leaf>>(import.meta.url, 'leaves.yaml');

/** Keywords that constrain no value. */
const annotations = new Set(['description', 'title', 'examples', 'deprecated']);

const ajv = addFormats.default(new Ajv2020({ strict: false }));

/** Expects that a property exists, and that its schema has exactly this type. */
export function expectField(document: Document, writtenSchema: Schema | undefined, type: FieldType): void {
  expect(writtenSchema, 'the property').toBeDefined();
  const node = resolve(writtenSchema ?? {}, document);
  if (typeof type === 'string') expectNamedType(document, node, type);
  else if ('array' in type) expectFields(document, itemsOf(document, node), type.array);
  else if ('object' in type) expectFields(document, node, type.object, type.open);
}

/** The types that are written as one word. */
type NamedType = Extract<FieldType, string>;

function expectNamedType(document: Document, node: Schema, type: NamedType): void {
  if (type === 'uuid[]') expectLeaf(itemsOf(document, node), 'uuid');
  else if (type === 'open objects')
    expect(itemsOf(document, node)).toMatchObject({ type: 'object', 'x-open': true, additionalProperties: true });
  else if (type === 'string map') {
    expect(constraintsOf(node)).toEqual(['additionalProperties', 'type']);
    expect(node).toMatchObject({ type: 'object', additionalProperties: { type: 'string' } });
  } else expectLeaf(node, type);
}

/** Expects an object with exactly these properties, in this order. None may be required. */
export function expectFields(document: Document, node: Schema, fields: Fields, isOpen = false): void {
  expect(Object.keys(node.properties ?? {})).toEqual(Object.keys(fields));
  expect(constraintsOf(node)).toEqual([...(isOpen ? ['additionalProperties'] : []), 'properties', 'type']);
  expect(node.type).toBe('object');
  expect([node['x-open'], node.additionalProperties]).toEqual(isOpen ? [true, true] : [undefined, undefined]);
  for (const [name, type] of Object.entries(fields)) expectField(document, node.properties?.[name], type);
}

export function expectLeaf(node: Schema, type: LeafType): void {
  const { says, fits, refuses, pattern } = leaves[type];
  expect({ type: node.type, format: node.format }).toEqual({ type: undefined, format: undefined, ...says });
  // Any other constraint is a guess, so it needs a question. A list of values would close an open set.
  const allowed = [...Object.keys(says), ...(pattern ? ['pattern'] : [])];
  const otherConstraints = constraintsOf(node).filter((keyword) => !allowed.includes(keyword));
  if ((node['x-unknown'] ?? []).length === 0) expect(otherConstraints).toEqual([]);
  else expect(otherConstraints.filter((keyword) => keyword === 'enum' || keyword === 'const')).toEqual([]);
  for (const value of fits) expect(ajv.validate(node, value), `${JSON.stringify(value)} fits`).toBe(true);
  for (const value of refuses) expect(ajv.validate(node, value), `${JSON.stringify(value)} fits`).toBe(false);
}

/** Returns the schema of the items of an array that may have any length. */
function itemsOf(document: Document, node: Schema): Schema {
  expect(constraintsOf(node)).toEqual(['items', 'type']);
  expect(node.type).toBe('array');
  return resolve(node.items ?? {}, document);
}

/** Returns the keywords of a schema that constrain values, in alphabetical order. */
function constraintsOf(node: Schema): string[] {
  const keywords = Object.keys(node).filter((keyword) => !keyword.startsWith('x-') && !annotations.has(keyword));
  return keywords.sort();
}
