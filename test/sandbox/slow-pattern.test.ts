import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { operationTable } from '../../generated/operation-table.js';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import { check } from '../../scripts/check/engine/check.js';
import { findSchemaErrors } from '../../scripts/contract/body-rules.js';
import { isLinearPattern, isQuickPattern } from '../../scripts/contract/pattern.js';
import { startMock } from '../../scripts/mock/index.js';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { readContract } from '../../scripts/sandbox/model/read-contract.js';
import type { SandboxState } from '../../scripts/sandbox/model/store.js';
import {
  buildSandbox,
  createSandboxFor,
  defaultKey,
  initialStateOf,
  ownContract,
} from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { createFileSandbox } from '../../scripts/sandbox/server/state-source.js';
import { correctedFile, taughtWith } from '../answers/taught.js';
import { publishedProgram } from '../published-program.js';
import { runProgram } from '../run-program.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import { ids, entryPath as path, requestOf } from './fixture.js';
import { jsonHeaders as headers } from './http.js';
import { runCommand, send, startCommand, stopCommand } from './program.js';

/** The pattern matches any text, but takes years to match the bait. */
const pattern = '^(?:(a+)+$|[^]*$)';
const bait = `${'a'.repeat(60)}!`;

const { fjordline, directory } = ids;

function fieldsWithPattern(...names: string[]): string {
  const targets = names.map((name) => `$.components.schemas.${name}.properties.headline`);
  return correctedFile(targets.map((target) => ({ target, update: { pattern } })));
}

/** A state in which partner entries contain the bait. */
function baitedState(): SandboxState {
  const state = structuredClone(initialState);
  for (const record of state.collections['PartnerEntry'] ?? []) Object.assign(record.value, { headline: bait });
  return state;
}

const entryWithBait = { id: fjordline, title: 'Fjordline', headline: bait };

function recording(): string {
  const content = { mimeType: 'application/json', text: JSON.stringify(entryWithBait) };
  const request = { method: 'GET', url: `http://directory.example${path}`, headers: [] };
  return JSON.stringify({ log: { entries: [{ time: 1, request, response: { status: 200, headers: [], content } }] } });
}

const scenario = JSON.stringify([
  { when: { nth: 1 }, then: { set: { kind: 'PartnerEntry', id: fjordline, fields: { headline: bait } } } },
]);

describe('safety 20: a pattern from an answers file that never ends', () => {
  let cli: string;
  let read: string;
  let sentText: string;
  beforeAll(async () => {
    cli = await publishedProgram();
    read = fieldsWithPattern('PartnerEntry');
    sentText = fieldsWithPattern('PartnerEntryUpdate');
  });

  it('causes one refusal of the sandbox, which then continues, and ends on a signal', {
    tags: 'slow',
  }, async () => {
    const command = await startCommand(cli, '--answers', sentText);
    const changeHeadline = (headline: string) =>
      send(command.url, { method: 'PATCH', path, headers, body: [JSON.stringify({ headline })] });
    const { status, text } = await changeHeadline(bait);
    expect(status).toBe(500);
    expect(text).toContain(`The pattern ${JSON.stringify(JSON.stringify(pattern)).slice(1, -1)}`);
    expect(text).toMatch(/corrections\.yaml:\d+:\d+ takes too long to match a value, so the match was stopped\./);
    expect((await changeHeadline('Short')).status).toBe(200);
    const last = Array.from({ length: 10 }, () => changeHeadline(bait).catch(() => undefined));
    await changeHeadline('Short').catch(() => undefined);
    expect(await stopCommand(command)).toEqual([0, null]);
    await Promise.all(last);
  });

  it('causes a refusal of a sandbox inside a program, and an issue of its middleware', { tags: 'slow' }, async () => {
    const load = createRequire(cli);
    const { createSandbox } = load('./sandbox.cjs') as typeof import('../../scripts/sandbox/index.js');
    const refusal = await createSandbox({ answers: sentText }).fetch(requestOf('PATCH', path, { headline: bait }));
    expect(refusal.status).toBe(500);
    expect(await refusal.text()).toContain('takes too long to match a value, so the match was stopped.');

    const { validateResponses } = load('./validators.cjs') as typeof import('../../scripts/validators/index.js');
    const issues: string[] = [];
    const { onResponse } = validateResponses({ answers: read, onIssue: ({ message }) => void issues.push(message) });
    await onResponse?.({
      request: requestOf('GET', path),
      response: new Response(JSON.stringify(entryWithBait)),
      schemaPath: operationTable.getPartnerEntry.path,
    } as unknown as Parameters<typeof onResponse>[0]);
    expect(issues).toEqual([
      expect.stringMatching(/^The pattern .*corrections\.yaml:\d+:\d+ takes too long to match a value, so /),
    ]);
  });

  const keepState = async (): Promise<string> => {
    const file = join(temporaryFolder(), 'state');
    (await createFileSandbox(file, baitedState(), {})).close();
    return file;
  };
  it.each<[string, () => string | Promise<string>]>([
    ['--data', () => temporaryFile('state.json', JSON.stringify(baitedState()))],
    ['--state', keepState],
    ['--from', () => temporaryFile('recorded.har', recording())],
    ['--scenario', () => temporaryFile('scenario.yaml', scenario)],
  ])('ends the start of a sandbox with a sentence: %s', { tags: 'slow' }, async (option, readText) => {
    const answers = option === '--scenario' ? sentText : read;
    const result = await runCommand(cli, '--answers', answers, '--port', '0', option, await readText());
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toMatch(
      /^The pattern "\^[^\n]*corrections\.yaml:\d+:\d+ takes too long to match a value, [^\n]*\n$/,
    );
  });

  it.each([['spec'], ['answers', '--overlay'], ['generate', '--out', 'made', '--check'], ['sandbox', '--port', '0']])(
    'ends with its place where it searches the document: %s',
    { tags: 'slow' },
    async (...command) => {
      const target = "$..[?search(@, '(([a-z])+.)+[A-Z]([a-z])+$')]";
      const searching = correctedFile([{ target, update: { title: 'T' } }]);
      const args = [cli, ...command, '--answers', searching];
      const result = await runProgram(process.execPath, args, { cwd: temporaryFolder() });
      expect(result).toMatchObject({ code: 2, stdout: '' });
      expect(result.stderr).toMatch(/corrections\.yaml:\d+:\d+: action 1: finding the target .* takes more than 2 s/);
    },
  );
});

