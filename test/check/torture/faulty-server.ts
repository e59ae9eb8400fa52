import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readLines } from '../../../scripts/check/restore/journal-lines.js';
import { listenHere } from '../../listen-here.js';
import { type Fault, right } from './faults.js';
import type { Answered, Received, Resources } from './resources.js';

/** A server as it was at one moment. */
export interface Frozen {
  state: string;
  /** Writes that came, and would be applied by a right server. */
  writes: number;
  /** Writes that it has not applied yet. */
  late: readonly Received[];
}

/** A server over HTTP that is wrong in one way. It does one thing after another, whatever comes side by side. */
export class FaultyServer {
  readonly #things: Resources;
  /** Where it is found out what a right server would answer, or would have answered a while ago. */
  readonly #elsewhere: Resources;
  readonly #server: Server;
  readonly #initial: string;
  #fault: Fault;
  #writes = 0;
  /** What it held before each change. */
  #past: { at: number; state: string }[] = [];
  #late: { due: number; request: Received }[] = [];
  #turn: Promise<unknown> = Promise.resolve();
  /** The file that holds what of the journal is on disk for sure. */
  #journal: string | undefined;
  #arrived = 0;
  /** Writes that came before what undoes them was on disk, each as it came. */
  readonly unrecorded: string[] = [];

  url = '';

  private constructor(resources: () => Resources, fault: Fault) {
    this.#things = resources();
    this.#elsewhere = resources();
    this.#initial = this.#things.state();
    this.#fault = fault;
    this.#server = createServer((incoming, outgoing) => void this.#serve(incoming, outgoing));
  }

  static async start(resources: () => Resources, fault: Fault): Promise<FaultyServer> {
    const made = new FaultyServer(resources, fault);
    made.url = (await listenHere(made.#server)).url;
    return made;
  }

  get state(): string {
    return this.#things.state();
  }

  /** Looks at each write from now on whether what undoes it is on disk, as the journal of a run must see to. */
  watch(journal: string): void {
    this.#journal = journal;
  }

  /** The run is over; what comes from now on puts back. */
  endRun(): void {
    this.#journal = undefined;
    if (this.#fault.passes) this.#fault = right;
  }

  freeze(): Frozen {
    return { state: this.state, writes: this.#writes, late: this.#late.map(({ request }) => request) };
  }

  /** Goes back to a moment, or rather to a while after it: what was late has come by then. */
  async thaw({ state, writes, late }: Frozen): Promise<void> {
    await this.quiet();
    this.#things.load(state);
    for (const request of late) await this.#things.answer(request);
    this.#writes = writes;
    this.#past = [];
  }

  /** Lets the time pass until everything that is late has come. */
  async quiet(): Promise<void> {
    await this.#inTurn(() => this.#comeDue(Infinity));
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of incoming) pieces.push(piece as Buffer);
    } catch {
      // Whoever sent it was killed on the way; then there is no request.
      return;
    }
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const { method = '', url: path = '' } = incoming;
    const request: Received = { method, path, headers, body: Buffer.concat(pieces) };
    const answer = await this.#inTurn(async () => {
      // By its own clock, so that a machine that is slow changes no order.
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
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #read(request: Received): Promise<Answered> {
    const until = performance.now() - (this.#fault.lag ?? 0);
    const old = this.#fault.lag === undefined ? undefined : this.#past.find(({ at }) => at > until);
    if (!old) return this.#things.answer(request);
    this.#elsewhere.load(old.state);
    return this.#elsewhere.answer(request);
  }

  async #write(request: Received): Promise<Answered | 'reset'> {
    this.#noteUnrecorded(request);
    this.#elsewhere.load(this.state);
    const answer = await this.#elsewhere.answer(request);
    // What a right server refuses, this one does as well.
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
    return this.#things.answer(request);
  }

  async #comeDue(now: number): Promise<void> {
    const due = this.#late.filter((each) => each.due <= now);
    this.#late = this.#late.filter((each) => each.due > now);
    for (const { request } of due) await this.#apply(request);
  }

  /** Each write to a thing that is there has a record of its own, and that is on disk before it. */
  #noteUnrecorded({ method, path, body }: Received): void {
    const id = path.split(/[/?]/).filter(Boolean).at(-1) ?? '';
    if (this.#journal === undefined || !this.#initial.includes(`"${id}"`)) return;
    const { records } = readLines(existsSync(this.#journal) ? readFileSync(this.#journal) : Buffer.alloc(0));
    this.#arrived += 1;
    if (this.#arrived > records.filter(({ kind }) => kind === 'write').length)
      this.unrecorded.push(`${method} ${path} ${body.toString().slice(0, 80)}`);
  }
}
