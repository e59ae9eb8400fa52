import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlBlock } from '../../../scripts/check/reports/curl.js';
import { terminalReport } from '../../../scripts/check/reports/terminal.js';
import { columnsOf, wrap } from '../../../scripts/text/columns.js';
import { sampleReport } from './sample.js';

const plain = { width: 80, colour: false, verbose: false };

describe('the report on a terminal', () => {
  it('is one line for each group and the totals if nothing fails', () => {
    const lines = terminalReport(sampleReport({ green: true }), plain).split('\n');
    expect(lines).toContain('partner-entries            7/7 success    7/7 refusals    637 requests');
    expect(lines).toContain('Success tested 117/117, refusals 117/117, statuses 120/122, fields 340/352');
    expect(lines).toContain('0 violations, 0 drifts, 2 observations');
    expect(lines).toContain('Evidence on 2 unknowns.');
    expect(lines).toContain('10,116 requests in 9.8 s, 1,030 requests/s');
    expect(lines.length).toBeLessThan(40);
    expect(lines.join('\n')).not.toMatch(/expected|Not tested|Not in scope/);
  });

  it('begins with the findings, if any, and ends with the verdict', () => {
    const text = terminalReport(sampleReport(), plain);
    expect(text).toContain(
      [
        '✗ violation  schema.type  getPartnerEntry  /featured',
        '  The field "featured" has the wrong type.',
        '  expected  boolean',
        '  found     "yes"',
        '  contract  openapi/components/schemas/partner-entries/PartnerEntry.yaml:34',
        '  repeat    curl -X GET ',
      ].join('\n'),
    );
    expect(text).toContain('\n  seen      12 times\n');
    expect(text).toContain('3 violations, 1 drift, 2 observations\nObserved: value.unlisted 1, field.absent 1\n');
    expect(text.indexOf('✗ violation')).toBeLessThan(text.indexOf('4/4 success'));
    expect(text.trimEnd().split('\n\n').at(-1)).toMatch(/^Failed: The server violates the contract/);
    expect(text).not.toContain('observation  value.unlisted');
  });

  it('shows at most ten findings in full, one of each rule first, and counts all by rule', () => {
    const report = sampleReport();
    const [first] = report.findings;
    if (first)
      for (let n = 0; n < 30; n += 1) report.findings.push({ ...first, id: `${first.id}${n}`, pointer: `/${n}` });
    const text = terminalReport(report, plain);
    expect(text.match(/^ {2}contract /gm)).toHaveLength(10);
    expect(text).toContain('\n… and 24 findings more; --verbose and --report json=file have them all.\n');
    expect(text).toContain('△ drift  field.undeclared');
    const rules = text.split('\n').filter((line) => /^[✗△] +\d/.test(line));
    expect(rules[0]).toBe(`✗     31  ${first?.rule}`);
    expect(rules.at(-1)).toBe('△      1  field.undeclared');
    expect(text.indexOf(rules.at(-1) ?? '?')).toBeGreaterThan(text.indexOf('not in scope'));
    expect(terminalReport(report, { ...plain, verbose: true }).match(/^ {2}contract /gm)).toHaveLength(36);
  });

  it('lists untested operations by reason, a few for each', () => {
    const text = terminalReport(sampleReport(), plain);
    expect(text).toContain(
      'Success not tested for 1 operation: Each response was 403. Use a key that may\n' +
        'export reviews.\n  exportReviews\n',
    );
    expect(text).toContain('7 operations not in scope: --only does not name it.\n');
    expect(text).toMatch(/listMatchmakingRequestPartners\n {2}and 2 more\n/);
    expect(text).toContain('Not in scope: matchmaking\n');
  });

  it('fits 80 columns, except for lines to copy', () => {
    const long = sampleReport();
    const [first] = long.findings;
    if (first) {
      first.message = 'A sentence that goes on and on '.repeat(9);
      first.actual = 'x'.repeat(200);
      first.pointer = `/${'deep/'.repeat(30)}`;
    }
    const text = terminalReport(long, plain)
      .split('\n')
      .filter((line) => !/curl|^ {14}-|^ {2}contract/.test(line));
    expect(text.filter((line) => columnsOf(line) > 80)).toEqual([]);
    expect(text.length).toBeGreaterThan(60);
  });

  it('shows observations, and all operations of a reason, with --verbose', () => {
    const text = terminalReport(sampleReport(), { ...plain, verbose: true });
    expect(text).toContain('· observation  value.unlisted  listPartnerEntries  /*/status\n');
    expect(text).toContain('assignMatchmakingRequestOwner');
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
    report.baseline = {
      file: 'known.json',
      accepted: ['schema.type:getPartnerEntry:/featured'],
      fixed: ['status.undeclared:getTier:'],
      expired: [],
    };
    const text = terminalReport(report, plain);
    expect(text).not.toContain('✗ violation  schema.type');
    expect(text).toContain(
      'known.json accepts 1 finding of this run.\nFixed; remove them from the file:\n  status.undeclared:getTier:\n',
    );
  });
});

describe('a wrapped text', () => {
  it('counts wide characters as two columns and combining ones as zero', () => {
    expect(columnsOf('日本e\u0301😀')).toBe(7);
    expect(wrap('日本語 日本語', 8)).toEqual(['日本語', '日本語']);
  });

  it('keeps its words, in order', () => {
    expect(wrap('one two  three four', 9)).toEqual(['one two ', 'three', 'four']);
    expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
  });
});

describe('a curl command on several lines', () => {
  it.each([
    `curl -X PATCH 'http://127.0.0.1/a -H b/' -H "Authorization: $HOME -H x" --data-raw '{"a":"it'\\''s -d here"}'`,
    `curl -H $'a: \\'b -H c' 'http://127.0.0.1/' --data-raw "a \\" -d b"`,
    "curl -H 'a\\' -H 'b -d c' 'http://127.0.0.1/'",
    "curl 'http://127.0.0.1/'",
  ])('is the same to a shell: %s', (line) => {
    const argumentsOf = (script: string): string =>
      execFileSync('bash', ['-c', `curl() { printf '<%s>\\n' "$@"; }\n${script}`], { encoding: 'utf8' });
    const lines = curlBlock(line, 30);
    expect(argumentsOf(lines.join('\n'))).toBe(argumentsOf(line));
    expect(lines.length).toBe(line.includes(' -') ? lines.filter((each) => /^(curl| {2}-)/.test(each)).length : 1);
  });
});
