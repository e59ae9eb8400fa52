import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ReadableStream } from 'node:stream/web';
import { listen, serializeRequests } from '../../system/listen.js';
import type { SandboxContract } from '../model/read-contract.js';
import { Refusal, respond, wireFaultOf } from '../model/response.js';
import { ownContract, type Sandbox } from '../sandbox.js';
import { type CallerOptions, corsHeaders, createCallerCheck, preflightHeaders } from './callers.js';
import { asksForEvents, type ControlContext, isControlRequest, RecentRequests, respondToControl } from './control.js';
import { EventStreams } from './events.js';
import { asksForHomePage, homeHeaders, homePage } from './home-page.js';

export interface ServeOptions extends CallerOptions {
  sandbox: Sandbox;
  /** The contract of the sandbox; the contract of this package by default. */
  contract?: SandboxContract | undefined;
  /** Host name or address to listen on; 127.0.0.1 by default. */
  host?: string | undefined;
  /** 0, the default, selects any free port. */
  port?: number | undefined;
  /** Called with a sentence that names a refused caller and says how to allow it. */
  onRefused?: ((sentence: string) => void) | undefined;
}

export interface SandboxServer {
  /** The address of the server, such as `http://127.0.0.1:4020`, without a slash at the end. */
  url: string;
  /** Closes every connection, even those in use; resolves when the server has stopped listening. */
  close(): Promise<void>;
}

/**
 * Serves a sandbox and its control paths over HTTP/1.1 to programs, to pages of this machine, and to the callers that
 * the options allow.
 *
 * @throws UsageError if the host or the port is not available, or an option has an invalid origin or host
 */
export async function serveSandbox(options: ServeOptions): Promise<SandboxServer> {
  const { sandbox, contract = ownContract, host = '127.0.0.1', port = 0, onRefused } = options;
  const refusalOf = createCallerCheck(host, options);
  const context = { sandbox, contract, recentRequests: new RecentRequests(), events: new EventStreams(sandbox) };
  const server = createServer(
    serializeRequests((incoming, outgoing) => {
      const refusal = refusalOf(incoming);
      if (refusal) onRefused?.(refusal.message);
      const requestHandling = refusal ? refuse(refusal, incoming, outgoing) : handle(context, incoming, outgoing);
      // A client may disconnect early; that is not an error.
      requestHandling.catch(() => outgoing.destroy());
    }),
  );
  server.on('clientError', refuseInvalidRequest);
  await listen(server, port, host);
  return {
    url: urlOf(server.address() as AddressInfo),
    async close() {
      const closeEvent = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closeEvent;
    },
  };
}

async function handle(context: ControlContext, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (incoming.method === 'OPTIONS' && incoming.headers['access-control-request-method'] !== undefined) {
    outgoing.writeHead(204, preflightHeaders(incoming)).end();
    return;
  }
  // Browsers request the icon for every page.
  if (incoming.url === '/favicon.ico') {
    outgoing.writeHead(204).end();
    return;
  }
  if (isControlRequest(incoming)) return handleControl(context, incoming, outgoing);
  if (asksForHomePage(incoming, context)) {
    const page = homePage(context, `http://${incoming.headers.host ?? ''}`);
    outgoing.writeHead(200, { ...corsHeaders(incoming), ...homeHeaders, 'content-length': Buffer.byteLength(page) });
    outgoing.end(incoming.method === 'HEAD' ? undefined : page);
    return;
  }
  const bodyPieces: Buffer[] = [];
  const response = await context.sandbox.fetch(requestOf(incoming, bodyPieces));
  const bytes = Buffer.from(await response.arrayBuffer());
  context.events.sendFaults();
  const { method = '', url: path = '' } = incoming;
  const exchange = { method, path, status: response.status };
  const isText = bytes.length > 0 && !response.headers.has('content-encoding');
  context.recentRequests.add(exchange, bodyPieces, isText ? bytes : undefined);
  context.events.send('request', exchange);
  const wireFault = wireFaultOf(response);
  if (wireFault === 'hang') return;
  if (wireFault === 'reset') {
    incoming.socket.resetAndDestroy();
    return;
  }
  if (wireFault === 'close') outgoing.shouldKeepAlive = false;
  else if (wireFault) {
    const headers = { ...Object.fromEntries(response.headers), 'content-length': wireFault.contentLength };
    outgoing.writeHead(response.status, headers).write(bytes, () => incoming.socket.end());
    return;
  }
  write(response, bytes, outgoing, corsHeaders(incoming));
  if (!incoming.complete) discardRestOfBody(incoming);
}

async function handleControl(
  context: ControlContext,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (asksForEvents(incoming)) {
    if (context.events.add(outgoing, corsHeaders(incoming))) return;
    const reason = 'Too many programs and pages already receive the events of this sandbox. Close one of them.';
    const refusal = new Refusal(503, reason);
    return send(respond(refusal.toResponse(), false), outgoing, corsHeaders(incoming));
  }
  const response = await respondToControl(context, requestOf(incoming));
  context.events.sendFaults();
  await send(response, outgoing, corsHeaders(incoming));
  if (!incoming.complete) discardRestOfBody(incoming);
}

/** Refuses a request without CORS headers, so that no page can read the reason. */
async function refuse(refusal: Refusal, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  await send(respond(refusal.toResponse(), false), outgoing, { vary: 'origin' });
  if (!incoming.complete) discardRestOfBody(incoming);
}

async function send(response: Response, outgoing: ServerResponse, extraHeaders: Record<string, string>): Promise<void> {
  write(response, Buffer.from(await response.arrayBuffer()), outgoing, extraHeaders);
}

function write(
  response: Response,
  bytes: Buffer,
  outgoing: ServerResponse,
  extraHeaders: Record<string, string>,
): void {
  outgoing.statusCode = response.status;
  for (const [name, value] of [...response.headers, ...Object.entries(extraHeaders)]) outgoing.setHeader(name, value);
  outgoing.end(bytes);
}

/** Converts a request of Node to a `Request`. @param bodyPieces collects the pieces of its body that were read */
function requestOf(incoming: IncomingMessage, bodyPieces: Buffer[] = []): Request {
  const { method = 'GET', url = '/', headers } = incoming;
  async function* body(): AsyncIterable<Buffer> {
    // Keep the connection open if reading stops early, because a refused request still needs a response.
    for await (const piece of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bodyPieces.push(piece);
      yield piece;
    }
  }
  const isBodyless = method === 'GET' || method === 'HEAD';
  const request = new Request(new URL(url.replace(/^(?=\/)/, `http://${headers.host ?? ''}`)), {
    method: isBodyless ? method : 'POST',
    // `headersDistinct` keeps all values of a repeated header; `headers` would drop some.
    headers: Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
    ...(!isBodyless && { body: ReadableStream.from(body()) as unknown as BodyInit, duplex: 'half' }),
  });
  // `Request` does not accept some methods, such as TRACE; set the method later, so that the sandbox can refuse it.
  return Object.defineProperty(request, 'method', { value: method });
}

/** Reads the rest of a refused body: many clients read the response only after they have sent everything. */
function discardRestOfBody(incoming: IncomingMessage): void {
  incoming.resume();
}

/** Sends an error response with a JSON body for invalid HTTP, which Node.js does not pass on as a request. */
function refuseInvalidRequest(error: NodeJS.ErrnoException, connection: unknown): void {
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

/** Returns the URL of a server. Clients cannot call a wildcard address, so the URL then names the loopback address. */
function urlOf({ address, port }: AddressInfo): string {
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
