import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { check } from '../../../scripts/check/engine/check.js';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import { type ListedCase, listCases } from '../../../scripts/check/engine/runners/list-cases.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { words } from '../../words.js';
import { checked, countingServer, key, sandboxAt } from './fixture.js';

const contract = ownContract();
const directory = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', key));

const kindsOf = (cases: readonly ListedCase[], operationId: string): string[] => [
  ...new Set(cases.filter((each) => each.operationId === operationId).map(({ id }) => id.split('/')[1] ?? '')),
];

describe('--list', () => {
  it('prints one case a line, needs neither key nor address, and sends nothing', async () => {
    vi.stubEnv('DIRECTORY_API_KEY', undefined);
    const { url, requests } = await countingServer((_request, response) => response.end());
    const flags = { list: true, only: ['getPartnerEntry'], directory };
    const { code, output, errors } = await checked(flags, { environment: { DIRECTORY_BASE_URL: url } });
    expect(code).toBe(0);
    const path = `/api/directory/private/v1alpha/directories/${directory}/entries/partners/{entry_id}/`;
    expect(output.split('\n')).toContain(`getPartnerEntry/read  GET ${path}  for an existing resource`);
    expect(output.split('\n')).toContain(`getPartnerEntry/no-key  GET ${path}  without a key`);
    expect(output).toContain('listPartnerEntries/read  GET ');
    for (const line of output.trimEnd().split('\n')) expect(line).toMatch(/^\w+\/\S.* {2}[A-Z-]+ \/\S+ {2}\S/);
    expect(errors).toMatch(/^\d+ test cases; nothing was sent\./);
    expect(requests).toEqual([]);
    expect((await checked(flags)).output).toBe(output);
  });

  it('also refuses settings that do not match the contract', async () => {
    for (const flags of [{ only: ['getPartnerEntri'] }, { entry: '..' }, { contract: temporaryFolder() }])
      expect(await checked({ list: true, ...flags })).toMatchObject({ code: 2, output: '' });
  });

  it('has cases for each operation if all are in scope', { tags: 'slow' }, async () => {
    const cases = await listCases(contract, { include: ['named', 'inferred'], writes: 'disposable' });
    expect(new Set(cases.map(({ operationId }) => operationId)).size).toBe(contract.operations.length);
    expect(kindsOf(cases, 'updatePartnerEntry')).toEqual(
      expect.arrayContaining(words`field example together again unicode null mixed wrong-type no-key`),
    );
    expect(kindsOf(cases, 'createTier')).toEqual(expect.arrayContaining(['create', 'malformed-json']));
    expect(kindsOf(cases, 'deleteTier')).toEqual(expect.arrayContaining(['delete', 'delete-again']));
  });

  it('marks cases that only prepare other cases', async () => {
    const cases = await listCases(contract, { only: ['getTier'] });
    const preparing = cases.filter(({ isPreparing }) => isPreparing).map(({ id }) => id);
    expect(preparing.filter((id) => !/\/read(\/|$)/.test(id))).toEqual([]);
    expect(preparing).toContain('listTiers/read');
    const ownOperationIds = cases.filter(({ isPreparing }) => !isPreparing).map(({ operationId }) => operationId);
    expect([...new Set(ownOperationIds)]).toEqual(['getTier']);
  });

  it('divides the cases between shards as a run does', { tags: 'slow' }, async () => {
    const listJudged = async (shard?: { index: number; count: number }): Promise<string[]> =>
      (await listCases(contract, { ...(shard && { shard }) }))
        .filter(({ isPreparing }) => !isPreparing)
        .map(({ id, path }) => `${id} ${path}`);
    const parts = [await listJudged({ index: 1, count: 2 }), await listJudged({ index: 2, count: 2 })];
    expect(parts.flat().sort()).toEqual((await listJudged()).sort());
  });

  it('shows given ids, and parameter names in place of unknown ids', async () => {
    const entry = 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9';
    const parameters = { directory_id: directory, entry_id: entry };
    const cases = await listCases(contract, { only: ['getPartnerEntry', 'listPartnerEntries'], parameters });
    const paths = cases
      .filter(({ operationId, isPreparing }) => operationId === 'getPartnerEntry' && !isPreparing)
      .map(({ path }) => path);
    expect(paths.filter((path) => path.includes(entry)).length).toBeGreaterThan(5);
    expect(paths.filter((path) => path.includes('{entry_id}') || path.includes('{directory_id}'))).toEqual([]);
  });

  it('works for any other contract', { tags: 'slow' }, async () => {
    const cases = await listCases(readContract('test/check/other-service/openapi.yaml'), { writes: 'disposable' });
    expect(new Set(cases.map(({ method }) => method))).toEqual(
      new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'M-SEARCH', 'OPTIONS', 'TRACE']),
    );
  });
});

it('the list of cases matches the requests of a run', { tags: 'slow' }, async () => {
  const requests = new Set<string>();
  const note = (message: unknown): void => {
    const { method, url = '' } = (message as { request: IncomingMessage }).request;
    requests.add(`${method} ${formOf(url)}`);
  };
  subscribe('http.server.request.start', note);
  onTestFinished(() => void unsubscribe('http.server.request.start', note));
  const only = ['updateFilter', 'getFilter', 'createTier', 'deleteTier'];
  const scope = { only, writes: 'disposable', runs: 0 } as const;
  await check({ baseUrl: await sandboxAt(), ...scope });
  const listedCases = await listCases(contract, scope);
  expect(listedCases.length).toBeGreaterThan(40);
  for (const { id, method, path, isPreparing } of listedCases)
    if (!isPreparing) expect(requests, id).toContain(`${method} ${formOf(path)}`);
  const changing = (forms: readonly string[]): string[] =>
    [...new Set(forms)].filter((form) => !/^(GET|HEAD) /.test(form)).sort();
  expect(changing([...requests])).toEqual(changing(listedCases.map(({ method, path }) => `${method} ${formOf(path)}`)));
});

/** Replaces each id in a path by `{}`. */
function formOf(path: string): string {
  return (path.split('?')[0] ?? '').replace(
    /(\/|%2F)(?:[0-9a-f]{8}-[0-9a-f-]{27}|\{[^}]+\}|not-a-uuid)(?=\/)/gi,
    '$1{}',
  );
}
