import { Worker } from 'node:worker_threads';

/**
 * Loads a module in a thread of its own, beside what this one is doing, and gives back one of its functions, to be
 * called once at a time. What goes in and what comes out is copied. The thread ends with the signal, or when a call
 * fails, and keeps nobody waiting between calls.
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
  ended.catch(() => undefined); // A thread that fails to load is heard of when it is called.
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
