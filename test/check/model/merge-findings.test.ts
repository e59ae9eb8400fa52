import { describe, expect, it } from 'vitest';
import { type Finding, operationsOf } from '../../../scripts/check/model/finding.js';
import { mergeSimilarFindings } from '../../../scripts/check/model/report/merge-findings.js';
import { yamlBeside } from '../../yaml-beside.js';
import { checkSandbox } from '../run.js';

const similarRows = yamlBeside<[what: string, more: Partial<Finding>][]>(import.meta.url, 'merge-findings.yaml');

const book = '/components/schemas/Book';

function undeclared(operationId: string, pointer: string, more: Partial<Finding> = {}): Finding {
  return {
    id: `field.undeclared:${operationId}:${pointer}`,
    rule: 'field.undeclared',
    severity: 'drift',
    operationId,
    pointer,
    message: 'The contract lists all fields here.',
    expected: 'the fields that the contract lists',
    actual: '1',
    contract: { pointer: book },
    standing: 'inferred',
    case: `${operationId}/read`,
    curl: 'curl',
    count: 1,
    ...more,
  };
}

describe('findings of several operations with one cause', () => {
  const ids = Array.from({ length: 58 }, (_, index) => `operation${index}`);
  it.each(similarRows)('are one finding that lists them: %s', (_, more) => {
    const findings = ids.map((id) => undeclared(id, '/pages', { ...more, id: `${more.rule}:${id}:/pages` }));
    const mergedFindings = mergeSimilarFindings(findings);
    expect(mergedFindings).toHaveLength(1);
    expect(operationsOf(mergedFindings[0] as Finding)).toEqual(ids);
  });

  it('stay separate if each schema is inline', () => {
    const findings = ids.map((id) => {
      const contract = { pointer: `/paths/${id}` };
      return undeclared(id, '', { rule: 'schema.type', severity: 'violation', id: `schema.type:${id}:`, contract });
    });
    expect(mergeSimilarFindings(findings)).toEqual(findings);
  });
});

describe('a field that a schema does not list', () => {
  it('is one finding, with each operation that showed it', () => {
    const places = [
      { operationId: 'getBook', pointer: '/pages' },
      { operationId: 'listBooks', pointer: '/*/pages' },
      ...Array.from({ length: 279 }, (_, index) => ({ operationId: `operation${index}`, pointer: '/book/pages' })),
    ];
    const findings = mergeSimilarFindings(places.map(({ operationId, pointer }) => undeclared(operationId, pointer)));
    const id = 'field.undeclared:getBook:/pages';
    expect(findings).toMatchObject([{ id, operationId: 'getBook', count: 281, seenIn: places }]);
    expect(operationsOf(findings[0] as Finding)).toEqual(places.map(({ operationId }) => operationId));
  });

  it('is a separate finding for another schema, field, severity or rule', () => {
    const findings = [
      undeclared('getBook', '/pages'),
      undeclared('getOther', '/price'),
      undeclared('getAuthor', '/pages', { contract: { pointer: '/components/schemas/Author' } }),
      undeclared('getStated', '/pages', { severity: 'violation' }),
      undeclared('getTyped', '/pages', { rule: 'schema.type', id: 'schema.type:getTyped:/pages' }),
    ];
    expect(mergeSimilarFindings(findings)).toEqual(findings);
  });

  it('shares one finding with the others if the schema lacks more than eight fields', () => {
    const names = Array.from({ length: 12 }, (_, index) => `field${index}`);
    const findings = [
      ...names.slice(0, 5).map((name) => undeclared('getBook', `/${name}`)),
      ...names.map((name) => undeclared('listBooks', `/*/${name}`)),
    ];
    const mergedFindings = mergeSimilarFindings(findings);
    expect(mergedFindings).toMatchObject([{ id: 'field.undeclared:getBook:', operationId: 'getBook', count: 17 }]);
    expect(mergedFindings[0]?.message).toMatch(/ The same is true at \/field0, .+ and 7 more places\.$/);
    expect(operationsOf(mergedFindings[0] as Finding)).toEqual(['getBook', 'listBooks']);
  });
});

describe('a whole check', () => {
  it('reports an unlisted field of all partner entries once', async () => {
    const only = ['listDirectories', 'listPartnerEntries', 'getPartnerEntry'];
    const { findings, counts } = await checkSandbox(['extra-field'], { only });
    const foundFindings = findings.filter(({ rule }) => rule === 'field.undeclared');
    expect(foundFindings).toMatchObject([
      { operationId: 'listPartnerEntries', seenIn: [{ pointer: '/*/internal_score' }, { pointer: '/internal_score' }] },
    ]);
    expect(foundFindings.map(operationsOf)).toEqual([['listPartnerEntries', 'getPartnerEntry']]);
    expect(counts.violation + counts.drift).toBe(1);
  });
});
