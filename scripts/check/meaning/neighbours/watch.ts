import { counted } from '../../../text/numbers.js';
import type { ResourceType } from '../../model/contract/resources.js';
import type { Resource } from '../../session/resource.js';
import type { Harness } from '../harness.js';
import { keyOf, parentTypeOf, refersTo, surround } from './neighbourhood.js';
import { isSuspect, mentions } from './policy.js';
import { type Change, changes, look, markOf, type Place, type Sight } from './sight.js';
import { Trace, testedWrites } from './trace.js';

/** How often something must happen to a resource of others, each time. */
const repeats = 3;

/** How many requests traces may send: as many as the run has sent before, and at least these. */
const fewest = 2400;

/** A change that is to be traced, and the kinds of resources beside whose tests it has happened. */
interface Suspicion {
  change: Change;
  types: Set<ResourceType>;
  /** Kinds of resources whose writes have been repeated for it. */
  traced: Set<ResourceType>;
}

/**
 * Looks at the neighbours of a write, and notes what has changed there since the last time, but for a resource that was
 * to be changed, and for what refers to deleted ones, by their keys.
 */
export type LookAround = (changed?: Resource, gone?: ReadonlySet<string>) => Promise<void>;

/** Watches what is around the writes of a run, and traces what changes there to the write that does it. */
export class Watch {
  readonly #harness: Harness;
  /** By the marks of the changes. */
  readonly #suspicions = new Map<string, Suspicion>();
  #lists: Sight | undefined;
  #traces = 0;

  constructor(harness: Harness) {
    this.#harness = harness;
  }

  /** Reads each list, and notes what resources of others have lost there since the last time. */
  async lookAtLists(): Promise<void> {
    const { session, discovery, scope } = this.#harness;
    const places: Place[] = [];
    await session.each(session.contract.resources, async (type) => {
      const { list } = type;
      const read = list && scope.whyNever(list) === undefined ? await discovery.read(list) : undefined;
      if (read?.outcome.ok) places.push([type, read.parameters]);
    });
    const before = this.#lists;
    this.#lists = await look(this.#harness, places, [], `all ${before ? 'after' : 'before'}`);
    for (const change of before ? changes(before, this.#lists) : [])
      if (!session.creations.isSure(change.resource) && isSuspect(session.contract, change)) this.#note(change);
  }

  #note(change: Change, type?: ResourceType): void {
    const noted = this.#suspicions.get(markOf(change)) ?? { change, types: new Set(), traced: new Set() };
    if (type) noted.types.add(type);
    this.#suspicions.set(markOf(change), noted);
  }

  /** @param resources returns those that are still there */
  lookingAround(harness: Harness, type: ResourceType, resources: () => readonly Resource[]): LookAround {
    let last: Sight | undefined;
    let looks = 0;
    return async (changed, gone = new Set()) => {
      const left = resources();
      const before = last;
      last = await look(harness, [], left, `${looks++}`);
      // What was just created and is already gone went with a write that another test has sent.
      const lost = before ? [] : left.filter((resource) => last?.absent.has(keyOf(resource)));
      for (const resource of lost)
        this.#note({ resource, value: {}, what: 'gone', field: '', before: undefined, after: undefined }, type);
      const ids = [...gone].map((key) => key.split(' ').at(-1) ?? '');
      for (const change of before ? changes(before, last) : []) {
        const { resource } = change;
        const isMeant = resource !== changed && left.includes(resource);
        const isAboutGone = change.what === 'changed' && ids.some((id) => mentions([change.before, change.after], id));
        if (isMeant && !isAboutGone && isSuspect(harness.session.contract, change)) this.#note(change, type);
      }
    };
  }

  /**
   * Finds the writes behind what has changed, and reports them: first those beside whose tests it happened, then those
   * to near kinds of resources, then all others.
   */
  async trace(): Promise<void> {
    const { contract, notes, tally } = this.#harness.session;
    const begun = tally.requests;
    const mayTrace = (): boolean => tally.requests - begun < Math.max(fewest, begun);
    const made = contract.resources.filter((type) => type.create && testedWrites(this.#harness, type).length > 0);
    const isNear = (each: ResourceType, type: ResourceType): boolean =>
      parentTypeOf(contract, each) === type ||
      parentTypeOf(contract, type) === each ||
      refersTo(contract, each, type) ||
      refersTo(contract, type, each);
    const passes: ((suspicion: Suspicion) => Iterable<ResourceType>)[] = [
      ({ change, types }) => [...types, change.resource.type],
      ({ change }) => made.filter((each) => isNear(each, change.resource.type)),
      () => made,
    ];
    for (const typesOf of passes)
      for (const [mark, suspicion] of this.#suspicions)
        for (const each of new Set(typesOf(suspicion)))
          if (this.#suspicions.has(mark) && made.includes(each) && !suspicion.traced.has(each))
            await this.#traceIn(each, mark, mayTrace);
    const left = this.#suspicions.size;
    if (mayTrace() || left === 0) return;
    notes.add(
      'The run repeated writes to find out which of them change other resources, and stopped after ' +
        `${tally.requests - begun} requests. ${counted(left, 'change has', 'changes have')} no proven cause, and ` +
        `${left === 1 ? 'is' : 'are'} not reported. Correct what is reported, and run the check again.`,
    );
  }

  /** Repeats the writes to a kind of resource in new neighbourhoods, as long as these changes happen each time. */
  async #traceIn(type: ResourceType, mark: string, mayTrace: () => boolean): Promise<void> {
    const suspected = [...this.#suspicions].filter(([each, { types }]) => each === mark || types.has(type));
    const open = new Map(suspected.map(([each, { change }]) => [each, change]));
    for (const [, { traced }] of suspected) traced.add(type);
    for (let time = 1; time <= repeats && open.size > 0 && mayTrace(); time += 1) {
      const strangers = new Set(
        [...open.values()].map(({ resource }) => resource.type).filter((each) => each !== type),
      );
      const early: Sight[] = [];
      const round = `trace ${this.#traces++}`;
      const around = await surround(this.#harness, type, round, [...strangers], async (others) => {
        early.push(await look(this.#harness, [], others, `early ${early.length}`));
      });
      if (!around) return;
      const trace = new Trace(this.#harness, around, open);
      await trace.run(early, time === repeats);
      if (trace.areReadsLate) return this.#suspicions.clear();
      for (const each of open.keys()) if (!trace.happened.has(each) || trace.reported.has(each)) open.delete(each);
      for (const each of trace.reported) this.#suspicions.delete(each);
      // No write is to blame for what happens without one.
      for (const each of trace.restless) this.#suspicions.delete(each);
    }
  }
}
