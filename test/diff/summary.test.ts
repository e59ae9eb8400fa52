import { describe, expect, it } from 'vitest';
import type { ContractDiff } from '../../scripts/diff/change.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { changeOf, type Edit, small } from './documents.js';

const compared = (edit: Edit, from: Edit = {}): ContractDiff => diffContracts(small(from), small(edit));
const rated = ({ changes }: ContractDiff): string[] =>
  changes.map(({ rule, level, area }) => `${level}: ${rule} of ${area.name}`);

describe('a change', () => {
  it('is additive if an open set gains a value, and documentation if it loses one', () => {
    const diff = compared({ 'Thing properties kind x-known-values': ['blue'] });
    expect(diff.changes).toHaveLength(2);
    expect(changeOf(diff, 'Thing', 'open-set-gained')).toMatchObject({
      level: 'minor',
      message: 'The known values of `kind` gained `blue`.',
    });
    expect(changeOf(diff, 'Thing', 'open-set-lost')).toMatchObject({
      level: 'patch',
      message: 'The known values of `kind` lost `red`.',
    });
  });

  it('is major if a stated operation is renamed, even with an alias', () => {
    const diff = compared({ 'readThing operationId': 'getThing', 'readThing x-formerly': ['readThing'] });
    expect(diff).toMatchObject({
      changes: [{ area: { name: 'getThing' }, level: 'major', before: 'readThing', after: 'getThing' }],
      problems: [],
    });
  });

  it('breaks a rule if an inferred operation loses its old name at once, but is minor', () => {
    const diff = compared({ 'listParts operationId': 'getParts' });
    expect(diff.level).toBe('minor');
    expect(diff.problems).toEqual([
      {
        rule: 'keep-the-old-name',
        operationId: 'listParts',
        message:
          '`listParts` became `getParts` without keeping the old name. Keep ' +
          'it for one minor version: add `x-formerly: [listParts]` to `getParts`.',
      },
    ]);
  });

  it('is minor if a deprecated name is removed, a minor version later', () => {
    const renamed = { 'listParts operationId': 'getParts' };
    const diff = compared(renamed, { ...renamed, 'listParts x-formerly': ['listParts'] });
    expect(rated(diff)).toEqual(['minor: old-name-removed of getParts']);
    expect(diff.problems).toEqual([]);
  });

  it('requires an inferred operation to be deprecated before its removal', () => {
    const without = { remove: ['paths /parts/'] };
    expect(compared(without).problems).toMatchObject([{ rule: 'deprecate-before-removal', operationId: 'listParts' }]);
    expect(compared(without, { 'listParts deprecated': true })).toMatchObject({ level: 'minor', problems: [] });
  });

  it('recognises an operation that moved by its name', () => {
    const diff = compared({
      'listParts operationId': 'searchPieces',
      'listParts x-formerly': ['listParts'],
      move: { 'paths /parts/ get': 'paths /parts/ post', 'paths /parts/': 'paths /pieces/' },
    });
    expect(diff.changes.map(({ rule }) => rule)).toEqual([
      'operation-renamed',
      'operation-method-changed',
      'operation-path-changed',
    ]);
    expect(diff).toMatchObject({ level: 'minor', problems: [] });
  });

  it('is minor if less is stated than before, so that it is noticed', () => {
    expect(rated(compared({ 'Thing x-provenance stated': false }))).toEqual(['minor: standing-changed of Thing']);
  });

  it('is breaking if no rule knows it, and documentation if it is a note', () => {
    const diff = compared({ 'Thing properties kind oddity': { a: 1 }, 'Part x-note': { text: 'hm' } });
    expect(rated(diff).sort()).toEqual(['major: unrated of Thing', 'patch: note-changed of Part']);
  });

  it('does not mistake names for keywords', () => {
    const headers = (a: number): Edit => ({ 'readThing responses 200 headers': { 'x-total': { oddity: { a } } } });
    expect(rated(compared(headers(1), headers(2)))).toContain('major: unrated of readThing');
  });

  it('follows types by name: major if a stated one is removed, minor if one is added', () => {
    const schema = { $ref: '#/components/schemas/Item' };
    const diff = compared({ 'readThing.answer schema': schema, move: { Thing: 'components schemas Item' } });
    expect(rated(diff)).toEqual(['major: schema-removed of Thing', 'minor: schema-added of Item']);
  });

  it('counts as stated in a document without provenance', () => {
    const remove = ['readThing x-provenance', 'listParts x-provenance'];
    const diff = compared({ 'listParts operationId': 'getParts', 'Part oddity': { a: 1 }, remove }, { remove });
    expect(diff).toMatchObject({ level: 'major', proposed: '1.0.0', counts: { major: 2 }, problems: [] });
  });

  it('is none if only the order differs', () => {
    const components = Object.fromEntries(Object.entries(JSON.parse(small()).components).reverse());
    const stated = ['responses', 'request', 'path', 'method', 'name'];
    const diff = compared({ components, 'readThing x-provenance stated': stated });
    expect(diff).toMatchObject({ level: 'none', proposed: '0.1.0', isRaisedEnough: true, changes: [] });
  });
});

describe('a changed part', () => {
  it('is reported once, with a pointer only into documents that have the place', () => {
    expect(compared({ 'Thing minProperties': 1 }).changes).toEqual([
      {
        level: 'minor',
        effect: 'additive',
        kind: 'changed',
        area: { kind: 'schema', name: 'Thing' },
        stated: true,
        rule: 'schema-changed',
        message: '`minProperties` is now `1`; it was not set.',
        pointers: { new: '/components/schemas/Thing/minProperties' },
        after: 1,
      },
    ]);
  });

  it.each([
    ['stated', 'major', ['name', 'method', 'path', 'request', 'responses']],
    ['inferred', 'minor', ['name']],
  ])('is rated like the heaviest of the operations that share it: %s, so %s', (standing, level, stated) => {
    const both = {
      'listParts parameters': [{ $ref: '#/components/parameters/Id' }],
      'readThing x-provenance stated': stated,
    };
    const diff = compared({ ...both, 'components parameters Id schema': { type: 'integer' } }, both);
    expect(changeOf(diff, 'Id', 'schema-type-changed')).toMatchObject({
      level,
      stated: standing === 'stated',
      area: { kind: 'document', name: 'Id' },
    });
  });
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
])('the message names the field: "`format`%s is now"', (field, thing) => {
  const diff = diffContracts(small({ Thing: thing({ format: 'a' }) }), small({ Thing: thing({ format: 'b' }) }));
  expect(diff.changes.map(({ message }) => message)).toEqual([`\`format\`${field} is now \`b\`; it was \`a\`.`]);
});
