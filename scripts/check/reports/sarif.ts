import { escapeForSarif, sanitize, sanitizeSentence, toSafeJson } from '../../text/escape.js';
import { escapeProse, toCode } from '../../text/markdown-text.js';
import { bundledContract, type Finding, type Severity } from '../model/finding.js';
import type { CheckReport } from '../model/report/report.js';
import { ruleKeyOf, ruleSeverities } from '../model/rules/index.js';
import { ruleSubject, textOf } from '../model/rules/rule-text.js';
import { acceptanceAdvice, severitiesOf, severityText } from '../model/rules/weight.js';
import { reproductionLines } from './curl.js';
import { differenceTexts, explainCommand, findPlaceInTeamFile, isAccepted, namesOf, ruleUri } from './summary.js';

const levels: Readonly<Record<Severity, string>> = { violation: 'error', drift: 'warning', observation: 'note' };

/** The path of this package's contract after installation, relative to the root of a repository. */
const bundlePath = 'node_modules/directory-contract/generated/docs/openapi.yaml';

/** The base of relative URIs. Its own URI is left out, since each machine has the repository in another folder. */
const rootId = '%SRCROOT%';
const baseIds = { [rootId]: { description: { text: 'The root of the repository.' } } };

/**
 * Returns the report as SARIF 2.1.0 (OASIS), with one result for each finding. Its location is the contradicted place
 * in the contract: in a file of the team, or in the installed package, with the team's configuration as a related
 * location. GitHub refuses the whole log if one result has no location. It resolves no base URIs, and marks no files
 * outside the repository. The id of a finding is its fingerprint, so that viewers can follow it in all runs.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarifReport(report: CheckReport): string {
  const rules = [...new Set(report.findings.map(({ rule }) => rule))].sort();
  const { run, verdict, stopped } = report;
  const isComplete = !stopped && (verdict === 'passed' || verdict === 'failed');
  const notification = { level: 'error', message: { text: escapeForSarif(sanitizeSentence(report.why)) } };
  const sarifLog = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'directory-contract', rules: rules.map((rule) => ruleDescriptorOf(report, rule)) } },
        invocations: [
          {
            executionSuccessful: isComplete,
            exitCode: report.exitCode,
            startTimeUtc: run.started,
            endTimeUtc: new Date(Date.parse(run.started) + run.milliseconds).toISOString(),
            ...(!isComplete && { toolExecutionNotifications: [notification] }),
          },
        ],
        originalUriBaseIds: baseIds,
        columnKind: 'utf16CodeUnits',
        results: report.findings.map((finding) => resultOf(report, finding, rules.indexOf(finding.rule))),
      },
    ],
  };
  return `${toSafeJson(sarifLog)}\n`;
}

/** Returns the description of a rule for viewers (SARIF §3.49). */
function ruleDescriptorOf(report: CheckReport, rule: string): object {
  const [subject, ruleKey, uri] = [sanitize(ruleSubject(rule)), ruleKeyOf(rule), ruleUri(report, rule)];
  const id = { id: sanitize(rule), shortDescription: { text: escapeForSarif(subject) } };
  if (ruleKey === undefined) return { ...id, ...(uri !== undefined && { helpUri: uri }) };
  const { why, source, advice } = textOf(ruleKey);
  const acceptanceTexts = severitiesOf(ruleSeverities[ruleKey]).map(({ severity }) => acceptanceAdvice[severity]);
  const parts = [
    ['Why', why],
    ['Source', `${source}.`],
    ['Severity', `${severityText(ruleSeverities[ruleKey])}.`],
    ['What to do', advice],
    ['To accept the finding for a while', acceptanceTexts.join(' ')],
  ] as const;
  const example = `An example: ${explainCommand(rule) ?? ''}`;
  return {
    ...id,
    fullDescription: { text: escapeForSarif(`${subject} ${why}`) },
    help: {
      text: escapeForSarif([subject, ...parts.map(([label, text]) => `${label}: ${text}`), example].join('\n\n')),
      markdown: [
        escapeProse(subject),
        ...parts.map(([label, text]) => `**${label}.** ${escapeProse(text)}`),
        `**An example.** ${toCode(explainCommand(rule) ?? '')}`,
      ].join('\n\n'),
    },
    ...(uri !== undefined && { helpUri: uri }),
  };
}

function resultOf(report: CheckReport, finding: Finding, ruleIndex: number): object {
  const teamPlace = findPlaceInTeamFile(report, finding);
  const teamLocation = teamPlace && {
    artifactLocation: { uri: uriOf(teamPlace.file), uriBaseId: rootId },
    region: { startLine: teamPlace.line },
  };
  const physicalLocation = teamPlace?.isContradicted ? teamLocation : contractLocation(report, finding);
  const [difference, ...rest] = differenceTexts(finding, teamPlace);
  const placeText = `Place: ${namesOf(finding, ['operationId', 'pointer']).join(' ')}.`;
  const text = [sanitizeSentence(finding.message), difference, placeText, ...rest].join(' ');
  const suppression = { kind: 'external', justification: 'A baseline accepts it.' };
  return {
    ruleId: sanitize(finding.rule),
    ruleIndex,
    level: levels[finding.severity],
    message: { text: escapeForSarif(text) },
    locations: [{ physicalLocation, logicalLocations: logicalLocations(finding) }],
    ...(teamPlace?.isContradicted === false && { relatedLocations: [{ physicalLocation: teamLocation }] }),
    partialFingerprints: { 'directoryContract/v1': finding.id },
    occurrenceCount: finding.count,
    ...(isAccepted(report, finding) && { suppressions: [suppression] }),
    properties: {
      case: sanitize(finding.case),
      standing: finding.standing,
      curl: reproductionLines(finding, Infinity).join('\n'),
    },
  };
}

/** Returns the place of the contradicted fact: in the team's contract, or else in the contract of the package. */
function contractLocation(report: CheckReport, { contract }: Finding): object {
  const { file = report.contract.file, line = 1 } = contract;
  const isBundled = file === undefined || file === bundledContract;
  return {
    artifactLocation: isBundled ? { uri: bundlePath, uriBaseId: rootId } : { uri: uriOf(file) },
    region: { startLine: line },
  };
}

/** Returns the places where a finding occurred, each of them once. */
function logicalLocations({ operationId, pointer, seenIn = [{ operationId, pointer }] }: Finding): object[] {
  const places = new Map(seenIn.map((each) => [sanitize(each.operationId + each.pointer), sanitize(each.operationId)]));
  return [...places].map(([fullyQualifiedName, name]) => ({ name, fullyQualifiedName, kind: 'member' }));
}

/** Returns the URI of a file. Addresses are returned unchanged, and an absolute path becomes a `file:` URI. */
function uriOf(file: string): string {
  // A URI may contain only one `#`.
  if (/^https?:\/\//i.test(file)) return encodeURI(sanitize(file, Infinity)).replaceAll(/(?<=#.*)#/g, '%23');
  const path = sanitize(file, Infinity).replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  if (/^[A-Za-z]%3A\//.test(path)) return `file:///${path.replace('%3A', ':')}`;
  return path.startsWith('/') ? `file://${path}` : path.replace(/^(\.\/)+/, '');
}
