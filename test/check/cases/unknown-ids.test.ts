import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findUnknownTarget } from '../../../scripts/check/cases/at-unknown-ids.js';
import { isFreeName } from '../../../scripts/check/cases/refusals.js';
import { type CaseSource, caseSource } from '../../../scripts/check/cases/source.js';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { judgeStatus } from '../../../scripts/check/judge/status.js';
import { AcceptedFields } from '../../../scripts/check/model/contract/accepted-fields.js';
import type { CheckedOperation } from '../../../scripts/check/model/contract/operations.js';
import type { SentRequest } from '../../../scripts/check/model/exchange.js';
import { caseOf } from '../../../scripts/check/model/request.js';
import { findDocumentedIds } from '../../../scripts/check/session/discover.js';
import { Fixtures } from '../../../scripts/check/session/fixtures.js';
import { FactNotebook } from '../../../scripts/check/session/notebook.js';

const contract = readContract(fileURLToPath(new URL('runs.yaml', import.meta.url)));
const source: CaseSource = caseSource(contract, 0, new Fixtures(new FactNotebook(contract), {}));

function named(id: string): CheckedOperation {
  const operation = contract.operation(id);
  if (!operation) throw new Error(`No operation ${id}.`);
  return operation;
}

describe('an unknown id', () => {
  it('in a PUT has no existing parent if the caller may choose the id', () => {
    const parentFor = (id: string) => findUnknownTarget(source, named(id), { run: 'r1' }, false)?.['run'];
    expect(parentFor('setValue')).not.toBe('r1');
    expect(parentFor('deleteValue')).toBe('r1');
  });

  it('below a resource may be deleted with success, since the wanted state already exists', () => {
    const parameters = { run: 'r1', key: 'k' };
    const testCase = caseOf(named('deleteValue'), { kind: 'unknown-id', about: '', expect: 'refusal', parameters });
    expect(judgeStatus(named('deleteValue'), testCase, 200).map(({ severity }) => severity)).toEqual(['observation']);
  });

  it('may get a success response that lists errors', () => {
    expect(isFreeName(source, named('bulkRuns'), 'run')).toBe(true);
    expect(isFreeName(source, named('getRun'), 'run')).toBe(false);
  });
});

describe('a constant in a path', () => {
  it('is sent by the read at that path, and is not offered as an id to other operations', () => {
    const parts = { kind: 'read', about: '', expect: 'success' } as const;
    expect(caseOf(named('allTasks'), { ...parts, parameters: { run: 'r1' } }).request.path).toBe('/runs/~/tasks');
    const runType = contract.resources.find(({ prefix }) => prefix === '/runs/{run}');
    expect(runType && findDocumentedIds(contract, runType).certainIds).toEqual([]);
  });
});

it('a refusal is conclusive only if a request about the same resource was accepted', () => {
  const sentRequest = { method: 'POST', path: '/', headers: {}, key: 'right' } as const;
  const request = (id: string): SentRequest => ({ ...sentRequest, body: JSON.stringify({ run: id, note: 'x' }) });
  const fields = new AcceptedFields((name) => name === 'run');
  const start = { id: 'start' } as CheckedOperation;
  fields.addAcceptedRequest(start, request('r1'));
  fields.addRefusedRequest('of another', start, request('r2'));
  fields.addRefusedRequest('of the same', start, request('r1'));
  expect(fields.isFindingConclusive('of another', 'start')).toBe(false);
  expect(fields.isFindingConclusive('of the same', 'start')).toBe(true);
});
