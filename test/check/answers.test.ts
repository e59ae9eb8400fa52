import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contract } from '../../generated/contract.js';
import { check, checkWithPresence } from '../../scripts/check/engine/check.js';
import { readContractWithAnswers } from '../../scripts/check/engine/contract/taught-contract.js';
import { baselineText, createBaseline, readBaseline } from '../../scripts/check/engine/report/baseline.js';
import { judgeResponse } from '../../scripts/check/engine/runners/judge-response.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { renderReport, reportFormats } from '../../scripts/check/reports/index.js';
import { createSandboxFor, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { answersFile, taughtWith } from '../answers/taught.js';
import { isWhole } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';
import { accusations, checkServed, everything, expectDescribed } from './run.js';

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
});

const envelope = { items: '/results', next: '/next', total: '/count', page: { query: 'page' } };
const answers = {
  'lists.envelope': { value: envelope, from: { by: 'platform team' } },
  'auth.scheme-prefix': { value: 'Bearer' },
};
const only = ['listDirectories'];

/** Checks a sandbox whose contract follows these answers. */
function checked(world: object, options: Partial<CheckOptions>): Promise<CheckReport> {
  const { document, validators } = taughtWith(world as Record<string, unknown>);
  return checkServed(createSandboxFor(document, validators)(), { runs: 1, ...options });
}

describe('a server that is as the answers say', () => {
  // A run with writes also sends all requests of one without; the long run tests both.
  const modes = isWhole ? ['none', 'disposable'] : ['disposable'];
  it.each(modes as ('none' | 'disposable')[])(
    'passes a strict check with them, writes %s',
    { tags: 'slow' },
    async (writes) => {
      const report = await checked(answers, { answers: answersFile(answers), writes, strict: true, ...everything });
      expect(accusations(report)).toEqual([]);
      expect(report).toMatchObject({ verdict: 'passed', exitCode: 0 });
    },
  );

  it('is read by a check without them, which reports each difference as a drift', { tags: 'slow' }, async () => {
    const { verdict, findings } = await checked(answers, {});
    expect(verdict).toBe('passed');
    expect(findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['auth.form', 'envelope.undeclared']));
  });
});

describe('an answer that moves an operation', () => {
  it('does not contradict what the operation returns', async () => {
    const contract = readContractWithAnswers(answersFile({ 'operations.paths': { value: { listTiers: '/levels/' } } }));
    const findings = await judgeResponse(contract, 'listTiers', { status: 500 });
    expect(findings.map(({ rule, contract: { answered } }) => [rule, answered])).toEqual([
      ['status.server-error', undefined],
    ]);
  });
});

describe('a server without the taught envelope', () => {
  it('violates the contract, and every report says whose answer it contradicts', async () => {
    const file = answersFile({ 'lists.envelope': answers['lists.envelope'] });
    const report = await checked({}, { answers: file, only });
    expectDescribed(report);
    expect(report).toMatchObject({
      verdict: 'failed',
      exitCode: 1,
      answers: { file, questions: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(accusations(report)).toEqual(expect.arrayContaining(['schema.type listDirectories ']));
    expect(report.notes[0]).toBe(`The contract includes the answers to 1 question from ${file}.`);
    // The report of evidence lists no findings.
    for (const format of reportFormats.filter((reportFormat) => reportFormat !== 'evidence')) {
      const text = renderReport(format, report);
      if (format === 'json') expect(JSON.parse(text)).toEqual(report);
      else expect(text.replaceAll('\\', ''), format).toContain('answered by platform team (lists.envelope)');
    }
  });

  it('has no violation if the question is unanswered', async () => {
    const report = await checked({}, { answers: answersFile('answers:\n'), only });
    expect(report).toMatchObject({ verdict: 'passed', counts: { violation: 0 } });
  });
});

describe('a correction', () => {
  it('is in the report, with the operations and schemas that it changes', async () => {
    const file = answersFile('overlays: [corrections.yaml]\n');
    writeFileSync(
      join(dirname(file), 'corrections.yaml'),
      `overlay: 1.0.0
info: { title: Corrections, version: '1' }
actions:
  - target: $.components.schemas.Tier.properties.title
    update: { type: integer, description: A number. }
  - target: $.paths['/api/directory/private/v1alpha/directories/'].get
    update: { summary: All directories }
`,
    );
    const report = await checked({}, { answers: file, only });
    expect(report.answers?.corrected).toEqual({
      overlays: ['corrections.yaml'],
      operations: ['listDirectories'],
      schemas: ['Tier'],
    });
    expect(report.notes[0]).toContain('corrections.yaml corrects listDirectories, Tier, even where the interface');
  });
});

describe('an option of a filter, whose form is an open question', () => {
  /** Returns the findings for a response of `updateFilter`, whose responses are stated, that contains this option. */
  const weights = async (file: string, option: object): Promise<string[]> => {
    const example = Object.values(contract.components['examples'] as Record<string, { value: object }>).find(
      ({ value }) => 'filterOptions' in value,
    );
    const body = { ...example?.value, filterOptions: [option] };
    const findings = await judgeResponse(readContractWithAnswers(file), 'updateFilter', { status: 200, body });
    return findings.map(
      ({ rule, severity, contract: { answered, corrected } }) =>
        `${severity} ${rule}, ${answered?.question ?? corrected ?? 'nobody'}`,
    );
  };
  const corrections = (properties: string): string => {
    const file = answersFile('overlays: [corrections.yaml]\n');
    const action = `{ target: $.components.schemas.FilterOption, update: { properties: ${properties} } }`;
    writeFileSync(join(dirname(file), 'corrections.yaml'), `overlay: 1.0.0\nactions: [${action}]\n`);
    return file;
  };
  const id = '0b7e6f1e-0000-4000-8000-000000000000';

  it('violates the contract if it contradicts an answer or a correction, and is a drift otherwise', async () => {
    const answersPath = answersFile({ 'filter.option-shape': { value: { properties: { name: { type: 'string' } } } } });
    expect(await weights(answersPath, { id, name: 1 })).toEqual(['violation schema.type, filter.option-shape']);
    const correctedText = corrections('{ name: { type: string } }');
    expect(await weights(correctedText, { id, name: 1 })).toEqual(['violation schema.type, corrections.yaml']);
    expect(await weights(correctedText, { id: 1, name: 'a' })).toEqual(['drift schema.type, nobody']);
  });
});

describe('a baseline', () => {
  it('stores the answers, and reports if a later run has different answers', { tags: 'slow' }, async () => {
    const path = join(temporaryFolder(), 'baseline.json');
    const file = answersFile(answers);
    const { document, validators } = taughtWith(answers);
    const sandbox = createSandboxFor(document, validators)();
    const server = await serveSandbox({ sandbox });
    try {
      const options = { baseUrl: server.url, runs: 1, only, answers: file };
      const { report, presence } = await checkWithPresence(options);
      writeFileSync(path, baselineText(createBaseline(report, presence, '2026-11-22')));
      expect(readBaseline(path).answers).toBe(report.answers?.sha256);
      const message = `${path} was written with other answers, so some findings may be new or missing`;
      const notes = async (more: object): Promise<string> =>
        (await check({ ...options, baseline: path, ...more })).notes.join('\n');
      expect(await notes({})).not.toContain(message);
      const others = { ...answers, 'lists.envelope': { value: { ...envelope, total: '/other' } } };
      expect(await notes({ answers: answersFile(others) })).toContain(message);
    } finally {
      await server.close();
    }
  });
});
