import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Exchange, SentRequest } from '../../../scripts/check/model/exchange.js';
import { createTransport, type Transport, type TransportOptions } from '../../../scripts/check/transport/transport.js';
import type { Security } from '../../../scripts/contract/security.js';
import { listenHere } from '../../listen-here.js';

export interface RawServer {
  url: string;
  port: number;
  /** Number of connections so far. */
  connections: number;
  /** The received requests, head and body. */
  requests: string[];
}

/** A server for raw bytes. Calls `respond` with each request and the number of earlier requests on its connection. */
export async function listen(respond: (socket: Socket, requests: number, request: string) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const rawServer: RawServer = { url: '', port: 0, connections: 0, requests: [] };
  const server = createServer((socket) => {
    rawServer.connections += 1;
    sockets.add(socket);
    let before = 0;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const request = bytes.toString();
      rawServer.requests.push(request);
      respond(socket, before++, request);
    });
  });
  const { url, port, close } = await listenHere(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return close();
  });
  return Object.assign(rawServer, { url, port });
}

/** A server that writes the same bytes for each request. */
export function listenAndSay(...pieces: (string | Uint8Array)[]): Promise<RawServer> {
  return listen((socket) => {
    for (const piece of pieces) socket.write(piece);
  });
}

export const canary = `canary-${randomBytes(12).toString('hex')}`;
export const inHeader: Security = { kind: 'header', name: 'Authorization' };
export const get: SentRequest = { method: 'GET', path: '/things/', headers: {}, key: 'right' };

/** A transport with a short deadline. It is closed after the test. */
export function open(baseUrl: string, options: Partial<TransportOptions> = {}, key = canary): Transport {
  process.env['DIRECTORY_API_KEY'] = key;
  const transport = createTransport({ baseUrl, connections: 2, timeout: 3000, ...options });
  onTestFinished(() => transport.close());
  return transport;
}

export function send(
  server: RawServer,
  request: Partial<SentRequest> = {},
  options: Partial<TransportOptions> = {},
): Promise<Exchange> {
  return open(server.url, options).send({ ...get, ...request }, inHeader);
}

export function bodyOf({ response }: Exchange): string | undefined {
  return response && Buffer.from(response.bytes).toString();
}

/** The beginning of a JSON response. */
export const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** A response with a Content-Length. */
export function ok(body = 'fine', headers = ''): string {
  return `HTTP/1.1 200 OK\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Returns the key that the check sends as the wrong key. */
export async function wrongKey(key: string): Promise<string> {
  const server = await listenAndSay(ok());
  await open(server.url, {}, key).send({ ...get, key: 'wrong' }, { kind: 'bearer' });
  return bearerIn(server.requests[0] ?? '') ?? '';
}

export function bearerIn(request: string): string | undefined {
  return /^authorization: Bearer (.*)\r$/m.exec(request)?.[1];
}
