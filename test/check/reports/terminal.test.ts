import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../scripts/check/model/finding.js';
import { curlBlock } from '../../../scripts/check/reports/curl.js';
import { terminalReport } from '../../../scripts/check/reports/terminal.js';
import { columnCountOf, wrap } from '../../../scripts/text/columns.js';
import { yamlBeside } from '../../yaml-beside.js';
import { sampleReport } from './sample.js';

const commands = yamlBeside<string[]>(import.meta.url, 'terminal.yaml');

const plain = { width: 80, colour: false, verbose: false };

describe('the report on a terminal', () => {
  it('shows at most ten findings in full, one of each rule first, and counts all by rule', () => {
    const report = sampleReport();
    const [first] = report.findings as [Finding];
    for (let n = 0; n < 30; n += 1) report.findings.push({ ...first, id: `${first.id}${n}`, pointer: `/${n}` });
    const text = terminalReport(report, plain);
    expect(text.match(/^ {2}contract /gm)).toHaveLength(10);
    expect(text).toContain('\n… and 24 more findings; --verbose or --report json=FILE shows all of them.\n');
    expect(text).toContain('△ drift  field.undeclared');
    const rules = text.split('\n').filter((line) => /^[✗△] +\d/.test(line));
    expect(rules[0]).toBe(`✗     31  ${first.rule}`);
    expect(rules.at(-1)).toBe('△      1  field.undeclared');
    expect(text.indexOf(rules.at(-1) ?? '?')).toBeGreaterThan(text.indexOf('not in scope'));
    expect(terminalReport(report, { ...plain, verbose: true }).match(/^ {2}contract /gm)).toHaveLength(36);
  });

  it('fits 80 columns, except for lines to copy', () => {
    const longReport = sampleReport();
    Object.assign(longReport.findings[0] as Finding, {
      message: 'A sentence that goes on and on '.repeat(9),
      actual: 'x'.repeat(200),
      pointer: `/${'deep/'.repeat(30)}`,
    });
    const text = terminalReport(longReport, plain)
      .split('\n')
      .filter((line) => !/curl|^ {14}-|^ {2}contract/.test(line));
    expect(text.filter((line) => columnCountOf(line) > 80)).toEqual([]);
    expect(text.length).toBeGreaterThan(60);
  });

  it('shows observations, and all operations of a reason, with --verbose', () => {
    const text = terminalReport(sampleReport(), { ...plain, verbose: true });
    expect(text).toContain('· observation  value.unlisted  listPartnerEntries  /*/status\n');
    expect(text).toContain('assignMatchmakingRequestOwner');
    expect(text).toContain(
      '\n3 documented fields never seen with a value:\n' +
        '  listPartnerEntries: [].media[].url, [].tier.id\n  getReview: shortSummary\n',
    );
    expect(text).not.toContain(' more\n');
  });

  it('has colours only if they are allowed', () => {
    expect(terminalReport(sampleReport(), plain)).not.toContain('\u001b');
    const coloured = terminalReport(sampleReport(), { ...plain, colour: true });
    expect(coloured).toContain('\u001b[31m✗ violation  auth.ignored');
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(terminalReport(sampleReport(), plain));
  });

  it('leaves out accepted findings, and lists the fixed entries of the baseline', () => {
    const report = sampleReport();
    const acceptedIds = ['schema.type:getPartnerEntry:/featured'];
    report.baseline = { file: 'known.json', accepted: acceptedIds, fixed: ['status.undeclared:getTier:'], expired: [] };
    const text = terminalReport(report, plain);
    expect(text).not.toContain('✗ violation  schema.type');
    expect(text).toContain(
      'The baseline known.json accepts 1 finding of this run.\nFixed findings, which you can remove from the ' +
        'baseline:\n  ' +
        'status.undeclared:getTier:\n',
    );
  });
});

describe('a wrapped text', () => {
  it('counts wide characters as two columns and combining ones as zero', () => {
    expect(columnCountOf('日本e\u0301😀')).toBe(7);
    expect(wrap('日本語 日本語', 8)).toEqual(['日本語', '日本語']);
  });

  it('keeps its words, in order', () => {
    expect(wrap('one two  three four', 9)).toEqual(['one two ', 'three', 'four']);
    expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
  });
});

describe('a curl command on several lines', () => {
  it.each(commands)('is the same to a shell: %s', (line) => {
    const argumentsOf = (script: string): string =>
      execFileSync('bash', ['-c', `curl() { printf '<%s>\\n' "$@"; }\n${script}`], { encoding: 'utf8' });
    const lines = curlBlock(line, 30);
    expect(argumentsOf(lines.join('\n'))).toBe(argumentsOf(line));
    expect(lines.length).toBe(line.includes(' -') ? lines.filter((each) => /^(curl| {2}-)/.test(each)).length : 1);
  });
});
