import { markup, sentence, visible } from '../../text/escape.js';
import { counted } from '../../text/numbers.js';
import type { Finding } from '../model/finding.js';
import type { CheckReport, OperationReport, Tested } from '../model/report/report.js';
import { createdSentence } from '../model/report/state-report.js';
import { repeatLines } from './curl.js';
import { fails, groupsOf, isAccepted, namesOf, othersOf, placeOf, readMore, verdictWords } from './summary.js';

type Attributes = Readonly<Record<string, string | number>>;

interface TestCase {
  xml: string;
  result: 'passed' | 'failed' | 'error' | 'skipped';
}

/**
 * The report as JUnit XML: a suite for each tag, with two cases for each operation (success, refusals) and a failing
 * case for each finding that fails the run. Untested operations are skipped; other findings are in `system-out`. The
 * last suite has the verdict, so that a run without one is never green.
 */
export function junitReport(report: CheckReport): string {
  const groups = groupsOf(report);
  const suites = groups.map(({ tag, operations }) => {
    const ids = new Set(operations.map(({ operationId }) => operationId));
    const findings = report.findings.filter(({ operationId }) => ids.has(operationId));
    const cases = [...operations.flatMap(operationCases), ...failingCases(report, findings)];
    return { cases, xml: suite(tag, cases, quietLines(report, findings), report) };
  });
  const known = new Set(report.operations.map(({ operationId }) => operationId));
  const others = report.findings.filter(({ operationId }) => !known.has(operationId));
  const last = [verdictCase(report), ...failingCases(report, others)];
  const about = createdSentence(report.created);
  const said = [...quietLines(report, others), ...(about === undefined ? [] : [about]), ...report.notes.map(sentence)];
  const all = [...suites, { cases: last, xml: suite('verdict', last, said, report) }];
  const totals = countsOf(all.flatMap(({ cases }) => cases));
  const attributes = { name: 'directory-contract check', ...totals, time: seconds(report.run.milliseconds) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    'testsuites',
    attributes,
    all.map(({ xml }) => xml),
  )}\n`;
}

function suite(name: string, cases: readonly TestCase[], quiet: readonly string[], { run }: CheckReport): string {
  const out =
    quiet.length > 0 ? [element('system-out', {}, [markup(quiet.map((line) => `- ${line}`).join('\n'))], false)] : [];
  const attributes = { name: visible(name), ...countsOf(cases), timestamp: run.started.replace(/(\.\d+)?Z$/, '') };
  return element('testsuite', attributes, [...cases.map(({ xml }) => xml), ...out]);
}

function countsOf(cases: readonly TestCase[]): Record<'tests' | 'failures' | 'errors' | 'skipped', number> {
  const of = (wanted: TestCase['result']): number => cases.filter(({ result }) => result === wanted).length;
  return { tests: cases.length, failures: of('failed'), errors: of('error'), skipped: of('skipped') };
}

function operationCases(operation: OperationReport): TestCase[] {
  return (['success', 'refusal'] as const).map((half): TestCase => {
    const tested: Tested = operation[half];
    const attributes = {
      classname: classOf(operation.tag, operation.operationId),
      name: `${visible(operation.operationId)} ${half}`,
      time: seconds(half === 'success' && tested.tested ? operation.time.median : 0),
    };
    if (tested.tested) return { xml: element('testcase', attributes, []), result: 'passed' };
    const reason = tested.reason ?? (operation.inScope ? 'Not tested.' : 'Not in scope.');
    return {
      xml: element('testcase', attributes, [element('skipped', { message: sentence(reason) }, [])]),
      result: 'skipped',
    };
  });
}

function failingCases(report: CheckReport, findings: readonly Finding[]): TestCase[] {
  const tags = new Map(report.operations.map(({ operationId, tag }) => [operationId, tag]));
  return findings
    .filter((finding) => fails(report, finding))
    .map((finding) => {
      const { operationId, rule } = finding;
      const attributes = {
        classname: classOf(tags.get(operationId) ?? 'verdict', operationId),
        name: namesOf(finding, ['operationId', 'rule', 'pointer']).join(' '),
        time: seconds(0),
      };
      const message = { message: sentence(finding.message), type: visible(rule) };
      const failure = element('failure', message, [markup(findingText(report, finding))], false);
      return { xml: element('testcase', attributes, [failure]), result: 'failed' };
    });
}

function findingText(report: CheckReport, finding: Finding): string {
  const more = readMore(report, finding.rule);
  const others = othersOf(finding);
  return [
    `${finding.severity}: ${sentence(finding.message)}`,
    `expected: ${visible(finding.expected)}`,
    `found: ${visible(finding.actual)}`,
    ...(others === '' ? [] : [`also in: ${visible(others)}`]),
    `contract: ${visible(placeOf(finding))}`,
    `repeat: ${repeatLines(finding, Infinity).join('\n')}`,
    ...(more === undefined ? [] : [`rule: ${more}`]),
    `seen: ${counted(finding.count, 'time')}`,
  ].join('\n');
}

/** Findings that do not fail the run: drift without `strict`, observations, and accepted findings. */
function quietLines(report: CheckReport, findings: readonly Finding[]): string[] {
  return findings
    .filter((finding) => !fails(report, finding))
    .map((finding) => {
      const accepted = isAccepted(report, finding) ? ' (accepted by the baseline)' : '';
      return `${namesOf(finding).join(' ')}${accepted}: ${sentence(finding.message)}`;
    });
}

function verdictCase(report: CheckReport): TestCase {
  const attributes = { classname: 'verdict', name: 'verdict', time: seconds(report.run.milliseconds) };
  const why = sentence(report.why);
  const failing = report.findings.some((finding) => fails(report, finding));
  if (report.verdict === 'passed' || (report.verdict === 'failed' && failing && !report.stopped)) {
    return { xml: element('testcase', attributes, []), result: 'passed' };
  }
  const error = element('error', { message: `${verdictWords[report.verdict]}: ${why}`, type: report.verdict }, []);
  return { xml: element('testcase', attributes, [error]), result: 'error' };
}

/** Viewers take the part before the last dot for a package. */
function classOf(tag: string, operationId: string): string {
  return `${visible(tag)}.${visible(operationId)}`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

function element(name: string, attributes: Attributes, content: readonly string[], indent = true): string {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${markup(String(value))}"`)].join(
    ' ',
  );
  if (content.length === 0) return `<${start}/>`;
  if (!indent) return `<${start}>${content.join('')}</${name}>`;
  // Only tags are indented; the lines of a text stay as they are.
  const inside = content.map((part) => part.replace(/^(?= *<\/?[a-z])/gm, '  ')).join('\n');
  return `<${start}>\n${inside}\n</${name}>`;
}
