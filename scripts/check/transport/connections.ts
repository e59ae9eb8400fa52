import type { Connection } from './connection.js';

/**
 * Milliseconds to wait for late bytes before a connection is closed: a fraction of the run's duration so far, or twice
 * the connection's slowest response, but at least as long as TCP may delay a small packet.
 */
const watchTimes = { min: 80, max: 500, share: 0.05, step: 20 };

interface ConnectionsOptions {
  /** Maximum number of connections in use. */
  maxConnections: number;
  /** Time limit of one attempt, in milliseconds. */
  timeout: number;
  createConnection: () => Connection;
}

/** The connections of a run. Each serves one request at a time. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #all: Set<Connection>;
  readonly #free: Connection[];
  readonly #waiters: ((connection: Connection) => void)[] = [];
  /** Connections for requests that need their own, each in place of a connection that stays open meanwhile. */
  readonly #substitutes = new WeakMap<Connection, Connection>();
  readonly #startTime = performance.now();
  #isClosed = false;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#all = new Set(Array.from({ length: Math.max(1, options.maxConnections) }, options.createConnection));
    this.#free = [...this.#all];
  }

  async takeConnection(): Promise<Connection> {
    return this.#free.pop() ?? (await new Promise((resolve) => this.#waiters.push(resolve)));
  }

  /** @param usedConnection the connection that the request used in place of the pool's connection, if any */
  release(poolConnection: Connection, usedConnection = poolConnection): void {
    const connection = this.#options.maxConnections > 1 ? poolConnection : usedConnection;
    const next = this.#waiters.shift();
    if (next) next(connection);
    else this.#free.push(connection);
  }

  /**
   * Returns a connection that no request has used, in place of the given one. If the given one has carried several
   * requests, it stays open, since more bytes may arrive on it. With `maxConnections` 1, it is closed after a moment,
   * since the server may be able to serve only one connection at a time.
   */
  takeUnusedConnection(connection: Connection): Connection {
    const isKept = connection.requestCount > 1 && connection.isOpen;
    const unusedConnection = isKept
      ? (this.#substitutes.get(connection) ?? this.#options.createConnection())
      : connection;
    if (unusedConnection.requestCount > 0) unusedConnection.drop();
    if (!isKept) return unusedConnection;
    this.#all.add(unusedConnection);
    if (this.#options.maxConnections > 1) {
      this.#substitutes.set(connection, unusedConnection);
      return unusedConnection;
    }
    void this.#waitForQuiet(connection).then(() => {
      this.#all.delete(connection);
      return connection.destroy();
    });
    return unusedConnection;
  }

  /** Resolves when no more bytes are expected on a connection. */
  async #waitForQuiet(connection: Connection): Promise<void> {
    const share = Math.min((performance.now() - this.#startTime) * watchTimes.share, watchTimes.max);
    const time = Math.max(watchTimes.min, share, Math.min(2 * connection.slowestResponse, this.#options.timeout));
    // The wait has many steps: on a busy machine a single timer may fire late, before bytes that have arrived are read.
    for (let remaining = time; remaining > 0 && !this.#isClosed && connection.isOpen; remaining -= watchTimes.step)
      await new Promise((resolve) => setTimeout(resolve, watchTimes.step));
  }

  /** Waits until no more bytes are expected on connections that carried several requests. */
  async settle(): Promise<void> {
    const usedConnections = [...this.#all].filter(({ requestCount }) => requestCount > 1);
    await Promise.all(usedConnections.map((connection) => this.#waitForQuiet(connection)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((connection) => connection.destroy()));
  }
}
