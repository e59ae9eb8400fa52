import { whyUnwritable } from '../../files/writable-place.js';
import { errorSentence } from '../../text/error-sentence.js';
import { sentence, visible } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { UsageError } from '../../text/usage-error.js';
import type { CheckReport } from '../model/report/report.js';
import { exitCodeOf } from '../model/report/state-report.js';
import { keyInUse } from '../transport/key.js';
import { type ReportOption, renderReport, terminalReport } from './index.js';
import { containsKey, type FileWriter, keyFound, writeSearched } from './key-kept-out.js';

/** Where to show a report to a person, and how to write it to disk. */
export interface Shown {
  output: Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;
  errors: Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;
  environment: NodeJS.ProcessEnv;
  /** By default `writeReport`; tests use a faulty one. */
  write?: FileWriter;
}

/**
 * Checks before the run, which may take long, that the reports can be written.
 *
 * @throws UsageError if a path is a folder, is below a file, or is in a folder without write permission
 */
export function checkPlaces(reports: readonly ReportOption[]): void {
  for (const { format, path } of reports) {
    if (path === '-') continue;
    const wrong = whyUnwritable(path);
    if (wrong !== undefined)
      throw new UsageError(
        `The report ${format} cannot be written to ${visible(path)}: ${wrong}. Choose another path.`,
      );
  }
}

/**
 * Shows a report and writes it in the requested formats. If one goes to standard output, the text for people goes to
 * standard error.
 *
 * @returns the exit code: that of the report, 2 if a format could not be written, 8 if one contained the key
 */
export function deliver(
  report: CheckReport,
  reports: readonly ReportOption[],
  verbose: boolean,
  { output, errors, environment, write }: Shown,
): number {
  const { leaks, redact } = keyInUse();
  // Bodies of a real service are for its user alone.
  const mode = report.exchanges ? 0o600 : undefined;
  const forPeople = reports.some(({ path }) => path === '-') ? errors : output;
  const leaking: string[] = [];
  let isUnwritten = false;
  // A form of the report that fails keeps no other from being written.
  const attempt = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      isUnwritten = true;
      errors.write(`${redact(error instanceof UsageError ? error.message : sentence(errorSentence(error)))}\n`);
    }
  };
  attempt(() => {
    const text =
      isEmpty(report) && !verbose
        ? `No verdict: ${sentence(report.why)}\n`
        : terminalReport(report, {
            width: forPeople.columns ?? 100,
            colour: isColoured(forPeople.isTTY, environment),
            verbose,
            json: reports.find(({ format, path }) => format === 'json' && path !== '-')?.path,
          });
    if (containsKey(text, leaks)) leaking.push('the text for the terminal');
    else forPeople.write(text);
  });
  for (const { format, path } of reports) {
    attempt(() => {
      const rendered = renderReport(format, report);
      const isClean = path === '-' ? !containsKey(rendered, leaks) : writeSearched(path, rendered, leaks, write, mode);
      if (!isClean) leaking.push(`the report ${format}`);
      else if (path === '-') output.write(rendered);
    });
  }
  if (leaking.length > 0) {
    errors.write(`${keyFound(leaking)}\n`);
    return exitCodes.keyInReport;
  }
  // A resource that was not restored outweighs a missing report.
  return isUnwritten && exitCodeOf(report.state?.differing ?? []) === exitCodes.done
    ? exitCodes.usage
    : report.exitCode;
}

/** Whether nothing was tested, so that only the reason needs to be printed. */
function isEmpty({ verdict, coverage, findings }: CheckReport): boolean {
  return verdict === 'no-verdict' && coverage.successTested + coverage.refusalTested + findings.length === 0;
}

/** @see https://no-color.org */
function isColoured(isTerminal: boolean | undefined, environment: NodeJS.ProcessEnv): boolean {
  return isTerminal === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
}
