import type { Json } from '../../contract/json.js';
import type { Security } from '../../contract/security.js';
import { readBootId } from '../../system/claim.js';
import type { Exchange, SentRequest } from '../model/exchange.js';
import { valueAt } from '../model/likeness.js';
import type { Difference } from '../model/report/state-report.js';
import { findDifferences } from './differences.js';
import {
  createWriteRecord,
  type Journal,
  type JournalWrite,
  type PointerValue,
  type ResourceRecord,
  type RestorableField,
  uptime,
} from './journal.js';
import { diffResponse, findResource, retryWaitOf, withBody, writeOutcomeOf } from './resource-reads.js';
import { findFieldsToUndo, hasEffect, hasOldValues, isSameValue, WriteTracker } from './write-tracker.js';

/**
 * The final state of a resource. `clean`: a read returned its original state. `left`: it differs only by somebody
 * else's change, which the run kept. `differs`: it differs, and updates have not restored it. `unknown`: no read shows
 * its state.
 */
export type RestoreResult =
  | { as: 'clean' }
  | { as: 'left' | 'differs'; differences: readonly Difference[] }
  | { as: 'unknown'; why: string };

interface RestorerOptions {
  send: (request: SentRequest, security: Security) => Promise<Exchange>;
  journal: Journal;
  pacer: Pacer;
  /** Milliseconds that a write may take to show in reads. */
  maxSettleTime: number;
  /** Called with a sentence for the user before a longer wait. */
  notify?: ((sentence: string) => void) | undefined;
}

/** Maximum number of consecutive rounds of final reads that each find another change to undo. */
const proofLimit = 4;
/** Maximum number of attempts to read a resource. */
const readLimit = 3;
/** Milliseconds between two reads. */
const readInterval = 100;

const emptyUpdateReason =
  'The run sent only an empty update, to read the resource. The state of the resource before this update is ' +
  'unknown.';

/**
 * Restores resources to their state before the writes in the journal: reads, undoes each field that still has a written
 * value, and reads again, until a read returns the original state. It may be killed at any point and run again.
 *
 * No response to a write proves anything. `restore` undoes each write once a read shows its effect; `proveStates`
 * reads again when no write can take effect any longer.
 */
export class Restorer {
  readonly #options: RestorerOptions;
  readonly #tracker: WriteTracker;
  /** For each resource, the highest number in the journal when a read last returned the original state. */
  readonly #lastCleanWrite = new Map<number, number>();
  /** Resources that updates have failed to restore. */
  readonly #unrestorable = new Set<number>();
  #undoCount = 0;
  /** Whether this object has waited for a sent value that no read returned. Then only the final read counts. */
  #hasWaitedInVain = false;

  constructor(options: RestorerOptions) {
    this.#options = options;
    const { boot } = options.journal.state.beginRecord ?? {};
    this.#tracker = new WriteTracker(options.maxSettleTime, boot !== undefined && boot !== '' && boot === readBootId());
  }

  /** Notes that a write of this process has received its response, or has failed without one. */
  noteWriteEnd(write: number): void {
    this.#tracker.noteEnd(write);
  }

  /** Notes a state of a resource that the caller has read. */
  noteState(resource: ResourceRecord, state: Json): void {
    this.#tracker.noteState(resource, this.#options.journal.state.getWritesTo(resource.resource), state);
  }

  /**
   * Undoes those writes to a resource whose effect a read has already shown.
   *
   * @param hasFreshWrites whether this process has just sent writes; if so, waits for those that are likely to appear
   */
  async restore(resource: ResourceRecord, hasFreshWrites: boolean): Promise<RestoreResult> {
    const { journal } = this.#options;
    if (resource.snapshot === null) {
      journal.note({ kind: 'closed', resource: resource.resource, as: 'left' });
      return { as: 'unknown', why: emptyUpdateReason };
    }
    const lastCleanNumber = this.#lastCleanWrite.get(resource.resource) ?? 0;
    const writes = hasFreshWrites ? journal.state.getWritesTo(resource.resource) : [];
    const freshWrites = writes.filter(({ write }) => write > lastCleanNumber);
    return this.#unlessLate(await this.#restore(resource, freshWrites));
  }

