// @ts-check
// The code in the thread of apart.ts. It is JavaScript because a thread starts without the TypeScript loader.
import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';

/** @type {{ module: string, name: string }} */
const { module, name } = workerData;
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const calls = on(port, 'message');
const exported = await import(module);
for await (const [input] of calls) port.postMessage(await outcome(input));

/**
 * Errors lose their class between threads, so the one for people is passed on as data.
 *
 * @param {unknown} input
 */
async function outcome(input) {
  try {
    return { result: await exported[name](input) };
  } catch (error) {
    if (!(error instanceof Error && error.name === 'BuildError')) throw error;
    return { refused: { ...error, message: error.message } };
  }
}
