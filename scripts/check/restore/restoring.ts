import { toPointer } from '../../contract/pointer.js';
import type { Exchange, SentRequest } from '../model/exchange.js';
import type { Reflection } from '../model/reflection.js';
import type { Thing } from '../session/thing.js';
import type { CheckedOperation, Security } from '../model/operations.js';
import { requestOf } from '../model/request.js';
import { listShape } from '../model/resources.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { Session } from '../session/session.js';
import type { Json } from '../values/context.js';
import { differences } from './differences.js';
import { Guard, journalFailed } from './guard.js';
import { SecretInJournal, type Journal } from './journal.js';
import { outcomeOf, thingIn, trouble } from './look.js';
import { Mender } from './mender.js';
import { undoLine, type OwnJournal } from './opening.js';
import { pacing, type Pace } from './pace.js';
import type { ItemPlace, ThingRecord, WriteRecord } from './records.js';
import { restorableFields, type Restorable } from './restorable.js';
import type { DifferingThing, StateReport } from '../model/state-report.js';
import { uptime } from './uptime.js';

export interface RestoringOptions {
  own: OwnJournal;
  baseUrl: string;
  session: Session;
  /** Sends a request, whatever becomes of the run. */
  send: (request: SentRequest, security: Security) => Promise<Exchange>;
  mode: 'noop' | 'roundtrip';
  /** Fields that are written though others would feel it. */
  writeFields: readonly string[];
  /** Whether a state that no read shows may be read by an empty update. */
  readByPatch: boolean;
  /** Milliseconds. */
  settle: number;
  interval: number;
  tell?: ((sentence: string) => void) | undefined;
}

/** Writes to things that are put back: makes a guard for each thing, and keeps what became of them. */
export class Restoring {
  readonly mode: 'noop' | 'roundtrip';
  readonly #options: RestoringOptions;
  readonly #mender: Mender;
  readonly #pace: Pace;
  readonly #guards: Guard[] = [];
  readonly #fields: StateReport['fields'] = [];
  /** Everything that is not surely what it was before a last read shows it, with its path. */
  readonly #touched: { thing: ThingRecord; path: string }[] = [];
  #differing: readonly DifferingThing[] = [];
  #hasTold = false;

  constructor(options: RestoringOptions) {
    const { own, settle, interval, send, tell } = options;
    this.#options = options;
    this.mode = options.mode;
    this.#pace = pacing(interval);
    this.#mender = new Mender({ send, journal: own.journal, settle, pace: this.#pace, tell });
  }

