import type { Json } from '../../contract/json.js';
import type { Security } from '../../contract/security.js';
import { thisBoot } from '../../system/claim.js';
import type { Exchange, SentRequest } from '../model/exchange.js';
import { valueAt } from '../model/likeness.js';
import type { Difference } from '../model/report/state-report.js';
import { differences } from './differences.js';
import {
  type Journal,
  type PlacedValue,
  type ResourceRecord,
  type RestorableField,
  type SentWrite,
  uptime,
  writeNow,
} from './journal.js';
import { askedWait, outcomeOf, search, shownBy, withBody } from './look.js';
import { changes, fieldsToUndo, isSame, Sightings, showsOld } from './sightings.js';

/**
 * The final state of a resource. `clean`: a read returned its original state. `left`: it differs only by a change of
 * somebody else, which was kept. `differs`: it differs, and an update does not restore it. `unknown`: no read shows it.
 */
export type Mended =
  | { as: 'clean' }
  | { as: 'left' | 'differs'; differences: readonly Difference[] }
  | { as: 'unknown'; why: string };

interface MenderOptions {
  send: (request: SentRequest, security: Security) => Promise<Exchange>;
  journal: Journal;
  pace: Pace;
  /** Milliseconds that a write may take to show in reads. */
  settle: number;
  /** Called with a sentence before a longer wait. */
  notify?: ((sentence: string) => void) | undefined;
}

/** Rounds of final reads in a row that may find something to undo. */
const proofLimit = 4;
/** Attempts to read a resource. */
const lookLimit = 3;
/** Milliseconds between two reads. */
const lookInterval = 100;

/**
 * Restores resources to their state before the writes of the journal: reads, undoes each field that still has a written
 * value, and reads again, until a read returns the original state. It may be killed at any point and run again.
 *
 * No response to a write proves anything. `mend` undoes the writes that show so far; `prove` reads once more when no
 * write can take effect any longer.
 */
export class Mender {
  readonly #options: MenderOptions;
  readonly #sightings: Sightings;
  /** For each resource, the last write before a read returned the original state. */
  readonly #seenClean = new Map<number, number>();
  /** Resources that no update restores. */
  readonly #givenUp = new Set<number>();
  #undos = 0;
  /** Whether it waited in vain for a value that no response contained: on such a server only the final read counts. */
  #hasWaitedInVain = false;

  constructor(options: MenderOptions) {
    this.#options = options;
    const { boot } = options.journal.state.begin ?? {};
    this.#sightings = new Sightings(options.settle, boot !== undefined && boot !== '' && boot === thisBoot());
  }

  /** Notes that a write of this process has its response, or has failed without one. */
  ended(write: number): void {
    this.#sightings.ended(write);
  }

  /** Notes a state that was read elsewhere. */
  saw(resource: ResourceRecord, state: Json): void {
    this.#sightings.look(resource, this.#options.journal.state.writesTo(resource.thing), state);
  }

