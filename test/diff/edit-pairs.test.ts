import { describe, expect, it } from 'vitest';
import type { ContractDiff } from '../../scripts/diff/change.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { yamlBeside } from '../yaml-beside.js';
import { type Edit, small } from './documents.js';

/** Two edits of one contract (by default no edit), and the levels of the steps there and back. */
interface EditPair {
  what: string;
  before?: Edit;
  after: Edit;
  weights: [there: string, back: string];
}

const compared = (from: Edit = {}, to: Edit = {}): ContractDiff => diffContracts(small(from), small(to));

describe.each(['security', 'calls', 'lists', 'parts'])('%s', (kind) => {
  const pairs = yamlBeside<EditPair[]>(import.meta.url, `pairs/${kind}.yaml`);
  it.each(pairs.map((pair) => [pair.what, pair] as const))('%s has its weights', (_, pair) => {
    const { before, after, weights } = pair;
    expect([compared(before, after).level, compared(after, before).level]).toEqual(weights);
  });
});

it('the message names the needed keys before and after, and the callers that are refused', () => {
  const { changes } = compared(
    { security: [{ Key: [] }, { OAuth: ['read'] }] },
    { security: [{ Key: [], Other: [] }, { OAuth: ['read'] }, { OAuth: ['write'] }] },
  );
  const message =
    'Callers now need `Key` and `Other`, or `OAuth` with `read`, or `OAuth` with `write`; they needed `Key`, or ' +
    '`OAuth` with `read`. A caller with only `Key` is refused.';
  // Both operations inherit the same security; one of them is stated.
  expect(changes).toMatchObject([
    { area: { name: 'readThing' }, level: 'major', message },
    { area: { name: 'listParts' }, level: 'minor', message },
  ]);
});

it('says how a list was returned and is now, and what that means for callers', () => {
  const paging = { next: 'link', total: '/`n`', page: { query: 'page', by: 'offset', size: 'limit' } };
  const { changes } = compared({}, { 'listParts x-paging': paging, 'schemes Key x-prefix': 'Token' });
  const pointers = { old: '/paths/~1parts~1/get', new: '/paths/~1parts~1/get/x-paging' };
  const lists = changes.filter(({ area }) => area.name === 'listParts' && area.kind === 'operation');
  expect(lists.filter(({ rule }) => rule.startsWith('list-'))).toMatchObject(
    [
      'The way to the next page is now the header `Link`; it was not documented. A caller who reads only the ' +
        'first page may miss items.',
      'The parameter that asks for a page is now `page` (the number of items to skip); it was not documented. A ' +
        'caller who reads only the first page may miss items.',
      'The parameter for the size of a page is now `limit`; it was not documented.',
      "The place of the total number of items is now `/'n'`; it was not documented.",
    ].map((message) => ({ message, pointers })),
  );
  expect(lists).toHaveLength(5);
  expect(lists.map(({ message }) => message)).toContain(
    'Callers now need `Key` (header `Authorization` with `Token` before it); they needed `Key` (header ' +
      '`Authorization`). A caller with only `Key` (header `Authorization`) is refused.',
  );
});

it('says which header, and which value of the last item, lead to a page', () => {
  const total = { header: 'x-total-count' };
  const paging = { next: '/more', total, page: { query: 'after', by: 'last-item', item: '/key' } };
  const { changes } = compared({}, { 'listParts x-paging': paging });
  expect(changes.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      'The parameter that asks for a page is now `after` (the value at `/key` of the last item of the previous ' +
        'page); it was not documented. A caller who reads only the first page may miss items.',
      'The place of the total number of items is now the header `X-Total-Count`; it was not documented.',
    ]),
  );
});

it('reports one change for operations that inherit the same', () => {
  const remove = ['readThing x-provenance', 'listParts x-provenance'];
  const { changes } = compared({ remove }, { remove, 'schemes Key name': 'X-Api-Key' });
  expect(changes).toMatchObject([
    {
      area: { kind: 'document', name: '' },
      rule: 'security-requirement-changed',
      message:
        'Callers of `readThing`, `listParts` now need `Key` (header `X-Api-Key`); they needed `Key` (header ' +
        '`Authorization`). A caller with only `Key` (header `Authorization`) is refused.',
      pointers: { old: '/security', new: '/security' },
    },
    { area: { name: 'Key' }, rule: 'security-scheme-changed', level: 'patch' },
  ]);
});

