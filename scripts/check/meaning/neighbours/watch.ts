import { formatCount } from '../../../text/numbers.js';
import type { ResourceType } from '../../model/contract/resources.js';
import type { Resource } from '../../session/resource.js';
import type { Harness } from '../harness.js';
import { createNeighbourhood, keyOf, parentTypeOf, refersTo } from './neighbourhood.js';
import { isSuspect, mentionsId } from './policy.js';
import {
  findChanges,
  keyOfChange,
  type ListTarget,
  type ResourceChange,
  type Snapshot,
  takeSnapshot,
} from './snapshot.js';
import { listTestedWrites, WriteTrace } from './trace.js';

/** Number of repetitions of the writes. A change of somebody else's resource must occur in each to be reported. */
const repeatCount = 3;

/** The repeated writes may need this many requests, or as many as the run has sent before, whichever is more. */
const minRequests = 2400;

/** A change whose cause must still be found, and the resource types during whose tests it happened. */
interface Suspicion {
  change: ResourceChange;
  types: Set<ResourceType>;
  /** Resource types whose writes were already repeated to find the cause. */
  tracedTypes: Set<ResourceType>;
}

/**
 * Reads the neighbours of a write, and notes their changes since the last call. Ignores a resource that was meant to
 * change, and references to deleted resources, whose keys are given.
 */
export type NeighbourCheck = (changedResource?: Resource, deletedKeys?: ReadonlySet<string>) => Promise<void>;

/** Watches the resources around the writes of a run, and finds the write that caused each of their changes. */
export class NeighbourWatch {
  readonly #harness: Harness;
  /** Open suspicions, by the keys of the changes. */
  readonly #suspicions = new Map<string, Suspicion>();
  #listSnapshot: Snapshot | undefined;
  #traceCount = 0;

  constructor(harness: Harness) {
    this.#harness = harness;
  }

