import { Worker } from 'node:worker_threads';

/**
 * Loads a module in a thread of its own, beside what this one is doing, and gives back one of its functions. What goes
 * in and what comes out is copied. The thread ends after one call or with the signal, and keeps nobody waiting before.
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
  const ended = new Promise<Result>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  ended.catch(() => undefined); // A thread that fails to load is heard of when it is called.
  return (input) => {
    worker.ref();
    worker.postMessage(input);
    return ended;
  };
}
