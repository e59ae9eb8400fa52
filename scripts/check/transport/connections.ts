import type { Connection } from './connection.js';

/**
 * Milliseconds to watch a connection before closing it: a part of the run's duration, twice its slowest response, and
 * longer than TCP may delay a small packet.
 */
const watched = { least: 80, most: 500, part: 0.05, step: 20 };

export interface ConnectionsOptions {
  /** Maximum number of connections in use. */
  width: number;
  /** Milliseconds for one attempt. */
  timeout: number;
  connect: () => Connection;
}

/** The connections of a run. One request at a time uses each of them. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #all: Set<Connection>;
  readonly #free: Connection[];
  readonly #waiting: ((connection: Connection) => void)[] = [];
  /** Connections to use in place of another for a request that must go alone. */
  readonly #asides = new WeakMap<Connection, Connection>();
  readonly #began = performance.now();
  #isClosed = false;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#all = new Set(Array.from({ length: Math.max(1, options.width) }, options.connect));
    this.#free = [...this.#all];
  }

  async take(): Promise<Connection> {
    return this.#free.pop() ?? (await new Promise((resolve) => this.#waiting.push(resolve)));
  }

  /** @param used the connection that the request used, if it went alone */
  release(taken: Connection, used = taken): void {
    const connection = this.#options.width > 1 ? taken : used;
    const next = this.#waiting.shift();
    if (next) next(connection);
    else this.#free.push(connection);
  }

  /**
   * Returns an unused connection in place of another. A connection that carried several requests stays open, since more
   * bytes may arrive on it. If the width is 1, it is closed after a moment: a server that gets one request at a time
   * may also serve one connection at a time.
   */
  fresh(connection: Connection): Connection {
    const isKept = connection.uses > 1 && connection.isOpen;
    const other = isKept ? (this.#asides.get(connection) ?? this.#options.connect()) : connection;
    if (other.uses > 0) other.drop();
    if (!isKept) return other;
    this.#all.add(other);
    if (this.#options.width > 1) {
      this.#asides.set(connection, other);
      return other;
    }
    void this.#quiet(connection).then(() => {
      this.#all.delete(connection);
      return connection.destroy();
    });
    return other;
  }

  /** Resolves when no more bytes are expected on a connection. */
  async #quiet(connection: Connection): Promise<void> {
    const part = Math.min((performance.now() - this.#began) * watched.part, watched.most);
    const time = Math.max(watched.least, part, Math.min(2 * connection.slowest, this.#options.timeout));
    // In steps: on a busy machine a single timer may fire late, before bytes that have arrived are read.
    for (let left = time; left > 0 && !this.#isClosed && connection.isOpen; left -= watched.step) {
      await new Promise((resolve) => setTimeout(resolve, watched.step));
    }
  }

  /** Waits until no more bytes are expected on connections that carried several requests. */
  async settle(): Promise<void> {
    await Promise.all([...this.#all].map((connection) => (connection.uses > 1 ? this.#quiet(connection) : undefined)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((connection) => connection.destroy()));
  }
}
