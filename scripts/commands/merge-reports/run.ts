import { mergeReports } from '../../check/engine/report/merge-reports.js';
import { createReportReader } from '../../check/engine/report/report-file.js';
import { checkReportPaths, deliverReport, type ReportOutput } from '../../check/reports/deliver.js';
import { parseReportOption } from '../../check/reports/index.js';
import { processContext } from '../command.js';

interface MergeFlags {
  report?: readonly string[];
  verbose?: boolean;
}

/**
 * `directory-contract merge-reports`: combines the reports of the shards of a run.
 *
 * @returns the exit code of the whole run
 * @throws UsageError if a file is not a report, or the files are not exactly the shards of one run
 */
export function runMergeReports(
  files: readonly string[],
  { report: reportTexts = [], verbose = false }: MergeFlags,
  context: ReportOutput = processContext,
): number {
  const reports = reportTexts.map(parseReportOption);
  checkReportPaths(reports);
  return deliverReport(mergeReports(files.map(createReportReader())), reports, { verbose }, context);
}