  /**
   * Undoes the writes to a resource that show so far.
   *
   * @param isFresh whether this process has just sent writes: then waits for those that are likely to show
   */
  async mend(resource: ResourceRecord, isFresh: boolean): Promise<Mended> {
    const { journal } = this.#options;
    if (resource.snapshot === null) {
      journal.note({ kind: 'closed', thing: resource.thing, as: 'left' });
      return {
        as: 'unknown',
        why: 'Only an empty update was sent, to read it. Its state before that is unknown.',
      };
    }
    const since = this.#seenClean.get(resource.thing) ?? 0;
    const mended = await this.#mend(
      resource,
      isFresh ? journal.state.writesTo(resource.thing).filter(({ write }) => write > since) : [],
    );
    return mended.as === 'clean' && this.#sightings.isLate ? { as: 'unknown', why: this.#tooLate } : mended;
  }

  /**
   * Reads all resources once more when no write can take effect any longer, and undoes new changes. Closes resources
   * with a proven state in the journal.
   *
   * @returns the final state of each resource, in their order
   */
  async prove(resources: readonly ResourceRecord[]): Promise<Mended[]> {
    const { journal } = this.#options;
    let all: Mended[] = [];
    for (let round = 1; ; round += 1) {
      await this.#wait(this.#dueAll(resources));
      const before = this.#undos;
      all = [];
      for (const resource of resources)
        all.push(resource.snapshot === null ? await this.mend(resource, false) : await this.#mend(resource, []));
      if (this.#undos === before) break;
      if (round === proofLimit) {
        all = all.map((each) =>
          each.as === 'clean'
            ? { as: 'unknown', why: `${proofLimit} final reads in a row found a change to undo, so more may follow.` }
            : each,
        );
        break;
      }
    }
    if (this.#sightings.isLate)
      all = all.map((each) => (each.as === 'clean' ? { as: 'unknown', why: this.#tooLate } : each));
    for (const [index, { as }] of all.entries())
      if (as === 'clean' || as === 'left') journal.note({ kind: 'closed', thing: resources[index]?.thing ?? 0, as });
    return all;
  }

  get #tooLate(): string {
    return (
      `A write showed more than ${this.#options.settle / 1000} s after its response, so others may still follow. The ` +
      'resource has its original state now; run undo with a longer --settle to prove it.'
    );
  }

  /** @param awaited writes to wait for if they are likely to show */
  async #mend(resource: ResourceRecord, awaited: readonly SentWrite[]): Promise<Mended> {
    const { journal, settle, pace } = this.#options;
    const writes = journal.state.writesTo(resource.thing);
    // The end of a write without a response is unknown, so the wait starts now.
    const settled = awaited.some(({ response }) => response?.outcome === 'unknown') ? uptime() + settle : -Infinity;
    let isDue = false;
    const byUndo: PlacedValue[] = [];
    const tries = new Tries(settle);
    for (;;) {
      const state = await this.#look(resource);
      if (state === undefined)
        return { as: 'unknown', why: `${resource.read.method} ${resource.read.path} no longer returns it.` };
      this.#sightings.look(resource, writes, state);
      const pointers = resource.fields.map(({ pointer }) => pointer);
      const found = differences(resource.snapshot, state, pointers);
      const ours = this.#ours(resource, writes, state);
      const now = uptime();
      if (ours.length > 0 && resource.update) {
        const due = tries.due(ours, now);
        if (due.length === 0 && tries.areSpent(ours, now)) {
          this.#givenUp.add(resource.thing);
          return { as: 'differs', differences: found };
        }
        if (due.length === 0) await sleep(lookInterval);
        else if (isDue || !(await pace.wait()) || resource.read.method !== 'GET') {
          const { shown, isBusy } = await this.#undo(resource, resource.update, due, { state, found });
          byUndo.push(...shown);
          isDue = false;
          tries.note(due, isBusy);
        } else {
          // Somebody else may have changed the resource during the wait, so it is read again first.
          isDue = true;
        }
      } else if (now < settled) {
        await this.#wait(settled);
      } else if (this.#isLikelyToCome(resource, awaited, now)) {
        await sleep(lookInterval);
      } else if (found.length === 0) {
        this.#seenClean.set(resource.thing, journal.state.highest);
        this.#sightings.clean(journal.state.writesTo(resource.thing));
        return { as: 'clean' };
      } else if (now < this.#dueAll([resource])) {
        await sleep(lookInterval);
      } else {
        const isLeft = this.#sightings.isByOthers(resource, found, writes, byUndo);
        return { as: isLeft ? 'left' : 'differs', differences: found };
      }
    }
  }

  /** Fields that still have a written value, unless no update restores them. */
  #ours(resource: ResourceRecord, writes: readonly SentWrite[], state: Json): RestorableField[] {
    if (this.#givenUp.has(resource.thing)) return [];
    const open = writes.filter((write) => !this.#sightings.isOver(write));
    return fieldsToUndo(resource, open, state);
  }

  /** Whether to wait for an accepted value that no read has returned yet; the final read catches the others. */
  #isLikelyToCome(resource: ResourceRecord, writes: readonly SentWrite[], now: number): boolean {
    const newer = new Set<string>();
    let isLikely = false;
    for (const write of writes) {
      const isHidden = write.sent.every(({ pointer }) => newer.has(pointer));
      for (const { pointer } of write.sent) newer.add(pointer);
      if (isHidden || write.response?.outcome !== 'done' || !changes(resource, write) || this.#sightings.isSeen(write))
        continue;
      const isDoubtful = showsOld(write);
      if (isDoubtful && this.#hasWaitedInVain) continue;
      if (now < this.#sightings.due(write)) isLikely = true;
      else if (isDoubtful) this.#hasWaitedInVain = true;
    }
    return isLikely;
  }

  /** The `uptime` after which no write to these resources can show any more. */
  #dueAll(resources: readonly ResourceRecord[]): number {
    const { state } = this.#options.journal;
    return Math.max(
      -Infinity,
      ...resources.flatMap(({ thing: resource }) =>
        state.writesTo(resource).map((write) => this.#sightings.due(write)),
      ),
    );
  }

  async #look(resource: ResourceRecord): Promise<Json | undefined> {
    for (let tries = 1; ; tries += 1) {
      const { state, exchange } = await search(resource, (request) => this.#send(resource, request));
      if (state !== undefined || tries === lookLimit) return state;
      await sleep(waitAfter(exchange));
    }
  }

  /**
   * Sends the update that restores fields.
   *
   * @param state of the last read
   * @param found the differences between it and the snapshot
   * @returns where the response differs from both the snapshot and the last read; and whether the server did nothing
   * because it is busy
   */
  async #undo(
    resource: ResourceRecord,
    update: SentRequest,
    fields: readonly RestorableField[],
    { state, found }: { state: Json; found: readonly Difference[] },
  ): Promise<{ shown: PlacedValue[]; isBusy: boolean }> {
    const { journal, send } = this.#options;
    // Recorded like any write, so that a later run does not take the result for somebody else's change.
    const write = this.#remember(
      resource,
      'undo',
      fields.map(({ pointer }) => ({ pointer, value: valueAt(resource.snapshot, pointer) as Json })),
    );
    this.#undos += 1;
    const needed = resource.fields.filter(({ name }) => resource.required?.includes(name));
    const body = Object.fromEntries([
      ...needed.map((field) => [field.name, asItIs(field, state)] as const),
      ...fields.map(({ name, before }) => [name, before] as const),
    ]);
    const exchange = await send(withBody(update, body), resource.security);
    this.ended(write);
    const shown = shownBy(resource, exchange)?.filter(
      (each) => !found.some(({ pointer, after }) => each.pointer === pointer && isSame(each, pointer, after)),
    );
    journal.note({ kind: 'answer', write, outcome: outcomeOf(exchange), ...(shown && { shown }) });
    if (outcomeOf(exchange) !== 'done') await sleep(waitAfter(exchange));
    return { shown: shown ?? [], isBusy: exchange.response?.status === 429 };
  }

  /** Sends a read. One that is an empty update is recorded in the journal first. */
  async #send(resource: ResourceRecord, request: SentRequest): Promise<Exchange> {
    const { send, pace } = this.#options;
    if (request.method === 'GET') return send(request, resource.security);
    await pace.wait();
    const write = this.#remember(resource, 'read', []);
    const exchange = await send({ ...request, once: true }, resource.security);
    this.ended(write);
    return exchange;
  }

  /** Records a write in the journal before it is sent, and returns its number. A full disk must not prevent an undo. */
  #remember(resource: ResourceRecord, what: string, sent: readonly PlacedValue[]): number {
    const { journal, pace } = this.#options;
    const write = journal.next();
    try {
      journal.append(writeNow(write, resource.thing, { case: `${resource.operationId}/${what}`, sent }));
    } catch {
      // The journal already says that this resource was written to.
    }
    pace.begin();
    return write;
  }

  async #wait(until: number): Promise<void> {
    const left = until - uptime();
    if (left > 1500)
      this.#notify(`Waiting ${Math.ceil(left / 1000)} s for writes that may still show, then reading again.`);
    if (left > 0) await sleep(left);
  }
  #notify(sentence: string): void {
    try {
      this.#options.notify?.(sentence);
    } catch {
      // A sentence that cannot be shown must not keep a resource from being restored.
    }
  }
}

