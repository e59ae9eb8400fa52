import type { Json } from '../../contract/json.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { Security } from '../../contract/security.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { Exchange, SentRequest } from '../model/exchange.js';
import { BrokenRun } from '../model/no-verdict.js';
import { type CheckOptions, defaultSettle, isPutBack } from '../model/options.js';
import { pageLimit } from '../model/pages.js';
import type { Reflection } from '../model/reflection.js';
import type { DifferingResource, StateReport } from '../model/report/state-report.js';
import { requestOf } from '../model/request.js';
import type { Scope } from '../model/scope.js';
import type { Resource } from '../session/resource.js';
import type { RunSession } from '../session/run-session.js';
import type { Credentials } from '../transport/credentials.js';
import { writeIntervalOf } from '../transport/target.js';
import type { Transport } from '../transport/transport.js';
import { differences } from './differences.js';
import { Guard, journalFailed } from './guard.js';
import { type ResourceRecord, SecretInJournal, type WriteRecord, writeNow } from './journal.js';
import { outcomeOf, ownTransport, type Reading, readingInList, search, trouble } from './look.js';
import { type Mended, Mender, type Pace, pacing } from './mender.js';
import { newJournal, type OwnJournal, stateFolder, stateHome, undoLine } from './opening.js';
import { type Restorable, restorableFields } from './restorable.js';

/** A run, and what it needs to undo its writes: a connection of its own, since a run that is stopped closes others. */
interface RestoringParts {
  mode: 'noop' | 'roundtrip';
  options: CheckOptions;
  session: RunSession;
  own: OwnJournal;
  transport: Transport;
}

/** The state of a resource, and how it was read. */
interface Looked extends Reading {
  state: Json;
}

/** A resource with its state and its restorable fields. */
type Candidate = Looked & Restorable & { resource: Resource };

/** Manages writes that are undone: creates a guard for each resource, and collects their final states. */
export class Restoring {
  readonly mode: 'noop' | 'roundtrip';
  readonly #options: CheckOptions;
  readonly #session: RunSession;
  readonly #own: OwnJournal;
  readonly #transport: Transport;
  readonly #mender: Mender;
  readonly #pace: Pace;
  #hasTold = false;
  readonly #guards: Guard[] = [];
  readonly #fields: StateReport['fields'] = [];
  /** Resources that need a final read, with their paths. */
  readonly #touched: { resource: ResourceRecord; path: string }[] = [];
  #differing: readonly DifferingResource[] = [];

