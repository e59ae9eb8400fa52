import { checkWithPresence, type GatheredReport } from '../check/engine/check.js';
import { taughtContract } from '../check/engine/taught-contract.js';
import type { CheckOptions } from '../check/model/options.js';
import type { Proposal } from '../check/model/proposal.js';
import type { RecordedTraffic } from '../check/model/recorded-traffic.js';
import type { CheckReport } from '../check/model/report.js';
import { exitCodeOf } from '../check/model/state-report.js';
import { type Contradiction, contradictionsIn } from './contradictions.js';
import { DraftedAnswers, includesAnswer, type Offer, type Refused, sameAnswer } from './drafted-answers.js';
import { searchKeyPrefix } from './key-prefix.js';
import { type Progress, progressOf } from './progress.js';

/** The most runs of the check. The later ones together send at most twice the requests of one. */
const mostRounds = 3;

/** Questions that refusals alone can answer. */
const aboutRefusals = /^(?:auth|errors|limits)\./;

/** Where to learn from, and which answers are known. The other options are those of the check. */
export interface LearnOptions extends Omit<CheckOptions, 'contract' | 'answers' | 'baseline' | 'changedFrom' | 'har'> {
  /** The name of the answers file, which need not exist. */
  file: string;
  /** Its content; empty if it does not exist. */
  text: string;
  /** Whether to take what is likely as well; by default only what is shown. */
  acceptLikely?: boolean;
  /** Recorded traffic to learn from instead of a server. */
  traffic?: RecordedTraffic;
  /** Such as `2026-11-22`. */
  today: string;
  /** Runs the check; by default the check of this package. */
  look?: typeof checkWithPresence;
}

/** What a server or a recording has taught. Lists are in the order of the register of questions. */
export interface Learnt {
  /** Answers that were taken. */
  taken: Offer[];
  /** Likely answers that were not taken, each with what is shown of it. */
  likely: Offer[];
  /** Questions that the service answers in several ways. */
  conflicting: Extract<Proposal, { certainty: 'conflicting' }>[];
  /** Proposals for questions that a person has answered in another way; the answer of the person stays. */
  kept: Offer[];
  /** Proposals that the contract cannot be taught. */
  refused: Refused[];
  /** Answers of the file that the last run contradicts. */
  contradictions: Contradiction[];
  before: Progress;
  after: Progress;
  /** How often the check ran, and how many requests everything sent. */
  rounds: number;
  requests: number;
  /** The last report. */
  report: CheckReport;
  draft: DraftedAnswers;
}

/**
 * Runs the check again and again with what it has taught so far, until nothing new comes.
 *
 * @throws UsageError for a mistake in the answers or the options; then nothing was sent
 */
export async function learn(options: LearnOptions): Promise<Learnt> {
  const draft = new DraftedAnswers(options.file, options.text, options.today);
  const rounds = new Rounds(options, draft);
  return rounds.run();
}

class Rounds {
  readonly #options: LearnOptions;
  readonly #draft: DraftedAnswers;
  /** By question. A conflict between two rounds stays. */
  readonly #conflicts = new Map<string, Extract<Proposal, { certainty: 'conflicting' }>>();
  readonly #refused = new Map<string, Refused>();
  #proposals: Proposal[] = [];
  #requests = 0;

  constructor(options: LearnOptions, draft: DraftedAnswers) {
    this.#options = options;
    this.#draft = draft;
  }

