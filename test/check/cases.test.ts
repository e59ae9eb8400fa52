import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readContract } from '../../scripts/check/engine/contract/foreign-contract.js';
import { type CasesOptions, cases, type RunnerCase } from '../../scripts/check/engine/runners/cases-for-runners.js';
import { idOf } from '../../scripts/sandbox/data/initial-state.js';
import { createSandbox, defaultKey, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { type SandboxServer, serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { answersFile } from '../answers/taught.js';
import { temporaryFile } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import { contractFile } from './other-service/contract.js';
import { documentOf, text } from './service/document.js';

const directory = idOf('Directory', 'Solution partners');
const fjordline = idOf('PartnerEntry', 'Fjordline Data');
const kestrel = idOf('PartnerEntry', 'Kestrel Consulting');
const params = { directory_id: directory, 'getPartnerEntry.entry_id': fjordline };
const everything: CasesOptions = { parameters: params, include: ['named', 'inferred'] };

const table = yamlBeside<{
  refused: [CasesOptions, says: string][];
  faults: [fault: string, id: string, rule: string][];
  doubtful: [id: string, status: number, words: string][];
}>(import.meta.url, 'cases.yaml');
const uuid = { ...text, format: 'uuid' };

let sandbox: Sandbox;
let server: SandboxServer;
beforeAll(async () => {
  sandbox = createSandbox();
  server = await serveSandbox({ sandbox });
});
afterAll(async () => {
  await server.close();
});
beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
});
afterEach(() => {
  sandbox.setFaults([]);
  vi.unstubAllEnvs();
});

function caseNamed(id: string, options: CasesOptions = everything): RunnerCase {
  const [operationId = ''] = id.split('/');
  const testCase = cases({ baseUrl: server.url, ...options, only: [operationId] }).find((each) => each.id === id);
  if (!testCase) throw new Error(`There is no case ${id}.`);
  return testCase;
}

