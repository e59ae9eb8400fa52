import { expect, it } from 'vitest';
import { diffContracts } from '../../scripts/diff/diff.js';
import { small } from './documents.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const chain = (length: number, keyword: 'properties' | 'allOf', end: object): Record<string, object> =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => {
      const next = index + 1 < length ? ref(`X${index + 1}`) : end;
      return [`X${index}`, keyword === 'allOf' ? { allOf: [next] } : { type: 'object', properties: { a: next } }];
    }),
  );
const flags = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`flag${index}`, { type: 'boolean' }]));
const kinds = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: `k${index}` } },
  }));

it.each<[what: string, old: object, current: object, components: Record<string, object>, level: string]>([
  ['a union of itself', ref('X'), {}, { X: { anyOf: [ref('X'), { type: 'string' }] } }, 'major'],
  [
    'a schema that leads back to itself in a condition',
    {},
    ref('S'),
    { S: { type: 'object', properties: { k: { type: 'string' } }, if: { required: ['k'] }, then: ref('S') } },
    'minor',
  ],
  ['a schema that refuses itself', { anyOf: [ref('X')] }, { anyOf: [ref('X'), {}] }, { X: { not: ref('X') } }, 'major'],
  ['a long chain of fields', { anyOf: [ref('X0')] }, { anyOf: [{}] }, chain(900, 'properties', {}), 'major'],
  ['a long chain of parts', { anyOf: [ref('X0')] }, { anyOf: [{}] }, chain(2_000, 'allOf', {}), 'major'],
  [
    'many fields of two values beside a union',
    { type: 'object', properties: flags },
    { type: 'object', properties: flags, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    {},
    'minor',
  ],
  ['a union of seventy branches that gets one more', { oneOf: kinds(70) }, { oneOf: kinds(71) }, {}, 'major'],
  ['a union of seventy branches that loses one', { oneOf: kinds(71) }, { oneOf: kinds(70) }, {}, 'minor'],
])('a response with %s is compared in the end', (_, old, current, components, level) => {
  const documentOf = (schema: object): string =>
    small({
      'listParts.answer schema': schema,
      'components schemas': { Thing: {}, Part: {}, ...components },
      remove: ['paths /things/{id}/', 'listParts x-provenance'],
    });
  expect(diffContracts(documentOf(old), documentOf(current)).level).toBe(level);
});
