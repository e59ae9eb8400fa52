/**
 * What only a socket can do to an answer: never send it, reset the connection, close the connection when it is sent, or
 * promise so many bytes, send those of the body, which are fewer, and close the connection.
 */
export type Wire = 'hang' | 'reset' | 'close' | { contentLength: number };

const wires = new WeakMap<Response, Wire>();

/** What a server with sockets does instead of sending this answer as it is; undefined for nothing. */
export function wireOf(response: Response): Wire | undefined {
  return wires.get(response);
}

/** `fetch` has no socket: it gives a `Response` in any case, and this beside it. */
export function setWire(response: Response, wire: Wire): void {
  wires.set(response, wire);
}
