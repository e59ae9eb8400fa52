import type { TaughtOwnContract } from '../answers/own-contract.js';
import { type Finding, type FindingPlace, severities } from '../check/model/finding.js';
import type { CheckReport, ReportedExchange } from '../check/model/report/report.js';
import { groupBy } from '../text/group-by.js';
import type { DraftedAnswers, Offer, RefusedOffer, TaughtAnswers } from './drafted-answers.js';

/** Maximum number of characters in the kept exchanges of all rounds. */
const maxCharacters = 64 * 2 ** 20;

/**
 * The exchanges of all rounds. Leaves out exchanges that a later round repeats, because equal exchanges get equal
 * judgements. If the rest is too large, leaves out the oldest rounds.
 */
export class KeptExchanges {
  readonly #rounds: ReadonlyMap<string, ReportedExchange>[] = [];

  add(exchanges: readonly ReportedExchange[]): void {
    const round = new Map(exchanges.map((exchange) => [textOf(exchange), exchange]));
    for (const [index, earlierExchanges] of this.#rounds.entries())
      this.#rounds[index] = new Map([...earlierExchanges].filter(([text]) => !round.has(text)));
    this.#rounds.push(round);
    while (this.#rounds.length > 1 && this.#size > maxCharacters) this.#rounds.shift();
  }

  get list(): readonly ReportedExchange[] {
    return this.#rounds.flatMap((round) => [...round.values()]);
  }

  get #size(): number {
    return this.#rounds.flatMap((round) => [...round.keys()]).reduce((size, text) => size + text.length, 0);
  }
}

/** An exchange as text, without parts such as the time, which differ at each repetition. */
function textOf({ case: _, time: _t, response, ...rest }: ReportedExchange): string {
  const headers = response.headers.filter(({ name }) => name.toLowerCase() !== 'date');
  return JSON.stringify([rest, { ...response, headers }]);
}

/** Judges the same responses with a contract; it sends nothing. */
export type RepeatedJudgement = (contract: TaughtOwnContract) => Promise<CheckReport>;

/** A snapshot of the answers, with the accepted proposals among them. */
interface ProofState extends TaughtAnswers {
  acceptedOffers: readonly Offer[];
}

/** Judges proposals by the responses of all rounds. It refuses proposals that cause more findings of an operation. */
export class Proof {
  readonly #draft: DraftedAnswers;
  readonly #judge: RepeatedJudgement;
  /** Reports by the text of the answers. */
  readonly #reports = new Map<string, CheckReport>();

  constructor(draft: DraftedAnswers, judge: RepeatedJudgement) {
    this.#draft = draft;
    this.#judge = judge;
  }

  /**
   * Accepts each offer with which no operation has more findings. An offer replaces an earlier one for its question.
   *
   * @returns the refused offers, each with the response that contradicts it
   */
  async take(offers: readonly Offer[]): Promise<RefusedOffer[]> {
    const draft = this.#draft;
    const stateBefore = this.#state;
    draft.takeAll(offers);
    if ((await this.#whyWorse(stateBefore)) === undefined) return [];
    draft.restore(stateBefore.acceptedOffers);
    let pendingOffers = offers;
    for (;;) {
      const refusals: RefusedOffer[] = [];
      for (const offer of pendingOffers) {
        const reason = await this.#tryOne(offer);
        if (reason !== undefined) refusals.push({ offer, reason });
      }
      // Try again: an answer may cause new findings unless another answer is accepted, too, which may have come later.
      if (refusals.length === 0 || refusals.length === pendingOffers.length) return refusals;
      // A refused offer may replace a less precise accepted offer that is earlier in the list, but not a later one.
      const acceptedIndexes = draft.acceptedOffers.map((offer) => offers.indexOf(offer));
      pendingOffers = refusals.flatMap(({ offer }) =>
        acceptedIndexes.some((index) => offers[index]?.question === offer.question && index > offers.indexOf(offer))
          ? []
          : [offer],
      );
    }
  }

  /** Converts the findings of a run under the answers `one` to its findings under the answers `other`. */
  async renewFindings(findings: readonly Finding[], one: TaughtAnswers, other: TaughtAnswers): Promise<Finding[]> {
    const [reportThen, reportNow] = [await this.#reportWith(one), await this.#reportWith(other)];
    const [idsThen, idsNow, idsOfRun] = [reportThen.findings, reportNow.findings, findings].map(
      (each) => new Set(each.map(({ id }) => id)),
    );
    return [
      ...findings.filter(({ id }) => !idsThen?.has(id) || idsNow?.has(id)),
      ...reportNow.findings.filter(({ id }) => !idsThen?.has(id) && !idsOfRun?.has(id)),
    ];
  }

  async #reportWith({ text, contract }: TaughtAnswers): Promise<CheckReport> {
    const report = this.#reports.get(text) ?? (await this.#judge(contract));
    this.#reports.set(text, report);
    return report;
  }

  async #tryOne(offer: Offer): Promise<string | undefined> {
    const stateBefore = this.#state;
    const reason = this.#draft.take(offer) ?? (await this.#whyWorse(stateBefore));
    if (reason !== undefined) this.#draft.restore(stateBefore.acceptedOffers);
    return reason;
  }

  get #state(): ProofState {
    const { text, contract, acceptedOffers } = this.#draft;
    return { text, contract, acceptedOffers };
  }

