import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import { listenHere } from '../../listen-here.js';
import { serverIdentity } from './certificates.js';

export interface ProxyOptions {
  /** The login that the proxy requires, as `user:password`. */
  login?: string;
  /** The status of the responses to CONNECT; without it, the proxy opens tunnels. */
  refusal?: number;
  /** Whether the proxy itself speaks TLS. */
  isSecure?: boolean;
}

/** A proxy that resolves every host to this machine, and records all bytes that it reads. */
export interface TestProxy {
  url: string;
  port: number;
  /** The first lines of the requests to the proxy: `CONNECT directory.test:443`. */
  lines: string[];
  connections: number;
  received(): string;
}

export async function listenAsProxy({ login, refusal, isSecure = false }: ProxyOptions = {}): Promise<TestProxy> {
  const pieces: Buffer[] = [];
  const sockets = new Set<Socket>();
  const proxy: TestProxy = {
    url: '',
    port: 0,
    lines: [],
    connections: 0,
    received: () => Buffer.concat(pieces).toString('latin1'),
  };
  const isAdmitted = ({ headers }: IncomingMessage): boolean =>
    login === undefined || headers['proxy-authorization'] === `Basic ${Buffer.from(login).toString('base64')}`;
  const server: Server = isSecure ? createSecureServer(serverIdentity()) : createServer();
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    proxy.connections += 1;
    sockets.add(socket);
    socket.on('data', (bytes) => pieces.push(bytes));
    socket.on('error', () => undefined);
  });
  server.on('connect', (message: IncomingMessage, socket: Socket) => {
    proxy.lines.push(`CONNECT ${message.url}`);
    const status = isAdmitted(message) ? refusal : 407;
    if (status !== undefined) return socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    const target = connect(Number(message.url?.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    target.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    return sockets.add(target);
  });
  server.on('request', (message, response) => {
    proxy.lines.push(`${message.method} ${message.url}`);
    if (!isAdmitted(message)) return response.writeHead(407).end();
    const { port, pathname, search, host } = new URL(message.url ?? '');
    const { 'proxy-authorization': _, ...headers } = message.headers;
    const options = { host: '127.0.0.1', port, path: pathname + search, method: message.method, headers };
    const forwarded = request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.writeHead(503, { 'x-squid-error': `ERR_CONNECT_FAIL ${host}` }).end());
    return message.pipe(forwarded);
  });
  const { port, close } = await listenHere(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return close();
  });
  return Object.assign(proxy, { port, url: `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}` });
}

/** Puts TLS in front of a server of plain http. The certificate is for `directory.test`, from a private authority. */
export async function listenWithTls(
  plainPort: number,
  { onSocket, ...options }: TlsOptions & { onSocket?: (socket: TLSSocket) => void } = {},
): Promise<{ port: number }> {
  const sockets = new Set<Socket>();
  const server = createTlsServer({ ...serverIdentity(), ...options }, (socket) => {
    onSocket?.(socket);
    const target = connect(plainPort, '127.0.0.1');
    for (const each of [socket, target]) each.on('error', () => undefined);
    sockets.add(socket);
    sockets.add(target);
    socket.pipe(target).pipe(socket);
  });
  server.on('tlsClientError', () => undefined);
  const { port, close } = await listenHere(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return close();
  });
  return { port };
}
