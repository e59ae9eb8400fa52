import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { NodeRequest, NodeResponse, sendNodeResponse } from 'srvx/node';
import { listen, oneAtATime } from '../../system/listen.js';
import type { ReadContract } from '../model/read-contract.js';
import { Refusal, respond, type Wire, wireOf } from '../model/response.js';
import { ownContract, type Sandbox } from '../sandbox.js';
import { type CallerOptions, callersOf, forPage, forPreflight } from './callers.js';
import { asksForEvents, type Controlled, isControl, LastRequests, respondToControl } from './control.js';
import { EventStreams } from './events.js';
import { asksForHome, homeHeaders, homePage } from './home-page.js';

export interface ServeOptions extends CallerOptions {
  sandbox: Sandbox;
  /** The contract of the sandbox; by default that of this package. */
  contract?: ReadContract | undefined;
  /** Name or address to listen on; 127.0.0.1 by default. */
  host?: string | undefined;
  /** 0, the default, selects any free port. */
  port?: number | undefined;
  /** Called with a sentence that names a refused caller and says how to allow it. */
  onRefused?: ((sentence: string) => void) | undefined;
}

export interface SandboxServer {
  /** `http://127.0.0.1:4020`, without a slash at the end. */
  url: string;
  /** Closes every connection, even those in use; resolves when the server has stopped listening. */
  close(): Promise<void>;
}

/**
 * A response with a text body that this server can send in one write with its headers, where the library needs two;
 * for `createSandbox({ Response })`.
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
 * Serves a sandbox and its control paths over HTTP/1.1 to programs, to pages of this machine, and to the callers that
 * the options allow.
 *
 * @throws UsageError if the host or the port is not available, or an option has an invalid origin or host
 */
export async function serveSandbox(options: ServeOptions): Promise<SandboxServer> {
  const { sandbox, contract = ownContract, host = '127.0.0.1', port = 0, onRefused } = options;
  const refusalOf = callersOf(host, options);
  const controlled = { sandbox, contract, last: new LastRequests(), events: new EventStreams(sandbox) };
  const server = createServer(
    oneAtATime((incoming, outgoing) => {
      const refusal = refusalOf(incoming);
      if (refusal) onRefused?.(refusal.message);
      const sent = refusal ? refuse(refusal, incoming, outgoing) : handle(controlled, incoming, outgoing);
      // A client may disconnect early; that is not an error.
      sent.catch(() => outgoing.destroy());
    }),
  );
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

async function handle(controlled: Controlled, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (incoming.method === 'OPTIONS' && incoming.headers['access-control-request-method'] !== undefined) {
    outgoing.writeHead(204, forPreflight(incoming)).end();
    return;
  }
  // Browsers ask for it beside every page.
  if (incoming.url === '/favicon.ico') {
    outgoing.writeHead(204).end();
    return;
  }
  if (isControl(incoming)) return respondAsControl(controlled, incoming, outgoing);
  if (asksForHome(incoming, controlled)) {
    const page = homePage(controlled, `http://${incoming.headers.host ?? ''}`);
    outgoing.writeHead(200, { ...forPage(incoming), ...homeHeaders, 'content-length': Buffer.byteLength(page) });
    outgoing.end(incoming.method === 'HEAD' ? undefined : page);
    return;
  }
  const request = new SocketRequest({ req: incoming, res: outgoing });
  const response = await controlled.sandbox.fetch(request);
  controlled.events.tellOfFaults();
  const { method = '', url: path = '' } = incoming;
  const exchange = { method, path, status: response.status };
  controlled.last.add(exchange, request.sent, response instanceof WholeResponse ? response.whole?.text : undefined);
  controlled.events.tell('request', exchange);
  const wire = wireOf(response);
  if (wire !== undefined && wire !== 'close') return breakConnection(wire, response, incoming, outgoing);
  if (wire === 'close') outgoing.shouldKeepAlive = false;
  // Responses to simultaneous requests are sent together, so that the client wakes up once for all of them.
  await new Promise(setImmediate);
  await send(response, outgoing, forPage(incoming));
  if (!incoming.complete) discardRest(incoming);
}

async function respondAsControl(
  controlled: Controlled,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (asksForEvents(incoming)) {
    if (controlled.events.add(outgoing, forPage(incoming))) return;
    const refusal = new Refusal(503, 'Too many programs and pages listen already. Close one of them.');
    return send(respond(refusal.toResponse(), false), outgoing, forPage(incoming));
  }
  const request = new NodeRequest({ req: incoming, res: outgoing });
  const response = await respondToControl(controlled, request);
  controlled.events.tellOfFaults();
  await send(response, outgoing, forPage(incoming));
  if (!incoming.complete) discardRest(incoming);
}

/** Without CORS headers: no page may read the reason. */
async function refuse(refusal: Refusal, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  await send(respond(refusal.toResponse(), false), outgoing, { vary: 'origin' });
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

/** Reads a body directly from the socket; the stream of the library would take ten times as long. */
class SocketRequest extends NodeRequest {
  /** The body, once it was read. */
  sent: Buffer | undefined;

  override arrayBuffer(): Promise<ArrayBuffer> {
    const incoming = this.runtime?.node?.req as IncomingMessage;
    return new Promise((resolve, reject) => {
      const pieces: Buffer[] = [];
      incoming.on('close', () => {
        if (!this.sent) reject(new Error('The client disconnected before it had sent the whole body.'));
      });
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('end', () => {
        const [only] = pieces;
        this.sent = only && pieces.length === 1 ? only : Buffer.concat(pieces);
        resolve(this.sent as unknown as ArrayBuffer);
      });
    });
  }
}

/** Reads the rest of a refused body: many clients read the response only after they have sent everything. */
function discardRest(incoming: IncomingMessage): void {
  incoming.removeAllListeners('data');
  incoming.resume();
}

/** Breaks the connection as a fault demands. */
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

/** Invalid HTTP never becomes a `Request`, but the error response still has a JSON body. */
function refuseGarbage(error: NodeJS.ErrnoException, connection: unknown): void {
  const socket = connection as Socket;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ''] ?? 400;
  const body = JSON.stringify({ detail: `This is not a valid HTTP/1.1 request: ${error.message}.` });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** A wildcard address cannot be called, so the URL names the loopback address. */
function urlOf({ address, port }: AddressInfo): string {
  const callable = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${callable.includes(':') ? `[${callable}]` : callable}:${port}`;
}
