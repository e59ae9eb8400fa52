import { describe, expect, it } from 'vitest';
import type { ContractDiff } from '../../scripts/diff/change.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { changeOf, type Loose, operation, schema, set, small } from './documents.js';

function compared(edit: (document: Loose) => void, from?: (document: Loose) => void): ContractDiff {
  return diffContracts(small(from), small(edit));
}

describe('a change', () => {
  it('is additive if an open set gains a value, and documentation if it loses one', () => {
    const diff = compared((now) => set(schema(now, 'Thing')['properties']?.['kind'], { 'x-known-values': ['blue'] }));
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
    const diff = compared((now) =>
      set(operation(now, 'readThing'), { operationId: 'getThing', 'x-formerly': ['readThing'] }),
    );
    expect(diff.changes).toHaveLength(1);
    expect(changeOf(diff, 'getThing', 'operation-renamed')).toMatchObject({
      level: 'major',
      before: 'readThing',
      after: 'getThing',
    });
    expect(diff.problems).toEqual([]);
  });

  it('breaks a rule if an inferred operation loses its old name at once, but is minor', () => {
    const diff = compared((now) => set(operation(now, 'listParts'), { operationId: 'getParts' }));
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
    const renamed =
      (names: string[]) =>
      (now: Loose): void =>
        set(operation(now, 'listParts'), { operationId: 'getParts', ...(names.length > 0 && { 'x-formerly': names }) });
    const diff = compared(renamed([]), renamed(['listParts']));
    expect(diff.changes.map(({ rule, level }) => [rule, level])).toEqual([['old-name-removed', 'minor']]);
    expect(diff.problems).toEqual([]);
  });

  it('requires an inferred operation to be deprecated before its removal', () => {
    const without = (now: Loose): void => void delete now['paths']?.['/parts/'];
    expect(compared(without).problems).toMatchObject([{ rule: 'deprecate-before-removal', operationId: 'listParts' }]);
    const diff = compared(without, (now) => set(operation(now, 'listParts'), { deprecated: true }));
    expect(diff).toMatchObject({ level: 'minor', problems: [] });
  });

  it('recognises an operation that moved by its name', () => {
    const diff = compared((now) => {
      const paths = now['paths'] as Loose;
      const { '/parts/': item, ...others } = paths;
      set(now, {
        paths: {
          ...others,
          '/pieces/': { post: { ...item?.['get'], operationId: 'searchPieces', 'x-formerly': ['listParts'] } },
        },
      });
    });
    expect(diff.changes.map(({ rule }) => rule)).toEqual([
      'operation-renamed',
      'operation-method-changed',
      'operation-path-changed',
    ]);
    expect(diff).toMatchObject({ level: 'minor', problems: [] });
  });

  it('is minor if less is stated than before, so that it is noticed', () => {
    const diff = compared((now) => set(schema(now, 'Thing'), { 'x-provenance': { section: '2', stated: false } }));
    expect(diff.changes.map(({ rule, level }) => [rule, level])).toEqual([['standing-changed', 'minor']]);
  });

  it('is breaking if no rule knows it, and documentation if it is a note', () => {
    const diff = compared((now) => {
      set(schema(now, 'Thing')['properties']?.['kind'], { oddity: { a: 1 } });
      set(schema(now, 'Part'), { 'x-note': { text: 'hm' } });
    });
    expect(changeOf(diff, 'Thing', 'unrated')).toMatchObject({ level: 'major' });
    expect(changeOf(diff, 'Part', 'note-changed')).toMatchObject({ level: 'patch' });
  });

  it('does not mistake names for keywords', () => {
    const diff = compared(
      (now) => set(operation(now, 'readThing')['responses']?.['200'], { headers: { 'x-total': { oddity: { a: 1 } } } }),
      (before) =>
        set(operation(before, 'readThing')['responses']?.['200'], { headers: { 'x-total': { oddity: { a: 2 } } } }),
    );
    expect(changeOf(diff, 'readThing', 'unrated')).toMatchObject({ level: 'major' });
  });

  it('follows types by name: major if a stated one is removed, minor if one is added', () => {
    const diff = compared((now) => {
      const { Thing, ...others } = (now['components']?.['schemas'] ?? {}) as Loose;
      set(now['components'], { schemas: { ...others, Item: Thing } });
      set(operation(now, 'readThing')['responses']?.['200']?.['content']?.['application/json'], {
        schema: { $ref: '#/components/schemas/Item' },
      });
    });
    expect(diff.changes.map(({ rule, level, area }) => [rule, level, area.name])).toEqual([
      ['schema-removed', 'major', 'Thing'],
      ['schema-added', 'minor', 'Item'],
    ]);
  });

  it('counts as stated in a document without provenance', () => {
    const silent = (now: Loose): void => {
      for (const id of ['readThing', 'listParts']) delete operation(now, id)['x-provenance'];
    };
    const diff = compared((now) => {
      silent(now);
      set(operation(now, 'listParts'), { operationId: 'getParts' });
      set(schema(now, 'Part'), { oddity: { a: 1 } });
    }, silent);
    expect(diff).toMatchObject({ level: 'major', proposed: '1.0.0', counts: { major: 2 }, problems: [] });
  });

  it('is none if only the order differs', () => {
    const diff = compared((now) => {
      const { 'x-provenance': provenance } = operation(now, 'readThing');
      set(provenance, { stated: ['responses', 'request', 'path', 'method', 'name'] });
      set(now, { components: Object.fromEntries(Object.entries(now['components'] as Loose).reverse()) });
    });
    expect(diff).toMatchObject({ level: 'none', proposed: '0.1.0', isRaisedEnough: true, changes: [] });
  });
});

describe('a changed part', () => {
  it('is reported once, with a pointer only into documents that have the place', () => {
    expect(compared((now) => set(schema(now, 'Thing'), { minProperties: 1 })).changes).toEqual([
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

  it('is rated like the heaviest of the operations that share it', () => {
    const both = (document: Loose): void =>
      set(operation(document, 'listParts'), { parameters: [{ $ref: '#/components/parameters/Id' }] });
    const shared = (now: Loose): void => {
      both(now);
      set(now['components']?.['parameters']?.['Id'], { schema: { type: 'integer' } });
    };
    expect(changeOf(compared(shared, both), 'Id', 'schema-type-changed')).toMatchObject({
      level: 'major',
      stated: true,
      area: { kind: 'document', name: 'Id' },
    });
    const unstated = (document: Loose): void => {
      both(document);
      set(operation(document, 'readThing'), { 'x-provenance': { section: '1', stated: ['name'], inferred: {} } });
    };
    const inferred = compared((now) => {
      unstated(now);
      shared(now);
    }, unstated);
    expect(changeOf(inferred, 'Id', 'schema-type-changed')).toMatchObject({ level: 'minor', stated: false });
  });
});
