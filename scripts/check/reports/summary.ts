import { isAbsolute, relative, resolve } from 'node:path';
import { visible } from '../../text/escape.js';
import { groupBy } from '../../text/group-by.js';
import { counted } from '../../text/numbers.js';
import { bundledContract, type Finding, idsOf, operationsOf, type Severity, severities } from '../model/finding.js';
import type { CheckReport, OperationReport, Verdict } from '../model/report/report.js';
import { type RuleId, refusedKinds, ruleKeyOf } from '../model/rules/index.js';
import { ruleAddress } from '../model/rules/rule-text.js';

export interface Group {
  tag: string;
  operations: OperationReport[];
  inScope: number;
  successTested: number;
  refusalTested: number;
  requests: number;
}

/** The operations by tag, in the order of the contract. */
export function groupsOf(report: CheckReport): Group[] {
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

/**
 * The report as it is shown to people: of recorded traffic it lists only the operations that the recording has, and
 * says how many others there are.
 */
export function listed(report: CheckReport): CheckReport {
  const { target, notes } = report;
  const operations = report.operations.filter(({ requests }) => requests > 0);
  const others = report.operations.length - operations.length;
  if (target.kind !== 'recording' || others === 0) return report;
  const note = `The recording has no request to ${counted(others, 'other operation')} of the contract.`;
  return { ...report, operations, notes: [note, ...notes] };
}

/** A reason why operations were not tested, with their ids. */
export interface NotTested {
  what: 'success' | 'refusal' | 'both' | 'operation';
  reason: string;
  operationIds: string[];
}

/** What was not tested, as the beginning of a line. */
export const notTestedWords: Record<NotTested['what'], string> = {
  success: 'Success not tested',
  refusal: 'Refusals not tested',
  both: 'Neither success nor refusals tested',
  operation: 'Not in scope',
};

/** Untested operations by reason, those in scope first. `operation` stands for operations that are not in scope. */
export function notTested(report: CheckReport): NotTested[] {
  const found: (Pick<NotTested, 'what' | 'reason'> & { operationId: string })[] = [];
  const add = (what: NotTested['what'], { operationId }: OperationReport, reason: string): void =>
    void found.push({ what, reason, operationId });
  const inScope = report.operations.filter((operation) => operation.inScope);
  const whyNot = (operation: OperationReport, part: 'success' | 'refusal'): string | undefined =>
    operation[part].tested ? undefined : (operation[part].reason ?? 'The reason is unknown.');
  for (const part of ['both', 'success', 'refusal'] as const) {
    for (const operation of inScope) {
      const [success, refusal] = [whyNot(operation, 'success'), whyNot(operation, 'refusal')];
      const isBoth = success === refusal;
      const reason = part === 'both' ? (isBoth ? success : undefined) : isBoth ? undefined : whyNot(operation, part);
      if (reason !== undefined) add(part, operation, reason);
    }
  }
  for (const operation of report.operations) {
    if (!operation.inScope)
      add('operation', operation, operation.success.reason ?? operation.refusal.reason ?? 'Not in scope.');
  }
  return [...groupBy(found, ({ what, reason }) => `${what} ${reason}`).values()].map((all) => {
    const [{ what, reason }] = all;
    return { what, reason, operationIds: all.map(({ operationId }) => operationId) };
  });
}

export function isAccepted(report: CheckReport, finding: Finding): boolean {
  return idsOf(finding).some((id) => report.baseline?.accepted.includes(id));
}

/** The findings about something wrong that no baseline accepts, the gravest first. */
export function counting(report: CheckReport): Finding[] {
  return report.findings.filter((finding) => finding.severity !== 'observation' && !isAccepted(report, finding));
}

/** How many counting findings a rule has, and in how many operations. */
interface RuleCount {
  severity: Severity;
  rule: string;
  findings: number;
  operations: number;
}

/** The rules with counting findings, the gravest first, then those with the most. */
export function rulesOf(report: CheckReport): RuleCount[] {
  const rules = groupBy(counting(report), ({ severity, rule }) => `${severity} ${rule}`);
  const counts = [...rules.values()].map((all): RuleCount => {
    const [{ severity, rule }] = all;
    return { severity, rule, findings: all.length, operations: new Set(all.flatMap(operationsOf)).size };
  });
  return counts.sort(
    (one, other) =>
      severities.indexOf(one.severity) - severities.indexOf(other.severity) || other.findings - one.findings,
  );
}

/** `known.json accepts 2 findings of this run.`, with the name of the file as it is shown. */
export function acceptedBy(report: CheckReport, file: string): string {
  const accepted = report.findings.filter((finding) => isAccepted(report, finding)).length;
  return `${file} accepts ${counted(accepted, 'finding')} of this run.`;
}

/** The share of operations that makes a habit of a server. */
const mostOf = 0.8;

/** The most operations to name of those that showed one finding. */
const namedOperations = 3;

/** The other operations that showed a finding: `getBook, listBooks and 4 other operations`; empty without any. */
export function othersOf(finding: Finding): string {
  const [, ...others] = operationsOf(finding);
  const rest = others.length - namedOperations;
  const names = others.slice(0, rest > 1 ? namedOperations : undefined);
  if (rest > 1) names.push(`${rest} other operations`);
  const last = names.pop() ?? '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
}

/** Whether a finding fails the run: a violation, or with `strict` a drift, unless a baseline accepts it. */
export function fails(report: CheckReport, finding: Finding): boolean {
  if (isAccepted(report, finding)) return false;
  return finding.severity === 'violation' || (finding.severity === 'drift' && report.run.strict);
}

/** Rules of what a server takes that stores nothing and reads no key. */
const takenByMocks = ['auth.wrong-key-accepted', 'refusal.unknown-id-accepted'] as const satisfies RuleId[];

/** Whether a server takes any key and finds any id, as a mock does that stores nothing. */
export function seemsMock({ target, operations, findings }: CheckReport): boolean {
  const judged = operations.filter(({ inScope, success }) => inScope && success.tested);
  const shares = takenByMocks.map((rule) => {
    const those = judged.filter(({ path }) => rule !== 'refusal.unknown-id-accepted' || path.includes('{'));
    const accused = new Set(findings.filter((each) => each.rule === rule).flatMap(operationsOf));
    const share = those.filter(({ operationId }) => accused.has(operationId)).length / those.length;
    return those.length > 1 ? share : 0;
  });
  return target.kind === 'server' && shares.every((share) => share > mostOf);
}

/** Kinds of cases that the server must refuse; their findings belong to the refusal of an operation. */
const refusalKinds = new Set([...refusedKinds('auth'), ...refusedKinds('refusal')]);

/** Which half of an operation's coverage a finding belongs to. */
export function halfOf(finding: Finding): 'success' | 'refusal' {
  // An operation id may contain slashes, so the kind is not always the second part.
  const [kind = ''] = finding.case.slice(finding.operationId.length + 1).split('/');
  return refusalKinds.has(kind) ? 'refusal' : 'success';
}

/**
 * The place in the contract that a finding contradicts, and who answered the question that it rests on:
 * `openapi/openapi.yaml:3`, or a pointer into the bundle; `answers.yaml:3, answered by platform team (lists.envelope)`.
 */
export function placeOf(finding: Finding): string {
  const { file, line, pointer } = finding.contract;
  const place = file === undefined ? pointer : line === undefined ? file : `${file}:${line}`;
  const source = sourceOf(finding);
  return source === '' ? place : `${place}, ${source}`;
}

/** Who says what a finding contradicts, if it is no part of the contract itself; else empty. */
export function sourceOf({ contract: { answered, corrected } }: Finding): string {
  if (answered) return `answered${answered.by === undefined ? '' : ` by ${answered.by}`} (${answered.question})`;
  return corrected === undefined ? '' : `corrected by ${corrected}`;
}

/** `2 violations, 1 drift, 0 observations`. */
export function countsOf({ counts }: CheckReport): string {
  return (Object.keys(nouns) as Severity[]).map((severity) => counted(counts[severity], nouns[severity])).join(', ');
}

const nouns: Record<Severity, string> = { violation: 'violation', drift: 'drift', observation: 'observation' };

/** `Success tested 117/117, refusals 117/117, statuses 120/122, fields 340/352`. */
export function coverageOf({ coverage }: CheckReport): string {
  const { inScope, successTested, refusalTested, statuses, fields } = coverage;
  return [
    `Success tested ${successTested}/${inScope}`,
    `refusals ${refusalTested}/${inScope}`,
    `statuses ${statuses.seen}/${statuses.documented}`,
    `fields ${fields.seen}/${fields.documented}`,
  ].join(', ');
}

/** The settings of the run: `writes disposable, include named and inferred, strict, seed 7, shard 2/4`. */
export function modeOf({ target, run }: CheckReport): string {
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

/** An address of the web, with no character that would end it in Markdown. A report may have any text there. */
const address = /^https?:\/\/(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d+)?(?:[/?#][\w.~:/?#@!$&*+,;=%-]*)?$/i;

/** The page of the published docs about a rule; undefined if nobody publishes them. */
export function ruleUri({ run: { docs } }: CheckReport, rule: string): string | undefined {
  return docs !== undefined && address.test(docs) && URL.canParse(docs) ? docs + ruleAddress(rule) : undefined;
}

/** The command that explains a rule; undefined if this version does not have the rule. */
export function explainCommand(rule: string): string | undefined {
  if (ruleKeyOf(rule) === undefined) return undefined;
  const name = visible(rule);
  return `directory-contract explain ${/[^\w.-]/.test(name) ? `'${name.replaceAll("'", '')}'` : name}`;
}

/** Where to read about a rule, for the end of a text: its page, else the command that prints it. */
export function readMore(report: CheckReport, rule: string): string | undefined {
  return ruleUri(report, rule) ?? explainCommand(rule);
}

/** A line of a file that the team has in its repository. */
interface TeamPlace {
  file: string;
  line: number;
  /** Whether it is the line that the finding contradicts. */
  isFact: boolean;
}

/**
 * Where a viewer of a team's repository can show a finding: at its fact in the answers or in a contract of the team,
 * else at the configuration of the run; undefined if nothing of it is below the current folder.
 */
export function teamPlace(
  { contract: { file: given }, run }: CheckReport,
  { contract }: Finding,
): TeamPlace | undefined {
  const { file: named = given, line = 1 } = contract;
  const file = named === bundledContract ? undefined : ownFile(named);
  if (file !== undefined) return { file, line, isFact: true };
  const config = ownFile(run.config);
  return config === undefined ? undefined : { file: config, line: 1, isFact: false };
}

/** The parts that name a finding, without those that are empty, safe to print. */
export function namesOf(
  finding: Finding,
  parts: readonly ('severity' | 'rule' | 'operationId' | 'pointer')[] = ['severity', 'rule', 'operationId', 'pointer'],
): string[] {
  return parts.map((part) => visible(finding[part])).filter((text) => text !== '');
}

/** Sentences about a finding for a viewer that shows a line of the team: what differs, where else, and what it says. */
export function differenceOf(finding: Finding, own: TeamPlace | undefined): [difference: string, ...rest: string[]] {
  const [others, source] = [othersOf(finding), sourceOf(finding)];
  return [
    `Expected ${visible(finding.expected)}, found ${visible(finding.actual)}.`,
    ...(others === '' ? [] : [`Also in ${visible(others)}.`]),
    ...(own?.isFact !== true ? [`Contract: ${visible(placeOf(finding))}.`] : []),
    ...(own?.isFact === true && source !== '' ? [`The contract is ${visible(source)}.`] : []),
  ];
}

/** The path of a file from the current folder; undefined for an address, and for a file outside of it. */
function ownFile(file: string | undefined): string | undefined {
  if (file === undefined || /^https?:\/\//i.test(file)) return undefined;
  const path = isAbsolute(file) ? relative(resolve(), file) : file;
  return isAbsolute(path) || /^\.\.(?:[/\\]|$)/.test(path) ? undefined : path;
}
