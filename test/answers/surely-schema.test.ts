import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { isSurelySchema, keywords } from '../../scripts/answers/surely-schema.js';
import { formats } from '../../scripts/contract/schema-keywords.js';

const ajv = addFormats.default(new Ajv2020({ strict: false }));

it('the formats are those of Ajv', () => {
  expect([...formats].sort()).toEqual(Object.keys(ajv.formats).sort());
});

const plain = ['string', 'date-time', '^a+$', '(', '[\\w-_]', -1, 0, 1.5, 3, true, false, null];
const lists = [[], ['a'], ['a', 'a'], ['string', 'null'], ['string', 'string'], [1], [{}], [{ type: 'string' }]];
const objects = [
  {},
  { type: 'string' },
  { a: {} },
  { a: 1 },
  { type: 'nothing' },
  { enum: [] },
  { a: { pattern: '(' } },
];
const values = [...plain, ...lists, ...objects];

it.each(keywords.filter((keyword) => keyword !== '$ref'))('Ajv compiles what is surely a schema with %s', (keyword) => {
  const sure = values.map((value) => ({ [keyword]: value })).filter(isSurelySchema);
  expect(sure).not.toEqual([]);
  for (const schema of sure) expect(() => ajv.compile(schema), JSON.stringify(schema)).not.toThrow();
});

it('is in no doubt about the usual schemas', () => {
  const schema = { type: ['string', 'null'], format: 'uri', maxLength: 9, pattern: '^h', examples: ['h:'] };
  const object = { type: 'object', properties: { a: schema }, required: ['a'], additionalProperties: false };
  expect([schema, object, { anyOf: [{ $ref: '#/components/schemas/Tier' }, object] }].map(isSurelySchema)).toEqual([
    ...[true, true, true],
  ]);
});
