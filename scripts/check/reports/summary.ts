import { isAbsolute, join, relative, resolve } from 'node:path';
import { isOutside } from '../../files/named-file.js';
import { sanitize } from '../../text/escape.js';
import { groupBy } from '../../text/group-by.js';
import { formatCount } from '../../text/numbers.js';
import { bundledContract, type Finding, idsOf, operationsOf, type Severity, severities } from '../model/finding.js';
import type { CheckReport, OperationReport, Verdict } from '../model/report/report.js';
import { kindsToRefuse, type RuleId, ruleKeyOf } from '../model/rules/index.js';
import { ruleAddress } from '../model/rules/rule-text.js';

interface OperationGroup {
  tag: string;
  operations: OperationReport[];
  inScope: number;
  successTested: number;
  refusalTested: number;
  requests: number;
}

/** The operations by tag, in the order of the contract. */
export function groupsOf(report: CheckReport): OperationGroup[] {
  return [...groupBy(report.operations, ({ tag }) => tag)].map(([tag, operations]) => {
    const inScope = operations.filter((operation) => operation.inScope);
    return {
      tag,
      operations,
      inScope: inScope.length,
      successTested: inScope.filter(({ success }) => success.tested).length,
      refusalTested: inScope.filter(({ refusal }) => refusal.tested).length,
      requests: operations.reduce((sum, { requests }) => sum + requests, 0),
    };
  });
}

/** Returns a sentence for each answer that responses show only in part. */
export function gapsIn({ evidence }: Pick<CheckReport, 'evidence'>): string[] {
  return evidence.flatMap(({ gap }) => gap ?? []);
}

/**
 * Returns the report that is shown to readers: with the sentences of `gapsIn` in its notes, without a baseline that has
 * nothing to say, and for recorded traffic with only the operations that have recorded requests, and a note with the
 * number of other operations.
 */
export function toDisplayReport({ baseline, ...fullReport }: CheckReport): CheckReport {
  const hasBaseline = baseline && [...baseline.accepted, ...baseline.fixed, ...baseline.expired].length > 0;
  const notes = [...fullReport.notes, ...gapsIn(fullReport)];
  const report = { ...fullReport, ...(hasBaseline && { baseline }), notes };
  const { target } = report;
  const operations = report.operations.filter(({ requests }) => requests > 0);
  const others = report.operations.length - operations.length;
  if (target.kind !== 'recording' || others === 0) return report;
  const note = `The recording has no requests for ${formatCount(others, 'other operation')} of the contract.`;
  return { ...report, operations, notes: [note, ...notes] };
}

export interface UntestedReason {
  part: 'success' | 'refusal' | 'both' | 'operation';
  reason: string;
  operationIds: string[];
}

/** Beginnings of lines about parts that were not tested. */
export const notTestedWords: Record<UntestedReason['part'], string> = {
  success: 'Success not tested',
  refusal: 'Refusals not tested',
  both: 'Success and refusals not tested',
  operation: 'Not in scope',
};

/**
 * The untested operations by reason, operations in scope first. Reasons that differ only in the number of refusals, or
 * in the words of the server, count as one. `part` is `operation` for operations that are not in scope.
 */
export function untestedReasonsOf(report: CheckReport): UntestedReason[] {
  const entries: (Pick<UntestedReason, 'part' | 'reason'> & { operationId: string })[] = [];
  const add = (part: UntestedReason['part'], { operationId }: OperationReport, reason: string): void =>
    void entries.push({ part, reason, operationId });
  const inScope = report.operations.filter((operation) => operation.inScope);
  const whyNotTested = (operation: OperationReport, part: 'success' | 'refusal'): string | undefined =>
    operation[part].tested ? undefined : (operation[part].reason ?? 'The reason is unknown.');
  for (const part of ['both', 'success', 'refusal'] as const) {
    for (const operation of inScope) {
      const isSameReason = whyNotTested(operation, 'success') === whyNotTested(operation, 'refusal');
      const reason = whyNotTested(operation, part === 'both' ? 'success' : part);
      if (isSameReason === (part === 'both') && reason !== undefined) add(part, operation, reason);
    }
  }
  for (const operation of report.operations.filter((operation) => !operation.inScope))
    add('operation', operation, operation.success.reason ?? operation.refusal.reason ?? 'Not in scope.');
  const kindOf = ({ part, reason, operationId }: (typeof entries)[number]): string =>
    `${part} ${reason.replaceAll(operationId, '').replace(/ \(\d+ times\)| The server said: .*/gs, '')}`;
  return [...groupBy(entries, kindOf).values()].map((all) => {
    const [{ part, reason }] = all;
    return { part, reason, operationIds: all.map(({ operationId }) => operationId) };
  });
}

