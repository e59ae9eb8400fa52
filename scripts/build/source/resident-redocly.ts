import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type RedoclyRun, type RunRedocly, redoclyEnvironment, redoclyModule, shortLived } from './redocly.js';

const host = fileURLToPath(new URL('./redocly-host.js', import.meta.url));

interface Job {
  folder: string;
  args: readonly string[];
}

/**
 * Runs Redocly in processes that stay alive. A new process needs a second to load and compile Redocly; later runs take
 * a third of the time.
 */
export class ResidentRedocly {
  readonly #processes = new Map<string, ResidentProcess>();
  readonly #isShared: boolean;

  /** @param processes one for each of its commands, which then run in parallel, or one for all */
  constructor(processes: 'one process' | 'a process for each command') {
    this.#isShared = processes === 'one process';
  }

  /** Runs Redocly as `redocly()` does. A run that is no longer needed still continues to its end. */
  readonly run: RunRedocly = (folder, args) => {
    const [command = ''] = this.#isShared ? [] : args;
    const process = this.#processes.get(command) ?? new ResidentProcess(this.#isShared ? shortLived : []);
    this.#processes.set(command, process);
    return process.run({ folder, args });
  };

  /** Starts the one process. */
  load(): void {
    void this.run(tmpdir(), ['--version']);
  }

  /** Ends all processes; a run in progress ends with status 1. */
  close(): void {
    for (const process of this.#processes.values()) process.close();
  }
}

/** One process, which does one job after the other. It starts with the first job, and again after a crash. */
class ResidentProcess {
  readonly #flags: readonly string[];
  #child: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(flags: readonly string[]) {
    this.#flags = flags;
  }

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
      execArgv: [...this.#flags],
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
