import { execFileSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareReplay } from '../../../scripts/check/engine/again/again.js';
import type { ReplayResult } from '../../../scripts/check/engine/again/replay.js';
import { check } from '../../../scripts/check/engine/check.js';
import { readContract } from '../../../scripts/check/engine/contract/foreign-contract.js';
import { type Again, type AgainStep, isSafeMethod } from '../../../scripts/check/model/again.js';
import type { CheckedContract } from '../../../scripts/check/model/contract/contract.js';
import type { Finding } from '../../../scripts/check/model/finding.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { againLine, againTargetOf } from '../../../scripts/check/reports/curl.js';
import { renderReport, terminalReport } from '../../../scripts/check/reports/index.js';
import { runAgain } from '../../../scripts/commands/again/run.js';
import { againCommand } from '../../../scripts/commands/again.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { sampleReport } from '../../check/reports/sample.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { yamlBeside } from '../../yaml-beside.js';
import { type Ran, ranWith } from '../check/fixture.js';
import { type Creating, type Depot, depot, key } from './depot.js';

let server: Depot;
let otherDepot: Depot;
let read: CheckedContract;

beforeAll(async () => {
  read = readContract(contract);
  otherDepot = await depot();
});

afterAll(() => otherDepot.close());

beforeEach(async () => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
  server = await depot();
  return () => server.close();
});

const contract = resolve('test/commands/again/depot.yaml');
const json = { 'content-type': 'application/json' };

/** A step that a malicious report could contain. */
function step(operationId: string, line: string, more: Partial<AgainStep> = {}): AgainStep {
  const [method = '', ...path] = line.split(' ');
  const hasBody = ['POST', 'PATCH', 'PUT'].includes(method);
  return {
    case: `${operationId}/case`,
    operationId,
    kind: 'create',
    expect: 'any',
    method,
    path: path.join(' '),
    headers: hasBody ? json : {},
    ...(hasBody && { body: '{"name":"Check-a1b2c3: name"}' }),
    key: 'right',
    ...more,
  };
}

const id = { gives: { name: 'id1', at: '/id' } } as const;
const usual = {
  create: step('createContainer', 'POST /containers', id),
  createVolume: step('createVolume', 'POST /volumes', id),
  remove: step('deleteContainer', 'DELETE /containers/{{id1}}', { kind: 'delete' }),
  removeVolume: step('deleteVolume', 'DELETE /volumes/{{id1}}'),
  list: step('listContainers', 'GET /containers', { gives: { name: 'id1', at: '/0/id' } }),
};
const { create, createVolume, remove, removeVolume } = usual;

type Difference = Partial<AgainStep> & { header?: Record<string, string> };
type Row = keyof typeof usual | [operationId: string, line: string, more?: Difference];
type Rows = Readonly<Record<string, readonly Row[]>>;

const rows = yamlBeside<{
  refused: Rows;
  writing: Rows;
  aimed: Record<Creating, Rows>;
}>(import.meta.url, 'steps.yaml');

const stepsOf = (table: Rows): [what: string, steps: AgainStep[]][] =>
  Object.entries(table).map(([what, steps]) => [
    what,
    steps.map((row) => {
      if (typeof row === 'string') return usual[row];
      const [operationId, line, { header, ...more } = {}] = row;
      return step(operationId, line, { ...more, ...(header && { headers: { ...json, ...header } }) });
    }),
  ]);

function reportWith(steps: readonly AgainStep[], more: Partial<CheckReport> = {}): CheckReport {
  const report = sampleReport();
  const finding: Finding = {
    ...(report.findings[0] as Finding),
    curl: 'curl http://127.0.0.1:1/; touch pasted',
    again: { steps: [...steps], show: steps.length - 1, by: 'judgement', pointer: '' },
  };
  return {
    ...report,
    contract: { title: 'Depot', version: '1', file: contract },
    target: { baseUrl: server.url, kind: 'server' },
    operations: [],
    findings: [finding],
    ...more,
  };
}

type Flags = Parameters<typeof runAgain>[1];

/** Runs the command as the program does, so that a mistake by the user ends with 2. */
async function again(report: CheckReport, flags: Flags = {}): Promise<Ran> {
  const folder = temporaryFolder();
  const file = join(folder, 'evil.json');
  writeFileSync(file, JSON.stringify(report));
  const givenFlags = { baseUrl: server.url, contract, writes: 'disposable', report: file, ...flags };
  return ranWith((streams) => runAgain('1', givenFlags, { ...streams, environment: {}, folder }));
}

/** Replays the steps without running the command, whose files take long to read. */
async function replay(steps: readonly AgainStep[]): Promise<ReplayResult> {
  const report = reportWith(steps);
  const [finding] = report.findings;
  const options = { baseUrl: server.url, writes: 'disposable', onExchange: () => undefined } as const;
  const preparedReplay = await prepareReplay(report, finding as Finding & { again: Again }, {
    ...options,
    readContract: () => Promise.resolve(read),
  });
  return preparedReplay.showFinding();
}

