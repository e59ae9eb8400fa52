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

/** The last requests that a sandbox responded to, the newest last. */
export class LastRequests {
  readonly #kept: LastRequest[] = [];

  add({ sent, received, ...request }: Omit<LastRequest, 'time' | 'sent'> & { sent: Buffer | undefined }): void {
    this.#kept.push({
      time: new Date().toISOString(),
      ...request,
      ...(sent !== undefined && { sent: sent.subarray(0, most.characters).toString() }),
      ...(received !== undefined && { received: received.slice(0, most.characters) }),
    });
    if (this.#kept.length > most.requests) this.#kept.shift();
  }

  all(): readonly LastRequest[] {
    return this.#kept;
  }
}
