import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';

export interface Ran {
  status: number;
  stdout: string;
  stderr: string;
  milliseconds: number;
  /** Milliseconds of processor time of the command and of all that it waited for; NaN if its shell did not say. */
  processor: number;
  /** The largest sum of the resident memory of the command and its descendants, in bytes, seen every 50 ms. */
  memory: number;
}

export interface Running {
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  /** Milliseconds until it is ended. */
  timeout?: number;
  stdin?: string;
}

const every = 50;
/** bash prints the times of a command and its descendants in this form, as the last line of stderr. */
const timeFormat = 'processor %U %S';

/** Runs a command to its end. @throws Error if it cannot be started, or takes longer than `timeout` */
export async function measuredCommand(program: string, args: readonly string[], running: Running = {}): Promise<Ran> {
  const { cwd, env = {}, timeout = 600_000, stdin } = running;
  const begun = performance.now();
  const child = spawn('bash', ['-c', 'time "$@"', 'bash', program, ...args], {
    cwd,
    env: { ...process.env, ...env, TIMEFORMAT: timeFormat },
    stdio: [stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdin?.end(stdin);
  let memory = 0;
  const looking = setInterval(() => {
    memory = Math.max(memory, memoryOf(child.pid ?? 0));
  }, every);
  let isLate = false;
  const ending = setTimeout(() => {
    isLate = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, timeout);
  try {
    const [[status], stdout, stderr] = await Promise.all([
      once(child, 'exit') as Promise<[number | null]>,
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
    ]);
    if (isLate) throw new Error(`${basename(program)} did not end within ${Math.round(timeout / 1000)} s.`);
    const [, user, system] = /processor ([\d.]+) ([\d.]+)\s*$/.exec(stderr) ?? [];
    return {
      status: status ?? 1,
      stdout,
      stderr: stderr.replace(/processor [\d.]+ [\d.]+\s*$/, ''),
      milliseconds: performance.now() - begun,
      processor: (Number(user) + Number(system)) * 1000,
      memory,
    };
  } finally {
    clearInterval(looking);
    clearTimeout(ending);
  }
}

/** The resident memory of a process and its descendants, in bytes; 0 where the system does not show it. */
export function memoryOf(pid: number): number {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return children.reduce((sum, child) => sum + memoryOf(Number(child)), Number(kilobytes) * 1024);
  } catch {
    return 0;
  }
}

/** Milliseconds of processor time that a process has used so far; NaN where the system does not show it. */
export function processorOf(pid: number): number {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = tasks.map((task) =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
  } catch {
    return NaN;
  }
}