export function isAccepted(report: CheckReport, finding: Finding): boolean {
  return idsOf(finding).some((id) => report.baseline?.accepted.includes(id));
}

/** The violations and drifts that no baseline accepts, the most severe first. */
export function openFindingsOf(report: CheckReport): Finding[] {
  return report.findings.filter((finding) => finding.severity !== 'observation' && !isAccepted(report, finding));
}

/** Returns the first finding of each rule, and then the others. */
export function sortNewRulesFirst(findings: readonly Finding[]): Finding[] {
  const firstByRule = new Map(findings.map((finding) => [finding.rule, finding] as const).reverse());
  const isFirst = (finding: Finding): boolean => firstByRule.get(finding.rule) === finding;
  return [...findings.filter(isFirst), ...findings.filter((finding) => !isFirst(finding))];
}

/** The number of open findings of a rule, and the number of their operations. */
interface RuleCount {
  severity: Severity;
  rule: string;
  findings: number;
  operations: number;
}

/** The rules with open findings, the most severe first, then the rules with the most findings. */
export function ruleCountsOf(report: CheckReport): RuleCount[] {
  const rules = groupBy(openFindingsOf(report), ({ severity, rule }) => `${severity} ${rule}`);
  const counts = [...rules.values()].map((all): RuleCount => {
    const [{ severity, rule }] = all;
    return { severity, rule, findings: all.length, operations: new Set(all.flatMap(operationsOf)).size };
  });
  const rank = ({ severity }: RuleCount): number => severities.indexOf(severity);
  return counts.sort((a, b) => rank(a) - rank(b) || b.findings - a.findings);
}

/** Returns a sentence such as `The baseline known.json accepts 2 findings of this run.` @param file name to show */
export function acceptanceText(report: CheckReport, file: string): string {
  const acceptedCount = report.findings.filter((finding) => isAccepted(report, finding)).length;
  return `The baseline ${file} accepts ${formatCount(acceptedCount, 'finding')} of this run.`;
}

/** If more than this fraction of the operations break each rule of `mockRules`, the server is probably a mock. */
const shareThreshold = 0.8;

/** Maximum number of operations to name for one finding. */
const maxNamedOperations = 3;

/** Returns the other operations of a finding, or an empty string: `getBook, listBooks and 4 other operations`. */
export function otherOperationsOf(finding: Finding): string {
  const [, ...otherOperations] = operationsOf(finding);
  const unnamedCount = otherOperations.length - maxNamedOperations;
  const names = otherOperations.slice(0, unnamedCount > 1 ? maxNamedOperations : undefined);
  if (unnamedCount > 1) names.push(`${unnamedCount} other operations`);
  const lastName = names.pop() ?? '';
  return names.length === 0 ? lastName : `${names.join(', ')} and ${lastName}`;
}

/** Whether a finding fails the run: a violation, or with `strict` a drift, unless a baseline accepts it. */
export function isFailing(report: CheckReport, finding: Finding): boolean {
  if (isAccepted(report, finding)) return false;
  return finding.severity === 'violation' || (finding.severity === 'drift' && report.run.strict);
}

