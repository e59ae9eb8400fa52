import type { Answer } from '../answers/answers.js';
import { type TaughtOwnContract, taughtOwnContract } from '../answers/own-contract.js';
import type { Proposal, ProposedAnswer, Support } from '../check/model/proposal.js';
import { isObject, sameJson } from '../contract/json.js';
import { counted } from '../text/numbers.js';
import { UsageError } from '../text/usage-error.js';
import { answersIn, withAnswer } from './edited-answers.js';

/** What stands at `from.by` of an answer of this program. */
export const learner = 'learn';

/** A proposal that says what to answer. */
export type Offer = Exclude<Proposal, { certainty: 'conflicting' }>;

/** A proposal that the contract cannot be taught. */
export interface Refused {
  offer: Offer;
  why: string;
}

/** The answers of a file, and those that were taken for the moment. */
export class DraftedAnswers {
  readonly #file: string;
  readonly #text: string;
  readonly #today: string;
  readonly #before: Readonly<Record<string, Answer>>;
  readonly #taken = new Map<string, Offer>();
  #taught: TaughtOwnContract;
  /** The content of the file with all answers. */
  #current: string;
  /** The content of the file after each of the last answers that were put together. */
  #steps: readonly { offer: Offer; text: string }[] = [];

  /**
   * @param file its name, for messages and for the overlays that it names
   * @param text its content; empty for a new file
   * @param today such as `2026-11-22`
   * @throws UsageError for a mistake in the text
   */
  constructor(file: string, text: string, today: string) {
    this.#file = file;
    this.#text = text;
    this.#current = text;
    this.#today = today;
    this.#taught = taughtOwnContract(file, text);
    this.#before = answersIn(text);
  }

  /** The document with all answers. */
  get taught(): TaughtOwnContract {
    return this.#taught;
  }

  /** The content of the file with all answers. */
  get text(): string {
    return this.#current;
  }

  takenFor(question: string): Offer | undefined {
    return this.#taken.get(question);
  }

  /** The answer before anything was taken. */
  before(question: string): Answer | undefined {
    return this.#before[question];
  }

  /** Whether a person has answered. */
  isOfPerson(question: string): boolean {
    const answer = this.#before[question];
    return answer !== undefined && answer.from?.by !== learner;
  }

  /** Whether a proposal says what the answers say already. */
  says({ question, answer }: Offer): boolean {
    const known = this.#taken.get(question)?.answer ?? this.#before[question];
    return known !== undefined && sameAnswer(known, answer);
  }

  /** Whether the answers say what a proposal says already, or what was taken says even more. */
  includes(offer: Offer): boolean {
    const taken = this.#taken.get(offer.question);
    return this.says(offer) || (taken !== undefined && includesAnswer(taken.answer, offer.answer));
  }

  /** Takes a proposal. @returns why the contract cannot be taught it, together with the others; then it is not taken */
  take(offer: Offer): string | undefined {
    return this.#become(new Map(this.#taken).set(offer.question, offer));
  }

  /** Takes as many proposals as can be taught together. @returns the others, each with the reason */
  takeAll(offers: readonly Offer[]): Refused[] {
    if (offers.length === 0) return [];
    const all = new Map([...this.#taken, ...offers.map((offer) => [offer.question, offer] as const)]);
    if (this.#become(all) === undefined) return [];
    let left = [...offers];
    for (;;) {
      const refused = left.flatMap((offer): Refused[] => {
        const why = this.take(offer);
        return why === undefined ? [] : [{ offer, why }];
      });
      // An answer may need another that came after it.
      if (refused.length === left.length) return refused;
      left = refused.map(({ offer }) => offer);
    }
  }

  /** Takes back what was taken for a question. */
  drop(question: string): void {
    const left = new Map(this.#taken);
    if (left.delete(question)) this.#become(left);
  }

  #become(taken: Map<string, Offer>): string | undefined {
    const text = this.#textWith(taken);
    try {
      this.#taught = taughtOwnContract(this.#file, text);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return error.message;
    }
    this.#current = text;
    this.#taken.clear();
    for (const [question, offer] of taken) this.#taken.set(question, offer);
    return undefined;
  }

  /** The content of the file with some answers, one after the other: the first ones are mostly those of before. */
  #textWith(taken: ReadonlyMap<string, Offer>): string {
    const offers = [...taken.values()];
    const differs = offers.findIndex((offer, index) => this.#steps[index]?.offer !== offer);
    const kept = this.#steps.slice(0, differs < 0 ? offers.length : differs);
    let text = kept.at(-1)?.text ?? this.#text;
    const added = offers.slice(kept.length).map((offer) => {
      text = withAnswer(text, offer.question, answerOf(offer, this.#today));
      return { offer, text };
    });
    this.#steps = [...kept, ...added];
    return text;
  }
}

/** A proposal as an answer of the file. */
export function answerOf({ answer: { value, except }, rests }: Offer, today: string): Answer {
  const others = except && Object.keys(except).length > 0;
  return {
    value,
    ...(others && { except }),
    from: { by: learner, on: today, evidence: evidenceText(rests) },
  };
}

/** `12 responses of 2 operations; getPartnerEntry has null at /headline`. */
export function evidenceText({ responses, operations, example: { operationId, pointer, value } }: Support): string {
  const [only] = operations;
  const of = operations.length === 1 && only !== undefined ? only : counted(operations.length, 'operation');
  const at = pointer === '' ? '' : ` at ${pointer}`;
  return `${counted(responses, 'response')} of ${of}; ${operationId} has ${value}${at}`;
}

/** Whether two answers say the same. */
export function sameAnswer(one: ProposedAnswer | Answer, other: ProposedAnswer | Answer): boolean {
  return sameJson(one.value, other.value) && sameJson(one.except ?? {}, other.except ?? {});
}

/** Whether an answer says everything that another says, and perhaps more. */
export function includesAnswer(whole: ProposedAnswer, part: ProposedAnswer): boolean {
  return includes(whole.value, part.value) && includes(whole.except ?? {}, part.except ?? {});
}

function includes(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole)) return [part].flat().every((each) => whole.some((other) => includes(other, each)));
  // Types of a JSON Schema.
  if (whole === 'number' && part === 'integer') return true;
  if (!isObject(whole) || !isObject(part)) return sameJson(whole, part);
  return Object.entries(part).every(([name, value]) => Object.hasOwn(whole, name) && includes(whole[name], value));
}
