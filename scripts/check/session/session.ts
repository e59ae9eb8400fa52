import { counted, listOf } from '../../text/numbers.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { Deviation } from '../model/deviation.js';
import type { Exchange } from '../model/exchange.js';
import { byteLimit, pageLimit } from '../model/pages.js';
import type { Tally } from '../model/tally.js';
import type { Creations } from './creations.js';
import type { Outcome, Use } from './outcome.js';

/** Whether a deviation of a response must not be reported. */
export type IsHeldBack = (deviation: Deviation) => boolean;

/** Sends test cases, judges each response, and counts. */
export abstract class Session {
  abstract readonly contract: CheckedContract;
  abstract readonly tally: Tally;
  /** Milliseconds that a write may take to show in reads. */
  abstract readonly settle: number;
  /** What the run has created. */
  abstract readonly creations: Creations;
  /** Notes for the report. */
  abstract readonly notes: Notes;
  /** Does the work for each item, side by side as far as the run may: one after another with `concurrency` 1. */
  abstract each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void>;
  /** The same for work that may disturb itself: one after another, unless what is found is repeated alone. */
  abstract tryEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void>;
  /**
   * Sends a test case, judges its response and counts it.
   *
   * @throws NoVerdict if the run cannot continue
   */
  abstract send(testCase: TestCase, use?: Use, isHeldBack?: IsHeldBack): Promise<Outcome>;
  /** Counts a refusal of a request that may be refused. */
  abstract refused(outcome: Outcome): void;
  /** Reports a deviation that only shows by comparing several exchanges. */
  abstract report(outcome: Outcome, deviation: Deviation): void;

  /** Sends test cases of which none depends on another; the outcomes are in the order of the cases. */
  async sendEach(testCases: readonly TestCase[], use?: Use): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    await this.each([...testCases.entries()], async ([index, testCase]) => {
      outcomes[index] = await this.send(testCase, use);
    });
    return outcomes;
  }

  /** Repeats a read until it is right or the settle time has passed; returns the last outcome. */
  async settled(testCase: TestCase, isRight: (outcome: Outcome) => boolean | Promise<boolean>): Promise<Outcome> {
    const end = performance.now() + this.settle;
    for (;;) {
      const outcome = await this.send(testCase);
      if ((await isRight(outcome)) || performance.now() >= end) return outcome;
      await new Promise((resolve) => setTimeout(resolve, Math.min(100, this.settle)));
    }
  }
}

/**
 * The session of tests that go beside others. What they report may come from the others: a resource that another test
 * has deleted, a value that it has sent. So nothing of this is reported; `isDoubtful` tells that these tests must be
 * repeated alone. What a single response shows by itself is reported at once.
 */
export class SideSession extends Session {
  readonly #run: Session;
  readonly contract: CheckedContract;
  readonly tally: Tally;
  readonly settle: number;
  readonly creations: Creations;
  readonly notes: Notes;
  /** Whether something was found that other tests may have caused. */
  isDoubtful = false;

  constructor(run: Session) {
    super();
    this.#run = run;
    ({
      contract: this.contract,
      tally: this.tally,
      settle: this.settle,
      creations: this.creations,
      notes: this.notes,
    } = run);
  }

  each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
    return this.#run.each(items, work);
  }

  tryEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
    return this.#run.each(items, work);
  }

  send(testCase: TestCase, use: Use = 'judged', isHeldBack?: IsHeldBack): Promise<Outcome> {
    return this.#run.send(
      testCase,
      use,
      (deviation) => this.#isHeldBack(deviation) || isHeldBack?.(deviation) === true,
    );
  }

  refused(outcome: Outcome): void {
    this.#run.refused(outcome);
  }

  report(outcome: Outcome, deviation: Deviation): void {
    if (deviation.severity === 'observation' || outcome.deviations.includes(deviation)) {
      if (!this.#isHeldBack(deviation)) this.#run.report(outcome, deviation);
    } else this.isDoubtful = true;
  }

  /** Whether other tests may be the cause of what a single response shows: its status depends on what exists. */
  #isHeldBack({ rule, severity }: Deviation): boolean {
    const rests = severity !== 'observation' && /^(?:status|request)\./.test(rule) && rule !== 'status.server-error';
    this.isDoubtful ||= rests;
    return rests;
  }
}

/** Number of lists that a sentence names. */
const namedLists = 5;

/** Notes of a run for its report, a sentence each; one that counts is replaced as the number grows. */
export class Notes extends Set<string> {
  readonly #longLists = new Set<string>();
  #lost = 0;

  /** Notes a list that has more pages than the check reads, in one sentence for all such lists. */
  addLongList(operationId: string): void {
    this.delete(aboutLong(this.#longLists));
    this.#longLists.add(operationId);
    this.add(aboutLong(this.#longLists));
  }

  /** Notes a write whose outcome is unknown, for which the server is not to blame. */
  addLost(): void {
    this.delete(aboutLost(this.#lost));
    this.#lost += 1;
    this.add(aboutLost(this.#lost));
  }

  /** Notes a read that succeeded only on a retry, once for each operation. */
  addRetries({ operationId, request }: TestCase, { response, earlier = [] }: Exchange): void {
    if (!response || earlier.length === 0 || response.status === earlier.at(-1)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const sentence = `${operationId} responded only on the `;
    if ([...this].some((note) => note.startsWith(sentence))) return;
    const attempt = ['second', 'third', 'fourth', 'fifth', 'sixth'][earlier.length - 1] ?? 'last';
    this.add(`${sentence}${attempt} attempt (${[...new Set(earlier)].join(', ')} before).`);
  }
}

function aboutLost(requests: number): string {
  return (
    `${counted(requests, 'write')} got no response, because the server closed a connection that earlier requests had ` +
    'used, as it may. Whether it saw them is unknown, so they count as not tested.'
  );
}

function aboutLong(lists: ReadonlySet<string>): string {
  const names = [...lists].sort();
  return (
    `${counted(lists.size, 'list')} ${lists.size === 1 ? 'is' : 'are'} longer than what the check reads of one, ` +
    `${pageLimit} pages or ${byteLimit / 2 ** 20} MiB: ${listOf(names, namedLists)}.`
  );
}