/** Rules that a mock breaks, since it stores nothing and reads no key. */
const mockRules = ['auth.wrong-key-accepted', 'refusal.unknown-id-accepted'] as const satisfies RuleId[];

/** Whether a server accepts any key and finds any id, like a mock, which stores nothing. */
export function isLikelyMock({ target, operations, findings }: CheckReport): boolean {
  const testedOperations = operations.filter(({ inScope, success }) => inScope && success.tested);
  const shares = mockRules.map((rule) => {
    const isAboutIds = rule === 'refusal.unknown-id-accepted';
    const candidates = testedOperations.filter(({ path }) => !isAboutIds || path.includes('{'));
    const idsWithFinding = new Set(findings.filter((each) => each.rule === rule).flatMap(operationsOf));
    const share = candidates.filter(({ operationId }) => idsWithFinding.has(operationId)).length / candidates.length;
    return candidates.length > 1 ? share : 0;
  });
  return target.kind === 'server' && shares.every((share) => share > shareThreshold);
}

/** Kinds of test case that the server must refuse. Their findings belong to the refusal of an operation. */
const refusalKinds = new Set([...kindsToRefuse('auth'), ...kindsToRefuse('refusal')]);

/** Returns the part of an operation's coverage that a finding belongs to. */
export function coverageHalfOf(finding: Finding): 'success' | 'refusal' {
  // An operation id may contain slashes, so the kind is not always the second part of the case id.
  const [kind = ''] = finding.case.slice(finding.operationId.length + 1).split('/');
  return refusalKinds.has(kind) ? 'refusal' : 'success';
}

/**
 * The place of the contradicted fact in the contract, with the answer or overlay that set it, if any:
 * `openapi/openapi.yaml:3`, or a pointer into the bundle; `answers.yaml:3, answered by platform team (lists.envelope)`.
 */
export function placeOf(finding: Finding): string {
  const { file, line, pointer } = finding.contract;
  const location = file === undefined ? pointer : line === undefined ? file : `${file}:${line}`;
  const source = sourceOf(finding);
  return source === '' ? location : `${location}, ${source}`;
}

/** The answer or correction that a finding contradicts; empty if it contradicts the contract itself. */
export function sourceOf({ contract: { answered, corrected } }: Finding): string {
  if (answered) return `answered${answered.by === undefined ? '' : ` by ${answered.by}`} (${answered.question})`;
  return corrected === undefined ? '' : `corrected by ${corrected}`;
}

/** Returns a string such as `2 violations, 1 drift, 0 observations`. */
export function countsText({ counts }: CheckReport): string {
  return severities.map((severity) => formatCount(counts[severity], severity)).join(', ');
}

/** Returns a string such as `Success tested 117/117, refusals 117/117, statuses 120/122, fields 340/352`. */
export function coverageText({ coverage }: CheckReport): string {
  const { inScope, successTested, refusalTested, statuses, fields } = coverage;
  return [
    `Success tested ${successTested}/${inScope}`,
    `refusals ${refusalTested}/${inScope}`,
    `statuses ${statuses.seen}/${statuses.documented}`,
    `fields ${fields.seen}/${fields.documented}`,
  ].join(', ');
}

/** The documented fields that no response had with a value, by operation; the number of all, for a heading. */
export function unseenFieldsOf({ coverage }: CheckReport): {
  heading: string;
  fields: [id: string, paths: string[]][];
} {
  const fields = Object.entries(coverage.fields.unseen ?? {});
  const count = fields.reduce((sum, [, paths]) => sum + paths.length, 0);
  return { heading: `${formatCount(count, 'documented field')} never seen with a value`, fields };
}

/** Returns the settings of the run: `writes disposable, include named and inferred, strict, seed 7, shard 2/4`. */
export function runSettingsText({ target, run }: CheckReport): string {
  const parts = [target.kind === 'server' ? `writes ${run.writes}` : target.kind];
  if (run.include.length > 0) parts.push(`include ${run.include.join(' and ')}`);
  if (run.strict) parts.push('strict');
  parts.push(`seed ${run.seed}`);
  if (run.shard) parts.push(`shard ${run.shard.index}/${run.shard.count}`);
  return parts.join(', ');
}

