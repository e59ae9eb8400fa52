import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { renderReport, terminalReport } from '../../../scripts/check/reports/index.js';
import { sanitize, sanitizeLine, sanitizeSentence } from '../../../scripts/text/escape.js';
import { words } from '../../words.js';
import { hostileRuns, hostileText, hostileTime, obeyed, reportWith, unseen } from './hostile.js';
import { fullReport, refusedReport, sampleReport } from './sample.js';

type Loose = Record<string, unknown>;

const sarifPath = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
// Ajv supports only later drafts, but this schema has the same meaning in them.
const { $schema: _draft, id: _id, ...sarifSchema } = JSON.parse(readFileSync(sarifPath, 'utf8')) as Loose;
const sarifAjv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(sarifAjv);
const isSarif = sarifAjv.compile(sarifSchema);

describe('the SARIF report', () => {
  const run = (report: CheckReport): { results: Loose[]; invocations: Loose[] } => {
    const log = JSON.parse(renderReport('sarif', report)) as { runs: ReturnType<typeof run>[] };
    expect(isSarif(log), sarifAjv.errorsText(isSarif.errors)).toBe(true);
    return log.runs[0] as ReturnType<typeof run>;
  };
  const results = (report: CheckReport): Loose[] => run(report).results;
  const placed = (uri: string, more: object = {}): object => ({
    locations: [{ physicalLocation: { artifactLocation: { uri }, ...more } }],
  });

  it('matches the published schema', () => {
    for (const report of [sampleReport(), sampleReport({ green: true }), fullReport()]) run(report);
    expect(isSarif({ version: '2.1.0', runs: [{ tool: {} }] })).toBe(false);
  });

  it('has a level, a place and a fingerprint for each finding', () => {
    const found = results(sampleReport());
    expect(found.map(({ level }) => level)).toEqual(words`error error error warning note note`);
    expect(found[1]).toMatchObject({
      ruleId: 'schema.type',
      ...placed('openapi/components/schemas/partner-entries/PartnerEntry.yaml', { region: { startLine: 34 } }),
      partialFingerprints: { 'directoryContract/v1': 'schema.type:getPartnerEntry:/featured' },
    });
    expect(found[5]).toMatchObject(
      placed('node_modules/directory-contract/generated/openapi.yaml', { region: { startLine: 1 } }),
    );
  });

  it('explains each rule, and leads to the published docs', () => {
    type Log = { runs: { tool: { driver: { rules: Loose[] } } }[] };
    const rulesIn = (report: CheckReport): Loose[] =>
      (JSON.parse(renderReport('sarif', report)) as Log).runs[0]?.tool.driver.rules ?? [];
    const report = sampleReport();
    const [known, unknown] = ['schema.type', 'auth.ignored'].map((id) =>
      rulesIn(report).find((each) => each['id'] === id),
    );
    expect(known?.['fullDescription']).toMatchObject({
      text: expect.stringMatching(/^Each value has the type .* code/) as string,
    });
    expect(known?.['help']).toMatchObject({
      text: expect.stringContaining('What to do: Send the type of the schema') as string,
      markdown: expect.stringContaining('`directory-contract explain schema.type`') as string,
    });
    expect(known).not.toHaveProperty('helpUri');
    expect(unknown).not.toHaveProperty('help');
    report.run.docs = 'https://docs.acme.dev/directory/';
    expect(isSarif(JSON.parse(renderReport('sarif', report)))).toBe(true);
    const uris = rulesIn(report).map((each) => String(each['helpUri']).replace(report.run.docs ?? '', ''));
    expect(uris).toContain('rules-schema.html#schema.type');
    expect(uris).toContain('rules-auth.html');
  });

  it('marks only files of the team: the configuration, where the package contains the fact', () => {
    const report = sampleReport();
    for (const finding of report.findings)
      finding.contract = { pointer: finding.contract.pointer, file: 'directory-contract/openapi.yaml', line: 12 };
    const inPackage = placed('node_modules/directory-contract/generated/openapi.yaml', { region: { startLine: 12 } });
    expect(results(report)[0]).toMatchObject(inPackage);
    report.run.config = join(process.cwd(), 'ci/check.json');
    expect(results(report)[0]).toMatchObject({
      ...placed('ci/check.json', { region: { startLine: 1 } }),
      relatedLocations: (inPackage as { locations: object[] }).locations,
    });
    expect(results(report)[0]?.['message']).toMatchObject({
      text: expect.stringContaining('Contract: directory-contract/openapi.yaml:12.') as string,
    });
  });

  it('escapes braces in a path, and brackets and braces in a message', () => {
    const report = sampleReport();
    const [first] = report.findings;
    if (first) {
      first.contract.file = 'openapi/paths/{directory_id}.yaml';
      first.message = 'See [this](http://example.com) and {0}.';
    }
    expect(results(report)[0]).toMatchObject({
      message: { text: expect.stringContaining('See \\[this\\](http://example.com) and {{0}}.') as string },
      ...placed('openapi/paths/%7Bdirectory_id%7D.yaml'),
    });
  });

  const incomplete = (exitCode: number, text: string): object => ({
    executionSuccessful: false,
    exitCode,
    toolExecutionNotifications: [{ message: { text } }],
  });

  it('reports a run without a verdict, with the reason', () => {
    expect(run(refusedReport()).invocations[0]).toMatchObject(incomplete(3, 'The server refused the key.'));
  });

  it('gives the reason for an incomplete run with a proven violation', () => {
    const report: CheckReport = {
      ...sampleReport(),
      why: 'The server violates the contract (3 violations), and the run is incomplete: The server has been too busy.',
      stopped: { code: 'target.busy' },
    };
    const { why } = report;
    expect(run(report).invocations[0]).toMatchObject(incomplete(1, why));
    expect(renderReport('junit', report)).toContain(`<error message="Failed: ${why}" type="failed"/>`);
    for (const format of ['markdown', 'html', 'github'] as const)
      expect(renderReport(format, report).replaceAll('\\', '')).toContain(
        'and the run is incomplete: The server has been too busy.',
      );
  });

  it('suppresses accepted findings', () => {
    const report = sampleReport();
    report.baseline = { file: 'known.json', accepted: [report.findings[0]?.id ?? ''], fixed: [], expired: [] };
    const isAccepted = results(report).map(({ suppressions }) => suppressions !== undefined);
    expect(isAccepted).toEqual([true, ...Array<boolean>(5).fill(false)]);
  });
});