  constructor({ mode, options, session, own, transport }: RestoringParts) {
    this.mode = mode;
    this.#options = options;
    this.#session = session;
    this.#own = own;
    this.#transport = transport;
    this.#pace = pacing(writeIntervalOf(options));
    this.#mender = new Mender({
      send: this.#send,
      journal: own.journal,
      settle: (options.settle ?? defaultSettle) * 1000,
      pace: this.#pace,
      notify: options.onNotice,
    });
  }

  /** Sends a request, even after the run was stopped. */
  readonly #send = async (request: SentRequest, security: Security): Promise<Exchange> => {
    const exchange = await this.#transport.send(request, security);
    this.#session.tally.requests += exchange.attempts;
    return exchange;
  };

  /** Releases the journal and the connection. */
  async close(): Promise<void> {
    this.#own.close();
    await this.#transport.close();
  }

  /**
   * Records the original state of a resource before the first write.
   *
   * @param resources candidates; chooses the one with the most restorable fields
   * @returns a guard to write through and the state of the resource, or the reason why nothing may be written
   */
  async guard(
    operation: CheckedOperation,
    resources: readonly Resource[],
    reflections: readonly Reflection[],
  ): Promise<{ guard: Guard; resource: Resource; state: Json } | { reason: string }> {
    const best = await this.#best(operation, resources, reflections);
    if ('reason' in best) return best;
    const { fields, skipped, resource, state, read, item, security } = best;
    if (fields.length + skipped.length === 0)
      return { reason: 'The contract documents no fields of its request body.' };
    this.#fields.push({ operationId: operation.id, written: fields.length, skipped });
    const reason = this.#whyUnwritten(operation, best);
    if (reason !== undefined) return { reason };
    const required = this.#requiredOf(operation);
    const record: ResourceRecord = {
      kind: 'thing',
      thing: this.#own.journal.next(),
      operationId: operation.id,
      security,
      read,
      ...(item && { item }),
      update: emptyUpdate(operation, resource),
      fields,
      ...(required.length > 0 && { required }),
      snapshot: state,
    };
    try {
      this.#remember(record);
    } catch (error) {
      if (error instanceof SecretInJournal)
        return { reason: 'Its state contains the key, which is never written to disk, so it cannot be recorded.' };
      throw error;
    }
    const guard = new Guard({
      session: this.#session,
      journal: this.#own.journal,
      mender: this.#mender,
      pace: this.#pace,
      operation,
      reflections,
      resource: record,
      changed: (other, path) => this.#touched.push({ resource: other, path }),
    });
    this.#guards.push(guard);
    this.#touched.push({ resource: record, path: record.update?.path ?? read.path });
    return { guard, resource, state };
  }

  /** Returns the candidate with the most restorable fields, or the reason why no candidate is usable. */
  async #best(
    operation: CheckedOperation,
    resources: readonly Resource[],
    reflections: readonly Reflection[],
  ): Promise<Candidate | { reason: string }> {
    const { writeFields: named = [] } = this.#options;
    const isNew = this.mode === 'roundtrip';
    let best: Candidate | undefined;
    let reason = 'No existing resource is known that could be written to.';
    for (const resource of resources) {
      const looked = await this.#look(operation, resource);
      if ('reason' in looked) ({ reason } = looked);
      else {
        const options = { reflections, idField: resource.type.idField, named, isNew };
        const found = restorableFields(this.#session.contract, operation, looked.state, options);
        if (!best || found.fields.length > best.fields.length) best = { ...looked, ...found, resource };
      }
      // Empty updates are sent to as few resources as possible.
      if (best && best.read.method !== 'GET') break;
    }
    return best ?? { reason };
  }

  /** Records a resource in the journal. Prints the undo command before the first write. */
  #remember(record: ResourceRecord): void {
    const { onNotice: notify, baseUrl } = this.#options;
    if (!this.#hasTold) {
      notify?.(
        `This run changes resources of ${baseUrl} and undoes each change at once. If it is interrupted, undo the ` +
          'remaining changes with:',
      );
      notify?.(undoLine(baseUrl));
    }
    this.#hasTold = true;
    this.#append(record);
  }

  #append(record: ResourceRecord | WriteRecord): void {
    try {
      this.#own.journal.append(record);
    } catch (error) {
      throw error instanceof SecretInJournal ? error : journalFailed(error);
    }
  }

  async #look(operation: CheckedOperation, resource: Resource): Promise<Looked | { reason: string }> {
    const { get } = resource.type;
    const plan: Reading | undefined = get
      ? { read: requestOf(get, { parameters: resource.parameters }), security: get.security }
      : readingInList(this.#session.contract, resource);
    let reason = 'The contract has no operation that reads it.';
    if (plan) {
      const state = await this.#lookTwice(plan, (request) => this.#send(request, plan.security));
      if (!('reason' in state)) return { ...plan, ...state };
      ({ reason } = state);
    }
    if (!this.#options.readByPatch)
      return {
        reason: `${reason} It is not written to, unless --read-by-patch allows reading it with an empty update.`,
      };
    const byPatch = { read: emptyUpdate(operation, resource), security: operation.security };
    const record: ResourceRecord = {
      kind: 'thing',
      thing: this.#own.journal.next(),
      operationId: operation.id,
      ...byPatch,
      fields: [],
      snapshot: null,
    };
    this.#remember(record);
    const state = await this.#lookTwice(byPatch, async (request) => {
      await this.#pace.wait();
      const write = this.#own.journal.next();
      this.#append(writeNow(write, record.thing, { case: `${operation.id}/read`, sent: [] }));
      this.#pace.begin();
      const exchange = await this.#send(request, operation.security);
      this.#own.journal.note({ kind: 'answer', write, outcome: outcomeOf(exchange) });
      return exchange;
    });
    // The effect of an empty update cannot be undone, so the state after it counts as the original.
    this.#own.journal.note({ kind: 'closed', thing: record.thing, as: 'left' });
    return 'reason' in state ? { reason: `${reason} ${state.reason}` } : { ...byPatch, ...state };
  }

  /** Reads twice: if the state changes by itself, the effect of a write could not be recognised. */
  async #lookTwice(
    plan: Reading,
    send: (request: SentRequest) => Promise<Exchange>,
  ): Promise<{ state: Json } | { reason: string }> {
    const asked = `${plan.read.method} ${plan.read.path}`;
    const seen: Json[] = [];
    for (const isFirst of [true, false]) {
      const { state, exchange, isLong } = await search(plan, send, isFirst);
      if (isLong)
        return {
          reason: `${asked} has more than ${pageLimit} pages, so a write could move it where no read finds it again.`,
        };
      if (state === undefined) return { reason: `${asked} does not return its state: ${trouble(exchange)}` };
      seen.push(state);
    }
    const [moving] = differences(seen[0], seen[1]);
    if (moving)
      return {
        reason:
          `Two reads in a row differ at ${moving.pointer || 'the top level'}, so the effect of a write could not ` +
          'be recognised.',
      };
    return { state: seen[0] as Json };
  }

  #requiredOf({ body }: CheckedOperation): string[] {
    return body ? [...fieldsOf(this.#session.contract, body.schema).required] : [];
  }

  #whyUnwritten(operation: CheckedOperation, { fields, skipped }: Restorable): string | undefined {
    const missing = this.#requiredOf(operation).find((name) => !fields.some((field) => field.name === name));
    if (missing !== undefined) {
      const why = skipped.find(({ name }) => name === missing)?.reason ?? 'it cannot be restored.';
      return `Every update must send ${JSON.stringify(missing)}, which is not written: ${why}`;
    }
    if (fields.length > 0) return undefined;
    const reasons = skipped.slice(0, 3).map((each) => `${JSON.stringify(each.name)}: ${each.reason}`);
    return `None of its fields can be restored. ${reasons.join(' ')}`;
  }

  /** Reads everything that was written to once more, when no write can show any more. Call it before the verdict. */
  async prove(): Promise<readonly DifferingResource[]> {
    const all = this.#touched.filter(({ resource }) => this.#own.journal.state.openWrites(resource.thing).length > 0);
    let mended: Mended[];
    try {
      mended = await this.#mender.prove(all.map(({ resource }) => resource));
    } catch (error) {
      const { message: why } = new BrokenRun(error);
      mended = all.map(() => ({ as: 'unknown', why }));
    }
    this.#differing = all.flatMap(({ resource: { operationId, read }, path }, index): DifferingResource[] => {
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
    const isOpen = this.#own.journal.state.openWrites().length > 0;
    return {
      things: this.#guards.length,
      writes: this.#guards.reduce((sum, { writes }) => sum + writes, 0),
      fields: this.#fields,
      differing: this.#differing.map(({ read: _, ...resource }) => resource),
      ...(isOpen && { undo: undoLine(this.#options.baseUrl) }),
    };
  }
}

/**
 * Opens the journal of a run with `noop` or `roundtrip`, before its first request; returns undefined if the run writes
 * to no existing resource.
 *
 * @throws StateRefusal if another run writes to the target, or an earlier run is not undone
 */
export async function restoringFor(
  options: CheckOptions,
  contract: CheckedContract,
  scope: Scope,
  credentials: Credentials,
): Promise<((session: RunSession) => Restoring) | undefined> {
  const { baseUrl, writes: mode } = options;
  if (
    !isPutBack(mode) ||
    !contract.operations.some((operation) => operation.method === 'patch' && scope.has(operation))
  )
    return undefined;
  const transport = ownTransport(options, credentials);
  const own = await newJournal(
    stateFolder(baseUrl, options.stateHome ?? stateHome()),
    baseUrl,
    `${contract.title} ${contract.version}`,
    transport.leaks,
  );
  return (session) => new Restoring({ mode, options, session, own, transport });
}

/** Returns an update that changes nothing; a caller may replace its body. */
function emptyUpdate(operation: CheckedOperation, { parameters }: Resource): SentRequest {
  return { ...requestOf(operation, { parameters, body: {} }), once: true };
}
