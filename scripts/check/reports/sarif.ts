import { inertJson, sentence, visible, whole } from '../../text/escape.js';
import type { Finding, Severity } from '../model/finding.js';
import type { CheckReport } from '../model/report.js';
import { aboutRule } from '../model/rules/families.js';
import { isAccepted, othersOf, sourceOf } from './summary.js';

const levels = { violation: 'error', drift: 'warning', observation: 'note' } as const satisfies Record<
  Severity,
  string
>;

/** The file of a finding without a source file: the bundled document, into which its pointer leads. */
const bundle = 'generated/openapi.yaml';

/**
 * The report as SARIF 2.1.0 (OASIS): one result for each finding, at the place in the contract that it contradicts. Its
 * id is the fingerprint, so that viewers can follow it from run to run.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarifReport(report: CheckReport): string {
  const rules = [...new Set(report.findings.map(({ rule }) => rule))].sort();
  const { run, verdict, stopped } = report;
  const isComplete = !stopped && (verdict === 'passed' || verdict === 'failed');
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'directory-contract',
            rules: rules.map((rule) => ({
              id: visible(rule),
              shortDescription: { text: plain(visible(aboutRule(rule))) },
            })),
          },
        },
        invocations: [
          {
            executionSuccessful: isComplete,
            exitCode: report.exitCode,
            startTimeUtc: run.started,
            endTimeUtc: new Date(Date.parse(run.started) + run.milliseconds).toISOString(),
            ...(isComplete
              ? {}
              : { toolExecutionNotifications: [{ level: 'error', message: { text: plain(sentence(report.why)) } }] }),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: report.findings.map((finding) => resultOf(report, finding, rules.indexOf(finding.rule))),
      },
    ],
  };
  return `${inertJson(log)}\n`;
}

function resultOf(report: CheckReport, finding: Finding, ruleIndex: number): object {
  const { contract, operationId, pointer } = finding;
  const others = othersOf(finding);
  const source = sourceOf(finding);
  const text = [
    sentence(finding.message),
    `Expected ${visible(finding.expected)}, found ${visible(finding.actual)}.`,
    `Seen at ${visible(operationId)}${pointer === '' ? '' : ` ${visible(pointer)}`}.`,
    ...(others === '' ? [] : [`Also in ${visible(others)}.`]),
    ...(source === '' ? [] : [`The contract is ${visible(source)}.`]),
  ].join(' ');
  return {
    ruleId: visible(finding.rule),
    ruleIndex,
    level: levels[finding.severity],
    message: { text: plain(text) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(contract.file ?? report.contract.file ?? bundle) },
          region: { startLine: contract.line ?? 1 },
        },
        logicalLocations: logicalLocations(finding),
      },
    ],
    partialFingerprints: { 'directoryContract/v1': finding.id },
    occurrenceCount: finding.count,
    ...(isAccepted(report, finding) && {
      suppressions: [{ kind: 'external', justification: 'A baseline accepts it.' }],
    }),
    properties: { case: visible(finding.case), standing: finding.standing, curl: whole(finding.curl) },
  };
}

/** Each place where a finding showed, once. */
function logicalLocations({ operationId, pointer, seenIn = [{ operationId, pointer }] }: Finding): object[] {
  const places = new Map(
    seenIn.map((each) => [visible(`${each.operationId}${each.pointer}`), visible(each.operationId)]),
  );
  return [...places].map(([fullyQualifiedName, name]) => ({ name, fullyQualifiedName, kind: 'member' }));
}

/** Escapes braces, which would be placeholders, and brackets, which would be links (SARIF §3.11.5, §3.11.6). */
function plain(text: string): string {
  return text.replace(/[{}]/g, '$&$&').replace(/[\\[\]]/g, '\\$&');
}

/** A relative path as a relative reference, an absolute one as a `file:` URI. */
function uriOf(file: string): string {
  const path = visible(file, Infinity).replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (/^[A-Za-z]%3A\//.test(path)) return `file:///${path.replace('%3A', ':')}`;
  return path.startsWith('/') ? `file://${path}` : path.replace(/^(\.\/)+/, '');
}
