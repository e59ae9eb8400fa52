import { mergeReports } from '../../check/engine/report/merge-reports.js';
import { reportReader } from '../../check/engine/report/report-file.js';
import { checkPlaces, deliver, type Shown } from '../../check/reports/deliver.js';
import { parseReportOption } from '../../check/reports/index.js';
import { here } from '../command.js';

interface MergeFlags {
  report?: readonly string[];
  verbose?: boolean;
}

/**
 * `directory-contract merge-reports`: combines the reports of the shards of a run.
 *
 * @returns the exit code of the whole run
 * @throws UsageError if a file is not a report, or the files are not all shards of one run
 */
export function runMergeReports(
  files: readonly string[],
  { report: wanted = [], verbose = false }: MergeFlags,
  surroundings: Shown = here,
): number {
  const reports = wanted.map(parseReportOption);
  checkPlaces(reports);
  return deliver(mergeReports(files.map(reportReader())), reports, verbose, surroundings);
}
