import { describe, expect, it } from 'vitest';
import type { ContractDiff } from '../../scripts/diff/change.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { callPairs } from './call-pairs.js';
import { type Loose, operation, set } from './documents.js';
import { listPairs } from './list-pairs.js';
import { partPairs } from './part-pairs.js';
import { type EditPair, secured, securityPairs } from './security-pairs.js';

describe.each([...securityPairs, ...callPairs, ...listPairs, ...partPairs])(
  '$what',
  ({ before, after, there, back }) => {
    it.each([
      ['there', before, after, there],
      ['back', after, before, back],
    ])('%s has its weight', (_, from, to, weight) => {
      expect(compared(from, to).level).toBe(weight);
    });
  },
);

function compared(from: EditPair['before'], to: EditPair['before']): ContractDiff {
  return diffContracts(secured(from), secured(to));
}

it('the message names the needed keys before and after, and the callers that are refused', () => {
  const { changes } = compared(
    (old) => set(old, { security: [{ Key: [] }, { OAuth: ['read'] }] }),
    (now) => set(now, { security: [{ Key: [], Other: [] }, { OAuth: ['read'] }, { OAuth: ['write'] }] }),
  );
  // Both operations inherit the same security; one of them is stated.
  expect(changes.map(({ area, level, message }) => [area.name, level, message])).toEqual(
    [
      ['readThing', 'major'],
      ['listParts', 'minor'],
    ].map((row) => [
      ...row,
      'Callers now need `Key` and `Other`, or `OAuth` with `read`, or `OAuth` with `write`; they needed `Key`, or ' +
        '`OAuth` with `read`. A caller with only `Key` is refused.',
    ]),
  );
});

it('says how a list was returned and is now, and what that means for callers', () => {
  const { changes } = compared(undefined, (now) => {
    set(operation(now, 'listParts'), {
      'x-paging': { next: 'link', total: '/`n`', page: { query: 'page', by: 'offset', size: 'limit' } },
    });
    const key = { type: 'apiKey', in: 'header', name: 'Authorization', 'x-prefix': 'Token' };
    set(now['components']?.['securitySchemes'], { Key: key });
  });
  const pointers = { old: '/paths/~1parts~1/get', new: '/paths/~1parts~1/get/x-paging' };
  const lists = changes.filter(({ area }) => area.name === 'listParts' && area.kind === 'operation');
  expect(lists.filter(({ rule }) => rule.startsWith('list-'))).toMatchObject(
    [
      'The way to the next page is now the header `Link`; it was not named. A caller who reads one response may ' +
        'miss items.',
      'The parameter that asks for a page is now `page` (the number of items to skip); it was not named. A caller ' +
        'who reads one response may miss items.',
      'The parameter for the size of a page is now `limit`; it was not named.',
      "The place of the number of all items is now `/'n'`; it was not named.",
    ].map((message) => ({ message, pointers })),
  );
  expect(lists).toHaveLength(5);
  expect(lists.map(({ message }) => message)).toContain(
    'Callers now need `Key` (header `Authorization` with `Token` before it); they needed `Key` (header ' +
      '`Authorization`). A caller with only `Key` (header `Authorization`) is refused.',
  );
});

it('reports one change for operations that inherit the same', () => {
  const edit: EditPair['after'] = (document) => {
    for (const id of ['readThing', 'listParts']) delete operation(document, id)['x-provenance'];
  };
  const { changes } = compared(edit, (now) => {
    edit(now);
    set(now['components']?.['securitySchemes']?.['Key'], { name: 'X-Api-Key' });
  });
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
  expect(() => compared(undefined, (now) => set(now, { security }))).toThrow(
    'at most 500 alternatives in a "security" list, found 100000',
  );
});

it('a lone allOf is compared like the schema in it, to which the change points', () => {
  const { changes } = compared(undefined, (now) => {
    const part = { type: 'object', properties: { title: { type: 'integer' } } };
    set(operation(now, 'listParts')['responses']?.['200']?.['content']?.['application/json']?.['schema'], {
      items: { allOf: [{ $ref: '#/components/schemas/Part' }], description: 'A part.' },
    });
    set(now['components']?.['schemas']?.['Thing']?.['properties'], { part: { allOf: [part] } });
  });
  const schemas = '/components/schemas';
  const items = '/paths/~1parts~1/get/responses/200/content/application~1json/schema/items';
  expect(changes.map(({ rule, pointers }) => [rule, pointers])).toEqual([
    [
      'schema-type-changed',
      {
        old: `${schemas}/Part/properties/title/type`,
        new: `${schemas}/Thing/properties/part/allOf/0/properties/title/type`,
      },
    ],
    ['schema-changed', { new: `${items}/description` }],
  ]);
});

it('says which breaking changes are only names in code', () => {
  const { changes } = compared(undefined, (now) => {
    const paths = now['paths'] as Loose;
    set(paths, { '/things/{key}/': paths['/things/{id}/'], '/pieces/': paths['/parts/'] });
    delete paths['/things/{id}/'];
    delete paths['/parts/'];
    set(now['components']?.['parameters']?.['Id'], { name: 'key' });
    const schemas = now['components']?.['schemas'] as Loose;
    set(schemas, { Piece: schemas['Part'] });
    delete schemas['Part'];
    const piece = { $ref: '#/components/schemas/Piece' };
    set(schemas['Thing']?.['properties'], { part: piece });
    set(operation(now, 'listParts'), { operationId: 'listPieces', 'x-formerly': ['listParts'] });
    set(operation(now, 'listPieces')['responses']?.['200']?.['content']?.['application/json']?.['schema'], {
      items: piece,
    });
  });
  const breaking = changes.filter(({ effect }) => effect === 'breaking');
  expect(breaking.map(({ rule, codeOnly = false }) => [rule, codeOnly])).toEqual([
    ['operation-path-changed', true],
    ['parameter-changed', true],
    ['operation-renamed', true],
    ['operation-path-changed', false],
    ['schema-removed', true],
  ]);
});
