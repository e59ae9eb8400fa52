import type { ResourceType } from '../../model/contract/resources.js';
import type { Resource } from '../../session/resource.js';
import type { Harness } from '../harness.js';
import { keyOf, parentTypeOf, refersTo, surround } from './neighbourhood.js';
import { isSuspect, mentions } from './policy.js';
import { type Change, changes, look, markOf, type Place, type Sight } from './sight.js';
import { Trace } from './trace.js';

/** How often something must happen to a resource of others, each time. */
const repeats = 3;

/** A change that is to be traced, and the kinds of resources beside whose tests it has happened. */
interface Suspicion {
  change: Change;
  types: Set<ResourceType>;
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
    const noted = this.#suspicions.get(markOf(change)) ?? { change, types: new Set() };
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

  /** Finds the writes behind what has changed, and reports them; those to near kinds of resources come first. */
  async trace(): Promise<void> {
    const { contract } = this.#harness.session;
    const made = contract.resources.filter(({ create }) => create);
    for (const [mark, { change, types }] of this.#suspicions) {
      const { type } = change.resource;
      const isNear = (each: ResourceType): boolean =>
        parentTypeOf(contract, each) === type ||
        parentTypeOf(contract, type) === each ||
        refersTo(contract, each, type) ||
        refersTo(contract, type, each);
      for (const each of new Set([...types, type, ...made.filter(isNear), ...made]))
        if (this.#suspicions.has(mark) && each.create) await this.#traceIn(each, mark);
    }
  }

  /** Repeats the writes to a kind of resource in new neighbourhoods, as long as these changes happen each time. */
  async #traceIn(type: ResourceType, mark: string): Promise<void> {
    const suspected = [...this.#suspicions].filter(([each, { types }]) => each === mark || types.has(type));
    const open = new Map(suspected.map(([each, { change }]) => [each, change]));
    for (let time = 1; time <= repeats && open.size > 0; time += 1) {
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
      for (const each of open.keys()) if (!trace.happened.has(each) || trace.reported.has(each)) open.delete(each);
      for (const each of trace.reported) this.#suspicions.delete(each);
    }
  }
}
