import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** The exit code and output of a program. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A running program. */
export interface Program {
  child: ChildProcess;
  /** The output so far. */
  said: { stdout: string; stderr: string };
  /** Waits until the output matches the pattern; fails if the program ends earlier. */
  waitFor(pattern: RegExp): Promise<string>;
  exit: Promise<Ended>;
}

/** Starts a program without standard input. */
export function startProgram(program: string, args: readonly string[], options: SpawnOptions = {}): Program {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (part: string) => (said[name] += part));
  const exit = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
  const waitFor = async (pattern: RegExp): Promise<string> => {
    const more = (): Promise<unknown> => Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), exit]);
    while (!pattern.test(said.stdout)) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`It ended before it printed ${String(pattern)}: ${said.stdout}${said.stderr}`);
      await more();
    }
    return said.stdout;
  };
  return { child, said, waitFor, exit };
}

/** Runs a program until it ends. */
export function runProgram(program: string, args: readonly string[], options?: SpawnOptions): Promise<Ended> {
  return startProgram(program, args, options).exit;
}
