import type { Json } from '../../contract/json.js';
import { thisBoot } from '../../system/living-process.js';
import type { Difference } from '../model/state-report.js';
import { differences } from './differences.js';
import type { SentWrite } from './journal.js';
import { lookInterval, type MendingOptions, MendingRequests, sleep } from './mending-requests.js';
import { changes, fieldsToUndo, isTheirs, showsOld } from './ours.js';
import type { PlacedValue, ResourceRecord, RestorableField } from './records.js';
import { Sightings } from './sightings.js';
import { Tries } from './tries.js';
import { uptime } from './uptime.js';

/**
 * What became of a thing. `clean`: a read shows it as it was. `left`: what differs is a value of somebody else, which
 * was not overwritten. `differs`: it is not what it was, and an update does not put it back. `unknown`: no read tells.
 */
export type Mended =
  | { as: 'clean' }
  | { as: 'left' | 'differs'; differences: readonly Difference[] }
  | { as: 'unknown'; why: string };

export interface MenderOptions extends MendingOptions {
  /** Milliseconds that reads may lag behind writes, and that a write may come late. */
  settle: number;
  /** Told of a longer wait, a sentence. */
  tell?: ((sentence: string) => void) | undefined;
}

/** Last reads before things are given up of which each has found something to undo. */
const proofLimit = 4;

/**
 * Puts things back as they were before writes of the journal: it looks, takes back what still holds a value that was
 * written, and looks again, until a read shows the thing as it was. It may be stopped at any point and begin anew.
 *
 * No answer proves anything: `mend` puts back what shows by now, and `prove` reads once more when nothing can come any
 * more.
 */
export class Mender {
  readonly #options: MenderOptions;
  readonly #sightings: Sightings;
  /** The last write to each thing that its state was seen after, as it was before. */
  readonly #seenClean = new Map<number, number>();
  /** Things that no update puts back. */
  readonly #givenUp = new Set<number>();
  readonly #requests: MendingRequests;
  /** Whether a value that no answer had shown was waited for in vain: on such a server the last read is what tells. */
  #hasWaitedInVain = false;

  constructor(options: MenderOptions) {
    this.#options = options;
    this.#requests = new MendingRequests(options, (write) => this.ended(write));
    const { boot } = options.journal.state.begin ?? {};
    this.#sightings = new Sightings(options.settle, boot !== undefined && boot !== '' && boot === thisBoot());
  }

  /** The answer to a write of this process has come, or the reason why there is none. */
  ended(write: number): void {
    this.#sightings.ended(write);
  }

  /** Somebody has read a thing. */
  saw(resource: ResourceRecord, state: Json): void {
    this.#sightings.look(resource, this.#options.journal.state.writesTo(resource.thing), state);
  }

  /**
   * Puts back what was written to a thing as far as it shows by now.
   *
   * @param isFresh whether this process has just sent writes: then those that are likely to show are waited for
   */
  async mend(resource: ResourceRecord, isFresh: boolean): Promise<Mended> {
    const { journal } = this.#options;
    if (resource.snapshot === null) {
      journal.note({ kind: 'closed', thing: resource.thing, as: 'left' });
      return {
        as: 'unknown',
        why: 'An empty update was sent to read it, and nothing else; what it was before that, no read has shown.',
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
   * Reads all things once more when nothing that was sent can come any more, and puts back what has turned up since.
   * Things whose state is proven are closed in the journal.
   *
   * @returns what became of each thing, in their order
   */
  async prove(resources: readonly ResourceRecord[]): Promise<Mended[]> {
    const { journal } = this.#options;
    let all: Mended[] = [];
    for (let round = 1; ; round += 1) {
      await this.#wait(this.#dueAll(resources));
      const before = this.#requests.undos;
      all = [];
      for (const resource of resources)
        all.push(resource.snapshot === null ? await this.mend(resource, false) : await this.#mend(resource, []));
      if (this.#requests.undos === before) break;
      if (round === proofLimit) {
        all = all.map((each) =>
          each.as === 'clean'
            ? { as: 'unknown', why: 'One last read after another has found something to undo, so that more may come.' }
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
      `A write has shown later than ${this.#options.settle / 1000} s after its answer, so that others may still ` +
      'come. It is what it was now; run undo with a longer --settle, which proves it.'
    );
  }

  /** @param awaited writes that are waited for where they are likely to come */
  async #mend(resource: ResourceRecord, awaited: readonly SentWrite[]): Promise<Mended> {
    const { journal, settle, pace } = this.#options;
    const writes = journal.state.writesTo(resource.thing);
    // Nobody knows when a write without an answer ends, so it counts from now.
    const settled = awaited.some(({ response }) => response?.outcome === 'unknown') ? uptime() + settle : -Infinity;
    let isDue = false;
    const byUndo: PlacedValue[] = [];
    const tries = new Tries(settle);
    for (;;) {
      const state = await this.#requests.look(resource);
      if (state === undefined)
        return { as: 'unknown', why: `${resource.read.method} ${resource.read.path} does not show it any more.` };
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
          const { shown, isBusy } = await this.#requests.undo(resource, resource.update, due, found);
          byUndo.push(...shown);
          isDue = false;
          tries.note(due, isBusy);
        } else {
          // While it waited, somebody else may have changed the thing: that shows only in another look.
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
        const isLeft = isTheirs(resource, { found, writes, byUndo }, (write) => this.#sightings.isSeen(write));
        return { as: isLeft ? 'left' : 'differs', differences: found };
      }
    }
  }

  /** Fields that still hold what was written, unless no update puts them back. */
  #ours(resource: ResourceRecord, writes: readonly SentWrite[], state: Json): RestorableField[] {
    if (this.#givenUp.has(resource.thing)) return [];
    const open = writes.filter((write) => !this.#sightings.isOver(write));
    return fieldsToUndo(resource, open, state);
  }

  /**
   * Whether a value that was taken, and that no read has shown yet, is worth waiting for; the last read is there for
   * the others.
   */
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

  /** When everything that was sent to these things has shown if it ever does, by `uptime`. */
  #dueAll(resources: readonly ResourceRecord[]): number {
    const { state } = this.#options.journal;
    return Math.max(
      -Infinity,
      ...resources.flatMap(({ thing: resource }) =>
        state.writesTo(resource).map((write) => this.#sightings.due(write)),
      ),
    );
  }

  async #wait(until: number): Promise<void> {
    const left = until - uptime();
    if (left > 1500)
      this.#options.tell?.(
        `Waiting ${Math.ceil(left / 1000)} s for writes that may still come to their end, before it is read again.`,
      );
    if (left > 0) await sleep(left);
  }
}
