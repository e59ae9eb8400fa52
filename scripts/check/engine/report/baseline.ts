import schema from '../../../../generated/check/baseline.schema.json' with { type: 'json' };
import { compareText } from '../../../text/problem.js';
import type { Presence } from '../../evidence/presence.js';
import { type Finding, idsOf } from '../../model/finding.js';
import type { BaselineReport, CheckReport } from '../../model/report/report.js';
import { fileReader } from './report-file.js';

/** A finding that does not fail a run until a date. */
export interface AcceptedFinding {
  /** Id of the finding in a report, `rule:operationId:pointer`. @pattern ^[^:]+:[\s\S]*: */
  id: string;
  /** Why it is accepted. @pattern \S */
  reason: string;
  /** The last day on which it is accepted, as year, month and day. @format date */
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
  /** Version of the contract that the baseline was made with. @minLength 1 */
  contract: string;
  /** SHA-256 of the answers that the contract was taught, as in the report. @pattern ^[0-9a-f]{64}$ */
  answers?: string;
  /** Findings that do not fail a run. */
  findings: readonly AcceptedFinding[];
  /** For each schema of the contract, the fields that each object had when the baseline was made. */
  alwaysPresent: Readonly<Record<string, FieldNames>>;
}

/**
 * Reads a baseline.
 *
 * @throws UsageError with file, line and column of each mistake
 */
export const readBaseline: (file: string) => Baseline = fileReader({
  schema,
  what: 'a baseline',
  limit: 10 * 1_048_576,
  mistake: 'does not match baseline.schema.json. Correct it',
});

interface AppliedBaseline {
  /** Findings that count. */
  kept: Finding[];
  accepted: Finding[];
  report: Omit<BaselineReport, 'file'>;
}

/**
 * Separates the findings that a baseline accepts from those that count.
 *
 * @param tested operations that the run tested; an absent finding counts as fixed only if its operation was tested
 * @param today such as `2026-11-21`; an accepted finding stays accepted through its last day
 */
export function applyBaseline(
  baseline: Baseline,
  findings: readonly Finding[],
  tested: ReadonlySet<string>,
  today: string,
): AppliedBaseline {
  const holds = new Set(baseline.findings.filter(({ until }) => today <= until).map(({ id }) => id));
  const seen = new Set(findings.flatMap(idsOf));
  const isAccepted = (finding: Finding): boolean => idsOf(finding).some((id) => holds.has(id));
  const fixed = new Set(
    baseline.findings.map(({ id }) => id).filter((id) => !seen.has(id) && isAboutOneOf(id, tested)),
  );
  return {
    kept: findings.filter((finding) => !isAccepted(finding)),
    accepted: findings.filter(isAccepted),
    report: {
      accepted: [...holds].filter((id) => seen.has(id)),
      fixed: [...fixed],
      expired: baseline.findings.map(({ id }) => id).filter((id) => !holds.has(id) && !fixed.has(id)),
    },
  };
}

/** Operation ids and pointers may contain colons. */
function isAboutOneOf(id: string, operations: ReadonlySet<string>): boolean {
  const rest = id.slice(id.indexOf(':') + 1);
  for (let colon = rest.indexOf(':'); colon >= 0; colon = rest.indexOf(':', colon + 1)) {
    if (operations.has(rest.slice(0, colon))) return true;
  }
  return false;
}

const days = 90;

/**
 * A baseline that accepts all failing findings of a run for 90 days. Entries of `previous` stay as they are if they are
 * still valid and the finding came again, or if the run did not test the operation.
 *
 * @param today such as `2026-11-21`
 */
export function newBaseline(
  {
    contract,
    answers,
    findings,
    operations,
    baseline,
  }: Pick<CheckReport, 'contract' | 'answers' | 'findings' | 'operations' | 'baseline'>,
  presence: Presence,
  today: string,
  previous?: Baseline,
): Baseline {
  const until = new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const tested = new Set(
    operations.flatMap(({ operationId, success, refusal }) => (success.tested || refusal.tested ? operationId : [])),
  );
  const failing = findings.filter(({ severity }) => severity !== 'observation').flatMap(idsOf);
  // The report lists the findings that the previous baseline accepted separately.
  const seen = new Set([...failing, ...(baseline?.accepted ?? [])]);
  const stays = (previous?.findings ?? []).filter((line) =>
    seen.has(line.id) ? today <= line.until : !isAboutOneOf(line.id, tested),
  );
  const known = new Set(stays.map(({ id }) => id));
  const added = [...seen].filter((id) => !known.has(id)).map((id) => ({ id, reason: `Known since ${today}.`, until }));
  const now = presence.schemas().map(({ name, count, properties }): [string, string[]] => {
    return [name, properties.filter(({ present }) => present === count).map((property) => property.name)];
  });
  return {
    ...(previous?.$schema !== undefined && { $schema: previous.$schema }),
    format: 1,
    contract: contract.version,
    ...(answers && { answers: answers.sha256 }),
    findings: [...stays, ...added],
    alwaysPresent: { ...previous?.alwaysPresent, ...Object.fromEntries(now) },
  };
}

/** The text of the file; the same baseline always has the same text. */
export function baselineText({ $schema, format, contract, answers, findings, alwaysPresent }: Baseline): string {
  const fields = Object.entries(alwaysPresent).sort(([one], [other]) => compareText(one, other));
  const sorted = {
    ...($schema !== undefined && { $schema }),
    format,
    contract,
    ...(answers !== undefined && { answers }),
    findings: [...findings]
      .sort((one, other) => compareText(one.id, other.id))
      .map(({ id, reason, until }) => ({ id, reason, until })),
    alwaysPresent: Object.fromEntries(fields.map(([schema, names]) => [schema, [...names].sort(compareText)])),
  };
  return `${JSON.stringify(sorted, undefined, 2)}\n`;
}
