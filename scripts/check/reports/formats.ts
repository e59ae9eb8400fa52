import { suggestNear } from '../../text/did-you-mean.js';
import { sanitize } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';

/** The formats of `--report`. They are in a separate file, so that the help does not load the code of the reports. */
export const reportFormats = ['junit', 'json', 'sarif', 'markdown', 'comment', 'github', 'html', 'evidence'] as const;

/** Names that people expect for a format. */
const otherNames = new Map([
  ['xml', 'junit'],
  ['md', 'markdown'],
]);

export type ReportFormat = (typeof reportFormats)[number];

export interface ReportOption<Format extends string = ReportFormat> {
  format: Format;
  /** `-` is standard output. */
  path: string;
}

/** Parses a value such as `junit=out.xml`. @throws UsageError for an unknown format, or if the path is missing */
export function parseReportOption(text: string): ReportOption {
  return parseReport(text, reportFormats);
}

/** Like `parseReportOption`, for a command that has other formats. */
export function parseReport<Format extends string>(text: string, formats: readonly Format[]): ReportOption<Format> {
  const [, name = '', path = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
  const format = formats.find((reportFormat) => reportFormat === name);
  if (format === undefined) {
    const otherName = otherNames.get(name.toLowerCase()) ?? name;
    const advice = `The formats are ${formats.join(', ')}. ${suggestNear(otherName, formats)}`.trim();
    const example = formats[0] === 'junit' ? 'junit=report.xml' : `${formats[0]}=-`;
    throw new UsageError(
      `Expected --report with a format and a file, such as ${example}, found "${sanitize(text)}". ${advice}`,
    );
  }
  if (path === '')
    throw new UsageError(`Expected a file after --report ${format}=, found none. Use ${format}=- for standard output.`);
  return { format, path };
}

/** @throws UsageError if two reports have one file, or both go to standard output */
export function refuseSameFile(reports: readonly ReportOption<string>[]): void {
  const paths = reports.map(({ path }) => path);
  const duplicate = paths.find((path, index) => paths.indexOf(path) !== index);
  if (duplicate === undefined) return;
  throw new UsageError(
    'Expected a different file for each report, found two reports for ' +
      `${duplicate === '-' ? 'standard output' : sanitize(duplicate)}. Change one of them.`,
  );
}
