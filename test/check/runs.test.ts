import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { check, checkWithPresence } from '../../scripts/check/engine/check.js';
import { baselineText, createBaseline } from '../../scripts/check/engine/report/baseline.js';
import { startMock } from '../../scripts/mock/index.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { countingServer } from '../commands/check/fixture.js';
import { longPattern } from '../long-pattern.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { accusations, checkSandbox, everything } from './run.js';
import { checkDocument, type ResourceOptions } from './service/resources.js';
import { thingDocument } from './thing-service.js';

const ownContractFile = resolve(import.meta.dirname, '../../generated/openapi.yaml');

const folder = temporaryFolder('runs');

describe('a baseline', () => {
  const entries = { only: ['listDirectories', 'listPartnerEntries', 'getPartnerEntry'] };

  it('makes the absence of a field that was always present a drift, and accepts its findings', {
    tags: 'slow',
  }, async () => {
    process.env['DIRECTORY_API_KEY'] = defaultKey;
    const server = await serveSandbox({ sandbox: createSandbox({ faults: ['extra-field'] }) });
    const file = join(folder, 'baseline.json');
    try {
      const { report, presence } = await checkWithPresence({ ...entries, baseUrl: server.url });
      expect(accusations(report).length).toBeGreaterThan(0);
      writeFileSync(file, baselineText(createBaseline(report, presence, '2026-01-01')));
    } finally {
      await server.close();
    }
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"until": "[^"]*"/g, '"until": "2999-01-01"'));
    const sameRun = await checkSandbox(['extra-field'], { ...entries, baseline: file, strict: true });
    expect(sameRun).toMatchObject({ verdict: 'passed', counts: { drift: 0 }, baseline: { fixed: [], expired: [] } });
    expect(sameRun.baseline?.accepted).toContain('field.undeclared:getPartnerEntry:/internal_score');

    const goneRun = await checkSandbox(['field-absent'], { ...entries, baseline: file, strict: true });
    expect(accusations(goneRun)).toEqual(['field.absent listPartnerEntries /tracking']);
    expect(goneRun.verdict).toBe('failed');
    expect(goneRun.baseline?.fixed).toContain('field.undeclared:getPartnerEntry:/internal_score');
  });
});

describe('recorded traffic', () => {
  it('is checked against the contract like a server, and nothing is sent', async () => {
    const sandbox = createSandbox({ faults: ['bad-url'] });
    const path = '/api/directory/private/v1alpha/directories/0fd4340a-c3c4-4d8b-815a-f5be26abedae/entries/partners/';
    const response = await sandbox.fetch(
      new Request(`http://127.0.0.1${path}`, { headers: { authorization: defaultKey } }),
    );
    const text = await response.text();
    const headers = [{ name: 'authorization', value: 'secret-of-a-recording' }];
    const entries = [path, '/health'].map((each) => ({
      time: 1,
      request: { method: 'GET', url: `https://directory.example.com${each}`, headers },
      response: {
        status: response.status,
        headers: [...response.headers].map(([name, value]) => ({ name, value })),
        content: { mimeType: 'application/json', text: each === path ? text : '' },
      },
    }));
    const file = temporaryFile('traffic.har', JSON.stringify({ log: { entries } }));
    const report = await check({ baseUrl: '', har: file, strict: true });
    expect(accusations(report)).toEqual(['schema.format listPartnerEntries /*/award']);
    expect(report).toMatchObject({ verdict: 'failed', exitCode: 1, target: { kind: 'recording' } });
    expect(report.notes).toContain(
      '1 recorded exchange was judged; 1 exchange belongs to no operation of the contract.',
    );
    expect(JSON.stringify(report)).not.toContain('secret-of-a-recording');
  });
});

describe('a mock without state', () => {
  it('passes with --target mock', { tags: 'long' }, async () => {
    process.env['DIRECTORY_API_KEY'] = 'any-key-will-do';
    const mock = await startMock();
    onTestFinished(() => mock.close());
    const report = await check({
      ...everything,
      baseUrl: mock.url,
      target: 'mock',
      writes: 'disposable',
      strict: true,
    });
    expect(accusations(report)).toEqual([]);
    expect(report).toMatchObject({ verdict: 'passed', coverage: { successTested: 117, refusalTested: 117 } });
    expect(report.notes.join(' ')).toContain('stores nothing');
  });
});

