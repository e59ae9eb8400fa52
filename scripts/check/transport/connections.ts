import type { Connection } from './connection.js';

/**
 * Milliseconds that a connection is watched at its end: a part of the time of the run, twice as long as its slowest
 * answer, and longer than TCP may hold back a small packet.
 */
const watched = { least: 80, most: 500, part: 0.05, step: 20 };

export interface ConnectionsOptions {
  /** How many are used at a time. */
  width: number;
  /** Milliseconds for one sending of a request. */
  timeout: number;
  connect: () => Connection;
}

/** The connections of a run. Each is taken by one request at a time. */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #all: Set<Connection>;
  readonly #free: Connection[];
  readonly #waiting: ((connection: Connection) => void)[] = [];
  /** What takes the place of a connection where a request goes alone. */
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

  /** @param used the one that the request went over, where it went alone */
  release(taken: Connection, used = taken): void {
    const connection = this.#options.width > 1 ? taken : used;
    const next = this.#waiting.shift();
    if (next) next(connection);
    else this.#free.push(connection);
  }

  /**
   * A connection over which nothing has gone, in place of one. What carried several requests is kept, since more may
   * come over it; a server that is asked for one request at a time may serve one connection at a time as well, so that
   * it is only watched for a moment there.
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

  /** Resolves once nothing more is to be expected on a connection. */
  async #quiet(connection: Connection): Promise<void> {
    const part = Math.min((performance.now() - this.#began) * watched.part, watched.most);
    const time = Math.max(watched.least, part, Math.min(2 * connection.slowest, this.#options.timeout));
    // In steps, since a machine that is busy may be late with one timer, and what has come then was not read yet.
    for (let left = time; left > 0 && !this.#isClosed && connection.isOpen; left -= watched.step) {
      await new Promise((resolve) => setTimeout(resolve, watched.step));
    }
  }

  /** Waits until nothing more can be expected on connections that carried several requests. */
  async settle(): Promise<void> {
    await Promise.all([...this.#all].map((connection) => (connection.uses > 1 ? this.#quiet(connection) : undefined)));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map((connection) => connection.destroy()));
  }
}
