import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { NodeRequest, NodeResponse, sendNodeResponse } from 'srvx/node';
import { listen } from '../../system/listen.js';
import { type Refusal, respond } from '../model/response.js';
import { type Wire, wireOf } from '../model/wire.js';
import type { Sandbox } from '../sandbox.js';
import { type CallerOptions, callersOf, forPage, forPreflight } from './callers.js';
import { isControl, respondToControl } from './control.js';

export interface ServeOptions extends CallerOptions {
  sandbox: Sandbox;
  /** Name or address to listen on; 127.0.0.1 by default. */
  host?: string | undefined;
  /** 0, the default, takes any that is free. */
  port?: number | undefined;
  /** Is told, in a sentence, who was refused as a caller, and how to let them in. */
  onRefused?: ((sentence: string) => void) | undefined;
}

export interface SandboxServer {
  /** `http://127.0.0.1:4020`, without a slash at the end. */
  url: string;
  /** Closes every connection, those in use as well; resolves when nothing listens any more. */
  close(): Promise<void>;
}

/**
 * An answer whose text this server can send in one piece with its headers, where the library would write twice; for
 * `createSandbox({ Response })`.
 */
class WholeResponse extends NodeResponse {
  readonly whole: { text: string; status: number; headers: Record<string, string> } | undefined;

  constructor(body?: BodyInit | null, init: ResponseInit = {}) {
    super(body, init);
    const { status = 200, headers = {} } = init;
    const isPlain = !Array.isArray(headers) && !(headers instanceof Headers);
    this.whole = typeof body === 'string' && isPlain ? { text: body, status, headers } : undefined;
  }
}

export const ServedResponse = WholeResponse as unknown as typeof Response;

/**
 * Serves a sandbox over HTTP/1.1, with its control paths, to programs, to pages from this machine, and to those that
 * the options let in.
 *
 * @throws UsageError where the host or the port cannot be had, or an option names no origin or host
 */
export async function serveSandbox(options: ServeOptions): Promise<SandboxServer> {
  const { sandbox, host = '127.0.0.1', port = 0, onRefused } = options;
  const refusalOf = callersOf(host, options);
  const server = createServer((incoming, outgoing) => {
    const refusal = refusalOf(incoming);
    if (refusal) onRefused?.(refusal.message);
    const sent = refusal ? refuse(refusal, incoming, outgoing) : answer(sandbox, incoming, outgoing);
    // A client that leaves early is no mistake of anybody's.
    sent.catch(() => outgoing.destroy());
  });
  server.on('clientError', refuseGarbage);
  await listen(server, port, host);
  return {
    url: urlOf(server.address() as AddressInfo),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(sandbox: Sandbox, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (incoming.method === 'OPTIONS' && incoming.headers['access-control-request-method'] !== undefined) {
    outgoing.writeHead(204, forPreflight(incoming)).end();
    return;
  }
  if (isControl(incoming)) {
    const request = new NodeRequest({ req: incoming, res: outgoing });
    await send(await respondToControl(sandbox, request), outgoing, forPage(incoming));
    if (!incoming.complete) discardRest(incoming);
    return;
  }
  const response = await sandbox.fetch(new SocketRequest({ req: incoming, res: outgoing }));
  const wire = wireOf(response);
  if (wire !== undefined && wire !== 'close') return breakConnection(wire, response, incoming, outgoing);
  if (wire === 'close') outgoing.shouldKeepAlive = false;
  // Answers to requests that came together leave together: a client is woken once and not for each of them.
  await new Promise(setImmediate);
  await send(response, outgoing, forPage(incoming));
  if (!incoming.complete) discardRest(incoming);
}

/** No page may read why. */
async function refuse(refusal: Refusal, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  await send(respond(refusal.toAnswer(), false), outgoing, { vary: 'origin' });
  if (!incoming.complete) discardRest(incoming);
}

async function send(response: Response, outgoing: ServerResponse, more: Record<string, string>): Promise<void> {
  const whole = response instanceof WholeResponse ? response.whole : undefined;
  if (whole) {
    const { text, status, headers } = whole;
    outgoing.writeHead(status, { ...headers, ...more, 'content-length': Buffer.byteLength(text) }).end(text);
    return;
  }
  for (const [name, value] of Object.entries(more)) outgoing.setHeader(name, value);
  await sendNodeResponse(outgoing, response);
}

/** Reads a body from the socket at once; the library would make a stream of it first, which takes ten times as long. */
class SocketRequest extends NodeRequest {
  override arrayBuffer(): Promise<ArrayBuffer> {
    const incoming = this.runtime?.node?.req as IncomingMessage;
    return new Promise((resolve, reject) => {
      const pieces: Buffer[] = [];
      const left = (): void => reject(new Error('The client left before it had sent the body.'));
      incoming.once('close', left);
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.once('end', () => {
        incoming.removeListener('close', left);
        const [only] = pieces;
        resolve((only && pieces.length === 1 ? only : Buffer.concat(pieces)) as unknown as ArrayBuffer);
      });
    });
  }
}

/** A client that is still sending the body of a refused request reads the answer only when it is through. */
function discardRest(incoming: IncomingMessage): void {
  incoming.removeAllListeners('data');
  incoming.resume();
}

/** Does to the connection what a fault wants of it. */
async function breakConnection(
  wire: Exclude<Wire, 'close'>,
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (wire === 'hang') return;
  if (wire === 'reset') {
    incoming.socket.resetAndDestroy();
    return;
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    'content-length': wire.contentLength,
  });
  outgoing.write(bytes, () => incoming.socket.end());
}

/** What is no HTTP gets no `Response`; the answer says so in JSON all the same. */
function refuseGarbage(error: NodeJS.ErrnoException, connection: unknown): void {
  const socket = connection as Socket;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400;
  const body = JSON.stringify({ detail: `This is not a request of HTTP/1.1 that could be read: ${error.message}.` });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** An address that stands for all of a machine cannot be called; the loopback one can. */
function urlOf({ address, port }: AddressInfo): string {
  const callable = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`;
}