/** Parses annotations as the runner of GitHub does. */
function annotations(text: string): { command: string; properties: Record<string, string>; message: string }[] {
  const read = (data: string): string => data.replaceAll(/%2C|%3A|%0A|%0D/g, decodeURIComponent).replaceAll('%25', '%');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, command = '', properties = '', message = ''] = /^::([a-z]+) ([\s\S]*?)::([\s\S]*)$/.exec(line) ?? [];
      const pairs = properties
        .split(',')
        .map((pair) => pair.split('='))
        .map(([name = '', ...value]) => [name, read(value.join('='))] as const);
      return { command, properties: Object.fromEntries(pairs), message: read(message) };
    });
}

describe('the annotations', () => {
  it('are an error for each failing finding, a warning for other drift, and the verdict', () => {
    const found = annotations(renderReport('github', sampleReport()));
    expect(found.map(({ command }) => command)).toEqual(['error', 'error', 'error', 'warning', 'error']);
    expect(found[1]).toEqual({
      command: 'error',
      properties: {
        file: 'openapi/components/schemas/partner-entries/PartnerEntry.yaml',
        line: '34',
        title: 'schema.type getPartnerEntry /featured',
      },
      message:
        'The field "featured" has the wrong type. Expected boolean, found "yes". More: directory-contract explain ' +
        'schema.type',
    });
    expect(annotations(renderReport('github', sampleReport({ green: true }))).map(({ command }) => command)).toEqual([
      'notice',
    ]);
  });

  it.each([
    ['directory.answers.yaml', undefined, 'directory.answers.yaml'],
    [join(process.cwd(), 'api/openapi.yaml'), undefined, 'api/openapi.yaml'],
    ['directory-contract/openapi.yaml', 'directory-contract.config.json', 'directory-contract.config.json'],
    ['directory-contract/openapi.yaml', undefined, undefined],
    ['directory-contract/openapi.yaml', '/etc/check.json', undefined],
    ['../other/openapi.yaml', undefined, undefined],
    ['https://api.example.com/openapi.json', undefined, undefined],
  ])('of a fact in %s, with the configuration %s, stand at %s', (file, config, at) => {
    const report = sampleReport();
    const [first] = report.findings;
    if (first) first.contract = { pointer: '/info', file, line: 7 };
    if (config !== undefined) report.run.config = config;
    const [annotation] = annotations(renderReport('github', report));
    expect(annotation?.properties['file']).toBe(at);
    expect(annotation?.properties['line']).toBe(at === undefined ? undefined : at === config ? '1' : '7');
    const isFact = at !== undefined && at !== config;
    expect(annotation?.message.includes(`Contract: ${file}:7.`)).toBe(!isFact);
  });

  it('are errors also for drift if the run is strict', () => {
    const report = sampleReport();
    report.run.strict = true;
    expect(annotations(renderReport('github', report))[3]?.command).toBe('error');
  });
});

