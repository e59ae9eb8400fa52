/** A response before it is sent. Faults may change it; `respond` turns it into a `Response`. */
export interface SandboxResponse {
  status: number;
  headers: Record<string, string>;
  /** The body as a JSON value, unless `text` contains it; both are undefined if there is no body. */
  json?: unknown;
  /** The body as it is sent, if it is not JSON. */
  text?: string | Uint8Array;
  /** A fault of the connection, such as a reset. Only a server with sockets can apply it. */
  wireFault?: WireFault;
}

export interface RequestMistake {
  /** JSON pointer into the body; empty for the whole body. */
  pointer: string;
  message: string;
}

/** An error response with its reasons, in a form independent of the contract. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly mistakes: readonly RequestMistake[];
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    detail: string,
    mistakes: readonly RequestMistake[] = [],
    headers: Record<string, string> = {},
  ) {
    super(detail);
    this.status = status;
    this.mistakes = mistakes;
    this.headers = headers;
  }

  toResponse(): SandboxResponse {
    const json = this.mistakes.length > 0 ? { detail: this.message, errors: this.mistakes } : { detail: this.message };
    return { status: this.status, headers: { ...this.headers }, json };
  }
}

const encoder = new TextEncoder();

/** A response to HEAD has the headers of GET and no body. Sets Content-Length, because Bun and Deno would send 0. */
export function respond(
  { status, headers, json, text: ownText, wireFault }: SandboxResponse,
  isBodyless: boolean,
): Response {
  const text = ownText ?? (json === undefined ? undefined : JSON.stringify(json));
  if (json !== undefined) headers['content-type'] ??= 'application/json';
  if (isBodyless && text !== undefined)
    headers['content-length'] = String(typeof text === 'string' ? encoder.encode(text).length : text.length);
  const response = new Response(isBodyless || text === undefined ? null : (text as BodyInit), { status, headers });
  if (wireFault !== undefined) setWireFault(response, wireFault);
  return response;
}

/** No response, a reset, a close after the response, or a close before the promised `contentLength` bytes are sent. */
export type WireFault = 'hang' | 'reset' | 'close' | { contentLength: number };

const wireFaults = new WeakMap<Response, WireFault>();

/** The fault that a server with sockets applies to this response; undefined if it sends the response unchanged. */
export function wireFaultOf(response: Response): WireFault | undefined {
  return wireFaults.get(response);
}

/** Keeps the fault in a map beside the `Response`, because a `Response` cannot break its connection. */
export function setWireFault(response: Response, wireFault: WireFault): void {
  wireFaults.set(response, wireFault);
}