  get #journal(): Journal {
    return this.#options.own.journal;
  }

  /**
   * Takes down what a thing is before anything is written to it.
   *
   * @param things the one is taken of whose fields most can be put back
   * @returns a guard to write through, with the state of the thing, or the reason why nothing may be written
   */
  async guard(
    operation: CheckedOperation,
    things: readonly Thing[],
    reflections: readonly Reflection[],
  ): Promise<{ guard: Guard; thing: Thing; state: Json } | { reason: string }> {
    const { session } = this.#options;
    let best: (Looked & Restorable & { thing: Thing }) | undefined;
    let reason = 'Nothing is known that could be written to.';
    for (const thing of things) {
      const looked = await this.#look(operation, thing);
      if ('reason' in looked) ({ reason } = looked);
      else {
        const found = restorableFields(session.contract, operation, reflections, looked.state, {
          idField: thing.resource.idField,
          named: this.#options.writeFields,
          isNew: this.mode === 'roundtrip',
        });
        if (!best || found.fields.length > best.fields.length) best = { ...looked, ...found, thing };
      }
      // An empty update is sent to as few things as can be.
      if (best && best.read.method !== 'GET') break;
    }
    if (!best) return { reason };
    const { fields, skipped, thing, state, read, item, security } = best;
    if (fields.length + skipped.length === 0)
      return { reason: 'The contract knows none of the fields that it may send.' };
    this.#fields.push({ operationId: operation.id, written: fields.length, skipped });
    const missing =
      operation.body &&
      [...fieldsOf(session.contract, operation.body.schema).required].find(
        (name) => !fields.some((field) => field.name === name),
      );
    if (missing !== undefined)
      return {
        reason: `Each update has to send ${JSON.stringify(missing)}, which is not written: ${skipped.find(({ name }) => name === missing)?.reason ?? 'it cannot be put back.'}`,
      };
    if (fields.length === 0)
      return {
        reason: `None of its fields can be put back. ${skipped
          .slice(0, 3)
          .map((each) => `${JSON.stringify(each.name)}: ${each.reason}`)
          .join(' ')}`,
      };
    const record: ThingRecord = {
      kind: 'thing',
      thing: this.#journal.next(),
      operationId: operation.id,
      security,
      read,
      ...(item && { item }),
      update: emptyUpdate(operation, thing),
      fields,
      snapshot: state,
    };
    try {
      this.#begin();
      this.#append(record);
    } catch (error) {
      if (error instanceof SecretInJournal)
        return { reason: 'It shows the key, which is never written to disk, so that its state cannot be remembered.' };
      throw error;
    }
    const guard = new Guard({
      session,
      journal: this.#journal,
      mender: this.#mender,
      pace: this.#pace,
      operation,
      reflections,
      thing: record,
      changed: (other, path) => this.#touched.push({ thing: other, path }),
    });
    this.#guards.push(guard);
    this.#touched.push({ thing: record, path: record.update?.path ?? read.path });
    return { guard, thing, state };
  }

  #append(record: ThingRecord | WriteRecord): void {
    try {
      this.#journal.append(record);
    } catch (error) {
      throw error instanceof SecretInJournal ? error : journalFailed(error);
    }
  }

  /** The line that undoes what is about to be written stands where it is seen before anything is. */
  #begin(): void {
    const { tell, baseUrl } = this.#options;
    if (!this.#hasTold) {
      tell?.(
        `Things of ${baseUrl} are written to, and put back at once. Should this run be cut off, this puts back what is left:`,
      );
      tell?.(undoLine(baseUrl));
    }
    this.#hasTold = true;
  }

  async #look(operation: CheckedOperation, thing: Thing): Promise<Looked | { reason: string }> {
    const plan = this.#planFor(thing);
    let reason = 'Nothing reads it back.';
    if (plan) {
      const state = await this.#lookTwice(plan, (request) => this.#options.send(request, plan.security));
      if (!('reason' in state)) return { ...plan, ...state };
      ({ reason } = state);
    }
    if (!this.#options.readByPatch)
      return {
        reason: `${reason} What cannot be read back is not written to; --read-by-patch reads it by an empty update.`,
      };
    const byPatch = { read: emptyUpdate(operation, thing), security: operation.security };
    const record: ThingRecord = {
      kind: 'thing',
      thing: this.#journal.next(),
      operationId: operation.id,
      ...byPatch,
      fields: [],
      snapshot: null,
    };
    this.#begin();
    this.#append(record);
    const state = await this.#lookTwice(byPatch, async (request) => {
      await this.#pace.wait();
      const write = this.#journal.next();
      this.#append({
        kind: 'write',
        write,
        thing: record.thing,
        at: Date.now(),
        up: uptime(),
        case: `${operation.id}/read`,
        sent: [],
      });
      this.#pace.begin();
      const exchange = await this.#options.send(request, operation.security);
      this.#journal.note({ kind: 'answer', write, outcome: outcomeOf(exchange) });
      return exchange;
    });
    // What an empty update did, nobody could take back: from here on the state counts that it has shown.
    this.#journal.note({ kind: 'closed', thing: record.thing, as: 'left' });
    return 'reason' in state ? { reason: `${reason} ${state.reason}` } : { ...byPatch, ...state };
  }

  /** The read of a thing alone, else of the list that it is in. */
  #planFor({ resource, parameters, parents }: Thing): Omit<Looked, 'state'> | undefined {
    const { get, list, idField, parameter } = resource;
    if (get) return { read: requestOf(get, { parameters }), security: get.security };
    const shape = list && listShape(list, this.#options.session.contract.resolve);
    const id = parameters[parameter];
    if (!list || !shape || id === undefined) return undefined;
    const place = shape.field === undefined ? '' : toPointer([shape.field]);
    return {
      read: requestOf(list, { parameters: parents }),
      security: list.security,
      item: { list: place, idField, id },
    };
  }

  /** A state that moves by itself could not be told from one that a write has moved. */
  async #lookTwice(
    { read, item }: Pick<Looked, 'read' | 'item'>,
    send: (request: SentRequest) => Promise<Exchange>,
  ): Promise<{ state: Json } | { reason: string }> {
    const seen: Json[] = [];
    for (const _ of [1, 2]) {
      const exchange = await send(read);
      const state = thingIn(exchange, item);
      if (state === undefined)
        return { reason: `${read.method} ${read.path} does not show what it is now: ${trouble(exchange)}` };
      seen.push(state);
    }
    const [moving] = differences(seen[0], seen[1]);
    if (moving)
      return {
        reason: `Two reads one after another differ at ${moving.pointer || 'the whole'}, so that nobody could tell what a write has changed.`,
      };
    return { state: seen[0] as Json };
  }

  /** Reads everything that was written to once more, when nothing can come any more; to be called before the verdict. */
  async prove(): Promise<readonly DifferingThing[]> {
    const all = this.#touched.filter(({ thing }) => this.#journal.state.openWrites(thing.thing).length > 0);
    const mended = await this.#mender.prove(all.map(({ thing }) => thing));
    this.#differing = all.flatMap(({ thing: { operationId, read }, path }, index): DifferingThing[] => {
      const end = mended[index];
      if (!end || end.as === 'clean') return [];
      return [
        {
          operationId,
          path,
          read,
          as: end.as,
          ...(end.as === 'unknown' ? { why: end.why, differences: [] } : { differences: end.differences }),
        },
      ];
    });
    return this.#differing;
  }

  report(): StateReport {
    const isOpen = this.#journal.state.openWrites().length > 0;
    return {
      things: this.#guards.length,
      writes: this.#guards.reduce((sum, { writes }) => sum + writes, 0),
      fields: this.#fields,
      differing: this.#differing.map(({ read: _, ...thing }) => thing),
      ...(isOpen && { undo: undoLine(this.#options.baseUrl) }),
    };
  }
}

/** An update that changes nothing, and whose body is replaced by what it has to send. */
function emptyUpdate(operation: CheckedOperation, { parameters }: Thing): SentRequest {
  return { ...requestOf(operation, { parameters, body: {} }), once: true };
}

interface Looked {
  read: SentRequest;
  item?: ItemPlace;
  security: Security;
  state: Json;
}