export const verdictWords: Record<Verdict, string> = {
  passed: 'Passed',
  failed: 'Failed',
  'no-verdict': 'No verdict',
  'under-coverage': 'Too little tested',
  'not-restored': 'Not restored',
};

/** Matches a web address without characters that would end a link in Markdown, since a report may contain any. */
const urlPattern = /^https?:\/\/(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d+)?(?:[/?#][\w.~:/?#@!$&*+,;=%-]*)?$/i;

/** Returns the page about a rule in the published docs; undefined if the docs are not published. */
export function ruleUri({ run: { docs } }: CheckReport, rule: string): string | undefined {
  return docs !== undefined && urlPattern.test(docs) && URL.canParse(docs) ? docs + ruleAddress(rule) : undefined;
}

/** Returns the command that explains a rule; undefined if this version does not have the rule. */
export function explainCommand(rule: string): string | undefined {
  if (ruleKeyOf(rule) === undefined) return undefined;
  const name = sanitize(rule);
  return `directory-contract explain ${/[^\w.-]/.test(name) ? `'${name.replaceAll("'", '')}'` : name}`;
}

/** Returns a reference to the text about a rule: the address of its page, or else the command that prints it. */
export function ruleHelp(report: CheckReport, rule: string): string | undefined {
  return ruleUri(report, rule) ?? explainCommand(rule);
}

/** A line of a file in the team's repository. */
interface TeamPlace {
  file: string;
  line: number;
  /** Whether the finding contradicts this line. */
  isContradicted: boolean;
}

/**
 * Returns the place where a viewer of the team's repository can show a finding: the contradicted fact in the team's
 * answers or contract, else the configuration of the run. Returns undefined if neither file is in the repository.
 */
export function findPlaceInTeamFile(report: CheckReport, { contract }: Finding): TeamPlace | undefined {
  const { file: placeFile = report.contract.file, line = 1 } = contract;
  const file = placeFile === bundledContract ? undefined : pathInRepository(report, placeFile);
  if (file !== undefined) return { file, line, isContradicted: true };
  const config = pathInRepository(report, report.run.config);
  return config === undefined ? undefined : { file: config, line: 1, isContradicted: false };
}

/** Returns the parts that identify a finding, safe to print, without empty parts. */
export function namesOf(
  finding: Finding,
  parts: readonly ('severity' | 'rule' | 'operationId' | 'pointer')[] = ['severity', 'rule', 'operationId', 'pointer'],
): string[] {
  return parts.map((part) => sanitize(finding[part])).filter((text) => text !== '');
}

/** Returns sentences to show beside a line of the team's file: difference, other operations, place in the contract. */
export function differenceTexts(finding: Finding, teamPlace?: TeamPlace): [difference: string, ...rest: string[]] {
  const [others, source] = [otherOperationsOf(finding), sourceOf(finding)];
  return [
    `Expected ${sanitize(finding.expected)}, found ${sanitize(finding.actual)}.`,
    ...(others === '' ? [] : [`Also in ${sanitize(others)}.`]),
    ...(teamPlace?.isContradicted !== true ? [`Contract: ${sanitize(placeOf(finding))}.`] : []),
    ...(teamPlace?.isContradicted === true && source !== '' ? [`The contract is ${sanitize(source)}.`] : []),
  ];
}

/** Returns the path of a file from the root of the repository; undefined for an address, and for a file elsewhere. */
function pathInRepository({ run }: CheckReport, file: string | undefined): string | undefined {
  if (file === undefined || /^https?:\/\//i.test(file)) return undefined;
  const path = isAbsolute(file) ? relative(resolve(), file) : file;
  if (isAbsolute(path)) return undefined;
  const pathInTop = run.folder === undefined ? path : join(run.folder, path);
  return isOutside(pathInTop) ? undefined : pathInTop;
}
