import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { olderDocument, withExampleIds } from '../../scripts/bench/faults/older-document.js';
import { contractFile as shelf } from '../check/other-service/contract.js';
import { contractFile as workshop } from '../check/workshop-service/contract.js';

/** The older form of a schema. */
function older(schema: object, schemas: object = {}): unknown {
  const document = { openapi: '3.1.0', info: { title: 'A' }, components: { schemas: { Tested: schema, ...schemas } } };
  const { components } = olderDocument(document as never) as never as { components: { schemas: { Tested: unknown } } };
  return components.schemas.Tested;
}

it.each([
  ['a type or null', { type: ['string', 'null'], maxLength: 3 }, { type: 'string', nullable: true, maxLength: 3 }],
  ['a choice with null', { anyOf: [{ type: 'integer' }, { type: 'null' }] }, { type: 'integer', nullable: true }],
  ['a constant', { const: 'print' }, { enum: ['print'] }],
  ['an open bound', { exclusiveMinimum: 0 }, { minimum: 0, exclusiveMinimum: true }],
  ['a file', { type: 'string', contentMediaType: 'image/png' }, { type: 'string', format: 'binary' }],
  [
    'parts',
    { allOf: [{ required: ['a'], properties: { a: {} } }, { properties: { b: {} } }], unevaluatedProperties: false },
    { type: 'object', required: ['a'], properties: { a: {}, b: {} } },
  ],
  ['a property with the name of a keyword', { properties: { const: {} } }, { properties: { const: {} } }],
])('%s has its words of OpenAPI 3.0', (_, schema, wanted) => {
  expect(older(schema)).toEqual(wanted);
});

it('what stands beside a reference is kept', () => {
  const schema = { properties: { id: { $ref: '#/components/schemas/Id', readOnly: true } } };
  expect(older(schema, { Id: { type: 'string' } })).toEqual({ properties: { id: { type: 'string', readOnly: true } } });
});

it.each([
  ['the other service', shelf],
  ['the workshop', workshop],
])('the document of %s has no words left that OpenAPI 3.0 does not know', (_, file) => {
  const text = JSON.stringify(withExampleIds(olderDocument(parse(readFileSync(file, 'utf8')))));
  expect(text).not.toMatch(/"type":\[|"const":|"unevaluatedProperties"|"type":"null"|"contentMediaType"/);
  expect(text).toContain('"openapi":"3.0.3"');
});

it('each path parameter has an example, and each status a response of its own', () => {
  const document = withExampleIds(olderDocument(parse(readFileSync(workshop, 'utf8')))) as never as {
    components: { parameters: Record<string, { in: string; example?: unknown }> };
    paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>;
  };
  const { parameters } = document.components;
  expect(Object.values(parameters).map(({ example }) => example)).toEqual([1, 'x', 'x']);
  const { responses } = document.paths['/studios/{studio_id}/kilns/{kiln_name}']!['put']!;
  expect(Object.values(responses).filter(({ $ref }) => $ref !== undefined)).toEqual([]);
});
