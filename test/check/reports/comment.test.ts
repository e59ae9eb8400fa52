import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../scripts/check/model/finding.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { fullReport, sampleReport } from './sample.js';

/** The sample report with this text in every place that a server and a contract can fill. */
function filledWith(text: string): CheckReport {
  const report = sampleReport();
  const [first] = report.findings as [Finding];
  report.findings = Array.from({ length: 3000 }, (_, index) => ({
    ...first,
    id: `${index}`,
    rule: `rule.number-${index % 40}`,
    operationId: `${index}${text}`,
    pointer: `/${text}`,
    message: text,
    expected: text,
    actual: text,
  }));
  for (const [index, operation] of report.operations.entries()) {
    operation.success = { tested: false, reason: `${index} ${text}` };
    operation.operationId = `${index}${text}`;
  }
  report.notes = Array.from({ length: 30 }, (_, index) => `${index} ${text}`);
  report.contract.title = text;
  report.why = text;
  report.target.baseUrl = text;
  report.baseline = { file: text, accepted: [], fixed: [text, text], expired: [text] };
  return report;
}

describe('the comment for a pull request', () => {
  it('begins with the mark by which a workflow finds it', () => {
    expect(renderReport('comment', sampleReport())).toMatch(
      /^<!-- directory-contract -->\n## ❌ Contract check: failed\n/,
    );
  });

  it.each([
    ['short', 'x'],
    ['long', 'word '.repeat(5000)],
    ['hostile', '\u200b`|<b>@name\n'.repeat(500)],
  ])('has at most 60 lines and 60,000 characters, however much was found, in %s texts', { tags: 'slow' }, (_, text) => {
    const comment = renderReport('comment', filledWith(text));
    expect(comment.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    expect(comment.length).toBeLessThanOrEqual(60_000);
    expect(comment).toContain('| violation | <code>rule.number-0</code> | 75 | 75 |');
    expect(comment).toContain('27 other rules');
  });

  it('shows one finding of each rule before a second one', () => {
    const report = filledWith('x');
    const shown = [...renderReport('comment', report).matchAll(/^- ❌ <code>(\S+)<\/code>/gm)].map(([, rule]) => rule);
    expect(shown).toHaveLength(10);
    expect(new Set(shown).size).toBe(10);
  });

  it('says what is new and fixed since the baseline', () => {
    const report = fullReport();
    report.baseline = { file: 'known.json', accepted: [report.findings[0]?.id ?? ''], fixed: ['b', 'c'], expired: [] };
    report.findings.push({ ...(report.findings[0] as Finding), id: 'new', seenIn: [] });
    expect(renderReport('comment', report)).toContain(
      'Compared with the baseline `known.json`: 1 finding is new, 1 accepted, 2 fixed.\n',
    );
  });

  it('is a few lines for a server that keeps the contract', () => {
    const report = { ...sampleReport({ green: true }), notes: [] };
    expect(renderReport('comment', report).split('\n').length).toBeLessThan(12);
  });
});
