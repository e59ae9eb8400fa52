// @module-tag slow
import { beforeAll, describe, expect, it } from 'vitest';
import { valueAt } from '../../scripts/contract/pointer.js';
import type { ContractDiff } from '../../scripts/diff/change.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { raiseVersion } from '../../scripts/diff/version.js';
import { changeOf, edited, type Loose, operation, schema, set } from './documents.js';

/** The parts of the contract that each row edits in the same way: a stated and an inferred one. */
interface Part {
  answer: string;
  request: string;
  called: string;
}

const stated: Part = { answer: 'PartnerEntry', request: 'PartnerEntryUpdate', called: 'updatePartnerEntry' };
const inferred: Part = { answer: 'Review', request: 'ReviewUpdate', called: 'getDirectorySettings' };

/** Gives the titles in requests a type that a row can make narrower. */
function widen(document: Loose, parts: readonly Part[]): void {
  for (const { request } of parts)
    set(schema(document, request)['properties']?.['title'], { type: ['string', 'null'] });
}

const old = edited((document) => widen(document, [stated, inferred]));

function changed(part: Part, other: Part): string {
  return edited((document) => {
    widen(document, [other]);
    const answer = schema(document, part.answer);
    delete answer['properties']?.['title'];
    set(answer['properties'], { novelty: { type: 'string' } });
    set(answer, { description: 'A better description.' });
    const called = operation(document, part.called);
    const parameters = called['parameters'] as unknown as object[];
    set(called, {
      operationId: 'doSomething',
      'x-formerly': [part.called],
      parameters: [
        ...parameters,
        { name: 'mode', in: 'query', required: true, schema: { type: 'string' } },
        { name: 'hint', in: 'query', schema: { type: 'string' } },
      ],
    });
  });
}

const rows = [
  ['a removed field', 'answer', 'property-removed', 'major', 'minor'],
  ['a narrowed type', 'request', 'schema-type-changed', 'major', 'minor'],
  ['a renamed operation', 'operation', 'operation-renamed', 'major', 'minor'],
  ['a new required parameter', 'operation', 'parameter-became-required', 'major', 'minor'],
  ['a new optional parameter', 'operation', 'parameter-added', 'minor', 'minor'],
  ['a new optional field', 'answer', 'property-added', 'minor', 'minor'],
  ['a better description', 'answer', 'schema-changed', 'patch', 'patch'],
] as const;

describe.each([
  ['the stated part', stated, inferred, 3],
  ['the inferred part', inferred, stated, 4],
] as const)('in %s', (_, part, other, column) => {
  let diff: ContractDiff;
  beforeAll(() => {
    diff = diffContracts(old, changed(part, other));
  });

  it.each(rows)('%s has its level', (...row) => {
    const [, where, rule] = row;
    const area = where === 'operation' ? 'doSomething' : part[where];
    expect(changeOf(diff, area, rule)).toMatchObject({ level: row[column], stated: column === 3 });
  });

  it('reports only what was changed', () => {
    expect(diff.changes).toHaveLength(rows.length);
  });

  it('takes the next version from the heaviest change', () => {
    expect(diff).toMatchObject(
      column === 3
        ? { level: 'major', proposed: '1.0.0' }
        : { level: 'minor', proposed: raiseVersion(diff.old.version, 'minor') },
    );
    expect(diff.isRaisedEnough).toBe(false);
    expect(diff.problems).toEqual([]);
  });
});

const movedAndChanged =
  'rates an operation that moved and got a different response schema, with pointers into the original documents';
it(movedAndChanged, () => {
  const now = edited((document) => {
    widen(document, [stated, inferred]);
    const paths = document['paths'] as Loose;
    const badges = operation(document, 'listBadges');
    for (const item of Object.values(paths)) if (item['get'] === badges) delete item['get'];
    set(paths, { '/marks/{directory_id}/': { get: badges } });
    set(badges['responses']?.['200']?.['content']?.['application/json'], {
      schema: { $ref: '#/components/schemas/PartnerEntry' },
    });
  });
  const { changes, level } = diffContracts(old, now);
  expect(level).toBe('minor');
  expect(new Set(changes.map(({ area }) => area.name))).toEqual(new Set(['listBadges']));
  expect(changeOf({ changes }, 'listBadges', 'operation-path-changed')).toMatchObject({
    effect: 'breaking',
    stated: false,
  });
  expect(changeOf({ changes }, 'listBadges', 'schema-type-changed')?.pointers).toMatchObject({
    new: '/components/schemas/PartnerEntry/type',
  });
  const type = changeOf({ changes }, 'listBadges', 'schema-type-changed');
  expect(valueAt(JSON.parse(old), type?.pointers.old ?? '')).toBe('array');
});