  async run(): Promise<Learnt> {
    const begin = progressOf(this.#draft.taught);
    let gathered = await this.#look(1);
    let { report } = gathered;
    const before = begin(report);
    if (await this.#findKey(report)) {
      gathered = await this.#look(1);
      ({ report } = gathered);
    }
    let rounds = 1;
    while (this.#takeFrom(gathered) && mayGoOn(report) && rounds < mostRounds) {
      rounds += 1;
      gathered = await this.#look(rounds);
      ({ report } = gathered);
    }
    const after = progressOf(this.#draft.taught)(report);
    return { ...this.#found(report), before, after, rounds, requests: this.#requests, report, draft: this.#draft };
  }

  async #look(round: number): Promise<GatheredReport> {
    const { file, text: _, acceptLikely: _l, today: _t, look = checkWithPresence, traffic, ...options } = this.#options;
    const { onProgress } = options;
    const show: CheckOptions['onProgress'] = (step) => onProgress?.({ ...step, now: `${step.now}, round ${round}` });
    const contract = taughtContract(file, this.#draft.compiled());
    const gathered = await look(
      { ...options, contract, ...(traffic && { har: traffic.name }), ...(round > 1 && { onProgress: show }) },
      traffic,
    );
    this.#requests += gathered.report.run.requests;
    return gathered;
  }

  /** Whether a word before the key was found after the server has refused the key. */
  async #findKey(report: CheckReport): Promise<boolean> {
    const question = 'auth.scheme-prefix';
    if (report.stopped?.code !== 'key.refused' || this.#options.traffic || this.#draft.isOfPerson(question))
      return false;
    const contract = taughtContract(this.#options.file, this.#draft.compiled());
    const { requests, proposal } = await searchKeyPrefix(this.#options, contract);
    this.#requests += requests;
    if (proposal) this.#take([proposal]);
    return proposal !== undefined && this.#draft.says(proposal);
  }

  /** Takes what a round supports. @returns whether the answers have changed */
  #takeFrom(gathered: GatheredReport): boolean {
    const { report } = gathered;
    // Where nothing succeeds, refusals may be those of another service, or of a gateway.
    const isKnown = ({ question }: Proposal): boolean => isOfService(report) || !aboutRefusals.test(question);
    const proposals = gathered.proposals.filter(isKnown);
    const before = this.#draft.text;
    const isWhole = report.stopped === undefined;
    const questions = new Set(proposals.map(({ question }) => question));
    // A run that was cut off shows less than the one before, and contradicts nothing.
    this.#proposals = isWhole
      ? proposals
      : [...this.#proposals.filter(({ question }) => !questions.has(question)), ...proposals];
    for (const each of proposals) if (each.certainty === 'conflicting') this.#doubt(each);
    this.#dropContradicted(report, proposals);
    const wanted = this.#options.acceptLikely ? ['shown', 'likely'] : ['shown'];
    this.#take(proposals.filter((each): each is Offer => wanted.includes(each.certainty)));
    return this.#draft.text !== before;
  }

  /** Takes the proposals that are new, unless a person has answered, or the rounds differ. */
  #take(offers: readonly Offer[]): void {
    const shown = this.#newOf(offers.filter(({ certainty }) => certainty === 'shown'));
    const refused = this.#draft.takeAll(shown);
    const likely = this.#newOf(offers.filter(({ certainty }) => certainty === 'likely'));
    refused.push(...this.#draft.takeAll(likely));
    for (const { question } of [...shown, ...likely]) this.#refused.delete(question);
    for (const each of refused) this.#refused.set(each.offer.question, each);
  }

  #newOf(offers: readonly Offer[]): Offer[] {
    return offers.filter((offer) => {
      const { question } = offer;
      if (this.#draft.isOfPerson(question) || this.#conflicts.has(question) || this.#draft.says(offer)) return false;
      if (this.#draft.includes(offer)) return false;
      const earlier = this.#draft.takenFor(question);
      if (!earlier) return true;
      if (earlier.certainty === 'likely' || includesAnswer(offer.answer, earlier.answer)) return true;
      // What is shown in one round is not shown in another. What seems likely may not take its place.
      if (offer.certainty === 'shown') this.#doubt({ question, certainty: 'conflicting', readings: [earlier, offer] });
      return false;
    });
  }

  /** Notes a conflict, and takes back one of its readings. */
  #doubt(conflict: Extract<Proposal, { certainty: 'conflicting' }>): void {
    const taken = this.#draft.takenFor(conflict.question);
    const isReading = taken && conflict.readings.some(({ answer }) => sameAnswer(answer, taken.answer));
    if (taken && !isReading) return;
    this.#conflicts.set(conflict.question, conflict);
    this.#draft.drop(conflict.question);
  }

  /** Takes back what does not hold for all: what seemed likely, or what the same responses show in another way. */
  #dropContradicted(report: CheckReport, proposals: readonly Proposal[]): void {
    const isShown = (question: string): boolean =>
      proposals.some((each) => each.question === question && each.certainty === 'shown' && !this.#draft.says(each));
    for (const { question } of contradictionsIn(report)) {
      const taken = this.#draft.takenFor(question);
      if (taken && (taken.certainty === 'likely' || isShown(question))) this.#draft.drop(question);
    }
  }

  #found(
    report: CheckReport,
  ): Pick<Learnt, 'taken' | 'likely' | 'conflicting' | 'kept' | 'refused' | 'contradictions'> {
    const draft = this.#draft;
    const order = (draft.taught.document['x-unknowns'] ?? []).map(({ id }) => id);
    const sorted = <Item>(items: readonly Item[], questionOf: (item: Item) => string): Item[] =>
      [...items].sort((one, other) => order.indexOf(questionOf(one)) - order.indexOf(questionOf(other)));
    const byQuestion = ({ question }: { question: string }): string => question;
    const offers = this.#proposals.filter((each): each is Offer => each.certainty !== 'conflicting');
    return {
      taken: sorted(draft.taken, byQuestion),
      likely: offers.filter(
        (offer) =>
          offer.certainty === 'likely' &&
          !draft.isOfPerson(offer.question) &&
          !this.#conflicts.has(offer.question) &&
          !this.#refused.has(offer.question) &&
          !draft.includes(offer),
      ),
      conflicting: sorted([...this.#conflicts.values()], byQuestion),
      kept: offers.filter((offer) => draft.isOfPerson(offer.question) && !draft.says(offer)),
      refused: sorted([...this.#refused.values()], ({ offer }) => offer.question),
      contradictions: sorted(
        contradictionsIn(report).filter(({ question }) => draft.before(question) !== undefined),
        byQuestion,
      ),
    };
  }
}

/** Whether an operation succeeded, as far as the report says. */
export function isOfService({ operations }: CheckReport): boolean {
  return operations.length === 0 || operations.some(({ success }) => success.tested);
}

/** Whether the last run was cut off, or showed nothing of what the contract describes. */
export function isIncomplete({ report, after }: Pick<Learnt, 'report' | 'after'>): boolean {
  return report.stopped !== undefined || report.verdict === 'no-verdict' || !isOfService(report) || isBlind(after);
}

/** Whether no response showed a field that the contract describes. */
export function isBlind({ fields }: Progress): boolean {
  return fields.seen === 0 && fields.documented > 0;
}

/** Whether another run may follow: this one was not cut off, and left every resource as it was. */
function mayGoOn({ stopped, state }: CheckReport): boolean {
  return stopped === undefined && exitCodeOf(state?.differing ?? []) === 0;
}