const withFields = (fields: object) => ({ 'partner-entry.fields': { value: fields } });

describe('safety 20: in a program, a pattern from an answers file that never ends', () => {
  const taughtContract = teachOwnContract(fieldsWithPattern('PartnerEntry', 'PartnerEntryUpdate'));

  // Each test gets a full time budget, which is renewed in each turn of the event loop.
  const turns = (): Promise<void> =>
    new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
  beforeEach(turns);

  it('causes an error in a rule, which names the place of the pattern', async () => {
    const { requests, responses: answers } = taughtContract.validators;
    for (const rule of [requests['updatePartnerEntry'], answers['getPartnerEntry']]) {
      await turns();
      expect(findSchemaErrors(rule, { headline: 'Short' })).toEqual([]);
      expect(() => findSchemaErrors(rule, { headline: bait })).toThrow(
        /^The pattern .* at \S+corrections\.yaml:\d+:\d+ takes too long to match a value, so the match was stopped\. /,
      );
      expect(findSchemaErrors(rule, { headline: 1 })).toMatchObject([{ instancePath: '/headline' }]);
    }
  });

  it('causes a refusal of a sandbox without a server, even if the state contains the value', async () => {
    const sandbox = createSandboxFor(taughtContract.document, taughtContract.validators)({ data: baitedState() });
    const response = await sandbox.fetch(requestOf('GET', path));
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('takes too long to match a value, so the match was stopped.');
  });

  it('stops the validation of a response, which is reported', { tags: 'slow' }, async () => {
    vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
    const sandbox = buildSandbox(ownContract, { data: baitedState() });
    const server = await serveSandbox({ sandbox });
    try {
      const report = await check({
        baseUrl: server.url,
        answers: fieldsWithPattern('PartnerEntry'),
        only: ['getPartnerEntry'],
        parameters: { directory_id: directory, entry_id: fjordline },
        runs: 1,
      });
      expect(report.findings.map(({ rule }) => rule)).toContain('body.too-slow');
      expect(report.verdict).not.toBe('passed');
    } finally {
      await server.close();
    }
  });

  it('is not passed to Prism, since nothing could stop Prism', { tags: 'slow' }, async () => {
    const mock = await startMock({ answers: fieldsWithPattern('PartnerEntryUpdate') });
    try {
      const body = JSON.stringify({ headline: bait });
      expect((await fetch(mock.url + path, { method: 'PATCH', headers, body })).status).toBe(200);
    } finally {
      await mock.close();
    }
  });

  it('gets no value in the initial state of a sandbox, and causes no wait', () => {
    const { document } = taughtWith(withFields({ note: { type: 'string', pattern, examples: [bait] } }));
    expect(() => initialStateOf(readContract(document, { requests: {}, responses: {} }))).not.toThrow();
  });

  it('causes no endless work, even if there are hundreds of such patterns', { tags: 'slow' }, () => {
    const fields = Array.from({ length: 400 }, (_, index) => {
      const slowText = `^(?:(a+)+${index}?$|[^]*$)`;
      return [`note_${index}`, { type: 'string', pattern: slowText, examples: [bait] }];
    });
    expect(() => taughtWith(withFields(Object.fromEntries(fields)))).toThrow(
      'expected a schema from which an example can be derived',
    );
  });
});

describe('a pattern', () => {
  type Row = readonly [text: string, isQuick: boolean, isLinear: boolean];
  it.each<Row>([
    ...yamlBeside<Row[]>(import.meta.url, 'patterns.yaml'),
    [`^${'a?'.repeat(30)}${'a'.repeat(30)}$`, false, false],
    [`^${'(?:a|a)'.repeat(30)}b$`, false, false],
    [`^${'a{0,50}'.repeat(5)}b$`, false, false],
  ])('%s is certainly quick for a short text (%s), for any text (%s)', (text, isQuick, isLinear) => {
    expect([isQuickPattern(text), isLinearPattern(text)]).toEqual([isQuick, isLinear]);
  });
});
