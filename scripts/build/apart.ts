import { Worker } from 'node:worker_threads';

/**
 * Loads a module in a separate thread and returns one of its functions, which handles one call at a time. Arguments and
 * results are copied. The thread ends on the signal or when a call fails, and does not keep the process alive between
 * calls.
 */
export function apart<Input, Result>(
  module: URL,
  name: string,
  signal: AbortSignal,
): (input: Input) => Promise<Result> {
  const workerData = { module: module.href, name };
  const worker = new Worker(new URL('./apart-thread.js', import.meta.url), { workerData });
  worker.unref();
  signal.addEventListener('abort', () => void worker.terminate());
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject).once('exit', () => reject(new Error('The thread has ended.')));
  });
  ended.catch(() => undefined); // If the thread fails to load, the next call reports it.
  return async (input) => {
    worker.ref();
    const result = new Promise<Result>((resolve) => worker.once('message', resolve));
    worker.postMessage(input);
    try {
      return await Promise.race([result, ended]);
    } finally {
      worker.unref();
    }
  };
}
