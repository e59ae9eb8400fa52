import { Worker } from 'node:worker_threads';

/**
 * Calls an exported function of a module in a thread of its own, beside what this one is doing. What goes in and what
 * comes out is copied.
 */
export function apart<Result>(module: URL, name: string, input: unknown): Promise<Result> {
  return new Promise((resolve, reject) => {
    const workerData = { module: module.href, name, input };
    const worker = new Worker(new URL('./apart-thread.js', import.meta.url), { workerData });
    worker.once('message', resolve).once('error', reject);
  });
}
