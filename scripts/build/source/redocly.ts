import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

/** The path of Redocly's command. It is derived from the path of the package, which has no entry point to import. */
function programPath(): string {
  return join(dirname(require.resolve('@redocly/cli/package.json')), 'bin', 'cli.js');
}

export function redoclyVersion(): string {
  return (require('@redocly/cli/package.json') as { version: string }).version;
}

function redoclyEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
    CI: 'true',
  };
}

/** Our configuration of Redocly, which applies even if the linted folder has one of its own. */
export const redoclyConfig = fileURLToPath(new URL('../../../redocly.yaml', import.meta.url));

export interface RedoclyRun {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export type RunRedocly = (folder: string, args: readonly string[], signal?: AbortSignal) => Promise<RedoclyRun>;

/** Runs Redocly CLI in a folder, without update checks, telemetry, or a shell that could change arguments. */
export const runRedocly: RunRedocly = (folder, args, signal) => runRedoclyProgram(programPath(), folder, args, signal);

export function runRedoclyProgram(
  path: string,
  folder: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<RedoclyRun> {
  return new Promise((resolve, reject) => {
    // Redocly runs for only a second. Optimising its code would take a third of that time without making it faster.
    const child = spawn(process.execPath, ['--no-opt', path, ...args], {
      cwd: folder,
      env: redoclyEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ exitCode: code ?? 1, stdout, stderr }));
  });
}

/** The messages that Redocly printed, without empty lines and its boxed notice about the Node.js version. */
export function messagesOf(run: RedoclyRun): string {
  return run.stderr
    .split('\n')
    .filter((line) => line.trim() !== '' && !/[║╔╗╚╝]/.test(line))
    .join('\n');
}