describe('the proposals from evidence', () => {
  const blocks = (text: string): Loose[] =>
    [...text.matchAll(/^(`{3,})yaml\n([\s\S]*?)\n\1$/gm)].flatMap(([, , yaml = '']) => parse(yaml) as Loose[]);

  it('are entries of the register with the observations', () => {
    const text = renderReport('evidence', sampleReport());
    expect(blocks(text)[1]).toEqual({
      id: 'auth.refusal-status',
      assumed:
        'Any 4xx; 401 is the likeliest. Seen on 2026-11-21 in 234 responses: A ' +
        'missing key got 401 in 116 of 117 operations, a wrong one in all.',
    });
    expect(text.split('\n').filter((line) => line.startsWith('    ') && line.length > 110)).toEqual([]);
  });

  it('say so if there is no evidence', () => {
    expect(renderReport('evidence', { ...sampleReport(), evidence: [] })).toContain(
      'This run found no evidence on an unknown.',
    );
  });

  it(
    'stay YAML and say the same, whatever was seen',
    () => {
      fc.assert(
        fc.property(hostileText, (text) => {
          const [first] = blocks(renderReport('evidence', reportWith(text)));
          const letters = (value: unknown): string => String(value).replace(/\s+/g, '').replaceAll('\\u{3a}', ':');
          expect(first?.['id']).toBe(sanitizeSentence(text));
          expect(letters(first?.['assumed'])).toBe(
            `${letters(sanitizeSentence(text))}${letters('Seen on 2026-11-21 in 26 responses:')}` +
              `${letters(sanitizeSentence(text)).repeat(2)}`,
          );
        }),
        { numRuns: hostileRuns },
      );
    },
    hostileTime,
  );
});

/** Unescapes a text of SARIF (§3.11.5, §3.11.6). */
const unmarked = (text: string): string => text.replace(/([{}])\1/g, '$1').replace(/\\([\\[\]])/g, '$1');

/** A text without whitespace and escapes, so that line breaks do not matter in a comparison. */
const joined = (text: string): string => text.replace(/\s+/g, '').replaceAll('\\u{3a}', ':').replaceAll('\\u{23}', '#');

/** Returns how often a text occurs in another one. */
const timesIn = (whole: string, text: string): number => joined(whole).split(joined(text)).length - 1;

describe('hostile text', () => {
  it('is text in JSON, SARIF, annotations and on a terminal', { tags: 'slow', timeout: hostileTime }, () => {
    const benign = reportWith('x');
    const lines = renderReport('github', benign).split('\n').length;
    const times = [true, false].map((verbose) =>
      timesIn(terminalReport(reportWith('zqzq'), { width: 80, colour: false, verbose }), 'zqzq'),
    );
    expect(Math.min(...times)).toBeGreaterThan(15);
    fc.assert(
      fc.property(hostileText, (text) => {
        const report = reportWith(text);
        const json = renderReport('json', report);
        expect(isDeepStrictEqual(JSON.parse(json), report)).toBe(true);
        const sarif = renderReport('sarif', report);
        expect(isSarif(JSON.parse(sarif)), sarifAjv.errorsText(isSarif.errors)).toBe(true);
        type Log = { runs: { results: { message: { text: string }; properties: Loose }[] }[] };
        const { message, properties } = (JSON.parse(sarif) as Log).runs[0]?.results[0] ?? {};
        expect(unmarked(message?.text ?? '').startsWith(sanitizeSentence(text))).toBe(true);
        expect(properties?.['curl']).toBe(sanitizeLine(text));
        const github = renderReport('github', report);
        expect(github.split('\n')).toHaveLength(lines);
        expect(annotations(github).map(({ command }) => command)).toEqual(['error', 'warning', 'error']);
        expect(annotations(github)[0]?.message.startsWith(sanitizeSentence(text))).toBe(true);
        // Only a file below the current folder may be named.
        const isOutside = /^(?:https?:\/\/|\/|\.\.(?:[/\\]|$))/i.test(text);
        expect(annotations(github)[0]?.properties['file']).toBe(isOutside ? undefined : sanitize(text));
        const terminal = [true, false].map((verbose) => terminalReport(report, { width: 80, colour: false, verbose }));
        const coloured = terminalReport(report, { width: 80, colour: true, verbose: false }).replaceAll(
          /\u001b\[\d+m/g,
          '',
        );
        for (const [index, each] of terminal.entries())
          expect(timesIn(each, sanitizeSentence(text))).toBeGreaterThanOrEqual(times[index] ?? 0);
        expect(joined(coloured)).toBe(joined(terminal[1] ?? ''));
        const [markdown, evidence] = [renderReport('markdown', report), renderReport('evidence', report)];
        for (const each of [json, sarif, markdown, evidence, coloured, ...terminal]) {
          expect(each.replaceAll('\n', '')).not.toMatch(unseen);
          expect(each).not.toMatch(obeyed);
        }
      }),
      { numRuns: hostileRuns, examples: [['https://example.com/a#b#c']] },
    );
  });
});
