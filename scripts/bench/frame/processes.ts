import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';

export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
  milliseconds: number;
  /** Milliseconds of processor time of the command and of its awaited children; NaN if bash printed no times. */
  processorTime: number;
  /** The peak memory in bytes: the resident memory of the command and its descendants, sampled every 50 ms. */
  memory: number;
}

export interface CommandOptions {
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  /** The command is killed after this many milliseconds. */
  timeout?: number;
}

/** Milliseconds between two samples of the memory. */
const sampleInterval = 50;

/** Runs a command until it ends. @throws Error if it cannot be started, or takes longer than `timeout` */
export async function runCommand(
  program: string,
  args: readonly string[],
  { cwd, env = {}, timeout = 600_000 }: CommandOptions = {},
): Promise<CommandResult> {
  const startTime = performance.now();
  // bash prints the times of the command and of its descendants, in the format TIMEFORMAT, as the last line of stderr.
  const child = spawn('bash', ['-c', 'time "$@"', 'bash', program, ...args], {
    cwd,
    env: { ...process.env, ...env, TIMEFORMAT: 'processor %U %S' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let memory = 0;
  const memoryTimer = setInterval(() => {
    memory = Math.max(memory, memoryOf(child.pid ?? 0));
  }, sampleInterval);
  let hasTimedOut = false;
  const killTimer = setTimeout(() => {
    hasTimedOut = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, timeout);
  try {
    const [[status], stdout, stderr] = await Promise.all([
      once(child, 'exit') as Promise<[number | null]>,
      text(child.stdout),
      text(child.stderr),
    ]);
    if (hasTimedOut) throw new Error(`${basename(program)} did not end within ${Math.round(timeout / 1000)} s.`);
    const [line = '', userTime, systemTime] = /processor ([\d.]+) ([\d.]+)\s*$/.exec(stderr) ?? [];
    return {
      status: status ?? 1,
      stdout,
      stderr: stderr.slice(0, stderr.length - line.length),
      milliseconds: performance.now() - startTime,
      processorTime: (Number(userTime) + Number(systemTime)) * 1000,
      memory,
    };
  } finally {
    clearInterval(memoryTimer);
    clearTimeout(killTimer);
  }
}

/** The resident memory of a process and its descendants, in bytes; 0 if the operating system does not show it. */
function memoryOf(pid: number): number {
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