it('rejects more alternatives than it can compare', () => {
  const security = Array.from({ length: 100_000 }, (_, index) => ({ OAuth: [`scope${index}`] }));
  expect(() => compared({}, { security })).toThrow('at most 500 alternatives in a "security" list, found 100000');
});

it('a lone allOf is compared like the schema in it, to which the change points', () => {
  const { changes } = compared(
    {},
    {
      'listParts.answer schema items': { allOf: [{ $ref: '#/components/schemas/Part' }], description: 'A part.' },
      'Thing properties part': { allOf: [{ type: 'object', properties: { title: { type: 'integer' } } }] },
    },
  );
  const schemas = '/components/schemas';
  const items = '/paths/~1parts~1/get/responses/200/content/application~1json/schema/items';
  const inThing = `${schemas}/Thing/properties/part/allOf/0/properties/title/type`;
  expect(changes.map(({ rule, pointers }) => [rule, pointers])).toEqual([
    ['schema-type-changed', { old: `${schemas}/Part/properties/title/type`, new: inThing }],
    ['schema-changed', { new: `${items}/description` }],
  ]);
});

it('a schema in parts has one change for one field, at its own place, and none of a part that others share', () => {
  const [part, own] = [{ $ref: '#/components/schemas/Part' }, { properties: { size: { type: 'integer' } } }];
  const { changes } = compared(
    { 'components schemas Extra': { allOf: [part, own] } },
    {
      'Part properties title': { type: 'integer' },
      'components schemas Extra': { allOf: [part, { required: ['size'] }], properties: { size: { type: 'string' } } },
    },
  );
  const extra = '/components/schemas/Extra';
  expect(changes.map(({ area, pointers }) => [area.name, pointers])).toEqual([
    ['Extra', { old: `${extra}/allOf/1/properties/size/type`, new: `${extra}/properties/size/type` }],
    ['Extra', { new: `${extra}/allOf/1/required` }],
    [
      'Part',
      { old: '/components/schemas/Part/properties/title/type', new: '/components/schemas/Part/properties/title/type' },
    ],
  ]);
});

it('parameters are paired by place and name, wherever the list or the components have them', () => {
  const [speaker, order] = ['speaker', 'o'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } }));
  const refs = ['One', 'Two'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const id = { $ref: '#/components/parameters/Id' };
  const { changes } = compared(
    { 'components parameters One': speaker, 'readThing parameters': [id, refs[0]] },
    {
      'components parameters One': order,
      'components parameters Two': { ...speaker, schema: { type: 'string' } },
      'readThing parameters': [id, ...refs],
    },
  );
  expect(changes.map(({ message }) => message)).toEqual([
    '`type` of parameter `speaker` is now `string`; it was `integer`.',
    'The parameter `o` is new.',
    'The shared `Two` is new.',
  ]);
});

it('says which breaking changes are only names in code', () => {
  const piece = { $ref: '#/components/schemas/Piece' };
  const edit = {
    'listParts operationId': 'listPieces',
    'listParts x-formerly': ['listParts'],
    'listParts.answer schema items': piece,
    'Thing properties part': piece,
    'components parameters Id name': 'key',
    move: {
      Part: 'components schemas Piece',
      'paths /parts/': 'paths /pieces/',
      'paths /things/{id}/': 'paths /things/{key}/',
    },
  };
  const breaking = compared({}, edit).changes.filter(({ effect }) => effect === 'breaking');
  expect(breaking.map(({ rule, codeOnly = false }) => [rule, codeOnly])).toEqual([
    ['operation-path-changed', true],
    ['parameter-changed', true],
    ['operation-renamed', true],
    ['operation-path-changed', false],
    ['schema-removed', true],
  ]);
});
