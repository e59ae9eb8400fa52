import type { TaughtOwnContract } from '../answers/own-contract.js';
import { type CheckResult, checkWithPresence } from '../check/engine/check.js';
import { readContractWithAnswers } from '../check/engine/contract/taught-contract.js';
import { trafficOfRun } from '../check/engine/recording/check-recording.js';
import { countsOf } from '../check/engine/report/report-of-run.js';
import type { Finding } from '../check/model/finding.js';
import type { CheckOptions } from '../check/model/options.js';
import type { Proposal } from '../check/model/proposal.js';
import type { RecordedTraffic } from '../check/model/report/recorded-traffic.js';
import type { CheckReport } from '../check/model/report/report.js';
import { exitCodeOf } from '../check/model/report/state-report.js';
import { isObject } from '../contract/json.js';
import { type Conflict, Doubts } from './doubts.js';
import {
  DraftedAnswers,
  includesAnswer,
  isSameAnswer,
  type Offer,
  type RefusedOffer,
  type TaughtAnswers,
} from './drafted-answers.js';
import { contradictionsIn, hasSuccess, type LearnOptions, type LearnResult, progressOf } from './learn-result.js';
import { KeptExchanges, Proof } from './proof.js';
import { unansweredQuestions } from './unanswered-questions.js';

/**
 * Maximum number of runs of the check. The last run is complete, and with writes also the first run. All other runs
 * only read everything once.
 */
const maxRounds = 6;

/** Maximum number of times that recorded traffic is read. */
const maxReadings = 3;

/** Questions that error responses alone can answer. */
const refusalQuestionPattern = /^(?:auth|errors|limits)\./;

const nameQuestion = 'the-service.name';

/** Questions whose answers let later rounds see or write more. */
const leadingQuestions: readonly string[] = [nameQuestion, 'partner-entry-update.required', 'filter-update.request'];

/**
 * Runs the check repeatedly, each time with the answers found so far, until a run finds no new answers.
 *
 * @throws UsageError for a mistake in the answers or the options, before any request
 */
export async function learn(options: LearnOptions): Promise<LearnResult> {
  return new Rounds(options).run();
}

/** A run of the check with some answers, and whether it was a complete check. */
interface Round extends CheckResult {
  answers: TaughtAnswers;
  isComplete: boolean;
}

class Rounds {
  readonly #options: LearnOptions;
  readonly #draft: DraftedAnswers;
  readonly #doubts: Doubts;
  readonly #refusals = new Map<string, RefusedOffer>();
  /** Offers that a response contradicts, by question. */
  readonly #disproved = new Map<string, RefusedOffer>();
  readonly #kept = new KeptExchanges();
  /** The offers that were accepted in any round, the oldest first. */
  readonly #everAccepted = new Set<Offer>();
  #proposals: Proposal[] = [];
  #requests = 0;

  constructor(options: LearnOptions) {
    this.#options = options;
    this.#draft = new DraftedAnswers(options.file, options.text, options.today);
    this.#doubts = new Doubts(this.#draft.contract.document);
  }

