import type { Json } from '../../contract/json.js';
import { isJson } from '../../contract/json-success.js';
import type { ObjectEnvelope } from '../../contract/object-envelope.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { Security } from '../../contract/security.js';
import type { CheckedContract } from '../model/contract/contract.js';
import { type CheckedOperation, resourcePlaceOf } from '../model/contract/operations.js';
import type { Exchange, SentRequest } from '../model/exchange.js';
import { BrokenRun } from '../model/no-verdict.js';
import { type CheckOptions, defaultSettle, isRestoring } from '../model/options.js';
import { pageLimit } from '../model/pages.js';
import type { FieldReflection } from '../model/reflection.js';
import type { DifferingResource, StateReport } from '../model/report/state-report.js';
import { requestOf } from '../model/request.js';
import type { Scope } from '../model/scope.js';
import type { Resource } from '../session/resource.js';
import type { RunSession } from '../session/run-session.js';
import { writeIntervalOf } from '../transport/target.js';
import type { Transport } from '../transport/transport.js';
import { findDifferences } from './differences.js';
import { toJournalFailure, WriteGuard } from './guard.js';
import { createWriteRecord, type ResourceRecord, SecretInJournal, type WriteRecord } from './journal.js';
import { createJournal, getStateHome, type OwnJournal, stateFolderOf, undoCommandFor } from './journal-folder.js';
import {
  explainFailedRead,
  findResource,
  openTransport,
  planListRead,
  type ReadPlan,
  writeOutcomeOf,
} from './resource-reads.js';
import { findRestorableFields, type RestorableFields } from './restorable-fields.js';
import { createPacer, type Pacer, type RestoreResult, Restorer } from './restorer.js';

/** The parts with which a run undoes its writes. A stopped run closes all transports but this one. */
interface RestorationParts {
  mode: 'noop' | 'roundtrip';
  options: CheckOptions;
  session: RunSession;
  ownJournal: OwnJournal;
  transport: Transport;
}

/** The state of a resource, and how it was read. */
interface ResourceState extends ReadPlan {
  state: Json;
}

type Candidate = ResourceState & RestorableFields & { resource: Resource };

const secretReason =
  'The resource contains the key. The check never writes the key to disk, so it cannot record the state of the ' +
  'resource.';

/** Why nothing may be written to a resource, as a sentence. */
interface Obstacle {
  reason: string;
}

/** Manages writes to existing resources, and their undo. Creates their guards, and collects the final states. */
export class Restoration {
  readonly mode: 'noop' | 'roundtrip';
  readonly #options: CheckOptions;
  readonly #session: RunSession;
  readonly #ownJournal: OwnJournal;
  readonly #transport: Transport;
  readonly #restorer: Restorer;
  readonly #pacer: Pacer;
  #hasNotified = false;
  readonly #guards: WriteGuard[] = [];
  readonly #fields: StateReport['fields'] = [];
  readonly #finalReads: { resource: ResourceRecord; path: string }[] = [];
  #differingResources: readonly DifferingResource[] = [];

