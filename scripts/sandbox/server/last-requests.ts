/** A request and its response, without their headers: one of them is the key. */
export interface LastRequest {
  /** When the response was ready, as an ISO date-time. */
  time: string;
  method: string;
  /** With the query. */
  path: string;
  /** The beginning of the body that was sent. */
  sent?: string;
  status: number;
  /** The beginning of the body of the response. */
  received?: string;
}

/** Of a body, bytes of what was sent, and characters of what was received. */
const most = { requests: 100, characters: 10_000 };

interface Kept extends Omit<LastRequest, 'time' | 'sent'> {
  /** Milliseconds since 1970. */
  time: number;
  sent: Buffer | undefined;
}

/** The last requests that a sandbox responded to, the newest last. Few are looked at, so they become text only then. */
export class LastRequests {
  readonly #kept: Kept[] = [];

  add({ sent, received, method, path, status }: Omit<Kept, 'time'>): void {
    const begin = sent && sent.length > most.characters ? Buffer.from(sent.subarray(0, most.characters)) : sent;
    this.#kept.push({
      time: Date.now(),
      method,
      path,
      sent: begin,
      status,
      received: received?.slice(0, most.characters),
    });
    if (this.#kept.length > most.requests) this.#kept.shift();
  }

  all(): LastRequest[] {
    return this.#kept.map(({ time, sent, received, ...request }) => ({
      time: new Date(time).toISOString(),
      ...request,
      ...(sent !== undefined && { sent: sent.toString() }),
      ...(received !== undefined && { received }),
    }));
  }
}
