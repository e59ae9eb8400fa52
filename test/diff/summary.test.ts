import { expect, it } from 'vitest';
import { diffContracts } from '../../scripts/diff/diff.js';
import { small } from './documents.js';

it('a document with its keys in another order has no change', () => {
  const components = Object.fromEntries(Object.entries(JSON.parse(small()).components).reverse());
  const statedValues = ['responses', 'request', 'path', 'method', 'name'];
  const diff = diffContracts(small(), small({ components, 'readThing x-provenance stated': statedValues }));
  expect(diff).toMatchObject({ level: 'none', proposed: '0.1.0', isRaisedEnough: true, changes: [] });
});

it.each<[field: string, thing: (part: object) => object]>([
  [' of `tier.id`', (id) => ({ properties: { tier: { properties: { id } } } })],
  [' of `properties`', (properties) => ({ properties: { properties } })],
  [' of `properties.title`', (title) => ({ properties: { properties: { properties: { title } } } })],
  [' of `urls[]`', (items) => ({ properties: { urls: { items } } })],
  [' of `urls{}`', (additionalProperties) => ({ properties: { urls: { additionalProperties } } })],
  [' of `a{^b}`', (part) => ({ properties: { a: { patternProperties: { '^b': part } } } })],
  [' of `a`', (a) => ({ allOf: [{}, { properties: { a } }] })],
  ['', (part) => part],
])('the message names the field: "`format`%s is now"', (field, toText) => {
  const diff = diffContracts(small({ Thing: toText({ format: 'a' }) }), small({ Thing: toText({ format: 'b' }) }));
  expect(diff.changes.map(({ message }) => message)).toEqual([`\`format\`${field} is now \`b\`; it was \`a\`.`]);
});
