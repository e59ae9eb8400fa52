// The programs that a run starts. They get only PATH from the environment of this machine.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { onOwnMachine } from '../own-machine.js';
import type { Command } from './service.js';

/** Starts a program in its home folder, as the leader of a new process group. */
export function start(
  { args: [program = '', ...args], environment }: Command,
  home: string,
  log: string,
): ChildProcess {
  const said = openSync(log, 'a');
  const { PATH } = process.env;
  const env = { ...onOwnMachine({ PATH, LANG: 'C.UTF-8', TMPDIR: home }, home), ...environment };
  return spawn(program, args, { cwd: home, env, stdio: ['ignore', said, said], detached: true });
}

/** Waits for the end of a program, and returns its exit code. After this time, its process group is ended. */
export async function waitForEnd(child: ChildProcess, seconds: number): Promise<number | null> {
  const lateTimeout = setTimeout(() => stop(child), seconds * 1000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(lateTimeout);
  return code;
}

/** Ends a program and every other process of its group. */
export function stop({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group has already ended.
  }
}

/** Waits until a server responds with a 2xx status at this address. */
export async function untilReady(url: string, server: ChildProcess, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    if (server.exitCode !== null) throw new Error(`The service ended with ${server.exitCode}.`);
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await wait(250);
  }
  throw new Error(`${url} was not ready within ${seconds} s.`);
}
