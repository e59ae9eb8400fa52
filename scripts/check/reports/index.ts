import type { CheckReport } from '../model/report/report.js';
import { commentReport } from './comment.js';
import { evidenceReport } from './evidence.js';
import type { ReportFormat } from './formats.js';
import { githubReport } from './github.js';
import { htmlReport } from './html.js';
import { jsonReport } from './json.js';
import { junitReport } from './junit.js';
import { markdownReport } from './markdown.js';
import { sarifReport } from './sarif.js';

export { parseReportOption, type ReportFormat, type ReportOption, reportFormats } from './formats.js';
export { type TerminalOptions, terminalReport } from './terminal.js';

const writers = {
  junit: junitReport,
  json: jsonReport,
  sarif: sarifReport,
  markdown: markdownReport,
  comment: commentReport,
  github: githubReport,
  html: htmlReport,
  evidence: evidenceReport,
} as const satisfies Record<ReportFormat, (report: CheckReport) => string>;

export function renderReport(format: ReportFormat, report: CheckReport): string {
  return writers[format](report);
}