/** The paths of the resources that other users have created. */
const foreignValues = [
  ...['/containers', '/volumes', '/images', '/networks'].flatMap((path) =>
    ['db', 'web'].map((name) => `${path}/production-${name}`),
  ),
  '/settings',
];

/** Returns all resources of the server as a text. */
function state({ resources }: Depot, paths: readonly string[] = [...resources.keys()]): string {
  return JSON.stringify(paths.map((path) => [path, resources.get(path)]));
}

const writes = (requests: readonly string[]): string[] => requests.filter((text) => !/^(?:GET|HEAD) /.test(text));

const nowhere = '/nowhere/evil.json';
const answers = { file: '/dev/zero', sha256: 'a'.repeat(64), questions: 1 };
const unnamed = { contract: undefined } as never;
const misplaced = { ...sampleReport().operations[0], operationId: 'createContainer', method: 'POST', path: '/x' };

/** Changes the report so that it is about a server at another address. */
const editAddress =
  (baseUrlOf: (baseUrl: string) => string) =>
  ({ target: { baseUrl } }: CheckReport): Partial<CheckReport> => ({
    target: { baseUrl: baseUrlOf(baseUrl), kind: 'server' },
  });
const withContract =
  (change: () => object) =>
  ({ contract: own }: CheckReport): Partial<CheckReport> => ({ contract: { ...own, ...change() } });

