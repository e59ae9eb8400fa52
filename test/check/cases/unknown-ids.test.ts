import { describe, expect, it } from 'vitest';
import { unknownTarget } from '../../../scripts/check/cases/at-unknown-ids.js';
import { isFreeName } from '../../../scripts/check/cases/refusals.js';
import { type CaseSource, caseSource } from '../../../scripts/check/cases/source.js';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { judgeStatus } from '../../../scripts/check/judge/status.js';
import { AcceptedFields } from '../../../scripts/check/model/contract/accepted-fields.js';
import type { CheckedOperation } from '../../../scripts/check/model/contract/operations.js';
import type { SentRequest } from '../../../scripts/check/model/exchange.js';
import { mayBeOwner } from '../../../scripts/check/model/operation-words.js';
import { caseOf } from '../../../scripts/check/model/request.js';
import { documentedIds } from '../../../scripts/check/session/discover.js';
import { Fixtures } from '../../../scripts/check/session/fixtures.js';
import { Notebook } from '../../../scripts/check/session/notebook.js';
import { temporaryFile } from '../../temporary-folder.js';

const text = { type: 'string' };
const inPath = (name: string, schema: object = text): object => ({ name, in: 'path', required: true, schema });
const responses = (schema?: object): object => ({
  200: { description: 'Done.', ...(schema && { content: { 'application/json': { schema } } }) },
  404: { description: 'There is no such thing.' },
});
const results = {
  type: 'object',
  properties: { update: { type: 'object', properties: { errors: { type: 'array', items: text } } } },
};
const paths = {
  '/runs/{run}': {
    parameters: [inPath('run')],
    get: { operationId: 'getRun', responses: responses() },
    patch: { operationId: 'bulkRuns', responses: { 200: (responses(results) as { 200: object })[200] } },
  },
  '/runs/{run}/tasks': {
    get: {
      operationId: 'allTasks',
      parameters: [inPath('run', { type: 'string', const: '~' })],
      responses: responses(),
    },
  },
  '/runs/{run}/values/{key}': {
    parameters: [inPath('run'), inPath('key')],
    put: { operationId: 'setValue', responses: responses() },
    delete: { operationId: 'deleteValue', responses: responses() },
  },
};

const document = { openapi: '3.1.0', info: { title: 'Runs', version: '1' }, paths };
const contract = readContract(temporaryFile('runs.json', JSON.stringify(document)));
const source: CaseSource = caseSource(contract, 0, new Fixtures(new Notebook(contract), {}));

function named(id: string): CheckedOperation {
  const operation = contract.operation(id);
  if (!operation) throw new Error(`No operation ${id}.`);
  return operation;
}

describe('an unknown id', () => {
  it('in a PUT has no existing parent if the caller may choose the id', () => {
    const target = unknownTarget(source, named('setValue'), { run: 'r1' }, false);
    expect(target?.['run']).not.toBe('r1');
    expect(unknownTarget(source, named('deleteValue'), { run: 'r1' }, false)?.['run']).toBe('r1');
  });

  it('below a resource may be deleted, which has the wanted effect', () => {
    const parameters = { run: 'r1', key: 'k' };
    const testCase = caseOf(named('deleteValue'), { kind: 'unknown-id', about: '', expect: 'refusal', parameters });
    expect(judgeStatus(named('deleteValue'), testCase, 200).map(({ severity }) => severity)).toEqual(['observation']);
  });

  it('may get a success that lists errors', () => {
    expect(isFreeName(source, named('bulkRuns'), 'run')).toBe(true);
    expect(isFreeName(source, named('getRun'), 'run')).toBe(false);
  });
});

describe('a constant in a path', () => {
  it('is sent by the read of that path, and is not offered as an id to other operations', () => {
    const parts = { kind: 'read', about: '', expect: 'success' } as const;
    expect(caseOf(named('allTasks'), { ...parts, parameters: { run: 'r1' } }).request.path).toBe('/runs/~/tasks');
    const run = contract.resources.find(({ prefix }) => prefix === '/runs/{run}');
    expect(run && documentedIds(contract, run).certain).toEqual([]);
  });
});

it('a parameter named key is no key of the caller below another resource', () => {
  expect(mayBeOwner(contract, '/runs/{run}/values/{key}')).toBe(false);
  expect(mayBeOwner(contract, '/runs/{run}/keys/{key}')).toBe(true);
  expect(mayBeOwner(contract, '/values/{key}')).toBe(true);
});

it('a refusal is conclusive only if a request about the same resource was accepted', () => {
  const request = (run: string): SentRequest => ({
    ...{ method: 'POST', path: '/', headers: {}, key: 'right' as const },
    body: JSON.stringify({ run, note: 'x' }),
  });
  const fields = new AcceptedFields((name) => name === 'run');
  fields.addAccepted('start', request('r1'));
  fields.addRefused('of another', request('r2'));
  fields.addRefused('of the same', request('r1'));
  expect(fields.isConclusive('of another', 'start')).toBe(false);
  expect(fields.isConclusive('of the same', 'start')).toBe(true);
});
