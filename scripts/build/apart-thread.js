// @ts-check
// The code in the thread of apart.ts. It is JavaScript because a thread starts without the TypeScript loader.
import { on } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { tsImport } from 'tsx/esm/api';

/** @type {{ module: string, name: string }} */
const { module, name } = workerData;
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const calls = on(port, 'message');
const exported = await tsImport(module, import.meta.url);
for await (const [input] of calls) port.postMessage(await exported[name](input));
