import type { Json } from '../../contract/json.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { type Deviation, shown } from '../model/deviation.js';
import { BrokenRun } from '../model/no-verdict.js';
import { type CheckOptions, defaultSettle, isPutBack } from '../model/options.js';
import type { Reflection } from '../model/reflection.js';
import type { DifferingResource, StateReport } from '../model/report/state-report.js';
import type { Scope } from '../model/scope.js';
import type { Tally } from '../model/tally.js';
import type { Resource } from '../session/resource.js';
import type { RunSession } from '../session/run-session.js';
import type { Credentials } from '../transport/credentials.js';
import { writeIntervalOf } from '../transport/target.js';
import { createTransport } from '../transport/transport.js';
import { Guard } from './guard.js';
import { SecretInJournal } from './journal.js';
import { type Mended, Mender } from './mender.js';
import { newJournal, undoLine } from './opening.js';
import { type Pace, pacing } from './pace.js';
import { emptyUpdate, type Looked, ReadingBack, type ReadingBackOptions } from './reading-back.js';
import type { ResourceRecord } from './records.js';
import { type Restorable, restorableFields } from './restorable.js';
import { stateFolder, stateHome } from './state-folder.js';

export interface RestoringOptions extends ReadingBackOptions {
  session: RunSession;
  mode: 'noop' | 'roundtrip';
  /** Fields to write although others would notice. */
  writeFields: readonly string[];
  /** Milliseconds. */
  settle: number;
  interval: number;
}

/** A resource with its state and its restorable fields. */
type Candidate = Looked & Restorable & { resource: Resource };

/** Manages writes that are undone: creates a guard for each resource, and collects their final states. */
export class Restoring {
  readonly mode: 'noop' | 'roundtrip';
  readonly #options: RestoringOptions;
  readonly #mender: Mender;
  readonly #pace: Pace;
  readonly #readingBack: ReadingBack;
  readonly #guards: Guard[] = [];
  readonly #fields: StateReport['fields'] = [];
  /** Resources that need a final read, with their paths. */
  readonly #touched: { resource: ResourceRecord; path: string }[] = [];
  #differing: readonly DifferingResource[] = [];

  constructor(options: RestoringOptions) {
    const { own, settle, interval, send, notify } = options;
    this.#options = options;
    this.mode = options.mode;
    this.#pace = pacing(interval);
    this.#readingBack = new ReadingBack(options, this.#pace);
    this.#mender = new Mender({ send, journal: own.journal, settle, pace: this.#pace, notify });
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
    const { own, session } = this.#options;
    const required = this.#requiredOf(operation);
    const record: ResourceRecord = {
      kind: 'thing',
      thing: own.journal.next(),
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
      this.#readingBack.remember(record);
    } catch (error) {
      if (error instanceof SecretInJournal)
        return { reason: 'Its state contains the key, which is never written to disk, so it cannot be recorded.' };
      throw error;
    }
    const guard = new Guard({
      session,
      journal: own.journal,
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
    const { session, writeFields: named } = this.#options;
    const isNew = this.mode === 'roundtrip';
    let best: Candidate | undefined;
    let reason = 'No existing resource is known that could be written to.';
    for (const resource of resources) {
      const looked = await this.#readingBack.look(operation, resource);
      if ('reason' in looked) ({ reason } = looked);
      else {
        const options = { reflections, idField: resource.type.idField, named, isNew };
        const found = restorableFields(session.contract, operation, looked.state, options);
        if (!best || found.fields.length > best.fields.length) best = { ...looked, ...found, resource };
      }
      // Empty updates are sent to as few resources as possible.
      if (best && best.read.method !== 'GET') break;
    }
    return best ?? { reason };
  }

  #requiredOf({ body }: CheckedOperation): string[] {
    return body ? [...fieldsOf(this.#options.session.contract, body.schema).required] : [];
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
    const all = this.#touched.filter(
      ({ resource }) => this.#options.own.journal.state.openWrites(resource.thing).length > 0,
    );
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
    const isOpen = this.#options.own.journal.state.openWrites().length > 0;
    return {
      things: this.#guards.length,
      writes: this.#guards.reduce((sum, { writes }) => sum + writes, 0),
      fields: this.#fields,
      differing: this.#differing.map(({ read: _, ...resource }) => resource),
      ...(isOpen && { undo: undoLine(this.#options.baseUrl) }),
    };
  }
}

/** Restores the resources of one run. Call `close` after the run. */
export interface RunRestoring {
  restoring: Restoring;
  close(): Promise<void>;
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
): Promise<((session: RunSession) => RunRestoring) | undefined> {
  const {
    baseUrl,
    allowInsecureHosts,
    writes,
    writeFields = [],
    readByPatch = false,
    timeout = 30,
    settle = defaultSettle,
    onNotice,
  } = options;
  if (
    !isPutBack(writes) ||
    !contract.operations.some((operation) => operation.method === 'patch' && scope.has(operation))
  )
    return undefined;
  // A run that is stopped closes its connections, so undoing needs its own.
  const transport = createTransport({
    baseUrl,
    connections: 1,
    timeout: timeout * 1000,
    alone: true,
    credentials,
    ...(allowInsecureHosts && { allowInsecureHosts }),
  });
  const own = await newJournal(
    stateFolder(baseUrl, options.stateHome ?? stateHome()),
    baseUrl,
    `${contract.title} ${contract.version}`,
    transport.leaks,
  );
  return (session) => ({
    restoring: new Restoring({
      own,
      baseUrl,
      session,
      mode: writes,
      writeFields,
      readByPatch,
      settle: settle * 1000,
      interval: writeIntervalOf(options),
      notify: onNotice,
      async send(request, security) {
        const exchange = await transport.send(request, security);
        session.tally.requests += exchange.attempts;
        return exchange;
      },
    }),
    async close() {
      own.close();
      await transport.close();
    },
  });
}

const rules = { differs: 'state.differs', left: 'state.changed-by-others', unknown: 'state.unknown' } as const;

/** Adds a finding for each field that differs from its original value, so that every report names it. */
export function reportState(tally: Tally, differing: readonly DifferingResource[]): void {
  for (const resource of differing) {
    const { operationId, path, read, as, why, differences } = resource;
    const id = `${operationId}/state`;
    const testCase: TestCase = {
      id,
      operationId,
      kind: 'read-again',
      about: 'of a resource that was written to',
      request: read,
      expect: 'any',
    };
    const add = (deviation: Pick<Deviation, 'pointer' | 'message' | 'expected' | 'actual'>): void =>
      tally.add(
        testCase,
        { request: read, milliseconds: 0, attempts: 0 },
        {
          ...deviation,
          rule: rules[as],
          severity: as === 'left' ? 'observation' : 'violation',
          contract: tally.pointerOf(operationId),
        },
      );
    if (why !== undefined)
      add({
        pointer: '',
        message: `The state of ${path} is unknown. ${why}`,
        expected: 'a read that returns it',
        actual: 'no such read',
      });
    for (const { pointer, before, after } of differences) {
      const message =
        as === 'left'
          ? `Somebody else changed ${path} during the run. That change was kept.`
          : `${path} differs from its state before the run, and no update restores it.`;
      add({ pointer, message, expected: shown(before), actual: shown(after) });
    }
  }
}