describe('cases', () => {
  it('are judged by the answers to open questions', async () => {
    const answers = answersFile({ 'lists.envelope': { value: { items: '/results' } } });
    const judge = async (options: CasesOptions, body: unknown): Promise<string[]> => {
      const read = cases({ ...options, only: ['listDirectories'] }).find(({ id }) => id === 'listDirectories/read');
      const findings = await read?.judge({ status: 200, body });
      return (findings ?? []).map(({ severity, rule }) => `${severity} ${rule}`);
    };
    expect(await judge({ answers }, { results: [] })).toEqual([]);
    expect(await judge({ answers }, [])).toEqual(['violation schema.type']);
    expect(await judge({}, [])).toEqual([]);
    expect(() => cases({ answers, contract: readContract(contractFile) })).toThrow(
      /^Answers are only for the contract of this package/,
    );
  });

  it('are the same for the same contract, ids and seed; another seed changes all but their unique ids', {
    tags: 'slow',
  }, () => {
    const told = (options: CasesOptions): string => JSON.stringify(cases(options));
    expect(told(everything)).toBe(told(everything));
    expect(told({ ...everything, seed: 1 })).not.toBe(told(everything));
    const ids = cases(everything).map(({ id }) => id);
    expect(cases({ ...everything, seed: 1 }).map(({ id }) => id)).toEqual(ids);
    expect(ids.length).toBeGreaterThan(300);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('write only to ids that do not exist, and never by POST', () => {
    const writes = cases({ ...everything, parameters: { ...params, entry_id: fjordline } }).filter(
      ({ request }) => request.method !== 'GET',
    );
    expect(writes.length).toBeGreaterThan(100);
    expect(writes.filter(({ request }) => request.method === 'POST')).toEqual([]);
    expect(writes.filter(({ request }) => request.path.includes(fjordline))).toEqual([]);
  });

  it('do not write below an existing resource unless an id ends the path', () => {
    const document = documentOf({
      title: 'Shelves',
      parameters: { shelf: uuid, book: uuid },
      refusals: [404],
      operations: { 'PUT /{shelf}/books/{book}/note putNote': { status: 200, takes: { type: 'object' } } },
    });
    const contract = readContract(temporaryFile('shelves.json', JSON.stringify(document)));
    const requests = cases({ contract, parameters: { shelf: directory, book: fjordline } }).map(
      ({ request }) => request,
    );
    expect(requests.map(({ method }) => method)).toContain('PUT');
    expect(requests.filter(({ path }) => path.includes(directory) || path.includes(fjordline))).toEqual([]);
  });

  it('leave out reads whose ids are unknown, and name the parameters that need a value', () => {
    const { needs } = cases({
      only: ['getPartnerEntry', 'getDirectory', 'listDirectories', 'updateFilter'],
      parameters: { directory_id: directory },
    });
    expect(needs).toEqual([{ operationId: 'getPartnerEntry', parameters: ['entry_id'] }]);
    expect(cases({ only: ['getPartnerEntry'], parameters: params }).needs).toEqual([]);
  });

  it('cover the stated operations and the reads by default', () => {
    const writes = cases({ parameters: params })
      .filter(({ id }) => id.endsWith('/nothing'))
      .map(({ operationId }) => operationId);
    expect([...new Set(writes)]).toEqual(['updateFilter', 'updatePartnerEntry']);
  });

  it('are also made for another contract', () => {
    const contract = readContract(contractFile);
    const allCases = cases({ contract });
    expect(allCases.map(({ id }) => id)).toContain('listBooks/wrong-type/query limit=three');
    expect(allCases.every(({ operationId }) => contract.operation(operationId) !== undefined)).toBe(true);
  });

  it.each(table.refused)('are refused for %j', (options, words) => {
    expect(() => cases(options)).toThrow(RangeError);
    expect(() => cases(options)).toThrow(words);
  });
});

describe('a case', () => {
  it('has no finding on a correct server, and changes nothing there', { tags: 'slow' }, async () => {
    const stateBefore = sandbox.snapshot();
    const findings = await Promise.all(cases({ ...everything, baseUrl: server.url }).map(({ run }) => run()));
    expect(findings.flat().filter(({ severity }) => severity !== 'observation')).toEqual([]);
    expect(sandbox.snapshot()).toEqual(stateBefore);
  });

  it.each(table.faults)('finds the fault %s by %s', async (fault, id, rule) => {
    sandbox.setFaults([fault]);
    const findings = await caseNamed(id).run();
    expect(findings.filter(({ severity }) => severity !== 'observation').map((finding) => finding.rule)).toContain(
      rule,
    );
    expect(findings[0]).toMatchObject({
      case: id,
      curl: expect.stringContaining(server.url) as string,
      contract: { line: expect.any(Number) as number },
    });
    expect(JSON.stringify(findings)).not.toContain(defaultKey);
  });

  it('can judge a response that another client received', async () => {
    const { request, judge } = caseNamed('getPartnerEntry/read');
    const ask = (): Promise<Response> =>
      fetch(server.url + request.path, {
        method: request.method,
        headers: { ...request.headers, authorization: defaultKey },
      });
    expect(await judge(await ask())).toEqual([]);
    sandbox.setFaults(['extra-field']);
    expect((await judge(await ask())).map(({ rule }) => rule)).toContain('field.undeclared');
    expect((await judge({ status: 200, body: { id: kestrel } })).map(({ rule }) => rule)).toEqual(['identity.other']);
  });

  it('accepts an empty list for an unknown parent as a refusal, and reports one with items', async () => {
    const { judge } = caseNamed('listPartnerEntries/unknown-id/directory_id');
    expect(await judge({ status: 200, body: [] })).toEqual([]);
    expect((await judge({ status: 200, body: [{ id: kestrel }] })).map(({ rule }) => rule)).toEqual([
      'refusal.unknown-id-accepted',
    ]);
  });

  it.each(table.doubtful)('does not pass if %s returns %i, which proves nothing', async (id, status, words) => {
    const judging = caseNamed(id).judge({ status, headers: { 'retry-after': '1' }, body: { detail: 'No.' } });
    await expect(judging).rejects.toThrow(words);
    await expect(judging).rejects.toMatchObject({ name: 'NoVerdict' });
  });

  it('does not pass without a server', async () => {
    await expect(caseNamed('listDirectories/read', { baseUrl: 'http://127.0.0.1:9' }).run()).rejects.toThrow(
      'Start the server, or correct the port.',
    );
  });

  it('sends nothing without an address or a key', async () => {
    await expect(caseNamed('listDirectories/read', { baseUrl: undefined }).run()).rejects.toThrow(
      /^baseUrl is undefined\. Pass the address of the server/,
    );
    vi.stubEnv('DIRECTORY_API_KEY', '');
    const promise = caseNamed('listDirectories/read').run();
    await expect(promise).rejects.toThrow(UsageError);
    await expect(promise).rejects.toThrow('DIRECTORY_API_KEY');
  });
});

describe('the example for node:test', () => {
  it('passes, skips cases that need another id, and ends without being stopped', { tags: 'long' }, async () => {
    const file = join(import.meta.dirname, 'examples/node-test/cases.example.ts');
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--test', '--test-reporter', 'tap', file],
      { env },
    );
    expect(stdout).toMatch(/^# fail 0$/m);
    expect(stdout).toMatch(/^# pass [1-9]\d+$/m);
    expect(stdout).toMatch(/^# skipped 1$/m);
    expect(stdout).toMatch(/getBadge # SKIP It needs badge_id\./);
  });
});
