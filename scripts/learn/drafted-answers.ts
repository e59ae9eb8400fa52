import type { Answer } from '../answers/answers.js';
import { type TaughtOwnContract, teachOwnContract } from '../answers/own-contract.js';
import type { ClaimSupport, Proposal, ProposedAnswer } from '../check/model/proposal.js';
import { isObject, isSameJson } from '../contract/json.js';
import { formatCount } from '../text/numbers.js';
import { UsageError } from '../text/usage-error.js';
import { answersIn, withAnswer } from './edit-answers.js';

/** The value of `from.by` in the answers that this program writes. */
export const learner = 'learn';

export type Offer = Exclude<Proposal, { certainty: 'conflicting' }>;

/** A proposal that cannot be applied to the contract. */
export interface RefusedOffer {
  offer: Offer;
  reason: string;
}

/** The content of an answers file, and the contract with these answers. */
export interface TaughtAnswers {
  text: string;
  contract: TaughtOwnContract;
}

/** The answers of a file, and the proposals that were accepted so far. */
export class DraftedAnswers implements TaughtAnswers {
  readonly #file: string;
  readonly #today: string;
  readonly #before: Readonly<Record<string, Answer>>;
  readonly #offers = new Map<string, Offer>();
  /** The answers of the file, before any proposal was accepted. */
  readonly original: TaughtAnswers;
  #contract: TaughtOwnContract;
  /** Contracts by the text of their answers, because the class `Proof` goes back to earlier answers. */
  readonly #taught = new Map<string, TaughtOwnContract>();
  /** The content of the file with all answers. */
  #content: string;
  /** The content of the file after each accepted proposal, so that later calls can reuse the text. */
  #steps: readonly { offer: Offer; text: string }[] = [];

