import { formatCount, formatList } from '../../text/numbers.js';
import { makeDeviation } from '../model/breach.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { Deviation } from '../model/deviation.js';
import type { Exchange } from '../model/exchange.js';
import { byteLimit, pageLimit } from '../model/pages.js';
import type { Tally } from '../model/tally.js';
import type { Creations } from './creations.js';
import type { Outcome, ResponseUse } from './outcome.js';

/** Whether a deviation of a response must not be reported. */
export type HoldBackTest = (deviation: Deviation) => boolean;

/** Sends test cases, judges each response, and counts requests and results. */
export abstract class Session {
  abstract readonly contract: CheckedContract;
  abstract readonly tally: Tally;
  /** Milliseconds that a write may take to show in reads. */
  abstract readonly settleTime: number;
  abstract readonly creations: Creations;
  abstract readonly notes: Notes;
  /** The address of the server, with the path below which all operations are. */
  abstract readonly baseUrl: string;
  /** Does work for each item, in parallel as far as the run allows: one after the other with `--concurrency 1`. */
  abstract each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void>;
  /**
   * Does work for items that may disturb each other: one after the other. A `SideSession` does it in parallel, since
   * tests with doubtful findings are repeated alone.
   */
  abstract tryEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void>;
  /** Sends a test case, judges its response and counts both. @throws NoVerdict if the run cannot continue */
  abstract send(testCase: TestCase, use?: ResponseUse, isHeldBack?: HoldBackTest): Promise<Outcome>;
  /** Counts the refusal of a request that the server was allowed to refuse. */
  abstract noteRefusal(outcome: Outcome): void;
  /** Reports a deviation that becomes visible only when several exchanges are compared. */
  abstract report(outcome: Outcome, deviation: Deviation): void;

  /** Reports a fault that becomes visible only when several exchanges are compared. */
  reportFault(outcome: Outcome, ...fault: Parameters<typeof makeDeviation>): void {
    this.report(outcome, makeDeviation(...fault));
  }

  /** Sends test cases that do not depend on each other. Returns the outcomes in the order of the cases. */
  async sendEach(testCases: readonly TestCase[], use?: ResponseUse): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    await this.each([...testCases.entries()], async ([index, testCase]) => {
      outcomes[index] = await this.send(testCase, use);
    });
    return outcomes;
  }

  /** Repeats a read until its response is right or the settle time has passed. Returns the last outcome. */
  async readUntil(testCase: TestCase, isExpected: (outcome: Outcome) => boolean | Promise<boolean>): Promise<Outcome> {
    const end = performance.now() + this.settleTime;
    for (;;) {
      const outcome = await this.send(testCase);
      if ((await isExpected(outcome)) || performance.now() >= end) return outcome;
      await new Promise((resolve) => setTimeout(resolve, Math.min(100, this.settleTime)));
    }
  }
}

/**
 * The session of tests that run in parallel. Other tests may cause what these tests find, by deleting a resource or by
 * sending the same value. Such findings are not reported; instead, `isDoubtful` says that the tests must be repeated
 * alone. A deviation that no other test can cause is reported at once.
 */
export class SideSession extends Session {
  readonly #run: Session;
  readonly contract: CheckedContract;
  readonly tally: Tally;
  readonly settleTime: number;
  readonly creations: Creations;
  readonly notes: Notes;
  readonly baseUrl: string;
  /** Whether the tests have found something that other tests may have caused. */
  isDoubtful = false;

  constructor(run: Session) {
    super();
    this.#run = run;
    ({
      contract: this.contract,
      tally: this.tally,
      settleTime: this.settleTime,
      creations: this.creations,
      notes: this.notes,
      baseUrl: this.baseUrl,
    } = run);
  }

  each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
    return this.#run.each(items, work);
  }

  tryEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
    return this.#run.each(items, work);
  }

  send(testCase: TestCase, use: ResponseUse = 'judged', isHeldBack?: HoldBackTest): Promise<Outcome> {
    return this.#run.send(testCase, use, (each) => this.#isHeldBack(each) || isHeldBack?.(each) === true);
  }

  noteRefusal(outcome: Outcome): void {
    this.#run.noteRefusal(outcome);
  }

  report(outcome: Outcome, deviation: Deviation): void {
    if (deviation.severity === 'observation' || outcome.deviations.includes(deviation)) {
      if (!this.#isHeldBack(deviation)) this.#run.report(outcome, deviation);
    } else this.isDoubtful = true;
  }

  /** Whether other tests may have caused a deviation in a single response, by creating or deleting resources. */
  #isHeldBack({ rule, severity }: Deviation): boolean {
    const isDoubtful =
      severity !== 'observation' && /^(?:status|request)\./.test(rule) && rule !== 'status.server-error';
    this.isDoubtful ||= isDoubtful;
    return isDoubtful;
  }
}

/** Maximum number of lists that a sentence names. */
const maxNamedLists = 5;

/** Notes for the report of a run, one sentence each. If a number in a note grows, the note is replaced. */
export class Notes extends Set<string> {
  readonly #longLists = new Set<string>();
  #lostWrites = 0;

  /** Notes a list with more pages than the check reads. One sentence names all such lists. */
  addLongList(operationId: string): void {
    this.delete(longListsNote(this.#longLists));
    this.#longLists.add(operationId);
    this.add(longListsNote(this.#longLists));
  }

  /** Notes a write whose outcome is unknown through no fault of the server. */
  addLostWrite(): void {
    this.delete(lostWritesNote(this.#lostWrites));
    this.#lostWrites += 1;
    this.add(lostWritesNote(this.#lostWrites));
  }

  /** Notes a read that succeeded only after retries, once for each operation. */
  addRetries({ operationId, request }: TestCase, { response, earlierOutcomes = [] }: Exchange): void {
    if (!response || earlierOutcomes.length === 0 || response.status === earlierOutcomes.at(-1)) return;
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const sentence = `${operationId} responded only on the `;
    if ([...this].some((note) => note.startsWith(sentence))) return;
    const attempt = ['second', 'third', 'fourth', 'fifth', 'sixth'][earlierOutcomes.length - 1] ?? 'last';
    this.add(`${sentence}${attempt} attempt (before that: ${[...new Set(earlierOutcomes)].join(', ')}).`);
  }
}

function lostWritesNote(requests: number): string {
  return (
    `${formatCount(requests, 'write')} got no response, because the server closed a connection that earlier ` +
    'requests had used, as HTTP allows. It is unknown whether the server received ' +
    `${requests === 1 ? 'the write, so it counts' : 'these writes, so they count'} as not tested.`
  );
}

function longListsNote(lists: ReadonlySet<string>): string {
  return (
    `${formatCount(lists.size, 'list is', 'lists are')} longer than the ${pageLimit} pages or ` +
    `${byteLimit / 2 ** 20} MiB that the check reads: ${formatList([...lists].sort(), maxNamedLists)}.`
  );
}
