import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);

/** A program that ends within a second gains nothing by optimised code, and making it takes a third of its time. */
const shortLived = ['--no-opt'];

/** Redocly CLI is a program only: its package has no entry point to import. */
function program(): string {
  return join(packageFolder(), 'bin', 'cli.js');
}

/** The address of the module that the program imports, which reads the command line and does all the rest. */
export function redoclyModule(): string {
  return pathToFileURL(join(packageFolder(), 'lib', 'index.js')).href;
}

function packageFolder(): string {
  return dirname(require.resolve('@redocly/cli/package.json'));
}

/** In it Redocly neither looks for updates nor reports anything. */
export function redoclyEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
    CI: 'true',
  };
}

/** Our settings; those of the folder that is linted have no say. */
export const redoclyConfig = fileURLToPath(new URL('../../../redocly.yaml', import.meta.url));

/** What a run of the program left behind. */
export interface RedoclyRun {
  exitCode: number;
  stdout: string;
  stderr: string;
}

export type RunRedocly = (folder: string, args: readonly string[], signal?: AbortSignal) => Promise<RedoclyRun>;

/**
 * Runs Redocly CLI in a folder. It neither looks for updates nor reports anything.
 * No shell is involved; the arguments arrive as they are.
 */
export function redocly(folder: string, args: readonly string[], signal?: AbortSignal): Promise<RedoclyRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...shortLived, program(), ...args], {
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

/** What Redocly said, without its notice on the version of Node.js (a box) and without the empty lines. */
export function spoken(run: RedoclyRun): string {
  return run.stderr
    .split('\n')
    .filter((line) => line.trim() !== '' && !/[║╔╗╚╝]/.test(line))
    .join('\n');
}
