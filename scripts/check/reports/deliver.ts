import { accessSync, constants, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { sentence, visible } from '../../text/escape.js';
import { exitCodes } from '../../text/exit-codes.js';
import { UsageError } from '../../text/usage-error.js';
import type { CheckReport } from '../model/report.js';
import { exitCodeOf } from '../model/state-report.js';
import { keyInUse } from '../transport/key.js';
import { type ReportOption, renderReport, terminalReport } from './index.js';
import { type FileWriter, keyFound, standsIn, writeSearched } from './key-kept-out.js';

/** Where a report is shown to a person, and how it comes to disk. */
export interface Shown {
  output: Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;
  errors: Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>>;
  environment: NodeJS.ProcessEnv;
  /** `writeReport`, unless a test has one that makes a mistake. */
  write?: FileWriter;
}

/**
 * A place where no report can be written is known before the run, which may take long.
 *
 * @throws UsageError for a folder, or a place below what is no folder or may not be written to
 */
export function checkPlaces(reports: readonly ReportOption[]): void {
  for (const { format, path } of reports) {
    if (path === '-') continue;
    const wrong = mistakeAt(path);
    if (wrong !== undefined)
      throw new UsageError(`The report ${format} cannot be written to ${visible(path)}: ${wrong}. Name another place.`);
  }
}

function mistakeAt(path: string): string | undefined {
  const there = look(path);
  if (there?.isDirectory()) return 'it is a folder';
  // What is there and no file (a pipe, a device) is written to as it is.
  if (there && !there.isFile()) return undefined;
  let folder = dirname(path);
  while (!look(folder) && dirname(folder) !== folder) folder = dirname(folder);
  if (!look(folder)?.isDirectory()) return `${visible(folder)} is no folder`;
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    return `nothing may be written to ${visible(folder)}`;
  }
}

/** What is at a path; undefined where nothing is, or nothing can be seen. */
function look(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Shows a report and writes it in each format that was asked for. Where one goes to standard output, people read theirs
 * on the other stream.
 *
 * @returns the exit code: that of the report, 2 where one could not be written, 8 where the key stood in one
 */
export function deliver(
  report: CheckReport,
  reports: readonly ReportOption[],
  verbose: boolean,
  { output, errors, environment, write }: Shown,
): number {
  const { leaks } = keyInUse();
  const forPeople = reports.some(({ path }) => path === '-') ? errors : output;
  const text =
    isEmpty(report) && !verbose
      ? `No verdict: ${sentence(report.why)}\n`
      : terminalReport(report, {
          width: forPeople.columns ?? 100,
          colour: isColoured(forPeople.isTTY, environment),
          verbose,
        });
  const leaking: string[] = [];
  let isUnwritten = false;
  if (standsIn(text, leaks)) leaking.push('what the terminal shows');
  else forPeople.write(text);
  for (const { format, path } of reports) {
    const rendered = renderReport(format, report);
    try {
      const isClean = path === '-' ? !standsIn(rendered, leaks) : writeSearched(path, rendered, leaks, write);
      if (!isClean) leaking.push(`the report ${format}`);
      else if (path === '-') output.write(rendered);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      isUnwritten = true;
      errors.write(`${error.message}\n`);
    }
  }
  if (leaking.length > 0) {
    errors.write(`${keyFound(leaking)}\n`);
    return exitCodes.keyInReport;
  }
  // That a thing is not what it was weighs more than a report that is missing.
  return isUnwritten && exitCodeOf(report.state?.differing ?? []) === exitCodes.done
    ? exitCodes.usage
    : report.exitCode;
}

/** Where nothing was tested, the reason is all there is to say. */
function isEmpty({ verdict, coverage, findings }: CheckReport): boolean {
  return verdict === 'no-verdict' && coverage.successTested + coverage.refusalTested + findings.length === 0;
}

/** @see https://no-color.org */
function isColoured(isTerminal: boolean | undefined, environment: NodeJS.ProcessEnv): boolean {
  return isTerminal === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
}
