import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readRecords } from '../../../scripts/check/restore/journal.js';
import { listenHere } from '../../listen-here.js';
import { type Fault, right } from './faults.js';
import type { Answered, Received, Resources } from './resources.js';

/** The state of a server at a certain moment. */
export interface Frozen {
  state: string;
  /** Number of writes so far that a correct server would have applied. */
  writes: number;
  /** Late writes that are not applied yet. */
  late: readonly Received[];
}

/** A server over HTTP with one fault. It handles one request after another, even if they arrive concurrently. */
export class FaultyServer {
  readonly #resources: Resources;
  /** A correct server, which computes the right and the outdated responses. */
  readonly #model: Resources;
  readonly #server: Server;
  readonly #initial: string;
  #fault: Fault;
  #writes = 0;
  /** The states before each change, with the time of the change. */
  #past: { at: number; state: string }[] = [];
  #late: { due: number; request: Received }[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  /** The path of the copy of the journal that would remain after a power cut. */
  #journal: string | undefined;
  #arrived = 0;
  /** Writes that arrived before their records were on disk. */
  readonly unrecorded: string[] = [];

  url = '';

  private constructor(resources: () => Resources, fault: Fault) {
    this.#resources = resources();
    this.#model = resources();
    this.#initial = this.#resources.state();
    this.#fault = fault;
    this.#server = createServer((incoming, outgoing) => void this.#serve(incoming, outgoing));
  }

  static async start(resources: () => Resources, fault: Fault): Promise<FaultyServer> {
    const server = new FaultyServer(resources, fault);
    server.url = (await listenHere(server.#server)).url;
    return server;
  }

  get state(): string {
    return this.#resources.state();
  }

  /** From now on, checks that the record of each write is on disk when the write arrives. */
  watch(journal: string): void {
    this.#journal = journal;
  }

  /** Call this after the run: all later writes are undos. */
  endRun(): void {
    this.#journal = undefined;
    if (this.#fault.passes) this.#fault = right;
  }

  freeze(): Frozen {
    return { state: this.state, writes: this.#writes, late: this.#late.map(({ request }) => request) };
  }

  /** Returns to this moment, and applies its late writes. */
  async thaw({ state, writes, late }: Frozen): Promise<void> {
    await this.quiet();
    this.#resources.load(state);
    for (const request of late) await this.#resources.answer(request);
    this.#writes = writes;
    this.#past = [];
  }

  /** Applies all late writes. */
  async quiet(): Promise<void> {
    await this.#inTurn(() => this.#comeDue(Infinity));
  }

  async close(): Promise<void> {
    const closeEvent = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closeEvent;
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of incoming) pieces.push(piece as Buffer);
    } catch {
      // The sender was killed before the request was complete.
      return;
    }
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const { method = '', url: path = '' } = incoming;
    const request: Received = { method, path, headers, body: Buffer.concat(pieces) };
    const answer = await this.#inTurn(async () => {
      // Only this clock decides what is due, so that a slow machine does not change the order.
      await this.#comeDue(performance.now());
      return request.method === 'PATCH' ? this.#write(request) : this.#read(request);
    });
    if (answer === 'reset') incoming.socket.resetAndDestroy();
    else {
      const { status, text } = answer;
      outgoing.writeHead(status, { ...answer.headers, 'content-length': Buffer.byteLength(text) }).end(text);
    }
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  #read(request: Received): Promise<Answered> {
    const until = performance.now() - (this.#fault.lag ?? 0);
    const oldState = this.#fault.lag === undefined ? undefined : this.#past.find(({ at }) => at > until);
    if (!oldState) return this.#resources.answer(request);
    this.#model.load(oldState.state);
    return this.#model.answer(request);
  }

  async #write(request: Received): Promise<Answered | 'reset'> {
    this.#noteUnrecorded(request);
    this.#model.load(this.state);
    const answer = await this.#model.answer(request);
    // Everything that a correct server refuses is refused as well.
    if (answer.status >= 300) return answer;
    this.#writes += 1;
    return this.#fault.write({
      number: this.#writes,
      answer,
      apply: () => this.#apply(request),
      applyLater: (milliseconds) => void this.#late.push({ due: performance.now() + milliseconds, request }),
    });
  }

  #apply(request: Received): Promise<Answered> {
    if (this.#fault.lag !== undefined) this.#past.push({ at: performance.now(), state: this.state });
    return this.#resources.answer(request);
  }

  async #comeDue(now: number): Promise<void> {
    const due = this.#late.filter((each) => each.due <= now);
    this.#late = this.#late.filter((each) => each.due > now);
    for (const { request } of due) await this.#apply(request);
  }

  /** Notes a write to an existing resource if its record is not on disk yet. */
  #noteUnrecorded({ method, path, body }: Received): void {
    const id = path.split(/[/?]/).filter(Boolean).at(-1) ?? '';
    if (this.#journal === undefined || !this.#initial.includes(`"${id}"`)) return;
    const { records } = readRecords(existsSync(this.#journal) ? readFileSync(this.#journal) : Buffer.alloc(0));
    this.#arrived += 1;
    if (this.#arrived > records.filter(({ kind }) => kind === 'write').length)
      this.unrecorded.push(`${method} ${path} ${body.toString().slice(0, 80)}`);
  }
}