describe('the scope of a run', () => {
  it('includes only the operations that differ from another version of the contract', { tags: 'slow' }, async () => {
    const file = join(folder, 'old.yaml');
    const text = readFileSync(ownContractFile, 'utf8');
    writeFileSync(
      file,
      text
        .replace('operationId: getTier\n', 'operationId: getTierOfOld\n')
        .replace('summary: List reviews', 'summary: All reviews'),
    );
    const { operations } = await checkSandbox([], { ...everything, changedFrom: file });
    expect(operations.filter(({ inScope }) => inScope).map(({ operationId }) => operationId)).toEqual(['getTier']);
  });

  it('is empty if no operation differs, and the report says that nothing was checked', { tags: 'slow' }, async () => {
    const report = await checkSandbox([], { changedFrom: ownContractFile });
    expect(report.why).toBe(`Nothing was checked: no operation in scope has changed compared with ${ownContractFile}.`);
    expect(report).toMatchObject({ verdict: 'passed', exitCode: 0 });
  });

  it('is described in one sentence, with the operations that were left out', async () => {
    const { why } = await checkSandbox([], { only: ['getTier', 'updateFilter'] });
    expect(why).toBe(
      'No violation and no drift. Tested: success of 1 operation, refusals by 2 operations. Not tested: success of ' +
        '1 operation, 115 operations out of scope, writes that change something.',
    );
  });

  it('has no findings at other operations', async () => {
    const report = await checkSandbox(['extra-field'], { ...everything, only: ['getPartnerEntry'] });
    expect(new Set(report.findings.map(({ operationId }) => operationId))).toEqual(new Set(['getPartnerEntry']));
  });

  it('must reach the share of --min-coverage', { tags: 'long' }, async () => {
    const enough = await checkSandbox([], { minCoverage: 90 });
    expect(enough).toMatchObject({ verdict: 'passed', exitCode: 0 });
    const tooLittle = await checkSandbox([], { minCoverage: 99 });
    expect(tooLittle).toMatchObject({ verdict: 'under-coverage', exitCode: 9 });
    expect(tooLittle.why).toMatch(
      /^Success was tested for 61 of 63 operations, 96\.8 %; --min-coverage requires 99 %\.$/,
    );
  });

  it('has no verdict if --max-time ends it', async () => {
    const report = await checkSandbox([], { ...everything, maxTime: 0.05, writes: 'disposable' });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3 });
    expect(report.why).toContain('--max-time');
  });
});

describe('a server that belongs to another service', () => {
  it.each([
    ['answers 404 to everything', 404, 'text/html', '<h1>Not found</h1>'],
    ['shows a page for everything', 200, 'text/html', '<h1>Welcome</h1>'],
  ])('has no verdict if it %s', async (_, status, type, body) => {
    process.env['DIRECTORY_API_KEY'] = defaultKey;
    const { url: baseUrl } = await countingServer((_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    );
    const report = await check({ baseUrl });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, coverage: { successTested: 0 } });
    expect(report.why).toContain(`No operation of the contract succeeded at ${baseUrl}`);
  });

  it('violates the contract if all its operations fail, and gets no more requests', async () => {
    const { url: baseUrl, requests } = await countingServer((_request, response) =>
      response.writeHead(500, { 'content-type': 'application/json' }).end('{}'),
    );
    const report = await check({ baseUrl });
    expect(report).toMatchObject({ verdict: 'failed', exitCode: 1 });
    expect(report.why).toMatch(
      longPattern(
        /^The server violates the contract \(\d violations\), and the run is incomplete: The server failed /,
        /on 5 operations in a row, starting with request 1 \(.+\); other tests were not run\.$/,
      ),
    );
    expect(requests.length).toBeLessThan(40);
  });

  it('that refuses the key gets one request', async () => {
    const { url: baseUrl, requests } = await countingServer((_request, response) =>
      response.writeHead(403, { 'content-type': 'application/json' }).end('{}'),
    );
    const report = await check({ baseUrl, concurrency: 1 });
    expect(report).toMatchObject({ verdict: 'no-verdict', exitCode: 3, counts: { violation: 0 } });
    expect(report.why).toContain('The server refuses the key');
    expect(requests).toHaveLength(1);
  });
});

describe('an update that cannot be read back', () => {
  it('is reported as judged only by its responses', async () => {
    const hidden: ResourceOptions = {
      change: (base) => ({
        resource: (call) =>
          call.method === 'GET' ? base.refuse(call, 404, 'It is not shown yet.') : base.resource(call),
      }),
    };
    const { report } = await checkDocument(thingDocument(), hidden, { only: ['updateThing'], runs: 0 });
    expect(report.notes).toEqual([
      'updateThing: no read returns the stored values, so only the responses to its updates were judged.',
    ]);
  });
});