  #unlessLate(result: RestoreResult): RestoreResult {
    return result.as === 'clean' && this.#tracker.hasLateWrite ? { as: 'unknown', why: this.#lateReason } : result;
  }

  /**
   * Reads all resources again once no write can take effect any longer, and undoes new changes. Records in the journal
   * which resources need no more undo.
   *
   * @returns the final state of each resource, in the same order
   */
  async proveStates(resources: readonly ResourceRecord[]): Promise<RestoreResult[]> {
    const { journal } = this.#options;
    let results: RestoreResult[] = [];
    for (let round = 1; ; round += 1) {
      await this.#waitUntil(this.#getLastDue(resources));
      const undoCountBefore = this.#undoCount;
      results = [];
      for (const each of resources)
        results.push(each.snapshot === null ? await this.restore(each, false) : await this.#restore(each, []));
      if (this.#undoCount === undoCountBefore) break;
      if (round === proofLimit) {
        const reason = `Each of the last ${proofLimit} reads found another change to undo, so more changes may follow.`;
        results = results.map((each) => (each.as === 'clean' ? { as: 'unknown', why: reason } : each));
        break;
      }
    }
    results = results.map((restoreResult) => this.#unlessLate(restoreResult));
    for (const [index, { as }] of results.entries())
      if (as === 'clean' || as === 'left')
        journal.note({ kind: 'closed', resource: resources[index]?.resource ?? 0, as });
    return results;
  }

  get #lateReason(): string {
    return (
      `A write took effect more than ${this.#options.maxSettleTime / 1000} s after its response, so other writes ` +
      'may also take effect late. The resource has its original state now. To make sure that this state lasts, run ' +
      'undo with a longer --settle.'
    );
  }

  /** @param freshWrites writes to wait for if their values are likely to appear in reads */
  async #restore(resource: ResourceRecord, freshWrites: readonly JournalWrite[]): Promise<RestoreResult> {
    const { journal, maxSettleTime, pacer } = this.#options;
    const writes = journal.state.getWritesTo(resource.resource);
    // It is unknown when the server finishes a write that got no response, so the wait starts now.
    const isOutcomeUnknown = freshWrites.some(({ response }) => response?.outcome === 'unknown');
    const settleTime = isOutcomeUnknown ? uptime() + maxSettleTime : -Infinity;
    let wasReadAgain = false;
    const undoValues: PointerValue[] = [];
    const attempts = new UndoAttempts(maxSettleTime);
    for (;;) {
      const state = await this.#read(resource);
      if (state === undefined)
        return { as: 'unknown', why: `${resource.read.method} ${resource.read.path} no longer returns the resource.` };
      this.#tracker.noteState(resource, writes, state);
      const pointers = resource.fields.map(({ pointer }) => pointer);
      const differences = findDifferences(resource.snapshot, state, pointers);
      const pendingFields = this.#findPending(resource, writes, state);
      const now = uptime();
      if (pendingFields.length > 0 && resource.update) {
        const dueFields = attempts.getDueFields(pendingFields, now);
        if (dueFields.length === 0 && attempts.areAttemptsUsedUp(pendingFields, now)) {
          this.#unrestorable.add(resource.resource);
          return { as: 'differs', differences };
        }
        if (dueFields.length === 0) await sleep(readInterval);
        else if (wasReadAgain || !(await pacer.wait()) || resource.read.method !== 'GET') {
          const before = { state, differences };
          const { responseValues, isBusy } = await this.#sendUndo(resource, resource.update, dueFields, before);
          undoValues.push(...responseValues);
          wasReadAgain = false;
          attempts.note(dueFields, isBusy);
        } else {
          // Somebody else may have changed the resource during the wait, so it is read again first.
          wasReadAgain = true;
        }
      } else if (now < settleTime) {
        await this.#waitUntil(settleTime);
      } else if (this.#isLikelyToCome(resource, freshWrites, now)) {
        await sleep(readInterval);
      } else if (differences.length === 0) {
        this.#lastCleanWrite.set(resource.resource, journal.state.highestNumber);
        this.#tracker.noteOriginalState(journal.state.getWritesTo(resource.resource));
        return { as: 'clean' };
      } else if (now < this.#getLastDue([resource])) {
        await sleep(readInterval);
      } else {
        const isChangedByOthers = this.#tracker.isChangedByOthers(resource, differences, writes, undoValues);
        return { as: isChangedByOthers ? 'left' : 'differs', differences };
      }
    }
  }

  /** Returns the fields that still have a written value; none if updates have failed to restore the resource. */
  #findPending(resource: ResourceRecord, writes: readonly JournalWrite[], state: Json): RestorableField[] {
    if (this.#unrestorable.has(resource.resource)) return [];
    const openWrites = writes.filter((write) => !this.#tracker.isWriteFinished(write));
    return findFieldsToUndo(resource, openWrites, state);
  }

  /** Whether a read will probably return an accepted value soon. The final read finds values that come later. */
  #isLikelyToCome(resource: ResourceRecord, writes: readonly JournalWrite[], now: number): boolean {
    const newerPointers = new Set<string>();
    let isEffectLikely = false;
    for (const write of writes) {
      const isOverwritten = write.sent.every(({ pointer }) => newerPointers.has(pointer));
      for (const { pointer } of write.sent) newerPointers.add(pointer);
      const isDone = !isOverwritten && write.response?.outcome === 'done';
      if (!isDone || !hasEffect(resource, write) || this.#tracker.isEffectSeen(write)) continue;
      const isDoubtful = hasOldValues(write);
      if (isDoubtful && this.#hasWaitedInVain) continue;
      if (now < this.#tracker.getDueTime(write)) isEffectLikely = true;
      else if (isDoubtful) this.#hasWaitedInVain = true;
    }
    return isEffectLikely;
  }

  /** The `uptime` after which no write to these resources can take effect any more. */
  #getLastDue(resources: readonly ResourceRecord[]): number {
    const { state } = this.#options.journal;
    const writes = resources.flatMap(({ resource }) => state.getWritesTo(resource));
    return Math.max(-Infinity, ...writes.map((write) => this.#tracker.getDueTime(write)));
  }

  async #read(resource: ResourceRecord): Promise<Json | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const { state, exchange } = await findResource(resource, (request) => this.#sendRead(resource, request));
      if (state !== undefined || attempt === readLimit) return state;
      await sleep(waitTimeAfter(exchange));
    }
  }

  /**
   * Sends the update that restores fields.
   *
   * @param state the state from the last read
   * @param differences the differences between that state and the snapshot
   * @returns the values in the response that differ from both the snapshot and the last read; and whether the server
   * did nothing because it is busy
   */
  async #sendUndo(
    resource: ResourceRecord,
    update: SentRequest,
    fields: readonly RestorableField[],
    { state, differences }: { state: Json; differences: readonly Difference[] },
  ): Promise<{ responseValues: PointerValue[]; isBusy: boolean }> {
    const { journal, send } = this.#options;
    // This update is recorded like any write, so that a later run does not take its effect for somebody else's change.
    const sentValues = fields.map(({ pointer }) => ({ pointer, value: valueAt(resource.snapshot, pointer) as Json }));
    const write = this.#recordWrite(resource, 'undo', sentValues);
    this.#undoCount += 1;
    const requiredFields = resource.fields.filter(({ name }) => resource.required?.includes(name));
    const body = Object.fromEntries([
      ...requiredFields.map((field) => [field.name, currentValueOf(field, state)] as const),
      ...fields.map(({ name, before }) => [name, before] as const),
    ]);
    const exchange = await send(withBody(update, body, resource.updateEnvelope), resource.security);
    this.noteWriteEnd(write);
    const isKnown = (value: PointerValue): boolean =>
      differences.some(({ pointer, after }) => value.pointer === pointer && isSameValue(value, pointer, after));
    const shownValues = diffResponse(resource, exchange)?.filter((value) => !isKnown(value));
    const outcome = writeOutcomeOf(exchange);
    journal.note({ kind: 'response', write, outcome, ...(shownValues && { shown: shownValues }) });
    if (outcome !== 'done') await sleep(waitTimeAfter(exchange));
    return { responseValues: shownValues ?? [], isBusy: exchange.response?.status === 429 };
  }

  /** Sends a read. If the read is an empty update, records it in the journal first. */
  async #sendRead(resource: ResourceRecord, request: SentRequest): Promise<Exchange> {
    const { send, pacer } = this.#options;
    if (request.method === 'GET') return send(request, resource.security);
    await pacer.wait();
    const write = this.#recordWrite(resource, 'read', []);
    const exchange = await send({ ...request, once: true }, resource.security);
    this.noteWriteEnd(write);
    return exchange;
  }

  /** Records a write in the journal before it is sent, and returns its number. A full disk must not prevent an undo. */
  #recordWrite(
    { resource, operationId }: ResourceRecord,
    purpose: 'undo' | 'read',
    sentValues: readonly PointerValue[],
  ): number {
    const { journal, pacer } = this.#options;
    const write = journal.nextNumber();
    try {
      journal.append(createWriteRecord({ write, resource, case: `${operationId}/${purpose}`, sent: sentValues }));
    } catch {
      // The journal already says that this resource was written to.
    }
    pacer.noteWrite();
    return write;
  }

  async #waitUntil(endTime: number): Promise<void> {
    const remaining = endTime - uptime();
    const seconds = Math.ceil(remaining / 1000);
    if (remaining > 1500)
      this.#notify(`Waiting ${seconds} s for writes that may still take effect, then reading again.`);
    if (remaining > 0) await sleep(remaining);
  }

  #notify(sentence: string): void {
    try {
      this.#options.notify?.(sentence);
    } catch {
      // A failure to show the sentence must not prevent the restoration.
    }
  }
}

