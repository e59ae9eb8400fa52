import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Finding } from '../../../scripts/check/model/finding.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { renderReport, terminalReport } from '../../../scripts/check/reports/index.js';
import { sanitize, sanitizeLine, sanitizeSentence } from '../../../scripts/text/escape.js';
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
  type Run = { tool: { driver: { rules: Loose[] } }; results: Loose[]; invocations: Loose[] };
  const toRun = (report: CheckReport): Run => {
    const log = JSON.parse(renderReport('sarif', report)) as { runs: [Run] };
    expect(isSarif(log), sarifAjv.errorsText(isSarif.errors)).toBe(true);
    return log.runs[0];
  };
  const results = (report: CheckReport): Loose[] => toRun(report).results;
  const placed = (uri: string, more: object = {}): object => ({
    locations: [{ physicalLocation: { artifactLocation: { uri }, ...more } }],
  });

  it('matches the published schema', () => {
    for (const report of [sampleReport(), sampleReport({ green: true }), fullReport()]) toRun(report);
    expect(isSarif({ version: '2.1.0', runs: [{ tool: {} }] })).toBe(false);
  });

  it('leads to the published docs of each rule', () => {
    const report = sampleReport();
    report.run.docs = 'https://docs.acme.dev/directory/';
    const uris = toRun(report).tool.driver.rules.map(({ helpUri }) => helpUri);
    for (const page of ['rules-schema.html#schema.type', 'rules-auth.html'])
      expect(uris).toContain(`${report.run.docs}${page}`);
  });

  it('marks the place in the contract, and names the configuration where the package contains the fact', () => {
    const report = sampleReport();
    for (const finding of report.findings)
      finding.contract = { pointer: finding.contract.pointer, file: 'directory-contract/openapi.yaml', line: 12 };
    const publishedText = 'node_modules/directory-contract/generated/docs/openapi.yaml';
    const inPackage = placed(publishedText, { region: { startLine: 12 } });
    expect(results(report)[0]).toMatchObject(inPackage);
    report.run.config = join(process.cwd(), 'ci/check.json');
    expect(results(report)[0]).toMatchObject({
      ...inPackage,
      relatedLocations: (placed('ci/check.json', { region: { startLine: 1 } }) as { locations: object[] }).locations,
    });
    expect(results(report)[0]?.['message']).toMatchObject({
      text: expect.stringContaining('Contract: directory-contract/openapi.yaml:12.') as string,
    });
  });

  it('escapes braces in a path, and brackets and braces in a message', () => {
    const report = sampleReport();
    const [first] = report.findings as [Finding];
    first.contract.file = 'openapi/paths/{directory_id}.yaml';
    first.message = 'See [this](http://example.com) and {0}.';
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
    expect(toRun(refusedReport()).invocations[0]).toMatchObject(incomplete(3, 'The server refused the key.'));
  });

  it('gives the reason for an incomplete run with a proven violation', () => {
    const why = 'The server violates the contract (3 violations), and the run is incomplete: The server is too busy.';
    const report: CheckReport = { ...sampleReport(), why, stopped: { code: 'target.busy' } };
    expect(toRun(report).invocations[0]).toMatchObject(incomplete(1, why));
    expect(renderReport('junit', report)).toContain(`<error message="Failed: ${why}" type="failed"/>`);
    for (const format of ['markdown', 'html', 'github'] as const)
      expect(renderReport(format, report).replaceAll('\\', '')).toContain(
        'and the run is incomplete: The server is too',
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
  it.each([
    ['directory.answers.yaml', undefined, 'directory.answers.yaml'],
    [join(process.cwd(), 'api/openapi.yaml'), undefined, 'api/openapi.yaml'],
    ['directory-contract/openapi.yaml', 'directory-contract.config.json', 'directory-contract.config.json'],
    ['directory-contract/openapi.yaml', undefined, undefined],
    ['directory-contract/openapi.yaml', '/etc/check.json', undefined],
    ['../other/openapi.yaml', undefined, undefined],
    ['https://api.example.com/openapi.json', undefined, undefined],
  ])('of a fact in %s, with the configuration %s, stand at %s', (file, config, location) => {
    const report = sampleReport();
    (report.findings[0] as Finding).contract = { pointer: '/info', file, line: 7 };
    if (config !== undefined) report.run.config = config;
    const [annotation] = annotations(renderReport('github', report));
    expect(annotation?.properties['file']).toBe(location);
    expect(annotation?.properties['line']).toBe(location === undefined ? undefined : location === config ? '1' : '7');
    const isFact = location !== undefined && location !== config;
    expect(annotation?.message.includes(`Contract: ${file}:7.`)).toBe(!isFact);
  });

  it('are errors also for drift if the run is strict, and a notice if nothing fails', () => {
    const report = sampleReport();
    report.run.strict = true;
    expect(annotations(renderReport('github', report))[3]?.command).toBe('error');
    const green = annotations(renderReport('github', sampleReport({ green: true })));
    expect(green.map(({ command }) => command)).toEqual(['notice']);
  });
});

describe('the JUnit report', () => {
  it('fails for drift if the run is strict, but not for accepted findings', () => {
    const report = sampleReport({ tags: ['partner-entries', 'reviews'] });
    report.run.strict = true;
    const acceptedIds = report.findings.slice(0, 3).map(({ id }) => id);
    report.baseline = { file: 'known.json', accepted: acceptedIds, fixed: [], expired: [] };
    expect(renderReport('junit', report).match(/<failure .*? type=/g)).toEqual([
      expect.stringMatching('The contract lists all fields of this object, but .*internal_notes.* is not one of them'),
    ]);
  });

  it('is never green without a verdict', () => {
    const text = renderReport('junit', refusedReport());
    expect(text).toContain('tests="235" failures="0" errors="1" skipped="0"');
    expect(text).toContain('<error message="No verdict: The server refused the key."');
  });
});

describe('the proposals from evidence', () => {
  const blocks = (text: string): Loose[] =>
    [...text.matchAll(/^(`{3,})yaml\n([\s\S]*?)\n\1$/gm)].flatMap(([, , yaml = '']) => parse(yaml) as Loose[]);

  it('say so if there is no evidence', () => {
    expect(renderReport('evidence', { ...sampleReport(), evidence: [] })).toContain(
      'No response of this run helps to answer an open question of the contract.',
    );
  });

  it('stay valid YAML with the same content, whatever the check has seen', { timeout: hostileTime }, () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const [first] = blocks(renderReport('evidence', reportWith(text)));
        const shownText = sanitizeSentence(text);
        expect(first?.['id']).toBe(shownText);
        const said = `${shownText}Seen on 2026-11-21 in 26 responses:${shownText.repeat(2)}`;
        expect(joined(String(first?.['assumed']))).toBe(joined(said));
      }),
      { numRuns: hostileRuns },
    );
  });
});

/** Unescapes a text of SARIF (§3.11.5, §3.11.6). */
const unmarked = (text: string): string => text.replace(/([{}])\1/g, '$1').replace(/\\([\\[\]])/g, '$1');

/** A text without whitespace and escapes, so that line breaks do not matter in a comparison. */
const joined = (text: string): string => text.replace(/\s+/g, '').replaceAll('\\u{3a}', ':').replaceAll('\\u{23}', '#');

/** Returns how often a text occurs in another one. */
const timesIn = (wholeText: string, text: string): number => joined(wholeText).split(joined(text)).length - 1;

describe('hostile text', () => {
  it('is text in JSON, SARIF, annotations and on a terminal', { tags: 'slow', timeout: hostileTime }, () => {
    const harmlessReport = reportWith('x');
    const lines = renderReport('github', harmlessReport).split('\n').length;
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
        type Log = { runs: [{ results: [{ message: { text: string }; properties: Loose }] }] };
        const { message, properties } = (JSON.parse(sarif) as Log).runs[0].results[0];
        expect(unmarked(message.text).startsWith(sanitizeSentence(text))).toBe(true);
        expect(properties['curl']).toBe(sanitizeLine(text));
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