/** Updates that are sent to restore a field. */
const undoLimit = 3;
/** Undo updates that may get 429 (the server did nothing) without counting towards that limit. */
const busyLimit = 10;

/** Counts the attempts to restore each field, with the time of the last one. */
class Tries {
  readonly #settle: number;
  readonly #tries = new Map<RestorableField, { times: number; last: number }>();
  #busy = 0;

  constructor(settle: number) {
    this.#settle = settle;
  }

  #of(field: RestorableField): { times: number; last: number } {
    return this.#tries.get(field) ?? { times: 0, last: -Infinity };
  }

  /** Returns the fields to restore now. Waits longer after each attempt, since a read may lag behind the last one. */
  due(fields: readonly RestorableField[], now: number): RestorableField[] {
    return fields.filter((field) => {
      const { times, last } = this.#of(field);
      return times < undoLimit && now - last >= Math.min(this.#settle, times * lookInterval);
    });
  }

  /** Whether every field has used all its attempts, and the last one had time to show. */
  areSpent(fields: readonly RestorableField[], now: number): boolean {
    return fields.every((field) => {
      const { times, last } = this.#of(field);
      return times === undoLimit && now - last >= this.#settle;
    });
  }

  /** @param isBusy whether the server did nothing and asked to wait */
  note(fields: readonly RestorableField[], isBusy: boolean): void {
    this.#busy += isBusy ? 1 : 0;
    const counted = isBusy && this.#busy < busyLimit ? 0 : 1;
    for (const field of fields) this.#tries.set(field, { times: this.#of(field).times + counted, last: uptime() });
  }
}

/** The value that a field has now, which may be somebody else's: an update that must send the field keeps it. */
function asItIs({ pointer, before }: RestorableField, state: Json): Json {
  const now = valueAt(state, pointer) as Json | undefined;
  return now !== undefined && typeof now !== 'object' && typeof now === typeof before ? now : before;
}

function waitAfter(exchange: Exchange): number {
  return askedWait(exchange) ?? 2 * lookInterval;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Keeps a minimum time between writes. */
export interface Pace {
  /** Waits until the next write may be sent; returns whether it had to wait. */
  wait(): Promise<boolean>;
  /** Call this when a write is sent. */
  begin(): void;
}

/** @param interval milliseconds from the start of one write to the start of the next */
export function pacing(interval: number): Pace {
  let last = -Infinity;
  return {
    async wait() {
      const left = last + interval - performance.now();
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
      return left > 0;
    },
    begin() {
      last = performance.now();
    },
  };
}
