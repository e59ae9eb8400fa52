import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckReport } from '../../check/model/report/report.js';
import { type ServerProcess, startServer } from '../../release/program.js';
import { defaultKey } from '../../sandbox/sandbox.js';
import { type CommandResult, runCommand } from './processes.js';
import { createBenchFolder, getCommandPath } from './programs.js';

/** Starts the sandbox as users start it. Its address is the `readyText` of the result. */
export async function startSandbox(...args: readonly string[]): Promise<ServerProcess> {
  return startServer([await getCommandPath(), 'sandbox', '--port', '0', ...args], /http:\/\/127\.0\.0\.1:\d+/);
}

/** Runs the check as users run it. @throws Error if its exit code is not in `allowedExitCodes` */
export async function runCheck(
  url: string,
  args: readonly string[],
  allowedExitCodes: readonly number[] = [0],
): Promise<{ report: CheckReport; result: CommandResult }> {
  const cwd = createBenchFolder();
  const file = join(cwd, 'report.json');
  const result = await runCommand(
    process.execPath,
    [await getCommandPath(), 'check', url, ...args, '--report', `json=${file}`],
    { cwd, env: { DIRECTORY_API_KEY: defaultKey }, timeout: 1_800_000 },
  );
  if (!allowedExitCodes.includes(result.status))
    throw new Error(`A check ended with exit code ${result.status}: ${result.stderr.trim()}`);
  return { report: JSON.parse(readFileSync(file, 'utf8')) as CheckReport, result };
}
