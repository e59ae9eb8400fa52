import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { Deviation } from '../model/deviation.js';
import type { Tally } from '../model/tally.js';
import type { Creations } from './creations.js';
import type { Outcome, Use } from './outcome.js';

/** How a test case is sent. */
export interface HowSent {
  /** Whether a deviation of the response must not be reported. */
  isHeldBack?: ((deviation: Deviation) => boolean) | undefined;
  /** Whether it is one of many, so that others go first. */
  isPatient?: boolean | undefined;
}

/** Sends test cases, judges each response, and counts. */
export interface Session {
  readonly contract: CheckedContract;
  readonly tally: Tally;
  /** Milliseconds that a write may take to show in reads. */
  readonly settle: number;
  /** What the run has created. */
  readonly creations: Creations;
  /** Notes for the report, a sentence each. */
  readonly notes: Set<string>;
  /** Does the work for each item, side by side as far as the run may: one after another with `concurrency` 1. */
  each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void>;
  /** Whether other tests go side by side with these: then what is found is not reported, but repeated alone. */
  readonly isBeside: boolean;
  /** Notes, where other tests go side by side, that these must be repeated alone. */
  doubt(): void;
  /** The same for work that may disturb itself: one after another, unless what is found is repeated alone. */
  tryEach<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void>;
  /**
   * Sends a test case, judges its response and counts it.
   *
   * @throws NoVerdict if the run cannot continue
   */
  send(testCase: TestCase, use?: Use, how?: HowSent): Promise<Outcome>;
  /** Sends test cases of which none depends on another; the outcomes are in the order of the cases. */
  sendEach(testCases: readonly TestCase[], use?: Use): Promise<Outcome[]>;
  /** Counts a refusal of a request that may be refused. */
  refused(outcome: Outcome): void;
  /** Notes a list that has more pages than the check reads. */
  noteLongList(operationId: string): void;
  /** Reports a deviation that only shows by comparing several exchanges. */
  report(outcome: Outcome, deviation: Deviation): void;
  /** Repeats a read until it is right or the settle time has passed; returns the last outcome. */
  settled(testCase: TestCase, isRight: (outcome: Outcome) => boolean | Promise<boolean>): Promise<Outcome>;
}

/** Repeats a read until it is right or the settle time of the session has passed; returns the last outcome. */
export async function settledIn(
  session: Pick<Session, 'send' | 'settle'>,
  testCase: TestCase,
  isRight: (outcome: Outcome) => boolean | Promise<boolean>,
): Promise<Outcome> {
  const end = performance.now() + session.settle;
  for (;;) {
    const outcome = await session.send(testCase);
    if ((await isRight(outcome)) || performance.now() >= end) return outcome;
    await new Promise((resolve) => setTimeout(resolve, Math.min(100, session.settle)));
  }
}

/** Sends test cases of which none depends on another; the outcomes are in the order of the cases. */
export async function sentEach(
  session: Pick<Session, 'send' | 'each'>,
  testCases: readonly TestCase[],
  use?: Use,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  await session.each([...testCases.entries()], async ([index, testCase]) => {
    outcomes[index] = await session.send(testCase, use, { isPatient: testCases.length > 1 });
  });
  return outcomes;
}