  /**
   * Returns a sentence about an operation that has more findings or violations than before; undefined if none has.
   */
  async #whyWorse(state: TaughtAnswers): Promise<string | undefined> {
    const report = await this.#reportWith(state);
    const [before, after] = [failuresByOperation(report), failuresByOperation(await this.#reportWith(this.#draft))];
    const failuresByPart = groupBy(
      [...before.values()].flatMap((failures) => [...failures.values()]),
      partOf,
    );
    // Skip operations without requests: for example, their path was unknown before.
    const judgedOperations = report.operations.filter(({ requests }) => requests > 0);
    for (const { operationId } of judgedOperations) {
      const old = before.get(operationId) ?? new Map<string, Failure>();
      // If responses of other operations already contradicted a part of the contract, the offer is not the reason.
      const isKnown = (failure: Failure): boolean =>
        failuresByPart.get(partOf(failure))?.some((other) => other.operationId !== operationId) ?? false;
      const failures = [...(after.get(operationId) ?? [])];
      const current = new Map(failures.filter(([key, failure]) => old.has(key) || !isKnown(failure)));
      const [first] = [...current].flatMap(([key, failure]) => (old.has(key) ? [] : [failure]));
      if (first && (current.size > old.size || countViolations(current) > countViolations(old)))
        return failureText(first);
    }
    return undefined;
  }
}

/** A violation or drift, with one of its places. */
interface Failure extends FindingPlace {
  finding: Finding;
}

/** The failures of each operation, by severity, rule and pointer; violations first. */
function failuresByOperation({ findings }: CheckReport): Map<string, Map<string, Failure>> {
  const failures = findings
    .filter(({ severity }) => severity !== severities[2])
    .flatMap((finding): Failure[] =>
      [finding, ...(finding.seenIn ?? [])].map(({ operationId, pointer }) => ({ operationId, pointer, finding })),
    );
  const groups = groupBy(failures, ({ operationId }) => operationId);
  const keyOf = ({ finding: { severity, rule }, pointer }: Failure): string => `${severity} ${rule} ${pointer}`;
  return new Map([...groups].map(([id, group]) => [id, new Map(group.map((failure) => [keyOf(failure), failure]))]));
}

/** A part of the contract, and how responses contradict it. */
function partOf({ finding: { severity, rule, contract } }: Failure): string {
  return `${severity} ${rule} ${contract.pointer}`;
}

function countViolations(failures: ReadonlyMap<string, Failure>): number {
  return [...failures.values()].filter(({ finding }) => finding.severity === severities[0]).length;
}

function failureText({ operationId, pointer, finding: { message, actual } }: Failure): string {
  return `${operationId}${pointer === '' ? '' : ` at ${pointer}`}: ${message} Found ${actual}.`;
}