/** Maximum number of updates that are sent to restore a field. */
const undoLimit = 3;
/** Maximum number of 429 responses to undo updates that do not count towards `undoLimit`, as the server did nothing. */
const busyUndoLimit = 10;

/** Counts the attempts to restore each field, with the time of the last one. */
class UndoAttempts {
  readonly #settle: number;
  readonly #history = new Map<RestorableField, { count: number; last: number }>();
  #busyCount = 0;

  constructor(maxSettleTime: number) {
    this.#settle = maxSettleTime;
  }

  #historyOf(field: RestorableField): { count: number; last: number } {
    return this.#history.get(field) ?? { count: 0, last: -Infinity };
  }

  /** Returns the fields to restore now. Waits longer after each attempt, since reads may show an attempt only later. */
  getDueFields(fields: readonly RestorableField[], now: number): RestorableField[] {
    return fields.filter((field) => {
      const { count, last } = this.#historyOf(field);
      return count < undoLimit && now - last >= Math.min(this.#settle, count * readInterval);
    });
  }

  /** Whether every field has used all its attempts, and the last attempt had time to show in reads. */
  areAttemptsUsedUp(fields: readonly RestorableField[], now: number): boolean {
    return fields.every((field) => {
      const { count, last } = this.#historyOf(field);
      return count === undoLimit && now - last >= this.#settle;
    });
  }

  /** @param isBusy whether the server did nothing and asked to wait */
  note(fields: readonly RestorableField[], isBusy: boolean): void {
    this.#busyCount += isBusy ? 1 : 0;
    const increment = isBusy && this.#busyCount < busyUndoLimit ? 0 : 1;
    for (const field of fields)
      this.#history.set(field, { count: this.#historyOf(field).count + increment, last: uptime() });
  }
}

/**
 * Returns the current value of a field, which somebody else may have set. An update that restores other fields but must
 * also send this one keeps this value. Returns the original value if the current one has a different type.
 */
function currentValueOf({ pointer, before }: RestorableField, state: Json): Json {
  const currentValue = valueAt(state, pointer) as Json | undefined;
  return currentValue !== undefined && typeof currentValue !== 'object' && typeof currentValue === typeof before
    ? currentValue
    : before;
}

function waitTimeAfter(exchange: Exchange): number {
  return retryWaitOf(exchange) ?? 2 * readInterval;
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Keeps a minimum time between writes. */
export interface Pacer {
  /** Waits until the next write may be sent; returns whether it had to wait. */
  wait(): Promise<boolean>;
  /** Tells the pacer that a write is sent now. */
  noteWrite(): void;
}

/** @param interval milliseconds from the start of one write to the start of the next */
export function createPacer(interval: number): Pacer {
  let lastWriteTime = -Infinity;
  return {
    async wait() {
      const remaining = lastWriteTime + interval - performance.now();
      if (remaining > 0) await sleep(remaining);
      return remaining > 0;
    },
    noteWrite() {
      lastWriteTime = performance.now();
    },
  };
}
