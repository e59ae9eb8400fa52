import type { Exchange, SentRequest } from '../exchange.js';
import { valueAt } from '../meaning/likeness.js';
import type { Security } from '../operations.js';
import type { Json } from '../values/context.js';
import { differences, holds, type Difference } from './differences.js';
import type { Journal, OpenWrite } from './journal.js';
import { askedWait, outcomeOf, shownBy, thingIn, withBody } from './look.js';
import type { Pace } from './pace.js';
import type { PlacedValue, RestorableField, ThingRecord } from './records.js';

/**
 * What became of a thing. `clean`: a read shows it as it was. `left`: what differs is a value of somebody else, which was
 * not overwritten. `differs`: it is not what it was, and an update does not put it back. `unknown`: no read tells.
 */
export type Mended =
  | { as: 'clean' }
  | { as: 'left' | 'differs'; differences: readonly Difference[] }
  | { as: 'unknown'; why: string };

export interface MenderOptions {
  send: (request: SentRequest, security: Security) => Promise<Exchange>;
  journal: Journal;
  /** Milliseconds that reads may lag behind writes, and that a write of unknown outcome may come late. */
  settle: number;
  pace: Pace;
  /** Told of a longer wait, a sentence. */
  tell?: ((sentence: string) => void) | undefined;
}

/** Updates that are sent to put a thing back, before it is given up. */
const undoLimit = 3;
/** Reads without an answer that tells anything, one after another. */
const lookLimit = 3;
/** Milliseconds between two looks. */
const lookInterval = 100;

/**
 * Puts things back as they were before writes of the journal: it looks, takes back what still holds a value that was
 * written, and looks again, until a read shows the thing as it was. It may be stopped at any point and begin anew.
 */
export class Mender {
  readonly #options: MenderOptions;

  constructor(options: MenderOptions) {
    this.#options = options;
  }

  /** @param isFresh whether this process has sent the open writes: then it knows how they came out */
  async mend(thing: ThingRecord, isFresh: boolean): Promise<Mended> {
    const mended = await this.#mend(thing, isFresh);
    if (mended.as === 'clean' || mended.as === 'left') this.#options.journal.note({ kind: 'closed', thing: thing.thing, as: mended.as });
    return mended;
  }

  async #mend(thing: ThingRecord, isFresh: boolean): Promise<Mended> {
    const { journal, settle, pace, tell } = this.#options;
    if (thing.snapshot === null) {
      journal.note({ kind: 'closed', thing: thing.thing, as: 'left' });
      return { as: 'unknown', why: 'An empty update was sent to read it, and nothing else; what it was before that, no read has shown.' };
    }
    const writes = journal.state.openWrites(thing.thing);
    const settled = this.#settledAt(writes, isFresh);
    const lagEnds = this.#lagEndsAt(thing, writes);
    let isSeen = false;
    let isDue = false;
    const byUndo: PlacedValue[] = [];
    let undone = 0;
    let lastUndo = -Infinity;
    for (;;) {
      const state = await this.#look(thing);
      if (state === undefined) return { as: 'unknown', why: `${thing.read.method} ${thing.read.path} does not show it any more.` };
      const found = differences(thing.snapshot, state, thing.fields.map(({ pointer }) => pointer));
      const ours = fieldsToUndo(thing, writes, state);
      const now = Date.now();
      isSeen ||= ours.length > 0;
      if (ours.length > 0 && thing.update) {
        // A read may lag: the same look a little later says more than another update.
        if (now - lastUndo < Math.min(settle, undone * lookInterval)) await sleep(lookInterval);
        else if (undone === undoLimit && now - lastUndo < settle) await sleep(lookInterval);
        else if (undone === undoLimit) return { as: 'differs', differences: found };
        else if (isDue || !(await pace.wait()) || thing.read.method !== 'GET') {
          byUndo.push(...(await this.#undo(thing, thing.update, ours, found)));
          isDue = false;
          undone += 1;
          lastUndo = Date.now();
        } else {
          // While it waited, somebody else may have changed the thing: that shows only in another look.
          isDue = true;
        }
      } else if (now < settled) {
        if (settled - now > 1500) tell?.(`Waiting ${Math.ceil((settled - now) / 1000)} s for a write that may still come to its end.`);
        await sleep(settled - now);
      } else if (!isSeen && now < lagEnds) {
        await sleep(lookInterval);
      } else if (found.length === 0) {
        return { as: 'clean' };
      } else if (now - lastUndo < settle) {
        await sleep(lookInterval);
      } else {
        return { as: isTheirs(found, writes, byUndo) ? 'left' : 'differs', differences: found };
      }
    }
  }

  /** When the last write that nobody saw come to its end can have done so, in milliseconds since 1970. */
  #settledAt(writes: readonly OpenWrite[], isFresh: boolean): number {
    const unsure = writes.filter(({ answer }) => !isFresh || answer === undefined || answer.outcome === 'unknown');
    const { settle } = this.#options;
    // The clock may have been set meanwhile: nothing is waited for longer than that.
    const last = isFresh && unsure.length > 0 ? Date.now() : Math.max(0, ...unsure.map(({ at }) => at));
    return Math.min(last, Date.now()) + settle;
  }