describe('a report that somebody else wrote', () => {
  const sources: [string, (report: CheckReport) => Partial<CheckReport>, Flags, string | RegExp][] = [
    ['no address typed', () => ({}), { baseUrl: undefined } as never, /--base-url http:\/\/127\.0\.0\.1:\d+/],
    ['another port', editAddress(() => otherDepot.url), {}, /not about/],
    ['another scheme', editAddress((url) => url.replace('http', 'https')), {}, /not about/],
    ['another host', editAddress(() => 'https://directory.example'), {}, /directory\.example/],
    ['another path', editAddress((url) => `${url}/v2`), {}, /--base-url .*\/v2/],
    ['no address at all', editAddress(() => 'file:///etc/passwd'), {}, /not about/],
    ['a contract at an address', withContract(() => ({ file: otherDepot.url })), unnamed, '--contract'],
    ['a contract in a file elsewhere', withContract(() => ({ file: nowhere })), unnamed, nowhere],
    ['the contract of this package', withContract(() => ({ file: undefined })), {}, 'Remove --contract from'],
    ['another contract', withContract(() => ({ title: 'Sheds', file: nowhere })), {}, 'Sheds'],
    ['answers elsewhere', () => ({ answers }), {}, '--answers'],
    ['an operation at another path', () => ({ operations: [misplaced as never] }), {}, '--contract'],
  ];
  it.each(sources)('safety 15: with %s gets no request, and ends with 2', async (_, edit, flags, says) => {
    const report = reportWith([create, remove]);
    const before = otherDepot.connections();
    const result = await again({ ...report, ...edit(report) }, flags);
    expect(result).toMatchObject({ code: 2, errors: expect.stringMatching(says) });
    expect([server.connections(), otherDepot.connections() - before]).toEqual([0, 0]);
  });

  it('safety 15: reaches the same server in any spelling', async () => {
    const baseUrl = server.url.replace('127.0.0.1', 'localhost');
    expect((await again(reportWith([create], { target: { baseUrl, kind: 'server' } }))).output).toContain('→ 201');
  });

  const enormous = { body: `{"name":"${'x'.repeat(30_000)}"}` };
  const tooMuch: [string, AgainStep[]][] = [
    ['a body that is enormous', [step('createContainer', 'POST /containers', enormous)]],
    ['thousands of steps', Array<AgainStep>(3000).fill(usual.list)],
  ];
  it.each([...tooMuch, ...stepsOf(rows.refused)])(
    'safety 15: with %s is refused, and gets no request',
    async (_, steps) => {
      await expect(replay(steps)).rejects.toThrow(UsageError);
      expect(server.connections()).toBe(0);
    },
  );

  it.each(stepsOf(rows.writing))('safety 15: that %s is only printed without --writes', async (_, steps) => {
    const { code, errors } = await again(reportWith(steps), { writes: undefined } as never);
    expect(code).toBe(2);
    expect(errors).toMatch(/^(?:id1=\$\()?curl -sS -X/m);
    expect(errors).toContain(`--base-url ${server.url} --contract ${contract} --writes disposable`);
    expect(server.connections()).toBe(0);
  });

  const aimed = Object.entries(rows.aimed).flatMap(([creating, group]) =>
    stepsOf(group).map((row) => [...row, creating as Creating] as const),
  );
  it.each(aimed)('safety 6, safety 15: with %s leaves the resources of others', async (_, steps, creating) => {
    server.creating = creating;
    const textBefore = state(server, foreignValues);
    const { remainingResources } = await replay(steps);
    expect(state(server, foreignValues)).toBe(textBefore);
    expect(server.requests.filter((text) => /^(?:PUT|PATCH|DELETE) .*production/.test(text))).toEqual([]);
    const ownKeys = [...server.resources.keys()].filter((path) => !foreignValues.includes(path));
    for (const path of ownKeys) expect(remainingResources.join('\n')).toContain(path.split('/').at(-1));
  });

  it('safety 6, safety 15: deletes no resource that a creation has only changed, and lists it', async () => {
    server.creating = 'upserts';
    for (const steps of [
      [create, remove],
      [createVolume, removeVolume],
    ])
      expect((await replay(steps)).remainingResources).toEqual([expect.stringMatching(/^POST \/\w+ production-db$/)]);
    expect(writes(server.requests)).toEqual(['POST /containers', 'POST /volumes']);
  });

  it('safety 6, safety 15: lists the resources that it has created and could not remove', async () => {
    server.keeps = true;
    const result = await again(reportWith([create, step('getContainer', 'GET /containers/{{id1}}')]));
    expect(result.errors).toBe(
      'This request may have created a resource that was not removed: POST /containers made-000001\n',
    );
    server.creating = 'fails-late';
    expect((await replay([create])).remainingResources).toEqual(['POST /containers']);
  });

  it('safety 15: that creates several types of resources leaves none of them, and removes the last first', async () => {
    const textBefore = state(server);
    const second = step('createVolume', 'POST /volumes', { gives: { name: 'id2', at: '/id' } });
    const image = step('putImage', 'PUT /images/some-image-1');
    const { remainingResources } = await replay([create, second, image, step('getVolume', 'GET /volumes/{{id2}}')]);
    expect([remainingResources, state(server)]).toEqual([[], textBefore]);
    const removedValues = server.requests.filter((text) => text.startsWith('DELETE'));
    expect(removedValues.map((text) => text.split('/')[1])).toEqual(['images', 'volumes', 'containers']);
  });

  it('safety 15: prints no lines that a shell would run', async () => {
    const hostileText = "'\n touch pasted";
    const { errors } = await again(reportWith([{ ...create, body: hostileText }]), { writes: undefined } as never);
    expect(errors).not.toContain('touch pasted');
    const recordedReport = reportWith([create], { target: { baseUrl: 'x.har', kind: 'recording' } });
    expect((await again(recordedReport)).errors).not.toContain('touch pasted');
  });
});

describe('a true finding', () => {
  /** Returns the arguments in a line that a person pastes into a shell. */
  function pasted(line: string): string[] {
    const program = 'process.stdout.write(JSON.stringify(process.argv.slice(1)))';
    const words = line.replace(/^directory-contract again /, '');
    return JSON.parse(execFileSync('sh', ['-c', `"$0" -e '${program}' -- ${words}`, process.execPath]).toString());
  }

  it.each(['none', 'disposable'] as const)(
    'of a run with --writes %s is shown again by its line, and only listed resources remain',
    { tags: 'slow' },
    async (writes) => {
      const file = join(temporaryFolder("o'clock"), 'check.json');
      const namedText = join(temporaryFolder('a b'), 'depot.yaml');
      cpSync(contract, namedText);
      server.breaks = true;
      const only = ['createContainer', 'updateContainer', 'deleteContainer'];
      const report = await check({ baseUrl: server.url, contract: namedText, writes, runs: 0, only });
      writeFileSync(file, renderReport('json', report));
      const terminal = terminalReport(report, { width: 100, colour: false, verbose: true, again: { file } });
      const textBefore = state(server, foreignValues);
      const knownValues = new Set(server.resources.keys());
      const codes: Record<string, number> = {};
      let said = '';
      for (const [index, { rule, operationId, again: repetition }] of report.findings.entries()) {
        const finding = String(index + 1);
        const isWriting = writes === 'disposable' && repetition?.steps.every(isSafeMethod) === false;
        const line = againLine(againTargetOf(report), { finding, file, writes: isWriting });
        if ((repetition?.steps.length ?? 0) > 1) expect(terminal).toContain(`  again     ${line}\n`);
        const flags: Flags = {};
        const command = againCommand().action((_: string, givenFlags: Flags) => void Object.assign(flags, givenFlags));
        await command.parseAsync(pasted(line), { from: 'user' });
        const surroundings = { environment: {}, folder: temporaryFolder() };
        const result = await ranWith((streams) => runAgain(finding, flags, { ...streams, ...surroundings }));
        codes[`${rule} ${operationId}`] = result.code;
        said += result.errors;
      }
      expect(state(server, foreignValues)).toBe(textBefore);
      const remainingPaths = [...server.resources.keys()].filter((path) => !knownValues.has(path));
      expect(remainingPaths.filter((path) => !said.includes(path.split('/').at(-1) ?? ''))).toEqual([]);
      expect(codes).toMatchObject({ 'status.server-error updateContainer': 1 });
    },
  );
});
