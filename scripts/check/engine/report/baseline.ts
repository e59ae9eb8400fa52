import schema from '../../../../generated/check/baseline.schema.json' with { type: 'json' };
import { compareText } from '../../../text/problem.js';
import type { Presence } from '../../evidence/presence.js';
import { type Finding, idsOf } from '../../model/finding.js';
import { causeKey } from '../../model/report/merge-findings.js';
import type { BaselineReport, CheckReport } from '../../model/report/report.js';
import { createFileReader } from './report-file.js';

/** A finding of the check, or a change that `diff` finds, that the baseline accepts until a date. */
export interface AcceptedFinding {
  /** Id of a finding, `rule:operationId:pointer`, or of a change, `rule:area:pointer`. @pattern ^[^:]+:[\s\S]*: */
  id: string;
  /** Reason to accept the finding. @pattern \S */
  reason: string;
  /** The last day on which the finding is accepted, as `YYYY-MM-DD`. @format date */
  until: string;
}

/** Names of fields. @uniqueItems true */
type FieldNames = readonly string[];

/**
 * Known findings that are accepted until a date, and fields that were always present.
 * @title Baseline of the contract check
 */
export interface Baseline {
  /** Address of this schema, for editors. */
  $schema?: string;
  /** Version of this format. */
  format: 1;
  /** Version of the contract with which the baseline was made. @minLength 1 */
  contract: string;
  /** SHA-256 of the answers that were applied to the contract, as in the report. @pattern ^[0-9a-f]{64}$ */
  answers?: string;
  /** Findings and changes that do not fail a run. */
  findings: readonly AcceptedFinding[];
  /** For each schema of the contract, the fields that every object had when the baseline was made. */
  alwaysPresent: Readonly<Record<string, FieldNames>>;
}

/** Reads a baseline. @throws UsageError with file, line and column of each mistake */
export const readBaseline: (file: string) => Baseline = createFileReader({
  schema,
  kindName: 'a baseline',
  limit: 10 * 1_048_576,
  mistakeText: 'does not match baseline.schema.json. Correct it',
});

interface BaselineResult {
  /** Findings that the baseline does not accept. */
  activeFindings: Finding[];
  acceptedFindings: Finding[];
  report: Omit<BaselineReport, 'file'>;
}

/**
 * Separates the findings that a baseline accepts from the findings that count.
 *
 * @param testedIds operations that the run tested; an absent finding counts as fixed only if its operation was tested
 * @param today such as `2026-11-21`; a finding is still accepted on its last day
 */
export function applyBaseline(
  baseline: Baseline,
  findings: readonly Finding[],
  testedIds: ReadonlySet<string>,
  today: string,
): BaselineResult {
  const entries = baseline.findings.filter(({ id }) => !isOfDiff(id));
  const validIds = new Set(entries.filter(({ until }) => today <= until).map(({ id }) => id));
  const seenIds = new Set(findings.flatMap(idsOf));
  // A finding of several operations must be accepted for each of them, so that a newly affected one is not hidden.
  const isAccepted = (finding: Finding): boolean =>
    causeKey(finding) === undefined
      ? idsOf(finding).some((id) => validIds.has(id))
      : idsOf(finding).every((id) => validIds.has(id));
  const fixedIds = new Set(
    entries.map(({ id }) => id).filter((id) => !seenIds.has(id) && isAboutOperation(id, testedIds)),
  );
  return {
    activeFindings: findings.filter((finding) => !isAccepted(finding)),
    acceptedFindings: findings.filter(isAccepted),
    report: {
      accepted: [...validIds].filter((id) => seenIds.has(id)),
      fixed: [...fixedIds],
      expired: entries.map(({ id }) => id).filter((id) => !validIds.has(id) && !fixedIds.has(id)),
    },
  };
}

/** Whether an id is that of a change, found by `diff`: its rules have hyphens, those of the check have dots. */
export function isOfDiff(id: string): boolean {
  return /^[^:.]*-[^:.]*:/.test(id);
}

/** Whether the id of a finding contains an operation. It may end at any colon, since names and pointers have colons. */
function isAboutOperation(id: string, operations: ReadonlySet<string>): boolean {
  const suffix = id.slice(id.indexOf(':') + 1);
  return [...suffix.matchAll(/:/g)].some(({ index }) => operations.has(suffix.slice(0, index)));
}

const acceptanceDays = 90;

/**
 * Returns a baseline that accepts all failing findings of a run for 90 days. An entry of `previousBaseline` stays
 * unchanged if it has not expired and the finding occurred again, if the run did not test its operation, or if it is
 * that of a change.
 *
 * @param today such as `2026-11-21`
 */
export function createBaseline(
  report: Pick<CheckReport, 'contract' | 'answers' | 'findings' | 'operations' | 'baseline'>,
  presence: Presence,
  today: string,
  previousBaseline?: Baseline,
): Baseline {
  const { contract, answers, findings, operations, baseline } = report;
  const until = new Date(Date.parse(`${today}T00:00:00Z`) + acceptanceDays * 86_400_000).toISOString().slice(0, 10);
  const testedIds = new Set(
    operations.flatMap(({ operationId, success, refusal }) => (success.tested || refusal.tested ? operationId : [])),
  );
  const failingIds = findings.filter(({ severity }) => severity !== 'observation').flatMap(idsOf);
  // The findings that the previous baseline accepted are listed separately in the report.
  const seenIds = new Set([...failingIds, ...(baseline?.accepted ?? [])]);
  const keptEntries = (previousBaseline?.findings ?? []).filter((entry) =>
    seenIds.has(entry.id) ? today <= entry.until : isOfDiff(entry.id) || !isAboutOperation(entry.id, testedIds),
  );
  const keptIds = new Set(keptEntries.map(({ id }) => id));
  const newEntries = [...seenIds]
    .filter((id) => !keptIds.has(id))
    .map((id) => ({ id, reason: `Known since ${today}.`, until }));
  const alwaysPresent = presence.schemas().map(({ name, count, properties }) => {
    const fields = properties.filter(({ present }) => present === count);
    return [name, fields.map((field) => field.name)] as const;
  });
  return {
    ...(previousBaseline?.$schema !== undefined && { $schema: previousBaseline.$schema }),
    format: 1,
    contract: contract.version,
    ...(answers && { answers: answers.sha256 }),
    findings: [...keptEntries, ...newEntries],
    alwaysPresent: { ...previousBaseline?.alwaysPresent, ...Object.fromEntries(alwaysPresent) },
  };
}

/** Returns the text of a baseline file. The same baseline always has the same text. */
export function baselineText({ $schema, format, contract, answers, findings, alwaysPresent }: Baseline): string {
  const fields = Object.entries(alwaysPresent).sort(([a], [b]) => compareText(a, b));
  const content = {
    ...($schema !== undefined && { $schema }),
    format,
    contract,
    ...(answers !== undefined && { answers }),
    findings: [...findings]
      .sort((a, b) => compareText(a.id, b.id))
      .map(({ id, reason, until }) => ({ id, reason, until })),
    alwaysPresent: Object.fromEntries(fields.map(([schema, names]) => [schema, [...names].sort(compareText)])),
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}