  /** When reads show, however they lag, what answers to writes said to be changed; in milliseconds since 1970. */
  #lagEndsAt(thing: ThingRecord, writes: readonly OpenWrite[]): number {
    const last = Math.max(0, ...writes.filter((write) => isSaidToBeDone(thing, write)).map(({ at }) => at));
    return Math.min(last, Date.now()) + this.#options.settle;
  }

  async #look(thing: ThingRecord): Promise<Json | undefined> {
    for (let tries = 1; ; tries += 1) {
      const exchange = await this.#send(thing, thing.read);
      const value = thingIn(exchange, thing.item);
      if (value !== undefined || tries === lookLimit) return value;
      await sleep(waitAfter(exchange));
    }
  }

  /** @returns what the answer shows otherwise than the snapshot, and than the look before */
  async #undo(thing: ThingRecord, update: SentRequest, fields: readonly RestorableField[], found: readonly Difference[]): Promise<PlacedValue[]> {
    const { journal, send } = this.#options;
    // What an update makes of the old values is nobody else's change, whoever comes across it later.
    const write = this.#remember(thing, 'undo', fields.map(({ pointer }) => ({ pointer, value: valueAt(thing.snapshot, pointer) as Json })));
    const body = Object.fromEntries(fields.map(({ name, before }) => [name, before]));
    const exchange = await send(withBody(update, body), thing.security);
    const shown = shownBy(thing, exchange)?.filter((each) => !found.some(({ pointer, after }) => each.pointer === pointer && isSame(each, pointer, after)));
    journal.note({ kind: 'answer', write, outcome: outcomeOf(exchange), ...(shown && { shown }) });
    if (outcomeOf(exchange) !== 'done') await sleep(waitAfter(exchange));
    return shown ?? [];
  }

  /** A read that is an update itself stands in the journal before it is sent. */
  async #send(thing: ThingRecord, request: SentRequest): Promise<Exchange> {
    const { send, pace } = this.#options;
    if (request.method === 'GET') return send(request, thing.security);
    await pace.wait();
    this.#remember(thing, 'read', []);
    return send({ ...request, once: true }, thing.security);
  }

  /** Puts a write into the journal just before it is sent, and gives its number; a full disk must not keep a thing from being put back. */
  #remember(thing: ThingRecord, what: string, sent: readonly PlacedValue[]): number {
    const { journal, pace } = this.#options;
    const write = journal.next();
    try {
      journal.append({ kind: 'write', write, thing: thing.thing, at: Date.now(), case: `${thing.operationId}/${what}`, sent });
    } catch {
      // What is there says enough: this thing was written to.
    }
    pace.begin();
    return write;
  }
}

/** The fields that still hold what a write has sent, or what its answer made of that. */
function fieldsToUndo(thing: ThingRecord, writes: readonly OpenWrite[], state: Json): RestorableField[] {
  return thing.fields.filter(({ pointer }) => {
    const now = valueAt(state, pointer) as Json | undefined;
    if (differences(valueAt(thing.snapshot, pointer) as Json | undefined, now).length === 0) return false;
    // What the answer to a write made of its value is ours as well; what it shows elsewhere nobody has asked for.
    return writes.some(({ sent, answer }) => sent.some((each) => each.pointer === pointer && (holds(now, each.value) || answer?.shown?.some((shown) => isSame(shown, pointer, now)))));
  });
}

/** Whether the answer to a write says that it has changed something, or at least not that it has not. */
function isSaidToBeDone({ snapshot }: ThingRecord, { sent, answer }: OpenWrite): boolean {
  if (answer?.outcome !== 'done') return false;
  const { shown } = answer;
  return sent.some(({ pointer, value }) =>
    !holds(valueAt(snapshot, pointer) as Json | undefined, value) && (!shown || shown.some((each) => isWithin(each.pointer, pointer))));
}

/** A value of an answer, whether it stands at the place, above it or below it. */
function isSame(each: PlacedValue, pointer: string, now: Json | undefined): boolean {
  if (each.pointer === pointer) return differences(each.value, now).length === 0;
  if (pointer.startsWith(`${each.pointer}/`)) return differences(valueAt(each.value, pointer.slice(each.pointer.length)) as Json | undefined, now).length === 0;
  if (each.pointer.startsWith(`${pointer}/`)) return differences(each.value, valueAt(now, each.pointer.slice(pointer.length)) as Json | undefined).length === 0;
  return false;
}

/**
 * Whether everything that differs was set by somebody else: no update has sent it, and none of the answers has shown it.
 * Where no answer told, nobody can say.
 */
function isTheirs(found: readonly Difference[], writes: readonly OpenWrite[], byUndo: readonly PlacedValue[]): boolean {
  return found.every(({ pointer, after }) => {
    if (byUndo.some((each) => isSame(each, pointer, after))) return false;
    if (writes.some(({ sent, answer }) => sent.some((each) => holdsAt(each, pointer, after)) || answer?.shown?.some((each) => isSame(each, pointer, after)))) return false;
    const sending = writes.filter(({ sent }) => sent.some((each) => isWithin(pointer, each.pointer)));
    return (sending.length > 0 ? sending : writes).every(({ answer }) => answer?.shown !== undefined || answer?.outcome === 'refused');
  });
}

function holdsAt(each: PlacedValue, pointer: string, now: Json | undefined): boolean {
  return each.pointer === pointer && holds(now, each.value);
}

function isWithin(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** Milliseconds to wait after an answer that tells nothing. */
function waitAfter(exchange: Exchange): number {
  return askedWait(exchange) ?? 2 * lookInterval;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
