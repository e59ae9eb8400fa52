import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveDocs } from '../../scripts/docs-server/serve.js';
import { createSandbox, defaultKey } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { send } from '../sandbox/program.js';
import { temporaryFolder } from '../temporary-folder.js';

/** A server, and a path with a long response. */
interface Server {
  url: string;
  path: string;
  close(): Promise<void>;
}

async function sandbox(): Promise<Server> {
  const servedSandbox = createSandbox();
  const [first] = servedSandbox.snapshot().collections['PartnerEntry'] ?? [];
  const path = `/api/directory/private/v1alpha/directories/${first?.parents['directory_id']}/entries/partners/`;
  return { ...(await serveSandbox({ sandbox: servedSandbox })), path };
}

async function docs(): Promise<Server> {
  const folder = join(temporaryFolder('pipelined'), 'docs');
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.html'), 'x'.repeat(30_000));
  return { ...(await serveDocs(folder)), path: '/' };
}

const requests = 5000;
/** Maximum bytes of responses that may wait for one connection. A response of these servers has about 30,000 bytes. */
const bound = 200_000;

/** Some requests are for unknown paths, so that the statuses show the order of the responses. */
const isForNothing = (index: number): boolean => index % 7 === 3 || index % 11 === 5;

/** Connects and sends all requests, but reads nothing. */
async function sendAll({ url, path }: Server): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  await once(socket, 'connect');
  for (let index = 0; index < requests; index += 1) {
    const request = isForNothing(index) ? '/nothing/' : path;
    socket.write(`GET ${request} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${defaultKey}\r\n\r\n`);
  }
  return socket;
}

/** Collects every response that a server in this process begins to send. */
function collectResponses(): ServerResponse[] {
  const responses: ServerResponse[] = [];
  const collect = (message: unknown): void => void responses.push((message as { response: ServerResponse }).response);
  subscribe('http.server.request.start', collect);
  onTestFinished(() => void unsubscribe('http.server.request.start', collect));
  return responses;
}

describe.each([
  ['the sandbox', sandbox],
  ['the docs', docs],
] as const)('a client of %s that sends many requests and reads nothing', { tags: 'slow' }, (_, serve) => {
  it('has few bytes waiting, and gets all responses in order once it reads', async () => {
    const server = await serve();
    onTestFinished(() => server.close());
    const responses = collectResponses();
    const socket = await sendAll(server);
    onTestFinished(() => void socket.destroy());
    // Meanwhile, other clients get responses, long enough to fill up the first connection.
    for (let index = 0; index < 200; index += 1) {
      const { status } = await send(server.url, { path: server.path, headers: { authorization: defaultKey } });
      expect(status).toBe(200);
    }
    const begun = responses.filter(({ headersSent, writableFinished }) => headersSent && !writableFinished);
    expect(begun.length).toBeGreaterThan(0);
    expect(begun.reduce((sum, { writableLength }) => sum + writableLength, 0)).toBeLessThan(bound);
    // Requests that wait for their turn must not pile up, either.
    expect(responses.length).toBeLessThan(requests + 200);

    const statuses: string[] = [];
    // A body has no line break, so a status line may follow on the same line.
    for await (const line of createInterface({ input: socket.setEncoding('latin1') })) {
      const [, status] = /HTTP\/1\.1 (\d{3})/.exec(line) ?? [];
      if (status !== undefined) statuses.push(status);
      if (statuses.length === requests) socket.end();
    }
    expect(statuses).toEqual(Array.from({ length: requests }, (__, index) => (isForNothing(index) ? '404' : '200')));
  });
});
