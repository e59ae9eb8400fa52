import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { listenHere } from '../../listen-here.js';

/** Handles a request. It gets the text of the request and the number of earlier requests. */
export type Responder = (socket: Socket, request: string, before: number) => void;

export interface NetServerOptions {
  /** PEM texts; with them the server speaks TLS. */
  tls?: { key: string; cert: string };
  /** Handles a new connection before any request. */
  greet?: (socket: Socket) => void;
}

/** A server for raw bytes, and all the data that it received. */
export interface NetServer {
  port: number;
  /** Number of connections so far, including those whose TLS failed. */
  connections: number;
  /** Texts of the complete requests, head and body. */
  requests: string[];
  /** All received data, after TLS. */
  received: string;
  /** Number of sent bytes. */
  countSentBytes(): number;
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. */
export async function netServer(
  respond: Responder,
  { tls, greet = () => undefined }: NetServerOptions = {},
): Promise<NetServer> {
  const sockets = new Set<Socket>();
  let sentBefore = 0;
  const seenServer: NetServer = {
    port: 0,
    connections: 0,
    requests: [],
    received: '',
    countSentBytes: () => [...sockets].reduce((sum, socket) => sum + leftOf(socket), sentBefore),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  const speak = (socket: Socket): void => {
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      const piece = bytes.toString('latin1');
      seenServer.received += piece;
      text += piece;
      for (let end = endOf(text); end !== undefined; end = endOf(text)) {
        const request = text.slice(0, end);
        text = text.slice(end);
        respond(socket, request, seenServer.requests.push(request) - 1);
      }
    });
    greet(socket);
  };
  const accept = (socket: Socket): void => {
    seenServer.connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      sentBefore += leftOf(socket);
    });
  };
  const server: Server = tls ? createTlsServer(tls, speak).on('tlsClientError', () => undefined) : createServer(speak);
  seenServer.port = (await listenHere(server.on('connection', accept))).port;
  return seenServer;
}

function leftOf({ bytesWritten, writableLength }: Socket): number {
  return bytesWritten - writableLength;
}

/** Returns the end of the first request; undefined while it is incomplete. The check sends the length of each body. */
function endOf(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  if (head === -1) return undefined;
  const end = head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
  return end <= text.length ? end : undefined;
}

/** A whole JSON response; `lines` are additional headers. */
export function json(body: string | Uint8Array, lines: readonly string[] = [], status = '200 OK'): Uint8Array {
  return plain(body, ['content-type: application/json', ...lines], status);
}

/** A whole response with only these headers and its length. */
export function plain(body: string | Uint8Array, lines: readonly string[] = [], status = '200 OK'): Uint8Array {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status}`, ...lines, `content-length: ${bytes.length}`].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), bytes]);
}

/** Sends a response as a correct server does: only its head if the request is a HEAD. */
export function say(socket: Socket, request: string, response: Uint8Array): void {
  const bytes = Buffer.from(response);
  socket.write(request.startsWith('HEAD ') ? bytes.subarray(0, bytes.indexOf('\r\n\r\n') + 4) : bytes);
}

/** A server that sends the same response to every request. */
export function saying(response: Uint8Array): Responder {
  return (socket, request) => say(socket, request, response);
}

/** Writes as long as the client reads. */
export function pour(socket: Socket, piece: Uint8Array): void {
  const more = (): void => {
    while (socket.writable && socket.write(piece));
  };
  socket.on('drain', more);
  more();
}

/** Writes a byte every few milliseconds. */
export function trickle(socket: Socket, text: string, milliseconds = 20): void {
  let index = 0;
  const timer = setInterval(
    () => (index < text.length ? socket.write(text.charAt(index++)) : clearInterval(timer)),
    milliseconds,
  );
  socket.on('close', () => clearInterval(timer));
}
