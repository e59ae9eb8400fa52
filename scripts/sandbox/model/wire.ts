/**
 * A fault of the connection: never send the response, reset the connection, close it after sending, or promise
 * `contentLength` bytes, send the shorter body and close the connection.
 */
export type Wire = 'hang' | 'reset' | 'close' | { contentLength: number };

const wires = new WeakMap<Response, Wire>();

/** The fault that a server with sockets applies to this response; undefined if it sends the response as it is. */
export function wireOf(response: Response): Wire | undefined {
  return wires.get(response);
}

/** `fetch` has no socket: it always returns a `Response`, and this note goes with it. */
export function setWire(response: Response, wire: Wire): void {
  wires.set(response, wire);
}
