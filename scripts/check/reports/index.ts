import { didYouMean } from '../../text/did-you-mean.js';
import { UsageError } from '../../text/usage-error.js';
import type { CheckReport } from '../model/report.js';
import { evidenceReport } from './evidence.js';
import { githubReport } from './github.js';
import { htmlReport } from './html.js';
import { jsonReport } from './json.js';
import { junitReport } from './junit.js';
import { markdownReport } from './markdown.js';
import { sarifReport } from './sarif.js';

export { type TerminalOptions, terminalReport } from './terminal.js';

const writers = {
  junit: junitReport,
  json: jsonReport,
  sarif: sarifReport,
  markdown: markdownReport,
  github: githubReport,
  html: htmlReport,
  evidence: evidenceReport,
} as const satisfies Record<string, (report: CheckReport) => string>;

export type ReportFormat = keyof typeof writers;

/** The formats of `--report`. */
export const reportFormats = Object.keys(writers) as readonly ReportFormat[];

/** The report in a format, as the text of a file. */
export function renderReport(format: ReportFormat, report: CheckReport): string {
  return writers[format](report);
}

/** A value of `--report`. */
export interface ReportOption {
  format: ReportFormat;
  /** `-` is standard output. */
  path: string;
}

/**
 * Parses `junit=out.xml`.
 *
 * @throws UsageError for an unknown format, with the nearest one, or a missing path
 */
export function parseReportOption(text: string): ReportOption {
  const at = text.indexOf('=');
  const name = at === -1 ? text : text.slice(0, at);
  const format = reportFormats.find((known) => known === name);
  if (format === undefined) {
    const known = `The formats are ${reportFormats.join(', ')}. ${didYouMean(name, reportFormats)}`;
    throw new UsageError(
      `Expected --report with a format and a file, such as junit=report.xml, found "${text}". ${known}`,
    );
  }
  const path = at === -1 ? '' : text.slice(at + 1);
  if (path === '') {
    throw new UsageError(`Expected a file after --report ${format}=, found none. Use ${format}=- for standard output.`);
  }
  return { format, path };
}