  async run(): Promise<LearnResult> {
    const { first, last, rounds } = await this.#learnInRounds();
    const { report, findingsBefore } = await this.#prove(last);
    // A quick first round shows only some of the findings without the answers.
    const findings = new Map([...findingsBefore, ...first.report.findings].map((each) => [each.id, each]));
    const counts = first.isComplete ? first.report.counts : countsOf([...findings.values()]);
    const before = progressOf(this.#draft.original.contract, { ...first.report, counts });
    const after = progressOf(this.#draft.contract, report);
    return { ...this.#resultOf(report), before, after, rounds, requests: this.#requests, report, draft: this.#draft };
  }

  /**
   * Withdraws each accepted or likely answer that causes more findings in the responses of all rounds.
   *
   * @returns the report of the last run, judged with the remaining answers; and its findings without these answers
   */
  async #prove({ report, answers }: Round): Promise<{ report: CheckReport; findingsBefore: Finding[] }> {
    const draft = this.#draft;
    const [acceptedOffers, likely] = [draft.acceptedOffers, this.#openLikely()];
    const exchanges = this.#kept.list;
    const traffic = this.#options.traffic ?? (exchanges.length > 0 && trafficOfRun('the responses', exchanges));
    if (!traffic || acceptedOffers.length + likely.length === 0) return { report, findingsBefore: report.findings };
    const proof = new Proof(draft, async (contract) => (await this.#judgeAgain(contract, traffic)).report);
    draft.restore([]);
    const disprovedOffers = await proof.take(acceptedOffers.flatMap((offer) => [...this.#earlierOffers(offer), offer]));
    const provenOffers = draft.acceptedOffers;
    disprovedOffers.push(...(await proof.take(likely)));
    draft.restore(provenOffers);
    for (const disproved of disprovedOffers)
      if (acceptedOffers.includes(disproved.offer) || likely.includes(disproved.offer))
        this.#disproved.set(disproved.offer.question, disproved);
    const findings = await proof.renewFindings(report.findings, answers, draft);
    const findingsBefore = await proof.renewFindings(report.findings, answers, draft.original);
    return { report: { ...report, findings, counts: countsOf(findings) }, findingsBefore };
  }

  /** Returns earlier accepted offers for the same question, which are often less precise. */
  #earlierOffers(offer: Offer): Offer[] {
    const others = [...this.#everAccepted].filter((each) => each.question === offer.question && each !== offer);
    return others.flatMap((each) => this.#doubts.undoubtedPartOf(each) ?? []);
  }

  /** Learns in rounds. With a server, rounds are quick until they show nothing new; then one complete round follows. */
  async #learnInRounds(): Promise<{ first: Round; last: Round; rounds: number }> {
    const { traffic } = this.#options;
    const first = await this.#runCheck(1, !traffic && !this.#isWriting);
    let last = first;
    for (let rounds = 1; ; rounds += 1) {
      const isLastRound = traffic ? rounds === maxReadings : last.isComplete && (rounds > 1 || !this.#isWriting);
      // Accept only a few likely answers now: a later round may create resources, which often have fewer fields.
      const isNew = this.#takeFrom(last, this.#isWriting && !isLastRound);
      if (isLastRound || !mayContinue(last.report) || (last.isComplete && !isNew)) {
        if (this.#isWriting && rounds === 1) this.#takeFrom(last);
        return { first, last, rounds };
      }
      last = await this.#runCheck(rounds + 1, !traffic && isNew && rounds < maxRounds - 1);
    }
  }

  get #isWriting(): boolean {
    return (this.#options.writes ?? 'none') !== 'none';
  }

  async #runCheck(round: number, isQuick: boolean): Promise<Round> {
    const { runCheck = checkWithPresence, traffic } = this.#options;
    const options = this.#checkOptions;
    const { onProgress } = options;
    const show: CheckOptions['onProgress'] = (step) => onProgress?.({ ...step, now: `${step.now}, round ${round}` });
    let isComplete = !isQuick;
    // A quick round writes nothing, so it cannot be the last round of a run with writes.
    const shouldContinue = (proposals: readonly Proposal[]): boolean => {
      isComplete = !this.#isWriting && this.#wantedOf(proposals).every((each) => !this.#newOffer(each));
      return isComplete;
    };
    const reads = isQuick
      ? { readMode: 'quick' as const, shouldContinue }
      : this.#isWriting && { readMode: 'wide' as const };
    const { report: fullReport, ...gathering } = await runCheck(
      {
        ...options,
        contract: readContractWithAnswers(this.#options.file, this.#draft.contract),
        ...(isQuick && { writes: 'none' }),
        ...(traffic ? { har: traffic.name } : { exchanges: true }),
        ...(round > 1 && { onProgress: show }),
      },
      { triesKeyAfter403: true, ...(traffic && { traffic }), ...reads },
    );
    const { exchanges = [], ...report } = fullReport;
    this.#requests += report.run.requests;
    this.#kept.add(exchanges);
    const { text, contract } = this.#draft;
    return { ...gathering, report, answers: { text, contract }, isComplete };
  }

  /** Judges earlier responses again, with other answers. It sends nothing, so it works even after a run was stopped. */
  #judgeAgain(taughtContract: TaughtOwnContract, traffic: RecordedTraffic): Promise<CheckResult> {
    const { file, runCheck = checkWithPresence } = this.#options;
    const { signal: _, onProgress: _p, ...options } = this.#checkOptions;
    return runCheck(
      { ...options, contract: readContractWithAnswers(file, taughtContract), har: traffic.name },
      { traffic },
    );
  }

  get #checkOptions(): CheckOptions {
    const { file: _, text: _t, acceptLikely: _a, today: _d, runCheck: _l, traffic: _r, ...options } = this.#options;
    return options;
  }

  /**
   * Accepts the proposals of a round.
   *
   * @param isPartial whether to accept only those likely answers that let later rounds see or write more
   * @returns whether the answers have changed
   */
  #takeFrom({ report, isComplete: isWhole, ...gathering }: Round, isPartial = false): boolean {
    // If no request succeeds, error responses may come from another service or a gateway.
    const isKnown = ({ question }: Proposal): boolean => hasSuccess(report) || !refusalQuestionPattern.test(question);
    const proposals = gathering.proposals.filter(isKnown);
    const textBefore = this.#draft.text;
    const questions = new Set(proposals.map(({ question }) => question));
    // A quick or stopped run shows less than earlier runs: keep their proposals for questions that it does not answer.
    const otherProposals = this.#proposals.filter(({ question }) => !questions.has(question));
    this.#proposals = isWhole && !report.stopped ? proposals : [...otherProposals, ...proposals];
    // This round may have more samples for an answer that had too few.
    for (const question of questions) this.#doubts.forgetUnproven(question);
    for (const proposal of proposals) if (proposal.certainty === 'conflicting') this.#doubt(proposal);
    this.#dropContradicted(report, proposals);
    const wantedOffers = this.#wantedOf(proposals).filter(
      ({ question, certainty }) => !isPartial || certainty === 'shown' || leadingQuestions.includes(question),
    );
    this.#take(isPartial && canUpdate(report) ? wantedOffers.map(withSharedName) : wantedOffers);
    return this.#draft.text !== textBefore;
  }

  /** Returns the offers to accept: first those that responses show, then the likely ones, which may say more. */
  #wantedOf(proposals: readonly Proposal[]): Offer[] {
    const kinds = this.#options.acceptLikely === true ? ['shown', 'likely'] : ['shown'];
    return kinds.flatMap((kind) => proposals.filter((proposal): proposal is Offer => proposal.certainty === kind));
  }

  /** Accepts the new proposals, except for questions that a person has answered or about which rounds differ. */
  #take(offers: readonly Offer[]): void {
    const newOffers: Offer[] = [];
    for (const offer of offers) newOffers.push(...this.#newPart(offer, newOffers));
    const refusals = this.#draft.takeAll(newOffers);
    for (const each of newOffers) if (!refusals.some(({ offer }) => offer === each)) this.#everAccepted.add(each);
    for (const { question } of newOffers) this.#refusals.delete(question);
    for (const refusal of refusals) this.#refusals.set(refusal.offer.question, refusal);
  }

  /** Returns the part of an offer that is new after `others` are accepted; empty if no part is new. */
  #newPart(whole: Offer, others: readonly Offer[]): Offer[] {
    const { question, certainty } = whole;
    const offer = this.#newOffer(whole);
    const earlierOffer = others.find((each) => each.question === question) ?? this.#draft.acceptedOffer(question);
    if (!offer || (earlierOffer && includesAnswer(earlierOffer.answer, offer.answer))) return [];
    if (!earlierOffer || earlierOffer.certainty === 'likely' || includesAnswer(offer.answer, earlierOffer.answer))
      return [offer];
    // Two rounds show different answers. A likely answer must not replace an answer that responses show.
    if (certainty !== 'shown') return [];
    this.#doubts.addDisagreement(earlierOffer, offer);
    this.#takeBack(earlierOffer);
    return [this.#doubts.undoubtedPartOf(offer) ?? []].flat();
  }

  /** An offer without its doubtful values; undefined if the answers already include it, or a person has answered. */
  #newOffer(whole: Offer): Offer | undefined {
    const offer = this.#draft.isFromPerson(whole.question) ? undefined : this.#doubts.undoubtedPartOf(whole);
    return offer && !this.#draft.includes(offer) ? offer : undefined;
  }

  /** Records a conflict, and withdraws the doubtful part of the accepted answer. */
  #doubt(conflict: Conflict): void {
    const { question, readings } = conflict;
    const acceptedOffer = this.#draft.acceptedOffer(question);
    const isAmongReadings = acceptedOffer && readings.some(({ answer }) => isSameAnswer(answer, acceptedOffer.answer));
    const isUnproven = readings.length === 1;
    if (acceptedOffer && (isUnproven || !isAmongReadings) && !this.#doubts.hasValuesByName(question)) return;
    this.#doubts.add(conflict);
    if (acceptedOffer && !isUnproven) this.#takeBack(acceptedOffer);
  }

  /** Withdraws the doubtful part of an accepted answer. */
  #takeBack(offer: Offer): void {
    const certainOffer = this.#doubts.undoubtedPartOf(offer);
    this.#draft.drop(offer.question);
    if (certainOffer) this.#draft.take(certainOffer);
  }

  /** Withdraws accepted answers that the report contradicts if they are only likely, or responses show another one. */
  #dropContradicted(report: CheckReport, proposals: readonly Proposal[]): void {
    const isShown = (question: string): boolean =>
      proposals.some((each) => each.question === question && each.certainty === 'shown' && !this.#draft.says(each));
    for (const { question } of contradictionsIn(report)) {
      const acceptedOffer = this.#draft.acceptedOffer(question);
      if (acceptedOffer && (acceptedOffer.certainty === 'likely' || isShown(question))) this.#draft.drop(question);
    }
  }

  /** Returns the likely offers that were not accepted. */
  #openLikely(): Offer[] {
    const isOpen = ({ question }: Offer): boolean => !this.#refusals.has(question) && !this.#disproved.has(question);
    const likelyOffers = this.#proposals.filter((proposal): proposal is Offer => proposal.certainty === 'likely');
    return likelyOffers.filter((offer) => this.#newOffer(offer) === offer && isOpen(offer));
  }

  #resultOf(report: CheckReport): Omit<LearnResult, 'before' | 'after' | 'rounds' | 'requests' | 'report' | 'draft'> {
    const draft = this.#draft;
    const order = (draft.contract.document['x-unknowns'] ?? []).map(({ id }) => id);
    const contradictions = contradictionsIn(report).filter(
      ({ question }) => draft.originalAnswer(question) !== undefined,
    );
    const offers = this.#proposals.filter((proposal): proposal is Offer => proposal.certainty !== 'conflicting');
    const likelyOffers = this.#openLikely();
    const listedQuestions = new Set([
      ...likelyOffers.map(({ question }) => question),
      ...this.#refusals.keys(),
      ...this.#disproved.keys(),
    ]);
    return {
      taken: order.flatMap((id) => draft.acceptedOffer(id) ?? []),
      likely: likelyOffers,
      conflicting: order.flatMap((id) => this.#doubts.conflictOver(id) ?? []),
      kept: offers.filter((offer) => draft.isFromPerson(offer.question) && !draft.says(offer)),
      refused: order.flatMap((id) => this.#refusals.get(id) ?? []),
      disproved: order.flatMap((id) => this.#disproved.get(id) ?? []),
      unanswered: unansweredQuestions({ draft, report, doubts: this.#doubts, listedQuestions }),
      contradictions: order.flatMap((id) => contradictions.filter(({ question }) => question === id)),
    };
  }
}

/**
 * Whether another run may follow: this run restored every resource, and was not cut off, unless by a redirect to other
 * paths.
 */
function mayContinue({ stopped, state }: CheckReport): boolean {
  return (stopped === undefined || stopped.code === 'target.moved') && exitCodeOf(state?.differing ?? []) === 0;
}

/** Whether the server accepted an update, so that a later round can try a name in requests. */
function canUpdate({ operations }: CheckReport): boolean {
  return operations.some(({ method, success }) => method.toLowerCase() === 'patch' && success.tested);
}

/** Uses the name in responses for requests, too: the last round writes it, and shows if the server knows it. */
function withSharedName(offer: Offer): Offer {
  const { question, certainty, answer } = offer;
  if (question !== nameQuestion || certainty === 'shown' || !isObject(answer.value)) return offer;
  if (answer.value['request'] !== undefined) return offer;
  return { ...offer, answer: { ...answer, value: answer.value['response'] ?? null } };
}
