import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { amountOf } from '../../sample.js';
import { sampleReport } from './sample.js';

/** The number of hostile texts for each format. */
export const hostileRuns = amountOf('reportTexts');

/** Timeout in milliseconds for a test of all these texts, on a busy machine. */
export const hostileTime = 300_000 + hostileRuns * 20;

const nastyValues = JSON.parse(readFileSync(new URL('./hostile-texts.json', import.meta.url), 'utf8')) as string[];

/** Texts that would act as markup or as commands in at least one of the formats. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...nastyValues) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text.trim() !== '');

/** Members whose values are fixed words. */
const ownWords = new Set(['verdict', 'kind', 'writes', 'include', 'started', 'standing', 'severity', 'method', 'case']);

/** A small report that has the text in every untrusted value. Values that must be unique only end with it. */
export function reportWith(text: string): CheckReport {
  const report = sampleReport({ tags: ['reviews', 'entries'] });
  report.operations = report.operations.filter(({ operationId }) =>
    ['getReview', 'exportReviews'].includes(operationId),
  );
  const name = (value: string): string => `${value}${text}`;
  const replacedReport = replace(
    {
      ...report,
      contract: { ...report.contract, file: 'x' },
      baseline: { file: 'x', accepted: [], fixed: ['x'], expired: ['x'] },
    },
    text,
  ) as CheckReport;
  const [first] = report.findings;
  const [changedFinding] = replacedReport.findings;
  if (!first || !changedFinding) throw new Error('The sample has no finding there.');
  return {
    ...replacedReport,
    verdict: 'failed',
    exitCode: 1,
    counts: { violation: 1, drift: 1, observation: 1 },
    operations: replacedReport.operations.map((operation, index) => ({
      ...operation,
      operationId: name(report.operations[index]?.operationId ?? ''),
      tag: name(report.operations[index]?.tag ?? ''),
    })),
    findings: [
      { ...changedFinding, severity: 'violation', operationId: name(first.operationId), case: name(first.operationId) },
      { ...changedFinding, id: name('drift'), severity: 'drift' },
      { ...changedFinding, id: name('observation'), severity: 'observation' },
    ],
  };
}

function replace(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((item) => replace(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, ownWords.has(key) ? each : replace(each, text)]),
  );
}

/** Characters that no report may contain. */
export const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;

/** Lines that the log of a CI service would execute as commands. */
export const obeyed = /^\s*::|##(?:vso|teamcity)?\[/im;
