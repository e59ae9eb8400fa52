// @ts-check
// What runs in the thread of apart.ts. It is JavaScript because a thread starts without the loader of TypeScript.
import { parentPort, workerData } from 'node:worker_threads';
import { tsImport } from 'tsx/esm/api';

/** @type {{ module: string, name: string, input: unknown }} */
const { module, name, input } = workerData;
const exported = await tsImport(module, import.meta.url);
parentPort?.postMessage(await exported[name](input));