  /** Reads each list, and notes how resources that the run has not created have changed since the last call. */
  async observeLists(): Promise<void> {
    const { session, discovery, scope } = this.#harness;
    const targets: ListTarget[] = [];
    await session.each(session.contract.resources, async (type) => {
      const { list } = type;
      const read = list && scope.whyNeverCalled(list) === undefined ? await discovery.read(list) : undefined;
      if (read?.outcome.ok) targets.push([type, read.parameters]);
    });
    const snapshotBefore = this.#listSnapshot;
    this.#listSnapshot = await takeSnapshot(this.#harness, targets, [], `all ${snapshotBefore ? 'after' : 'before'}`);
    for (const change of snapshotBefore ? findChanges(snapshotBefore, this.#listSnapshot) : [])
      if (!session.creations.isSure(change.resource) && isSuspect(session.contract, change)) this.#note(change);
  }

  #note(change: ResourceChange, type?: ResourceType): void {
    const suspicion = this.#suspicions.get(keyOfChange(change)) ?? { change, types: new Set(), tracedTypes: new Set() };
    if (type) suspicion.types.add(type);
    this.#suspicions.set(keyOfChange(change), suspicion);
  }

  /** @param resources returns the resources that still exist */
  createNeighbourCheck(harness: Harness, type: ResourceType, resources: () => readonly Resource[]): NeighbourCheck {
    let snapshot: Snapshot | undefined;
    let count = 0;
    return async (changedResource, deletedKeys = new Set()) => {
      const remainingResources = resources();
      const before = snapshot;
      snapshot = await takeSnapshot(harness, [], remainingResources, `${count++}`);
      // If a resource is missing in the first snapshot, a write of another test has deleted it.
      const losses = before ? [] : remainingResources.filter((resource) => snapshot?.absentKeys.has(keyOf(resource)));
      for (const resource of losses)
        this.#note({ resource, value: {}, kind: 'gone', field: '', before: undefined, after: undefined }, type);
      const ids = [...deletedKeys].map((key) => key.split(' ').at(-1) ?? '');
      for (const change of before ? findChanges(before, snapshot) : []) {
        const { resource } = change;
        const isUnexpected = resource !== changedResource && remainingResources.includes(resource);
        const hasDeletedId =
          change.kind === 'changed' && ids.some((id) => mentionsId([change.before, change.after], id));
        if (isUnexpected && !hasDeletedId && isSuspect(harness.session.contract, change)) this.#note(change, type);
      }
    };
  }

  /**
   * Finds the write that caused each change. First tries writes to the changed type and to the types under test at that
   * time, then to related types, then to all others.
   */
  async trace(): Promise<void> {
    const { contract, notes, tally } = this.#harness.session;
    const requestsBefore = tally.requestCount;
    const mayTrace = (): boolean => tally.requestCount - requestsBefore < Math.max(minRequests, requestsBefore);
    const creatableTypes = contract.resources.filter(
      (type) => type.create && listTestedWrites(this.#harness, type).length > 0,
    );
    const isBelow = (a: ResourceType, b: ResourceType): boolean =>
      parentTypeOf(contract, a) === b || refersTo(contract, a, b);
    const isNear = (a: ResourceType, b: ResourceType): boolean => isBelow(a, b) || isBelow(b, a);
    const typeChoices: ((suspicion: Suspicion) => Iterable<ResourceType>)[] = [
      ({ change, types }) => [...types, change.resource.type],
      ({ change }) => creatableTypes.filter((creatableType) => isNear(creatableType, change.resource.type)),
      () => creatableTypes,
    ];
    for (const chooseTypes of typeChoices)
      for (const [key, suspicion] of this.#suspicions)
        for (const each of new Set(chooseTypes(suspicion)))
          if (this.#suspicions.has(key) && creatableTypes.includes(each) && !suspicion.tracedTypes.has(each))
            await this.#traceType(each, key, mayTrace);
    const { size } = this.#suspicions;
    if (mayTrace() || size === 0) return;
    notes.add(
      'Some writes changed other resources. To find out which writes, the check repeated them, up to the limit of ' +
        `${tally.requestCount - requestsBefore} requests. The cause of ` +
        `${formatCount(size, 'change is', 'changes are')} still unknown, and ${size === 1 ? 'it is' : 'they are'} ` +
        'not reported. Fix the reported faults, then run the check again.',
    );
  }

  /** Repeats the writes to a resource type in new neighbourhoods, as long as the changes occur each time. */
  async #traceType(type: ResourceType, key: string, mayTrace: () => boolean): Promise<void> {
    const suspects = [...this.#suspicions].filter(([text, { types }]) => text === key || types.has(type));
    const unexplainedChanges = new Map(suspects.map(([text, { change }]) => [text, change]));
    for (const [, { tracedTypes }] of suspects) tracedTypes.add(type);
    for (let attempt = 1; attempt <= repeatCount && unexplainedChanges.size > 0 && mayTrace(); attempt += 1) {
      const types = new Set([...unexplainedChanges.values()].map(({ resource }) => resource.type));
      types.delete(type);
      const snapshots: Snapshot[] = [];
      const round = `trace ${this.#traceCount++}`;
      const neighbourhood = await createNeighbourhood(this.#harness, type, round, [...types], async (others) => {
        snapshots.push(await takeSnapshot(this.#harness, [], others, `early ${snapshots.length}`));
      });
      if (!neighbourhood) return;
      const trace = new WriteTrace(this.#harness, neighbourhood, unexplainedChanges);
      await trace.run(snapshots, attempt === repeatCount);
      if (trace.doReadsLag) return this.#suspicions.clear();
      for (const otherKey of unexplainedChanges.keys())
        if (!trace.violations.has(otherKey) || trace.reportedKeys.has(otherKey)) unexplainedChanges.delete(otherKey);
      // No write caused a change that also happens without a write.
      for (const text of [...trace.reportedKeys, ...trace.unstableKeys]) this.#suspicions.delete(text);
    }
  }
}
