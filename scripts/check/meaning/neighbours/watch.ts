import { formatCount } from '../../../text/numbers.js';
import type { ResourceType } from '../../model/contract/resources.js';
import type { Resource } from '../../session/resource.js';
import type { Harness } from '../harness.js';
import { createNeighbourhood, keyOf, parentTypeOf, refersTo } from './neighbourhood.js';
import { isSuspect, mentions } from './policy.js';
import {
  changeKey,
  findChanges,
  type ListTarget,
  type ResourceChange,
  type Snapshot,
  takeSnapshot,
} from './snapshot.js';
import { Trace, testedWrites } from './trace.js';

/** How often something must happen to a resource of others, each time. */
const repeatCount = 3;

/** How many requests traces may send: as many as the run has sent before, and at least these. */
const minRequests = 2400;

/** A change that is to be traced, and the kinds of resources beside whose tests it has happened. */
interface Suspicion {
  change: ResourceChange;
  types: Set<ResourceType>;
  /** Kinds of resources whose writes have been repeated for it. */
  tracedTypes: Set<ResourceType>;
}

/**
 * Looks at the neighbours of a write, and notes what has changed there since the last time, but for a resource that was
 * to be changed, and for what refers to deleted ones, by their keys.
 */
export type LookAround = (changedResource?: Resource, goneKeys?: ReadonlySet<string>) => Promise<void>;

/** Watches what is around the writes of a run, and traces what changes there to the write that does it. */
export class NeighbourWatch {
  readonly #harness: Harness;
  /** By the marks of the changes. */
  readonly #suspicions = new Map<string, Suspicion>();
  #listSnapshot: Snapshot | undefined;
  #traceCount = 0;

  constructor(harness: Harness) {
    this.#harness = harness;
  }

  /** Reads each list, and notes what resources of others have lost there since the last time. */
  async lookAtLists(): Promise<void> {
    const { session, discovery, scope } = this.#harness;
    const targets: ListTarget[] = [];
    await session.each(session.contract.resources, async (type) => {
      const { list } = type;
      const read = list && scope.whyNever(list) === undefined ? await discovery.read(list) : undefined;
      if (read?.outcome.ok) targets.push([type, read.parameters]);
    });
    const before = this.#listSnapshot;
    this.#listSnapshot = await takeSnapshot(this.#harness, targets, [], `all ${before ? 'after' : 'before'}`);
    for (const change of before ? findChanges(before, this.#listSnapshot) : [])
      if (!session.creations.isSure(change.resource) && isSuspect(session.contract, change)) this.#note(change);
  }

  #note(change: ResourceChange, type?: ResourceType): void {
    const suspicion = this.#suspicions.get(changeKey(change)) ?? { change, types: new Set(), tracedTypes: new Set() };
    if (type) suspicion.types.add(type);
    this.#suspicions.set(changeKey(change), suspicion);
  }

  /** @param resources returns those that are still there */
  createLookAround(harness: Harness, type: ResourceType, resources: () => readonly Resource[]): LookAround {
    let snapshot: Snapshot | undefined;
    let count = 0;
    return async (changedResource, goneKeys = new Set()) => {
      const remaining = resources();
      const before = snapshot;
      snapshot = await takeSnapshot(harness, [], remaining, `${count++}`);
      // What was just created and is already gone went with a write that another test has sent.
      const losses = before ? [] : remaining.filter((resource) => snapshot?.absentKeys.has(keyOf(resource)));
      for (const resource of losses)
        this.#note({ resource, value: {}, kind: 'gone', field: '', before: undefined, after: undefined }, type);
      const ids = [...goneKeys].map((key) => key.split(' ').at(-1) ?? '');
      for (const change of before ? findChanges(before, snapshot) : []) {
        const { resource } = change;
        const isUnexpected = resource !== changedResource && remaining.includes(resource);
        const isAboutGone = change.kind === 'changed' && ids.some((id) => mentions([change.before, change.after], id));
        if (isUnexpected && !isAboutGone && isSuspect(harness.session.contract, change)) this.#note(change, type);
      }
    };
  }

  /**
   * Finds the writes behind what has changed, and reports them: first those beside whose tests it happened, then those
   * to near kinds of resources, then all others.
   */
  async trace(): Promise<void> {
    const { contract, notes, tally } = this.#harness.session;
    const requestsBefore = tally.requests;
    const mayTrace = (): boolean => tally.requests - requestsBefore < Math.max(minRequests, requestsBefore);
    const creatableTypes = contract.resources.filter(
      (type) => type.create && testedWrites(this.#harness, type).length > 0,
    );
    const isNear = (each: ResourceType, type: ResourceType): boolean =>
      parentTypeOf(contract, each) === type ||
      parentTypeOf(contract, type) === each ||
      refersTo(contract, each, type) ||
      refersTo(contract, type, each);
    const passes: ((suspicion: Suspicion) => Iterable<ResourceType>)[] = [
      ({ change, types }) => [...types, change.resource.type],
      ({ change }) => creatableTypes.filter((each) => isNear(each, change.resource.type)),
      () => creatableTypes,
    ];
    for (const typesOf of passes)
      for (const [key, suspicion] of this.#suspicions)
        for (const each of new Set(typesOf(suspicion)))
          if (this.#suspicions.has(key) && creatableTypes.includes(each) && !suspicion.tracedTypes.has(each))
            await this.#traceType(each, key, mayTrace);
    const openCount = this.#suspicions.size;
    if (mayTrace() || openCount === 0) return;
    notes.add(
      'The run repeated writes to find out which of them change other resources, and stopped after ' +
        `${tally.requests - requestsBefore} requests. ${formatCount(openCount, 'change has', 'changes have')} no ` +
        `proven cause, and ` +
        `${openCount === 1 ? 'is' : 'are'} not reported. Correct what is reported, and run the check again.`,
    );
  }

  /** Repeats the writes to a kind of resource in new neighbourhoods, as long as these changes happen each time. */
  async #traceType(type: ResourceType, key: string, mayTrace: () => boolean): Promise<void> {
    const suspects = [...this.#suspicions].filter(([each, { types }]) => each === key || types.has(type));
    const openChanges = new Map(suspects.map(([each, { change }]) => [each, change]));
    for (const [, { tracedTypes }] of suspects) tracedTypes.add(type);
    for (let time = 1; time <= repeatCount && openChanges.size > 0 && mayTrace(); time += 1) {
      const otherTypes = new Set(
        [...openChanges.values()].map(({ resource }) => resource.type).filter((each) => each !== type),
      );
      const snapshots: Snapshot[] = [];
      const round = `trace ${this.#traceCount++}`;
      const neighbourhood = await createNeighbourhood(this.#harness, type, round, [...otherTypes], async (others) => {
        snapshots.push(await takeSnapshot(this.#harness, [], others, `early ${snapshots.length}`));
      });
      if (!neighbourhood) return;
      const trace = new Trace(this.#harness, neighbourhood, openChanges);
      await trace.run(snapshots, time === repeatCount);
      if (trace.areReadsLate) return this.#suspicions.clear();
      for (const each of openChanges.keys())
        if (!trace.violations.has(each) || trace.reportedKeys.has(each)) openChanges.delete(each);
      for (const each of trace.reportedKeys) this.#suspicions.delete(each);
      // No write is to blame for what happens without one.
      for (const each of trace.unstableKeys) this.#suspicions.delete(each);
    }
  }
}
