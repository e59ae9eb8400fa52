import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typeSchema } from '../../scripts/build/artefacts/type-schema.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'type-schema-'));
  writeFileSync(join(folder, 'colour.ts'), "/** A colour. */\nexport type Colour = 'red' | 'blue';\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The schema of a type `Whole` with the given declaration. */
function schemaOf(declaration: string, named?: Readonly<Record<string, string>>): unknown {
  const file = join(folder, 'whole.ts');
  writeFileSync(file, `import type { Colour } from './colour.js';\n${declaration}`);
  return JSON.parse(typeSchema({ file, type: 'Whole', ...(named && { named }) }));
}

const member = (text: string): unknown =>
  (schemaOf(`export interface Whole {\n${text}\n}`) as { properties: { it: unknown } }).properties.it;

describe('the schema of a type', () => {
  it('has its members in order, lists the required ones, and allows no others', () => {
    const declaration = `/** All of it. @title Whole */
      export interface Whole { b: string; a?: { c: 1 }; d: boolean | undefined }`;
    expect(schemaOf(declaration)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Whole',
      description: 'All of it.',
      type: 'object',
      properties: {
        b: { type: 'string' },
        a: { type: 'object', properties: { c: { const: 1 } }, required: ['c'], additionalProperties: false },
        d: { type: 'boolean' },
      },
      required: ['b'],
      additionalProperties: false,
    });
  });

  it.each<[string, string, unknown]>([
    [
      'a tag is a keyword',
      '/** How many. @integer @minimum 1 */ it: number',
      { description: 'How many.', type: 'integer', minimum: 1 },
    ],
    [
      'a pattern stays unchanged',
      '/** @pattern ^\\d+:[\\s\\S]* */ it: string',
      { type: 'string', pattern: '^\\d+:[\\s\\S]*' },
    ],
    [
      'literals keep their order, and an alias its description',
      'it: Colour',
      { description: 'A colour.', enum: ['red', 'blue'] },
    ],
    [
      'the description of a member takes precedence',
      '/** Of the sky. */ it: Colour',
      { description: 'Of the sky.', enum: ['red', 'blue'] },
    ],
    ['a list', 'it: readonly string[]', { type: 'array', items: { type: 'string' } }],
    [
      'keywords of a record apply to its values, except those for its names',
      '/** @minimum 0 @propertyNames {"pattern": "^x"} */ it: Record<string, number>',
      { type: 'object', propertyNames: { pattern: '^x' }, additionalProperties: { type: 'number', minimum: 0 } },
    ],
    [
      'a record of known names requires each of them',
      '/** @member red Like fire. */ it: Record<Colour, number>',
      {
        type: 'object',
        properties: { red: { description: 'Like fire.', type: 'number' }, blue: { type: 'number' } },
        required: ['red', 'blue'],
        additionalProperties: false,
      },
    ],
    [
      'a partial record requires none',
      'it: Partial<Record<Colour, string>>',
      { type: 'object', propertyNames: { enum: ['red', 'blue'] }, additionalProperties: { type: 'string' } },
    ],
  ])('%s', (_, text, expected) => {
    expect(member(text)).toEqual(expected);
  });

  it('describes a named type once, and leaves out omitted members', () => {
    const parts = 'interface Part { a: string; b: string }\ntype Less = Omit<Part, "b">;';
    expect(
      schemaOf(`${parts} export interface Whole { one: Part; other?: Part; less: Less }`, { Part: 'part' }),
    ).toMatchObject({
      properties: {
        one: { $ref: '#/$defs/part' },
        other: { $ref: '#/$defs/part' },
        less: { properties: { a: { type: 'string' } }, required: ['a'] },
      },
      $defs: { part: { required: ['a', 'b'] } },
    });
  });

  it.each([
    ['it: Map<string, string>', /whole\.ts:3: no schema can express the type Map<string, string>\./],
    ['it: string | number', /whole\.ts:3: no schema can express the type string \| number\./],
    ['it(): void', /whole\.ts:3: no schema can express the type it\(\): void/],
    ['it: Missing', /whole\.ts: the type Missing does not exist\./],
    ['/** @minium 0 */ it: number', /whole\.ts: the tag @minium is unknown\./],
  ])('cannot be made of %s', (text, says) => {
    expect(() => member(text)).toThrow(says);
  });
});
