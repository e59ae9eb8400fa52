import { escapeForSarif, inertJson, sentence, visible } from '../../text/escape.js';
import { code, prose } from '../../text/markdown-text.js';
import { bundledContract, type Finding, type Severity } from '../model/finding.js';
import type { CheckReport } from '../model/report/report.js';
import { ruleKeyOf, weights } from '../model/rules/index.js';
import { aboutRule, textOf } from '../model/rules/rule-text.js';
import { accepting, severitiesOf, weightText } from '../model/rules/weight.js';
import { repeatLines } from './curl.js';
import { differenceOf, explainCommand, isAccepted, namesOf, ruleUri, teamPlace } from './summary.js';

const levels = { violation: 'error', drift: 'warning', observation: 'note' } as const satisfies Record<
  Severity,
  string
>;

/** The contract of this package in an installed package, from the root of a repository. */
const bundle = 'node_modules/directory-contract/generated/openapi.yaml';

/**
 * The report as SARIF 2.1.0 (OASIS): one result for each finding, at a file of the team if there is one, else at the
 * contract in the installed package. GitHub refuses a whole log if one result has no location, resolves no base of a
 * URI, and marks nothing at a file that is not in the repository, so that such a location harms nobody. The id of a
 * finding is its fingerprint, so that viewers can follow it from run to run.
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
            rules: rules.map((rule) => descriptorOf(report, rule)),
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
              : {
                  toolExecutionNotifications: [
                    { level: 'error', message: { text: escapeForSarif(sentence(report.why)) } },
                  ],
                }),
          },
        ],
        columnKind: 'utf16CodeUnits',
        results: report.findings.map((finding) => resultOf(report, finding, rules.indexOf(finding.rule))),
      },
    ],
  };
  return `${inertJson(log)}\n`;
}

/** A rule for viewers: SARIF §3.49. */
function descriptorOf(report: CheckReport, rule: string): object {
  const [about, known, uri] = [visible(aboutRule(rule)), ruleKeyOf(rule), ruleUri(report, rule)];
  const id = { id: visible(rule), shortDescription: { text: escapeForSarif(about) } };
  if (known === undefined) return { ...id, ...(uri !== undefined && { helpUri: uri }) };
  const { why, source, advice } = textOf(known);
  const parts = [
    ['Why', why],
    ['By', `${source}.`],
    ['Weighs', `${weightText(weights[known])}.`],
    ['What to do', advice],
    [
      'To accept it for a while',
      severitiesOf(weights[known])
        .map(({ severity }) => accepting[severity])
        .join(' '),
    ],
  ] as const;
  const example = `An example: ${explainCommand(rule) ?? ''}`;
  return {
    ...id,
    fullDescription: { text: escapeForSarif(`${about} ${why}`) },
    help: {
      text: escapeForSarif([about, ...parts.map(([label, text]) => `${label}: ${text}`), example].join('\n\n')),
      markdown: [
        prose(about),
        ...parts.map(([label, text]) => `**${label}.** ${prose(text)}`),
        `**An example.** ${code(explainCommand(rule) ?? '')}`,
      ].join('\n\n'),
    },
    ...(uri !== undefined && { helpUri: uri }),
  };
}

function resultOf(report: CheckReport, finding: Finding, ruleIndex: number): object {
  const own = teamPlace(report, finding);
  const contract = inContract(report, finding);
  const [difference, ...rest] = differenceOf(finding, own);
  const seen = `Seen at ${namesOf(finding, ['operationId', 'pointer']).join(' ')}.`;
  const text = [sentence(finding.message), difference, seen, ...rest].join(' ');
  return {
    ruleId: visible(finding.rule),
    ruleIndex,
    level: levels[finding.severity],
    message: { text: escapeForSarif(text) },
    locations: [
      {
        physicalLocation: own
          ? { artifactLocation: { uri: uriOf(own.file) }, region: { startLine: own.line } }
          : contract,
        logicalLocations: logicalLocations(finding),
      },
    ],
    ...(own?.isFact === false && { relatedLocations: [{ physicalLocation: contract }] }),
    partialFingerprints: { 'directoryContract/v1': finding.id },
    occurrenceCount: finding.count,
    ...(isAccepted(report, finding) && {
      suppressions: [{ kind: 'external', justification: 'A baseline accepts it.' }],
    }),
    properties: {
      case: visible(finding.case),
      standing: finding.standing,
      curl: repeatLines(finding, Infinity).join('\n'),
    },
  };
}

/** The contradicted fact: in the contract of the team, else in that of the package. */
function inContract(report: CheckReport, { contract: { file = report.contract.file, line = 1 } }: Finding): object {
  const isBundled = file === undefined || file === bundledContract;
  return {
    artifactLocation: isBundled ? { uri: bundle, uriBaseId: '%SRCROOT%' } : { uri: uriOf(file) },
    region: { startLine: line },
  };
}

/** Each place where a finding showed, once. */
function logicalLocations({ operationId, pointer, seenIn = [{ operationId, pointer }] }: Finding): object[] {
  const places = new Map(
    seenIn.map((each) => [visible(`${each.operationId}${each.pointer}`), visible(each.operationId)]),
  );
  return [...places].map(([fullyQualifiedName, name]) => ({ name, fullyQualifiedName, kind: 'member' }));
}

/** An address as it is, a relative path as a relative reference, an absolute one as a `file:` URI. */
function uriOf(file: string): string {
  // A fragment holds no second `#`.
  if (/^https?:\/\//i.test(file)) return encodeURI(visible(file, Infinity)).replaceAll(/(?<=#.*)#/g, '%23');
  const path = visible(file, Infinity).replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (/^[A-Za-z]%3A\//.test(path)) return `file:///${path.replace('%3A', ':')}`;
  return path.startsWith('/') ? `file://${path}` : path.replace(/^(\.\/)+/, '');
}