  /**
   * @param file the name of the file, for messages and for the overlays that it names
   * @param text its content; empty for a new file
   * @param today such as `2026-11-22`
   * @throws UsageError for a mistake in the text
   */
  constructor(file: string, text: string, today: string) {
    this.#file = file;
    this.#content = text;
    this.#today = today;
    this.#contract = teachOwnContract(file, text);
    this.original = { text, contract: this.#contract };
    this.#taught.set(text, this.#contract);
    this.#before = answersIn(text);
  }

  get contract(): TaughtOwnContract {
    return this.#contract;
  }

  get text(): string {
    return this.#content;
  }

  get acceptedOffers(): Offer[] {
    return [...this.#offers.values()];
  }

  acceptedOffer(question: string): Offer | undefined {
    return this.#offers.get(question);
  }

  /** The answer in the file before any proposal was accepted. */
  originalAnswer(question: string): Answer | undefined {
    return this.#before[question];
  }

  isFromPerson(question: string): boolean {
    const answer = this.#before[question];
    return answer !== undefined && answer.from?.by !== learner;
  }

  says({ question, answer }: Offer): boolean {
    const currentAnswer = this.#offers.get(question)?.answer ?? this.#before[question];
    return currentAnswer !== undefined && isSameAnswer(currentAnswer, answer);
  }

  /** Whether the current answer equals the answer of an offer, or an accepted offer includes it. */
  includes(offer: Offer): boolean {
    const earlierOffer = this.#offers.get(offer.question);
    return this.says(offer) || (earlierOffer !== undefined && includesAnswer(earlierOffer.answer, offer.answer));
  }

  /** Accepts a proposal. @returns the reason if it conflicts with the accepted proposals, so that it is not accepted */
  take(offer: Offer): string | undefined {
    return this.#become(new Map(this.#offers).set(offer.question, offer));
  }

  /** Accepts as many proposals as can be applied together. @returns the refused proposals, each with the reason */
  takeAll(offers: readonly Offer[]): RefusedOffer[] {
    if (offers.length === 0) return [];
    const all = new Map([...this.#offers, ...offers.map((offer) => [offer.question, offer] as const)]);
    if (this.#become(all) === undefined) return [];
    let remaining = [...offers];
    for (;;) {
      const refusals = remaining.flatMap((offer): RefusedOffer[] => {
        const reason = this.take(offer);
        return reason === undefined ? [] : [{ offer, reason }];
      });
      // Try again, because an answer may depend on another answer that was accepted later.
      if (refusals.length === remaining.length) return refusals;
      remaining = refusals.map(({ offer }) => offer);
    }
  }

  /** Withdraws an accepted proposal, and all proposals that depend on it. */
  drop(question: string): void {
    const offers = new Map(this.#offers);
    if (!offers.delete(question) || this.#become(offers) === undefined) return;
    this.restore([]);
    this.takeAll([...offers.values()]);
  }

  /** Goes back to an earlier set of accepted proposals. */
  restore(acceptedOffers: readonly Offer[]): void {
    this.#become(new Map(acceptedOffers.map((offer) => [offer.question, offer])));
  }

  #become(offers: Map<string, Offer>): string | undefined {
    const text = this.#textWith(offers);
    try {
      this.#contract = this.#taught.get(text) ?? teachOwnContract(this.#file, text);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return error.message;
    }
    this.#taught.set(text, this.#contract);
    this.#content = text;
    this.#offers.clear();
    for (const [question, offer] of offers) this.#offers.set(question, offer);
    return undefined;
  }

  /** The content of the file with these proposals. It reuses the first steps of the last call, as far as they match. */
  #textWith(acceptedOffers: ReadonlyMap<string, Offer>): string {
    const offers = [...acceptedOffers.values()];
    const firstDifference = offers.findIndex((offer, index) => this.#steps[index]?.offer !== offer);
    const reusableSteps = this.#steps.slice(0, firstDifference < 0 ? offers.length : firstDifference);
    let text = reusableSteps.at(-1)?.text ?? this.original.text;
    const steps = offers.slice(reusableSteps.length).map((offer) => {
      text = withAnswer(text, offer.question, answerOf(offer, this.#today));
      return { offer, text };
    });
    // Keep the longer list if no step is new: the class `Proof` drops offers, and later accepts them again.
    if (steps.length > 0) this.#steps = [...reusableSteps, ...steps];
    return text;
  }
}

export function answerOf({ answer: { value, except }, support }: Offer, today: string): Answer {
  const others = except && Object.keys(except).length > 0;
  return {
    value,
    ...(others && { except }),
    from: { by: learner, on: today, evidence: evidenceText(support) },
  };
}

/** The support of a claim in words: `12 responses of 2 operations; getPartnerEntry has null at /headline`. */
export function evidenceText({
  responses,
  operations,
  example: { operationId, pointer, value },
}: ClaimSupport): string {
  const [only] = operations;
  const of = operations.length === 1 && only !== undefined ? only : formatCount(operations.length, 'operation');
  const pointerText = pointer === '' ? '' : ` at ${pointer}`;
  return `${formatCount(responses, 'response')} of ${of}; ${operationId} has ${value}${pointerText}`;
}

export function isSameAnswer(a: ProposedAnswer | Answer, b: ProposedAnswer | Answer): boolean {
  return isSameJson(a.value, b.value) && isSameJson(a.except ?? {}, b.except ?? {});
}

export function includesAnswer(wholeAnswer: ProposedAnswer, part: ProposedAnswer): boolean {
  return includes(wholeAnswer.value, part.value) && includes(wholeAnswer.except ?? {}, part.except ?? {});
}

function includes(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole)) return [part].flat().every((each) => whole.some((other) => includes(other, each)));
  // In a JSON Schema, the type `number` includes `integer`.
  if (whole === 'number' && part === 'integer') return true;
  if (!isObject(whole) || !isObject(part)) return isSameJson(whole, part);
  return Object.entries(part).every(([name, value]) => Object.hasOwn(whole, name) && includes(whole[name], value));
}
