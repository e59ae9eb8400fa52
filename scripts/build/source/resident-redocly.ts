import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type RedoclyRun, type RunRedocly, redoclyEnvironment, redoclyModule } from './redocly.js';

const host = fileURLToPath(new URL('./redocly-host.js', import.meta.url));

interface Job {
  folder: string;
  args: readonly string[];
}

/**
 * Redocly in processes that stay, one for each of its commands. A process needs a second to load Redocly and to run its
 * code fast; the runs after the first take a third of the time.
 */
export class ResidentRedocly {
  readonly #processes = new Map<string, ResidentProcess>();

  /** Runs Redocly as `redocly()` does. A run that nobody waits for any more is finished all the same. */
  readonly run: RunRedocly = (folder, args) => {
    const [command = ''] = args;
    const process = this.#processes.get(command) ?? new ResidentProcess();
    this.#processes.set(command, process);
    return process.run({ folder, args });
  };

  /** Ends all processes; a run in one of them ends with status 1. */
  close(): void {
    for (const process of this.#processes.values()) process.close();
  }
}

/** One process, which takes one job after another. It is started for the first one, and again after it broke. */
class ResidentProcess {
  #child: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  run(job: Job): Promise<RedoclyRun> {
    const turn = this.#last.then(() => this.#send(job));
    this.#last = turn;
    return turn;
  }

  close(): void {
    this.#closed = true;
    this.#child?.kill();
  }

  #send(job: Job): Promise<RedoclyRun> {
    if (this.#closed) return Promise.resolve({ exitCode: 1, stdout: '', stderr: '' });
    this.#child ??= fork(host, [redoclyModule()], {
      env: redoclyEnvironment(),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const child = this.#child;
    let stderr = '';
    const hear = (text: Buffer): void => {
      stderr += text.toString();
    };
    return new Promise((resolve) => {
      const finish = (run: RedoclyRun): void => {
        child.off('message', finish).off('exit', broke).off('error', failed);
        child.stderr?.off('data', hear);
        resolve(run);
      };
      const broke = (code: number | null): void => {
        this.#child = undefined;
        finish({ exitCode: code === 0 ? 1 : (code ?? 1), stdout: '', stderr });
      };
      const failed = ({ message }: Error): void => finish({ exitCode: 1, stdout: '', stderr: message });
      child.on('message', finish).on('exit', broke).on('error', failed);
      child.stderr?.on('data', hear);
      child.send(job);
    });
  }
}
