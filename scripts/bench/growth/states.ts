import { defaultKey } from '../../sandbox/sandbox.js';
import { load } from '../frame/load.js';
import { memoryOf, processorOf } from '../frame/measured-command.js';
import { ourCommand } from '../frame/our-programs.js';
import { type ServerProcess, startServer } from '../frame/server-process.js';
import type { Growing, Spent } from './grown.js';

const headers = { Authorization: defaultKey, 'Content-Type': 'application/json' };
const entryAddress = /http\S+\/entries\/partners\/\S+\/$/m;

/** The start of sandboxes with so many entries, their list, and requests to one entry. */
export function states(entries: readonly number[], seconds: number): Growing[] {
  const sized = (measure: (server: ServerProcess) => Promise<Spent>): Growing['sizes'] =>
    entries.map((count) => ({
      name: `${count.toLocaleString('en')} entries`,
      size: count,
      async measure() {
        const server = await startServer(
          [await ourCommand(), 'sandbox', '--port', '0', '--entries', String(count)],
          entryAddress,
        );
        try {
          return await measure(server);
        } finally {
          await server.stop();
        }
      },
    }));
  const oneEntry = (request: { method: 'GET' | 'PATCH'; body?: string }) =>
    sized(async ({ found }) => {
      await load(found, headers, seconds, { ...request, connections: 1 });
      return {
        milliseconds: 1000 / (await load(found, headers, seconds, { ...request, connections: 1 })).perSecond,
      };
    });
  return [
    {
      title: 'Start of a sandbox with more entries',
      measures: 'Processor time and memory until it listens, with invented entries and what belongs to them.',
      sizes: sized(async ({ child }) => ({
        milliseconds: processorOf(child.pid ?? 0),
        memory: memoryOf(child.pid ?? 0),
      })),
    },
    {
      title: 'The list of all entries of a sandbox',
      measures: 'Processor time and memory of the sandbox for one response with all its entries.',
      sizes: sized(async ({ found, child }) => {
        const before = processorOf(child.pid ?? 0);
        let memory = 0;
        const looking = setInterval(() => {
          memory = Math.max(memory, memoryOf(child.pid ?? 0));
        }, 5);
        try {
          const list = await fetch(found.replace(/[^/]+\/$/, ''), { headers });
          await list.arrayBuffer();
        } finally {
          clearInterval(looking);
        }
        return { milliseconds: processorOf(child.pid ?? 0) - before, memory };
      }),
    },
    ...(['GET', 'PATCH'] as const).map((method) => ({
      title: `${method} of one of the entries of a sandbox`,
      measures: 'The time of a response when requests come one after another. It need not grow at all.',
      sizes: oneEntry({ method, ...(method === 'PATCH' && { body: '{"headline":"Another"}' }) }),
    })),
  ];
}