  constructor({ mode, options, session, ownJournal, transport }: RestorationParts) {
    this.mode = mode;
    this.#options = options;
    this.#session = session;
    this.#ownJournal = ownJournal;
    this.#transport = transport;
    this.#pacer = createPacer(writeIntervalOf(options));
    this.#restorer = new Restorer({
      send: this.#send,
      journal: ownJournal.journal,
      maxSettleTime: (options.settle ?? defaultSettle) * 1000,
      pacer: this.#pacer,
      notify: options.onNotice,
    });
  }

  /** Sends a request, even after the run was stopped. */
  readonly #send = async (request: SentRequest, security: Security): Promise<Exchange> => {
    const exchange = await this.#transport.send(request, security);
    this.#session.tally.requestCount += exchange.attempts;
    return exchange;
  };

  async close(): Promise<void> {
    this.#ownJournal.close();
    await this.#transport.close();
  }

  /**
   * Records the original state of a resource before the first write to it.
   *
   * @param resources candidates; the one with the most restorable fields is chosen
   * @returns a guard for writes and the state of the resource, or the reason why nothing may be written
   */
  async createGuard(
    operation: CheckedOperation,
    resources: readonly Resource[],
    reflections: readonly FieldReflection[],
  ): Promise<{ guard: WriteGuard; resource: Resource; state: Json } | Obstacle> {
    const bestCandidate = await this.#findBest(operation, resources, reflections);
    if ('reason' in bestCandidate) return bestCandidate;
    const { fields, skipped, resource, state, read, item, envelope, security } = bestCandidate;
    if (fields.length + skipped.length === 0)
      return { reason: 'The contract documents no fields in the request body of this operation.' };
    this.#fields.push({ operationId: operation.id, written: fields.length, skipped });
    const reason = this.#whyNotWritten(operation, bestCandidate);
    if (reason !== undefined) return { reason };
    const requiredNames = this.#requiredOf(operation);
    const updateEnvelope = envelopeOf(operation);
    const record: ResourceRecord = {
      kind: 'resource',
      resource: this.#ownJournal.journal.nextNumber(),
      operationId: operation.id,
      security,
      read,
      ...(item && { item }),
      ...(envelope !== undefined && { envelope }),
      update: createEmptyUpdate(operation, resource),
      ...(updateEnvelope && { updateEnvelope }),
      fields,
      ...(requiredNames.length > 0 && { required: requiredNames }),
      snapshot: state,
    };
    try {
      this.#recordResource(record);
    } catch (error) {
      if (error instanceof SecretInJournal) return { reason: secretReason };
      throw error;
    }
    const guard = new WriteGuard({
      session: this.#session,
      journal: this.#ownJournal.journal,
      restorer: this.#restorer,
      pacer: this.#pacer,
      operation,
      reflections,
      resource: record,
      onOtherChange: (otherRecord, path) => this.#finalReads.push({ resource: otherRecord, path }),
    });
    this.#guards.push(guard);
    this.#finalReads.push({ resource: record, path: record.update?.path ?? read.path });
    return { guard, resource, state };
  }

  async #findBest(
    operation: CheckedOperation,
    resources: readonly Resource[],
    reflections: readonly FieldReflection[],
  ): Promise<Candidate | Obstacle> {
    const { writeFields: allowedFields = [] } = this.#options;
    const wantsNewValues = this.mode === 'roundtrip';
    let bestCandidate: Candidate | undefined;
    let reason = 'The check found no existing resource to write to.';
    for (const resource of resources) {
      const result = await this.#readState(operation, resource);
      if ('reason' in result) ({ reason } = result);
      else {
        const options = { reflections, idField: resource.type.idField, allowedFields, wantsNewValues };
        const restorableFields = findRestorableFields(this.#session.contract, operation, result.state, options);
        if (!bestCandidate || restorableFields.fields.length > bestCandidate.fields.length)
          bestCandidate = { ...result, ...restorableFields, resource };
      }
      // A read by an empty update is also a write, so the run reads as few resources as possible in this way.
      if (bestCandidate && bestCandidate.read.method !== 'GET') break;
    }
    return bestCandidate ?? { reason };
  }

  /** Records a resource in the journal. Prints the undo command before the first write. */
  #recordResource(record: ResourceRecord): void {
    const { onNotice: notify, baseUrl } = this.#options;
    if (!this.#hasNotified) {
      notify?.(
        `This run changes resources of ${baseUrl} and undoes each change immediately. If the run is interrupted, ` +
          `this command undoes the remaining changes:`,
      );
      notify?.(undoCommandFor(baseUrl));
    }
    this.#hasNotified = true;
    this.#append(record);
  }

  #append(record: ResourceRecord | WriteRecord): void {
    try {
      this.#ownJournal.journal.append(record);
    } catch (error) {
      throw error instanceof SecretInJournal ? error : toJournalFailure(error);
    }
  }

  async #readState(operation: CheckedOperation, resource: Resource): Promise<ResourceState | Obstacle> {
    const { get } = resource.type;
    const plan: ReadPlan | undefined = get
      ? { ...envelopeOfRead(get), read: requestOf(get, { parameters: resource.parameters }), security: get.security }
      : planListRead(this.#session.contract, resource);
    let reason = 'The contract has no operation that reads the resource.';
    if (plan) {
      const state = await this.#readTwice(plan, (request) => this.#send(request, plan.security));
      if (!('reason' in state)) return { ...plan, ...state };
      ({ reason } = state);
    }
    const advice = 'With --read-by-patch, the run sends an empty update and reads the resource in the response.';
    if (!this.#options.readByPatch) return { reason: `${reason} ${advice}` };
    const { id: operationId, security } = operation;
    const { journal } = this.#ownJournal;
    const updatePlan = { ...envelopeOfRead(operation), read: createEmptyUpdate(operation, resource), security };
    const id = journal.nextNumber();
    this.#recordResource({ kind: 'resource', resource: id, operationId, ...updatePlan, fields: [], snapshot: null });
    const state = await this.#readTwice(updatePlan, async (request) => {
      await this.#pacer.wait();
      const write = journal.nextNumber();
      this.#append(createWriteRecord({ write, resource: id, case: `${operationId}/read`, sent: [] }));
      this.#pacer.noteWrite();
      const exchange = await this.#send(request, security);
      journal.note({ kind: 'response', write, outcome: writeOutcomeOf(exchange) });
      return exchange;
    });
    // The effect of an empty update cannot be undone. So the state after the update counts as the original one.
    journal.note({ kind: 'closed', resource: id, as: 'left' });
    return 'reason' in state ? { reason: `${reason} ${state.reason}` } : { ...updatePlan, ...state };
  }

  /** Reads the resource twice. Returns a reason if it changes by itself: the effect of a write would be unclear. */
  async #readTwice(
    plan: ReadPlan,
    send: (request: SentRequest) => Promise<Exchange>,
  ): Promise<{ state: Json } | Obstacle> {
    const requestLine = `${plan.read.method} ${plan.read.path}`;
    const states: Json[] = [];
    for (const isFirstRead of [true, false]) {
      const { state, exchange, isLong } = await findResource(plan, send, isFirstRead);
      const effect = 'so a write could move the resource to a page that the check does not read.';
      if (isLong) return { reason: `${requestLine} has more than ${pageLimit} pages, ${effect}` };
      if (state === undefined)
        return { reason: `${requestLine} does not return the state of the resource: ${explainFailedRead(exchange)}` };
      states.push(state);
    }
    const [change] = findDifferences(states[0], states[1]);
    const effect = 'so the check could not tell what a write has changed.';
    if (change) return { reason: `Two reads in a row differ at ${change.pointer || 'the top level'}, ${effect}` };
    return { state: states[0] as Json };
  }

  #requiredOf({ body }: CheckedOperation): string[] {
    const { requests } = this.#session.contract;
    return body ? [...fieldsOf(requests, requests.schemaOf(body.schema)).required] : [];
  }

  #whyNotWritten(operation: CheckedOperation, { fields, skipped }: RestorableFields): string | undefined {
    const { media = '' } = operation.body ?? {};
    if (!isJson(media)) return `The check can restore only fields of JSON bodies, but this operation takes ${media}.`;
    const missingField = this.#requiredOf(operation).find((name) => !fields.some((field) => field.name === name));
    if (missingField !== undefined) {
      const reason = skipped.find(({ name }) => name === missingField)?.reason ?? 'it cannot be restored.';
      return `Every update must contain ${JSON.stringify(missingField)}, which the check cannot write: ${reason}`;
    }
    if (fields.length > 0) return undefined;
    const reasons = skipped.slice(0, 3).map((field) => `${JSON.stringify(field.name)}: ${field.reason}`);
    return `None of the fields of the resource can be restored. ${reasons.join(' ')}`;
  }

  /** Reads all written resources again, once no write can take effect any more. Call this before the verdict. */
  async proveFinalStates(): Promise<readonly DifferingResource[]> {
    const resources = this.#finalReads.filter(
      ({ resource }) => this.#ownJournal.journal.state.getOpenWrites(resource.resource).length > 0,
    );
    let results: RestoreResult[];
    try {
      results = await this.#restorer.proveStates(resources.map(({ resource }) => resource));
    } catch (error) {
      const { message: reason } = new BrokenRun(error);
      results = resources.map(() => ({ as: 'unknown', why: reason }));
    }
    this.#differingResources = resources.flatMap(({ resource: { operationId, read }, path }, index) => {
      const result = results[index];
      return !result || result.as === 'clean' ? [] : [{ operationId, path, read, differences: [], ...result }];
    });
    return this.#differingResources;
  }

  report(): StateReport {
    const hasOpenWrites = this.#ownJournal.journal.state.getOpenWrites().length > 0;
    return {
      resources: this.#guards.length,
      writes: this.#guards.reduce((sum, { writeCount }) => sum + writeCount, 0),
      fields: this.#fields,
      differing: this.#differingResources.map(({ read: _, ...resource }) => resource),
      ...(hasOpenWrites && { undo: undoCommandFor(this.#options.baseUrl) }),
    };
  }
}

/**
 * Opens the journal of a run with `--writes noop` or `roundtrip`, before its first request. Returns undefined if the
 * run writes to no existing resource.
 *
 * @throws StateRefusal if another run is writing to the server, or the writes of an earlier run are not undone
 */
export async function openRestoration(
  options: CheckOptions,
  contract: CheckedContract,
  scope: Scope,
  access: Parameters<typeof openTransport>[1],
): Promise<((session: RunSession) => Restoration) | undefined> {
  const { baseUrl, writes: mode, stateHome = getStateHome() } = options;
  const hasUpdate = contract.operations.some((operation) => operation.method === 'patch' && scope.has(operation));
  if (!isRestoring(mode) || !hasUpdate) return undefined;
  const transport = openTransport(options, access);
  const contractName = `${contract.title} ${contract.version}`;
  const folder = stateFolderOf(baseUrl, stateHome);
  const ownJournal = await createJournal(folder, baseUrl, contractName, transport.isKeyIn);
  return (session) => new Restoration({ mode, options, session, ownJournal, transport });
}

/** Returns an update that changes nothing. The caller may replace its body. */
function createEmptyUpdate(operation: CheckedOperation, { parameters }: Resource): SentRequest {
  return { ...requestOf(operation, { parameters, body: {} }), once: true };
}

/** Returns the envelopes of the bodies of an operation; undefined if it has none. */
function envelopeOf(operation: CheckedOperation): ObjectEnvelope | undefined {
  const [request, response] = [operation.body?.envelope, resourcePlaceOf(operation)];
  if (request === undefined && response === undefined) return undefined;
  return { ...(request !== undefined && { request }), ...(response !== undefined && { response }) };
}

function envelopeOfRead(operation: CheckedOperation): Pick<ReadPlan, 'envelope'> {
  const envelope = resourcePlaceOf(operation);
  return envelope === undefined ? {} : { envelope };
}
