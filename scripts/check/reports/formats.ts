import { suggest } from '../../text/did-you-mean.js';
import { sanitize } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';

/** The formats of `--report`. They are in a separate file, so that the help does not load the code of the reports. */
export const reportFormats = ['junit', 'json', 'sarif', 'markdown', 'comment', 'github', 'html', 'evidence'] as const;

export type ReportFormat = (typeof reportFormats)[number];

export interface ReportOption {
  format: ReportFormat;
  /** `-` is standard output. */
  path: string;
}

/** Parses a value such as `junit=out.xml`. @throws UsageError for an unknown format, or if the path is missing */
export function parseReportOption(text: string): ReportOption {
  const [, name = '', path = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
  const format = reportFormats.find((reportFormat) => reportFormat === name);
  if (format === undefined) {
    const advice = `The formats are ${reportFormats.join(', ')}. ${suggest(name, reportFormats)}`;
    throw new UsageError(
      `Expected --report with a format and a file, such as junit=report.xml, found "${sanitize(text)}". ${advice}`,
    );
  }
  if (path === '')
    throw new UsageError(`Expected a file after --report ${format}=, found none. Use ${format}=- for standard output.`);
  return { format, path };
}
