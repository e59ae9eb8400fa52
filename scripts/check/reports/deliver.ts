import { readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { whyUnwritable, writeReport } from '../../files/whole-file.js';
import { sanitize, sanitizeSentence } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { describeError, reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import type { CheckReport } from '../model/report/report.js';
import { exitCodeOf } from '../model/report/state-report.js';
import { getKeySearch } from '../transport/key.js';
import { type ReportOption, renderReport, type TerminalOptions, terminalReport } from './index.js';
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
  tryWrite(() => {
    const text =
      isEmpty(report) && !verbose
        ? `No verdict: ${sanitizeSentence(report.why)}\n`
        : terminalReport(report, {
            width: textOutput.columns ?? 100,
            colour: isColoured(textOutput.isTTY, environment),
            verbose,
            learn,
            json: reports.find(({ format, path }) => format === 'json' && path !== '-')?.path,
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

export type FileWriter = typeof writeReport;

/** A line break in a report, with terminal colours and the indentation of the next line. */
const lineBreakPattern = /(?:\u001b\[\d+m)*\n(?:\s|\u001b\[\d+m)*/g;

/** Whether a string contains the key, even if the key is split over several lines. */
export function containsKey(text: string, leaks: (text: string) => boolean): boolean {
  return leaks(text) || leaks(text.replace(lineBreakPattern, ''));
}

/**
 * Writes a file that must not contain the key. Searches the text first, then reads the file back, searches it again,
 * and deletes it if it contains the key. Pipes and devices cannot be read back.
 *
 * @param mode permissions of a new file
 * @returns false if the text contained the key; then it is not on disk
 * @throws UsageError if the file cannot be written or read back; then it is not on disk either
 */
export function writeWithoutKey(
  path: string,
  text: string,
  leaks: (text: string) => boolean,
  write: FileWriter = writeReport,
  mode?: number,
): boolean {
  if (containsKey(text, leaks)) return false;
  write(path, text, mode);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) return true;
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    removeFile(path);
    throw new UsageError(
      `${sanitize(path)} was written, but cannot be read back: ${sanitize(reasonOf(error))}. The file was ` +
        `deleted, since it may contain the key. Choose another path.`,
    );
  }
  if (!containsKey(content, leaks)) return true;
  removeFile(path);
  return false;
}

/** Deletes the file. If the path is a link, deletes the file to which it leads. */
function removeFile(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) rmSync(realpathSync(path));
}

export function keyLeakText(places: readonly string[]): string {
  const texts = places.length === 1 ? 'this text was' : 'these texts were';
  return (
    `The API key was in ${places.join(' and ')}, so ${texts} not written. Replace the key, and report this as a ` +
    'bug in this program.'
  );
}
