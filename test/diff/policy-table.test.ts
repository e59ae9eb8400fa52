// @module-tag slow
import { beforeAll, describe, expect, it } from 'vitest';
import { valueAt } from '../../scripts/contract/pointer.js';
import type { ContractDiff } from '../../scripts/diff/change.js';
import { diffContracts } from '../../scripts/diff/diff.js';
import { raiseVersion } from '../../scripts/diff/version.js';
import { changeOf, type Edit, edited } from './documents.js';

/** The parts of the contract that each row edits in the same way: stated parts and inferred parts. */
const stated = {
  answer: 'PartnerEntry',
  request: 'PartnerEntryUpdate',
  called: 'updatePartnerEntry',
  parameters: ['DirectoryId', 'EntryId'],
};
const inferred = {
  answer: 'Review',
  request: 'ReviewUpdate',
  called: 'getDirectorySettings',
  parameters: ['DirectoryId'],
};

/** Gives the titles in requests a wider type, which a row can narrow. */
const widen = ({ request }: typeof stated): Edit => ({ [`${request} properties title type`]: ['string', 'null'] });

const old = edited(widen(stated), widen(inferred));

function describeChange({ answer, called, parameters }: typeof stated, otherCells: typeof stated): string {
  return edited(widen(otherCells), {
    [`${answer} properties novelty`]: { type: 'string' },
    [`${answer} description`]: 'A better description.',
    [`${called} operationId`]: 'doSomething',
    [`${called} x-formerly`]: [called],
    [`${called} parameters`]: [
      ...parameters.map((name) => ({ $ref: `#/components/parameters/${name}` })),
      { name: 'mode', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'hint', in: 'query', schema: { type: 'string' } },
    ],
    remove: [`${answer} properties title`],
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
    diff = diffContracts(old, describeChange(part, other));
  });

  it.each(rows)('%s has its level', (...row) => {
    const [, where, rule] = row;
    const area = where === 'operation' ? 'doSomething' : part[where];
    expect(changeOf(diff, area, rule)).toMatchObject({ level: row[column], stated: column === 3 });
  });

  it('only the edited parts are reported, and the heaviest change sets the next version', () => {
    expect(diff.changes).toHaveLength(rows.length);
    const next =
      column === 3
        ? { level: 'major', proposed: '1.0.0' }
        : { level: 'minor', proposed: raiseVersion(diff.old.version, 'minor') };
    expect(diff).toMatchObject({ ...next, isRaisedEnough: false, problems: [] });
  });
});

it('an operation with a new path and a new response is rated, with pointers into the original documents', () => {
  const current = edited(widen(stated), widen(inferred), {
    'listBadges.answer schema': { $ref: '#/components/schemas/PartnerEntry' },
    'paths /marks/{directory_id}/': {},
    move: { listBadges: 'paths /marks/{directory_id}/ get' },
  });
  const diff = diffContracts(old, current);
  expect(diff.level).toBe('minor');
  expect(new Set(diff.changes.map(({ area }) => area.name))).toEqual(new Set(['listBadges']));
  expect(changeOf(diff, 'listBadges', 'operation-path-changed')).toMatchObject({ effect: 'breaking', stated: false });
  const type = changeOf(diff, 'listBadges', 'schema-type-changed');
  expect(type?.pointers.new).toBe('/components/schemas/PartnerEntry/type');
  expect(valueAt(JSON.parse(old), type?.pointers.old ?? '')).toBe('array');
});
