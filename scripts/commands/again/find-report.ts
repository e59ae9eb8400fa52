import { type Finding, idsOf } from '../../check/model/finding.js';
import type { CheckReport } from '../../check/model/report/report.js';
import { findLastReport, newestOf } from '../../check/reports/last-report.js';
import { suggest } from '../../text/did-you-mean.js';
import { sanitize } from '../../text/escape.js';
import { formatCount } from '../../text/numbers.js';
import { UsageError } from '../../text/usage-error.js';
import type { CommandSettings } from '../check/command-settings.js';

/** The report file that the guides suggest. */
const defaultReport = 'check.json';

/**
 * The path of the newest report: that of the configuration file, `check.json`, or the last one that was kept about the
 * server.
 *
 * @throws UsageError if there is none
 */
export function findReport({ report, baseUrl }: CommandSettings, environment: NodeJS.ProcessEnv): string {
  const namedReport = report?.find(({ format, path }) => format === 'json' && path !== '-')?.path ?? defaultReport;
  const file = newestOf([namedReport, findLastReport(baseUrl, environment) ?? []].flat());
  if (file !== undefined) return file;
  const place = baseUrl === undefined ? '' : ` of ${sanitize(baseUrl)}`;
  throw new UsageError(
    `Expected the report of an earlier check${place}, found neither ${sanitize(namedReport)} nor one that the ` +
      'program kept. Run "directory-contract check" first, or name a report with --report.',
  );
}

/** The run of a report: when it was, against what. */
export function runText({ run, target, contract }: CheckReport): string {
  const time = sanitize(run.started.slice(0, 16).replace('T', ' '));
  const subject = sanitize(`${contract.title} ${contract.version}`);
  return `the run of ${time} UTC against ${sanitize(target.baseUrl)} (${subject})`;
}

/**
 * Finds a finding by its number in the report, its id, or the beginning of its id.
 *
 * @throws UsageError if not exactly one finding matches; the message suggests ids
 */
export function chooseFinding(name: string, findings: readonly Finding[]): Finding {
  const findingWithId = findings.find((finding) => idsOf(finding).includes(name));
  if (findingWithId) return findingWithId;
  const findingWithNumber = /^[1-9]\d*$/.test(name) ? findings[Number(name) - 1] : undefined;
  if (findingWithNumber) return findingWithNumber;
  const matchingFindings = findings.filter(({ id }) => name !== '' && id.startsWith(name));
  const [first, ...others] = matchingFindings;
  if (first && others.length === 0) return first;
  if (first) {
    const ids = matchingFindings.slice(0, 5).map(({ id }) => sanitize(id));
    if (matchingFindings.length > 5) ids.push('…');
    throw new UsageError(
      `The ids of ${matchingFindings.length} findings begin with ${sanitize(name)}: ${ids.join(', ')}. Give more of ` +
        'the id, so that only one finding matches.',
    );
  }
  if (/^\d+$/.test(name))
    throw new UsageError(
      `The report has no finding ${sanitize(name)}. It has ${formatCount(findings.length, 'finding')}.`,
    );
  const allIds = findings.map(({ id }) => id);
  throw new UsageError(
    `The report has no finding ${sanitize(name)}. ${sanitize(suggest(name, allIds))} To list all findings, ` +
      'run "directory-contract again" without an argument.',
  );
}
