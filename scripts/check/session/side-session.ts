import type { TestCase } from '../model/case.js';
import type { Deviation } from '../model/deviation.js';
import type { Outcome, Use } from './outcome.js';
import { type HowSent, type Session, sentEach, settledIn } from './session.js';

/**
 * The session of tests that go beside others. What they report may come from the others: a resource that another test
 * has deleted, a value that it has sent. So nothing of this is reported; `isDoubtful` tells that these tests must be
 * repeated alone. What a single response shows by itself is reported at once.
 */
export class SideSession implements Session {
  readonly #run: Session;
  readonly isBeside = true;
  /** Whether something was found that other tests may have caused. */
  isDoubtful = false;

  constructor(run: Session) {
    this.#run = run;
  }

  get contract(): Session['contract'] {
    return this.#run.contract;
  }

  get tally(): Session['tally'] {
    return this.#run.tally;
  }

  get settle(): number {
    return this.#run.settle;
  }

  get creations(): Session['creations'] {
    return this.#run.creations;
  }

  get notes(): Set<string> {
    return this.#run.notes;
  }

  readonly each: Session['each'] = (items, work) => this.#run.each(items, work);

  readonly tryEach: Session['each'] = this.each;

  send(testCase: TestCase, use: Use = 'judged', { isHeldBack, isPatient }: HowSent = {}): Promise<Outcome> {
    return this.#run.send(testCase, use, {
      isHeldBack: (deviation) => this.#isHeldBack(deviation) || isHeldBack?.(deviation) === true,
      isPatient,
    });
  }

  doubt(): void {
    this.isDoubtful = true;
  }

  sendEach(testCases: readonly TestCase[], use?: Use): Promise<Outcome[]> {
    return sentEach(this, testCases, use);
  }

  refused(outcome: Outcome): void {
    this.#run.refused(outcome);
  }

  noteLongList(operationId: string): void {
    this.#run.noteLongList(operationId);
  }

  report(outcome: Outcome, deviation: Deviation): void {
    if (deviation.severity === 'observation' || outcome.deviations.includes(deviation)) {
      if (!this.#isHeldBack(deviation)) this.#run.report(outcome, deviation);
    } else this.isDoubtful = true;
  }

  settled(testCase: TestCase, isRight: (outcome: Outcome) => boolean | Promise<boolean>): Promise<Outcome> {
    return settledIn(this, testCase, isRight);
  }

  /** Whether other tests may be the cause of what a single response shows: its status depends on what exists. */
  #isHeldBack({ rule, severity }: Deviation): boolean {
    const rests = severity !== 'observation' && /^(?:status|request)\./.test(rule) && rule !== 'status.server-error';
    this.isDoubtful ||= rests;
    return rests;
  }
}
