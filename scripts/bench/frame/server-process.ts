import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A server in a process of its own, which ends with this one. */
export interface ServerProcess {
  /** What it printed when it was ready. */
  found: string;
  child: ChildProcess;
  /** Everything that it has printed so far. */
  printed(): string;
  /** Ends it; resolves when the process has ended. */
  stop(): Promise<void>;
}

/** Milliseconds until a server must have started. */
const patience = 120_000;

/**
 * Starts a server with Node.js and waits until it prints what the pattern finds.
 *
 * @throws Error if it ends before, or does not start in time
 */
export async function startServer(args: readonly string[], pattern: RegExp, cwd?: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'close').finally(() => process.removeListener('exit', kill));
  let printed = '';
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        printed += part;
        const [found] = pattern.exec(printed) ?? [];
        if (found !== undefined) resolve(found);
      });
  });
  const late = AbortSignal.timeout(patience);
  const failed = Promise.race([
    ended.then(() => `It ended before it listened: ${printed.slice(-1000)}`),
    once(late, 'abort').then(() => `It did not listen within ${patience / 1000} s: ${printed.slice(-1000)}`),
  ]).then((why) => {
    throw new Error(why);
  });
  // A server that ends later is no failure to start.
  failed.catch(() => undefined);
  try {
    return { found: await Promise.race([ready, failed]), child, printed: () => printed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
