import { Worker } from 'node:worker_threads';
import { BuildError, type Problem } from '../text/problem.js';
import { compiledModule } from './compiled.js';

/** Makes a function that works in a separate thread. */
export type Apart = <Input, Result>(
  module: URL,
  name: string,
  signal: AbortSignal,
) => (input: Input) => Promise<Result>;

type Outcome<Result> = { result: Result } | { refused: { message: string; problems: Problem[]; exitCode: 1 | 2 } };

/**
 * Loads a module in a separate thread and returns one of its functions, which handles one call at a time. Arguments and
 * results are copied. The thread ends on the signal or when a call fails, and does not keep the process alive between
 * calls.
 *
 * @param fileOf the file that a thread can load for a module
 */
export function apart<Input, Result>(
  module: URL,
  name: string,
  signal: AbortSignal,
  fileOf: (module: URL) => URL | Promise<URL> = compiledModule,
): (input: Input) => Promise<Result> {
  const starting = start(module, name, signal, fileOf);
  starting.catch(() => undefined); // The next call reports it.
  return async (input) => {
    const { worker, ended } = await starting;
    worker.ref();
    const outcome = new Promise<Outcome<Result>>((resolve) => worker.once('message', resolve));
    worker.postMessage(input);
    try {
      const answered = await Promise.race([outcome, ended]);
      if ('result' in answered) return answered.result;
      const { message, problems, exitCode } = answered.refused;
      throw new BuildError(message, problems, exitCode);
    } finally {
      worker.unref();
    }
  };
}

async function start(
  module: URL,
  name: string,
  signal: AbortSignal,
  fileOf: (module: URL) => URL | Promise<URL>,
): Promise<{ worker: Worker; ended: Promise<never> }> {
  const workerData = { module: (await fileOf(module)).href, name };
  signal.throwIfAborted();
  // Loaders of this process are not needed there, and would take longer to load than the module.
  const worker = new Worker(new URL('./apart-thread.js', import.meta.url), { workerData, execArgv: [] });
  worker.unref();
  signal.addEventListener('abort', () => void worker.terminate());
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject).once('exit', () => reject(new Error('The thread has ended.')));
  });
  ended.catch(() => undefined); // If the thread fails to load, the next call reports it.
  return { worker, ended };
}
