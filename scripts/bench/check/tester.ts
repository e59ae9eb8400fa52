import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchSubject } from '../frame/measure.js';
import { type CommandOptions, type CommandResult, runCommand } from '../frame/processes.js';
import { createBenchFolder } from '../frame/programs.js';
import type { RunningService } from './services.js';

/** A program that tests whether a service follows its OpenAPI document. */
export interface Tester extends Pick<BenchSubject, 'name' | 'kind' | 'note'> {
  run(service: RunningService, options: TestRunOptions): Promise<TestResult>;
}

export interface TestRunOptions {
  /** A tester that makes random requests runs once per seed. A fault counts if any of these runs finds it. */
  seed: number;
  /** Whether the service is the unchanged one. Runs against its variants ignore its failures. */
  isBaselineRun: boolean;
}

export interface TestResult {
  result: CommandResult;
  /** The names of the failures. A failure has the same name in all runs, so that runs can be compared. */
  failures: readonly string[];
}

/** The command for one run of a tester. It writes a report to a file. */
export interface TestCommand<Report> extends CommandOptions {
  program?: string;
  args: readonly string[];
  failuresOf(report: Report): string[];
}

/** The time limit of one run in milliseconds, which is long enough even for a busy machine. */
const runTimeout = 3_600_000;

/** Creates a tester from a command that writes a JSON report. A run without a report counts as a failure. */
export function createTester<Report>(
  subject: Pick<BenchSubject, 'name' | 'kind' | 'note'>,
  toCommand: (
    service: RunningService,
    file: string,
    options: TestRunOptions,
  ) => TestCommand<Report> | Promise<TestCommand<Report>>,
): Tester {
  const folder = createBenchFolder();
  return {
    ...subject,
    async run(service, options) {
      const file = join(folder, `${service.id}.json`);
      const { program = process.execPath, args, failuresOf, env } = await toCommand(service, file, options);
      const result = await runCommand(program, args, { cwd: folder, timeout: runTimeout, ...(env && { env }) });
      const report = readReport<Report>(file);
      return { result, failures: report === undefined ? [missingReportText(result)] : failuresOf(report) };
    },
  };
}

/** Reads and deletes a JSON file that a program has written; undefined if the file is missing or not JSON. */
function readReport<Report>(file: string): Report | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8');
  rmSync(file);
  try {
    return JSON.parse(text) as Report;
  } catch {
    return undefined;
  }
}

function missingReportText({ status, stderr }: CommandResult): string {
  const [line = ''] = stderr.trim().split('\n').slice(-1);
  return `no report, exit code ${status}: ${line.replace(/\d+/g, '…').slice(0, 80)}`;
}
