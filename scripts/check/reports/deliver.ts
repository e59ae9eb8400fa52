import { whyUnwritable } from '../../files/whole-file.js';
import { sanitize, sanitizeSentence } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { describeError } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import type { CheckReport } from '../model/report/report.js';
import { exitCodeOf } from '../model/report/state-report.js';
import { getKeySearch } from '../transport/key.js';
import { type ReportOption, renderReport, type TerminalOptions, terminalReport } from './index.js';
import { containsKey, type FileWriter, keyLeakText, writeWithoutKey } from './key-free-file.js';
import { keepReport } from './last-report.js';
import type { OutputStream } from './status-line.js';

export interface ReportOutput {
  output: OutputStream;
  errors: OutputStream;
  environment: NodeJS.ProcessEnv;
  /** Writes a file; by default `writeReport`. Tests pass a function that fails. */
  write?: FileWriter;
}

/**
 * Checks that the reports can be written. This happens before the run, since a run may take long.
 *
 * @throws UsageError if a path is a folder, is below a file, or is in a folder without write permission
 */
export function checkReportPaths(reports: readonly ReportOption<string>[]): void {
  for (const { format, path } of reports) {
    if (path === '-') continue;
    const problem = whyUnwritable(path);
    const safePath = sanitize(path);
    if (problem !== undefined)
      throw new UsageError(`The ${format} report cannot be written to ${safePath}: ${problem}. Choose another path.`);
  }
}

/**
 * Shows a report and writes it in the requested formats. If a format goes to standard output, the readable text goes
 * to standard error.
 *
 * @returns the exit code of the report; 2 if a format could not be written, 8 if a format contained the key
 */
export function deliverReport(
  report: CheckReport,
  reports: readonly ReportOption[],
  { verbose, learn }: Pick<TerminalOptions, 'verbose' | 'learn'>,
  { output, errors, environment, write }: ReportOutput,
): number {
  const { isKeyIn: leaksKey, redact } = getKeySearch();
  // Exchanges contain bodies of a real service, so only the user may read the file.
  const mode = report.exchanges ? 0o600 : undefined;
  const textOutput = reports.some(({ path }) => path === '-') ? errors : output;
  const leakPlaces: string[] = [];
  let hasWriteError = false;
  // If one format fails, the other formats are still written.
  const tryWrite = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      hasWriteError = true;
      errors.write(`${redact(error instanceof UsageError ? error.message : sanitizeSentence(describeError(error)))}\n`);
    }
  };
  const json = reports.find(({ format, path }) => format === 'json' && path !== '-');
  const isKept = keepReport(report, leaksKey, environment);
  tryWrite(() => {
    const text =
      isEmpty(report) && !verbose
        ? `No verdict: ${sanitizeSentence(report.why)}\n`
        : terminalReport(report, {
            width: textOutput.columns ?? 100,
            colour: isColoured(textOutput.isTTY, environment),
            verbose,
            learn,
            again: isKept ? {} : json && { file: json.path },
          });
    if (containsKey(text, leaksKey)) leakPlaces.push('the text for the terminal');
    else textOutput.write(text);
  });
  for (const { format, path } of reports) {
    tryWrite(() => {
      const content = renderReport(format, report);
      const isOutput = path === '-';
      const isSafe = isOutput ? !containsKey(content, leaksKey) : writeWithoutKey(path, content, leaksKey, write, mode);
      if (!isSafe) leakPlaces.push(`the report ${format}`);
      else if (isOutput) output.write(content);
    });
  }
  if (leakPlaces.length > 0) {
    errors.write(`${keyLeakText(leakPlaces)}\n`);
    return exitCodes.keyInReport;
  }
  // The exit code for a resource that was not restored matters more than that for a missing report.
  const isRestored = exitCodeOf(report.state?.differing ?? []) === exitCodes.done;
  return hasWriteError && isRestored ? exitCodes.usage : report.exitCode;
}

/** Whether nothing was tested, so that only the reason needs to be printed. */
function isEmpty({ verdict, coverage, findings }: CheckReport): boolean {
  return verdict === 'no-verdict' && coverage.successTested + coverage.refusalTested + findings.length === 0;
}

/** @see https://no-color.org */
function isColoured(isTerminal: boolean | undefined, environment: NodeJS.ProcessEnv): boolean {
  return isTerminal === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
}
