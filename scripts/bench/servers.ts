// The servers of the sandbox benchmark, each in a separate process; prints the address.
//   bare            node:http that parses each body, and returns the same entry as the sandbox, as JSON
//   sandbox <n>     a sandbox with <n> partner entries; prints its peak memory in bytes at the end
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SandboxState } from '../sandbox/model/store.js';
import { createSandbox } from '../sandbox/sandbox.js';
import { ServedResponse, serveSandbox } from '../sandbox/server/serve.js';

const [kind, count = '1'] = process.argv.slice(2);

/** The initial state, with copies of its first entry. */
function stateWith(entries: number): SandboxState {
  const state = createSandbox().snapshot();
  const [entry] = state.collections['PartnerEntry'] ?? [];
  if (!entry) throw new Error('The initial state has no partner entry.');
  state.collections['PartnerEntry'] = Array.from({ length: entries }, (_, index) => ({
    ...entry,
    id: `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
    value: { ...structuredClone(entry.value), title: `Partner ${index}` },
  }));
  return state;
}

if (kind === 'bare') {
  const entry: unknown = JSON.parse(count);
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (pieces.length > 0) JSON.parse(Buffer.concat(pieces).toString());
      const text = JSON.stringify(entry);
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
      response.end(text);
    });
  });
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
} else {
  const sandbox = createSandbox({ data: stateWith(Number(count)), Response: ServedResponse });
  console.log((await serveSandbox({ sandbox })).url);
  process.once('SIGTERM', () => {
    console.log(`peak ${process.resourceUsage().maxRSS * 1024}`);
    process.exit();
  });
}
