import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { teachOwnContract } from '../../../scripts/answers/own-contract.js';
import { check } from '../../../scripts/check/engine/check.js';
import type { Finding } from '../../../scripts/check/model/finding.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { renderReport, terminalReport } from '../../../scripts/check/reports/index.js';
import { runAgain } from '../../../scripts/commands/again/run.js';
import { createSandbox, createSandboxFor, defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../../scripts/sandbox/server/serve.js';
import { answersFile } from '../../answers/taught.js';
import { runProgram } from '../../run-program.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { type Ran, ranWith } from '../check/fixture.js';

type Served = Awaited<ReturnType<typeof serveSandbox>>;

const entries = '/api/directory/private/v1alpha/directories/0fd4340a-c3c4-4d8b-815a-f5be26abedae/entries/partners/';

const only = ['createPartnerEntry', 'updatePartnerEntry', 'deletePartnerEntry', 'getPartnerEntry'];
const options = { writes: 'disposable', runs: 0, only } as const;

let wrongServer: Served;
let correctServer: Served;
let report: CheckReport;
let folder: string;
let file: string;

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', defaultKey));

beforeAll(async () => {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
  const faults = ['patch-echo-only', 'accepts-wrong-type', 'delete-keeps'];
  wrongServer = await serveSandbox({ sandbox: createSandbox({ faults }) });
  correctServer = await serveSandbox({ sandbox: createSandbox() });
  report = await check({ ...options, baseUrl: wrongServer.url });
  folder = temporaryFolder('again');
  file = join(folder, 'check.json');
  writeFileSync(file, renderReport('json', report));
});

afterAll(async () => {
  await wrongServer.close();
  await correctServer.close();
});

function findingOf(rule: string): Finding {
  const finding = report.findings.find((each) => each.rule === rule);
  if (finding) return finding;
  throw new Error(`The run found no ${rule}, but ${report.findings.map((each) => each.rule).join(', ')}.`);
}

function again(finding?: string, flags: Parameters<typeof runAgain>[1] = {}): Promise<Ran> {
  const givenFlags = { report: file, baseUrl: wrongServer.url, writes: 'disposable', ...flags };
  return ranWith((streams) => runAgain(finding, givenFlags, { ...streams, environment: {}, folder }));
}

/** Writes the report as if the run had been against another server; returns the flags that name the report. */
function flagsFor(baseUrl: string): { report: string; baseUrl: string } {
  const path = join(folder, 'other.json');
  writeFileSync(path, renderReport('json', { ...report, target: { ...report.target, baseUrl } }));
  return { report: path, baseUrl };
}

/** Returns the output of a shell that runs these lines. */
async function pasted(script: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram('sh', ['-c', script]);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

/** Returns the titles of all entries. */
async function titles({ url }: Served): Promise<string[]> {
  const response = await fetch(url + entries, { headers: { authorization: defaultKey } });
  return ((await response.json()) as { title: string }[]).map(({ title }) => title);
}

const rules = ['update.not-stored', 'refusal.wrong-type-accepted', 'delete.kept'];

describe('the script of a finding about a resource that the run created', () => {
  it.each(rules)('shows %s if it is pasted into a shell after the run', async (rule) => {
    const { curl, again: steps } = findingOf(rule);
    expect(steps?.steps.length).toBeGreaterThan(1);
    const response = JSON.parse(await pasted(curl)) as Record<string, unknown>;
    if (rule === 'update.not-stored') expect(response['description']).toBe(JSON.parse(findingOf(rule).actual));
    if (rule === 'refusal.wrong-type-accepted') expect(response['featured']).toBe('yes');
    if (rule === 'delete.kept') expect(response['title']).toMatch(/^Check-/);
  });

  it.each(rules)('leaves no resource behind if the server deletes, for %s', { tags: 'slow' }, async (rule) => {
    const valuesBefore = await titles(correctServer);
    await pasted(findingOf(rule).curl.replaceAll(wrongServer.url, correctServer.url));
    expect(await titles(correctServer)).toEqual(valuesBefore);
  });

  it('sends no further requests if an id is missing', async () => {
    const script = findingOf('update.not-stored').curl.replaceAll(wrongServer.url, 'http://127.0.0.1:9');
    await expect(pasted(script)).rejects.toThrow(/id1/);
  });

  it('has several lines in reports for people, and one command in the terminal', () => {
    const text = renderReport('markdown', report);
    expect(text).toContain('\nid1=$(curl -sS -X POST');
    const terminal = terminalReport(report, {
      width: 100,
      colour: false,
      verbose: true,
      again: { file: 'check.json' },
    });
    const number = report.findings.indexOf(findingOf('update.not-stored')) + 1;
    expect(terminal).toContain(
      `  again     directory-contract again ${number} --report check.json --base-url ${wrongServer.url} ` +
        '--writes disposable\n',
    );
  });
});

describe('directory-contract again', () => {
  it.each(rules)('shows %s again, but not on a server without the fault', { tags: 'slow' }, async (rule) => {
    const { id } = findingOf(rule);
    const valuesBefore = await titles(correctServer);
    const [onWrong, onRight] = [await again(id), await again(id, flagsFor(correctServer.url))];
    expect([onWrong.code, onRight.code]).toEqual([1, 0]);
    expect(onWrong.output).toContain('The finding occurred again.\n');
    expect(onRight.output).toContain('The finding did not occur again.\n');
    expect(await titles(correctServer)).toEqual(valuesBefore);
  });

  it('lists the findings, and takes their numbers and the beginnings of their ids', async () => {
    const { code, output } = await again();
    expect(code).toBe(0);
    const [, number = ''] =
      /^ +(\d+) {2}drift +delete\.kept:deletePartnerEntry: {2}\(\d+ requests\)$/m.exec(output) ?? [];
    expect((await again(number)).output).toContain('A deleted resource can still be read.');
    expect((await again('delete.kept')).output).toContain('A deleted resource can still be read.');
    expect((await again('refusal')).errors).toContain('findings begin with refusal: ');
    await expect(runAgain('other.json', {})).rejects.toThrow('To choose a report, use --report other.json.');
    const wrongId = await again('delete.keept:deletePartnerEntry:');
    expect(wrongId.errors).toContain('Did you mean delete.kept:deletePartnerEntry:?');
  });

  it('safety 11: writes nothing to another host without its confirmation, and sends it no key', async () => {
    const elsewhere = flagsFor('https://directory.example.com');
    expect(await again('delete.kept', elsewhere)).toMatchObject({
      code: 2,
      errors: expect.stringMatching('--confirm-host'),
    });
  });

  it('safety 15: requires the user to name the answers of the run, and never reads those that a report names', {
    tags: 'slow',
  }, async () => {
    const { url } = wrongServer;
    const answers = answersFile({ 'auth.key-issuance': { value: 'Ask the owner.' } });
    const taughtReport = await check({ baseUrl: url, answers, only: ['listPartnerEntries'], runs: 0 });
    const [number, givenFlags] = ['1', { report: join(folder, 'taught.json') }];
    writeFileSync(givenFlags.report, renderReport('json', taughtReport));
    const others = answersFile({ 'auth.key-issuance': { value: 'Ask somebody else.' } });
    for (const flags of [givenFlags, { ...givenFlags, answers: others }])
      expect((await again(number, flags)).errors).toContain(`made with the answers in ${answers}`);
    expect((await again('delete.kept', { answers })).errors).toContain('Add --no-answers.');
    expect(await again(number, { ...givenFlags, answers })).toMatchObject({ output: expect.stringContaining('→ 200') });
  });

  it('shows a value inside another object again', { tags: 'slow' }, async () => {
    const answers = answersFile({ 'objects.envelope': { value: { response: '/data', request: '/data' } } });
    const { document, validators } = teachOwnContract(answers);
    const { url, close } = await serveSandbox({
      sandbox: createSandboxFor(document, validators)({ faults: ['patch-echo-only'] }),
    });
    const wrappedReport = await check({ ...options, baseUrl: url, answers });
    const givenFlags = { report: join(folder, 'wrapped.json'), baseUrl: url, answers };
    writeFileSync(givenFlags.report, renderReport('json', wrappedReport));
    const { id } = wrappedReport.findings.find(({ rule }) => rule === 'update.not-stored') ?? expect.fail();
    expect(await again(id, givenFlags)).toMatchObject({ code: 1 });
    await close();
  });

  it('shows again that a list lacks an item, and also that it no longer does', { tags: 'slow' }, async () => {
    const server = await serveSandbox({ sandbox: createSandbox({ faults: ['list-misses-item'] }) });
    const path = join(folder, 'misses.json');
    const misses = await check({ baseUrl: server.url, runs: 0 });
    const reportAt = (baseUrl: string): { report: string; baseUrl: string } => {
      writeFileSync(path, renderReport('json', { ...misses, target: { ...misses.target, baseUrl } }));
      return { report: path, baseUrl };
    };
    expect(misses.findings.find(({ rule }) => rule === 'list.misses')?.expected).toMatch(/which GET \/\S+ returns$/);
    expect((await again('list.misses', reportAt(server.url))).code).toBe(1);
    await server.close();
    expect((await again('list.misses', reportAt(correctServer.url))).code).toBe(0);
  });

  it('does not repeat a write to an existing resource, and says why', async () => {
    const put = { ...report, run: { ...report.run, writes: 'roundtrip' as const } };
    writeFileSync(join(folder, 'put.json'), renderReport('json', put));
    const { code, output, errors } = await again('update.not-stored', { report: join(folder, 'put.json') });
    expect(code).toBe(3);
    expect(output).not.toContain('→');
    expect(errors).toContain('restored it with its journal');
    expect(errors).toContain('curl');
  });

  it('ends with 3 if the server is unreachable', async () => {
    const { code, output } = await again('delete.kept', flagsFor('http://127.0.0.1:9'));
    expect(code).toBe(3);
    expect(output).toContain('It is unknown whether the finding still occurs.');
  });
});
