import type { OpenQuestion } from '../../contract/document.js';
import { isObject, isSameJson, type JsonObject } from '../../contract/json.js';
import { textsIn } from '../../contract/operations.js';
import { getOrCreate } from '../../text/group-by.js';
import { type ClaimSupport, type Proposal, type ProposedAnswer, proofMinimum } from '../model/proposal.js';
import type { ResponseView } from './response-view.js';
import { listText, shorten } from './words.js';

export interface Claim extends ProposedAnswer {
  support: ClaimSupport;
}

export interface Claims {
  shown?: Claim | undefined;
  /** The likely claim, which includes the content of `shown`. */
  likely?: Claim | undefined;
  /** Answers that are not proposed: the traffic allows several, or has too few samples for one. */
  readings?: readonly Claim[];
}

/** Returns the answers to a question that say more than its existing answer. */
export function proposalsOf({ id: question, answered }: OpenQuestion, claims: Claims): Proposal[] {
  const { shown, likely, readings = [] } = claims;
  const isNew = ({ value, except = {} }: Claim, before?: OpenQuestion['answered'] | Claim): boolean =>
    !isSameJson([value, except], [before?.value, before?.except ?? {}]);
  const first = shown && isNew(shown, answered) ? shown : undefined;
  const second = likely && isNew(likely, answered) && isNew(likely, first) ? likely : undefined;
  return [
    ...(first ? [{ question, certainty: 'shown' as const, ...offerOf(first) }] : []),
    ...(second ? [{ question, certainty: 'likely' as const, ...offerOf(second) }] : []),
    ...(readings.length > 0 ? [{ question, certainty: 'conflicting' as const, readings: readings.map(offerOf) }] : []),
  ];
}

function offerOf({ support, ...answer }: Claim): { answer: ProposedAnswer; support: ClaimSupport } {
  return { answer, support };
}

type AnsweredQuestion = Pick<OpenQuestion, 'answered'>;

/** Returns the existing answer if it is an object; else an empty object. */
export function answeredObject({ answered }: AnsweredQuestion): JsonObject {
  return isObject(answered?.value) ? answered.value : {};
}

export function answeredTexts({ answered }: AnsweredQuestion): string[] {
  return textsIn(answered?.value);
}

export function mergeLists(valuesBefore: readonly string[], additions: readonly string[]): string[] {
  return [...new Set([...valuesBefore, ...additions])];
}

/** Returns an answer that is a list, with new items added, and their evidence; undefined if nothing is new. */
export function extendAnswer(
  subject: AnsweredQuestion,
  additions: readonly string[],
  grounds: readonly ClaimGrounds[],
  counterexample: string,
): Claim | undefined {
  if (additions.length === 0) return undefined;
  return { value: mergeLists(answeredTexts(subject), additions), support: supportOf(grounds, counterexample) };
}

export class ClaimGrounds {
  responses = 0;
  readonly #operations = new Set<string>();
  #last = 0;
  #example: ClaimSupport['example'] | undefined;

  /** @param pointer JSON pointer into the body; empty for the whole body, a header or the status */
  add(operationId: string, pointer: string, value: unknown, responses = 1): void {
    this.responses += responses;
    this.#operations.add(operationId);
    this.#example ??= { operationId, pointer, value: exampleOf(value) };
  }

  /** Adds a response; it counts only once, even if it shows the same value at several places. */
  see({ number, operation }: ResponseView, pointer: string, value: unknown): void {
    if (this.#last === number) return;
    this.#last = number;
    this.add(operation.id, pointer, value);
  }

  get isSeen(): boolean {
    return this.responses > 0;
  }

  /** Whether these are enough responses for a claim about all of them. */
  get isEnough(): boolean {
    return this.responses >= proofMinimum.responses;
  }

  /** Adds the evidence for another claim; `responses` is the number of its responses that are new to this claim. */
  join(otherGrounds: ClaimGrounds, responses = otherGrounds.responses): void {
    this.responses += responses;
    for (const id of otherGrounds.#operations) this.#operations.add(id);
    this.#example ??= otherGrounds.#example;
  }

  /** @param counterexample a sentence about a response that would have contradicted the claim */
  toSupport(counterexample: string): ClaimSupport {
    const example = this.#example ?? { operationId: '', pointer: '', value: '' };
    return { responses: this.responses, operations: [...this.#operations].sort(), example, against: counterexample };
  }
}

/** The evidence for claims, by a key for each: a status, a string, the name of a field. */
export class GroundsMap<Key> extends Map<Key, ClaimGrounds> {
  of(key: Key): ClaimGrounds {
    return getOrCreate(this, key, () => new ClaimGrounds());
  }
}

/** Returns the evidence for all claims together; no response may be in two of them. */
export function joinGrounds(allGrounds: Iterable<ClaimGrounds>): ClaimGrounds {
  const result = new ClaimGrounds();
  for (const grounds of allGrounds) result.join(grounds);
  return result;
}

/** Joins the evidence for parts of one claim. A response may show all parts, so only the largest number counts. */
export function supportOf(allGrounds: readonly ClaimGrounds[], counterexample: string): ClaimSupport {
  const result = new ClaimGrounds();
  for (const grounds of allGrounds) if (grounds.isSeen) result.join(grounds, 0);
  result.responses = Math.max(1, ...allGrounds.map(({ responses }) => responses));
  return result.toSupport(counterexample);
}

/** Patterns of strings that could be a key, a token, an identifier, or a person's address or number. */
const personalPatterns: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#]*@)?([^\s/?#]*)[^\s]*/gi, '$1$2/…'],
  [/[^\s@<>"',;:/?&=]+(?:@|%40)[^\s@<>"',;:/?&=]+/gi, '[address]'],
  [/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '[id]'],
  [/\b(bearer|basic|token|api-?key)\s+\S+/gi, '$1 [key]'],
  // A mix of letters and digits, which no ordinary word has.
  [/(?=[\w+/~.-]*[0-9])(?=[\w+/~.-]*[a-z])[\w+~-]{12,}={0,2}/gi, '[…]'],
  [/[a-z0-9+_-]{24,}={0,2}/gi, '[…]'],
  [/\+?[0-9][0-9 ()-]{5,}[0-9]/g, '[…]'],
  [/[0-9]{6,}/g, '[…]'],
];

/** A date, perhaps with a time: it is neither personal nor a key, although it has many digits. */
const datePattern = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9:.]{5,15}(?:Z|[+-][0-9:]{4,5})?)?$/i;

/** Maximum number of characters of a value to look at. */
const maxLength = 300;

/**
 * Returns a value from a response as an example: shortened, and without anything that could be a key, a token, an
 * address of a person or an identifier. An object shows only the names of its fields, an array its number of items.
 */
export function exampleOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? '[1 item]' : `[${value.length} items]`;
  if (isObject(value)) return `{ ${listText(Object.keys(value).slice(0, 20).map(withoutPersonalData), 10)} }`;
  if (value === undefined) return '';
  return shorten(withoutPersonalData(String(value)));
}

function withoutPersonalData(text: string): string {
  if (datePattern.test(text)) return text;
  const start = text.slice(0, maxLength);
  return personalPatterns.reduce((result, [pattern, instead]) => result.replace(pattern, instead), start);
}
