import { escapeHtml, sanitize, sanitizeSentence } from '../../text/escape.js';
import { formatCount } from '../../text/numbers.js';
import type { Finding } from '../model/finding.js';
import type { CheckReport, OperationReport, Tested } from '../model/report/report.js';
import { creationSentence } from '../model/report/state-report.js';
import { reproductionLines } from './curl.js';
import {
  groupsOf,
  isAccepted,
  isFailing,
  namesOf,
  otherOperationsOf,
  placeOf,
  ruleHelp,
  verdictWords,
} from './summary.js';

type Attributes = Readonly<Record<string, string | number>>;

interface JunitCase {
  xml: string;
  result: 'passed' | 'failed' | 'error' | 'skipped';
}

/**
 * Returns the report as JUnit XML: a suite for each tag, with two cases for each operation (success, refusals) and a
 * failing case for each finding that fails the run. Untested operations are skipped. Other findings are listed in
 * `system-out`. The last suite contains the verdict, so that a run without a verdict never counts as passed.
 */
export function junitReport(report: CheckReport): string {
  const groups = groupsOf(report);
  const suites = groups.map(({ tag, operations }) => {
    const ids = new Set(operations.map(({ operationId }) => operationId));
    const findings = report.findings.filter(({ operationId }) => ids.has(operationId));
    const cases = [...operations.flatMap(operationCases), ...failingCases(report, findings)];
    return { cases, xml: renderSuite(tag, cases, nonFailingLines(report, findings), report) };
  });
  const knownIds = new Set(report.operations.map(({ operationId }) => operationId));
  const otherFindings = report.findings.filter(({ operationId }) => !knownIds.has(operationId));
  const verdictCases = [verdictCase(report), ...failingCases(report, otherFindings)];
  const createdText = creationSentence(report.created);
  const lines = [
    ...nonFailingLines(report, otherFindings),
    ...(createdText === undefined ? [] : [createdText]),
    ...report.notes.map(sanitizeSentence),
  ];
  const allSuites = [...suites, { cases: verdictCases, xml: renderSuite('verdict', verdictCases, lines, report) }];
  const totals = countsOf(allSuites.flatMap(({ cases }) => cases));
  const attributes = { name: 'directory-contract check', ...totals, time: toSeconds(report.run.milliseconds) };
  const suiteElements = allSuites.map(({ xml }) => xml);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${renderElement('testsuites', attributes, suiteElements)}\n`;
}

function renderSuite(tag: string, cases: readonly JunitCase[], lines: readonly string[], { run }: CheckReport): string {
  const text = escapeHtml(lines.map((line) => `- ${line}`).join('\n'));
  const output = lines.length > 0 ? [renderElement('system-out', {}, [text], false)] : [];
  const attributes = { name: sanitize(tag), ...countsOf(cases), timestamp: run.started.replace(/(\.\d+)?Z$/, '') };
  return renderElement('testsuite', attributes, [...cases.map(({ xml }) => xml), ...output]);
}

function countsOf(cases: readonly JunitCase[]): Record<'tests' | 'failures' | 'errors' | 'skipped', number> {
  const countOf = (result: JunitCase['result']): number => cases.filter((each) => each.result === result).length;
  return { tests: cases.length, failures: countOf('failed'), errors: countOf('error'), skipped: countOf('skipped') };
}

function operationCases(operation: OperationReport): JunitCase[] {
  return (['success', 'refusal'] as const).map((half): JunitCase => {
    const result: Tested = operation[half];
    const attributes = {
      classname: classNameOf(operation.tag, operation.operationId),
      name: `${sanitize(operation.operationId)} ${half}`,
      time: toSeconds(half === 'success' && result.tested ? operation.time.median : 0),
    };
    if (result.tested) return { xml: renderElement('testcase', attributes, []), result: 'passed' };
    const reason = result.reason ?? (operation.inScope ? 'Not tested.' : 'Not in scope.');
    const skippedElement = renderElement('skipped', { message: sanitizeSentence(reason) }, []);
    return { xml: renderElement('testcase', attributes, [skippedElement]), result: 'skipped' };
  });
}

function failingCases(report: CheckReport, findings: readonly Finding[]): JunitCase[] {
  const tags = new Map(report.operations.map(({ operationId, tag }) => [operationId, tag]));
  const failingFindings = findings.filter((finding) => isFailing(report, finding));
  return failingFindings.map((finding) => {
    const { operationId, rule } = finding;
    const attributes = {
      classname: classNameOf(tags.get(operationId) ?? 'verdict', operationId),
      name: namesOf(finding, ['operationId', 'rule', 'pointer']).join(' '),
      time: toSeconds(0),
    };
    const message = { message: sanitizeSentence(finding.message), type: sanitize(rule) };
    const failureElement = renderElement('failure', message, [escapeHtml(findingText(report, finding))], false);
    return { xml: renderElement('testcase', attributes, [failureElement]), result: 'failed' };
  });
}

function findingText(report: CheckReport, finding: Finding): string {
  const help = ruleHelp(report, finding.rule);
  const others = otherOperationsOf(finding);
  return [
    `${finding.severity}: ${sanitizeSentence(finding.message)}`,
    `expected: ${sanitize(finding.expected)}`,
    `found: ${sanitize(finding.actual)}`,
    ...(others === '' ? [] : [`also in: ${sanitize(others)}`]),
    `contract: ${sanitize(placeOf(finding))}`,
    `repeat: ${reproductionLines(finding, Infinity).join('\n')}`,
    ...(help === undefined ? [] : [`rule: ${help}`]),
    `seen: ${formatCount(finding.count, 'time')}`,
  ].join('\n');
}

/** Returns a line for each finding that does not fail the run: drift without `strict`, observations, accepted ones. */
function nonFailingLines(report: CheckReport, findings: readonly Finding[]): string[] {
  return findings.flatMap((finding) => {
    const suffix = isAccepted(report, finding) ? ' (accepted by the baseline)' : '';
    const line = `${namesOf(finding).join(' ')}${suffix}: ${sanitizeSentence(finding.message)}`;
    return isFailing(report, finding) ? [] : [line];
  });
}

function verdictCase(report: CheckReport): JunitCase {
  const { verdict, why, stopped } = report;
  const attributes = { classname: 'verdict', name: 'verdict', time: toSeconds(report.run.milliseconds) };
  const hasFailingFindings = report.findings.some((finding) => isFailing(report, finding));
  if (verdict === 'passed' || (verdict === 'failed' && hasFailingFindings && !stopped))
    return { xml: renderElement('testcase', attributes, []), result: 'passed' };
  const message = `${verdictWords[verdict]}: ${sanitizeSentence(why)}`;
  const errorElement = renderElement('error', { message, type: verdict }, []);
  return { xml: renderElement('testcase', attributes, [errorElement]), result: 'error' };
}

/** Returns the class name of a case. Viewers show the part before its last dot as a package. */
function classNameOf(tag: string, operationId: string): string {
  return `${sanitize(tag)}.${sanitize(operationId)}`;
}

function toSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function renderElement(name: string, attributes: Attributes, content: readonly string[], indent = true): string {
  const pairs = Object.entries(attributes).map(([key, value]) => `${key}="${escapeHtml(String(value))}"`);
  const start = [name, ...pairs].join(' ');
  if (content.length === 0) return `<${start}/>`;
  if (!indent) return `<${start}>${content.join('')}</${name}>`;
  // Only lines that begin with a tag are indented. The other lines are part of a longer text and must not change.
  const indentedContent = content.map((part) => part.replace(/^(?= *<\/?[a-z])/gm, '  ')).join('\n');
  return `<${start}>\n${indentedContent}\n</${name}>`;
}
