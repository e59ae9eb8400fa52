import type { Proposal, ProposedAnswer } from '../check/model/proposal.js';
import type { OpenApiDocument } from '../contract/document.js';
import { isObject, isSameJson, type Json } from '../contract/json.js';
import { includesAnswer, type Offer } from './drafted-answers.js';

export type Conflict = Extract<Proposal, { certainty: 'conflicting' }>;

/** Conflicting answers. For answers that are maps, only the names with different values are in doubt. */
export class Doubts {
  readonly #conflicts = new Map<string, Conflict>();
  /** The names in doubt by question, for questions whose answers have values by name. */
  readonly #names = new Map<string, Set<string>>();
  readonly #maps: ReadonlySet<string>;

  constructor(document: OpenApiDocument) {
    const mapQuestions = (document['x-unknowns'] ?? []).filter(
      ({ answer }) => isObject(answer) && isObject(answer['additionalProperties']),
    );
    this.#maps = new Set(mapQuestions.map(({ id }) => id));
  }

  conflictOver(question: string): Conflict | undefined {
    return this.#conflicts.get(question);
  }

  /** Whether the answer to a question has values by name. */
  hasValuesByName(question: string): boolean {
    return this.#maps.has(question);
  }

  /** Forgets that an answer was based on too few samples, but keeps conflicts. */
  forgetUnproven(question: string): void {
    if (this.#conflicts.get(question)?.readings.length === 1) this.#conflicts.delete(question);
  }

  add(conflict: Conflict): void {
    const { question, readings } = conflict;
    if (readings.length === 1 && this.#conflicts.has(question)) return;
    const values = readings.map(({ answer }) => (isObject(answer.value) ? answer.value : {}));
    const names = values.flatMap((value) => Object.keys(value));
    const differingNames = names.filter((name) => values.some((value) => !isSameJson(value[name], values[0]?.[name])));
    this.#add(conflict, differingNames);
  }

  /** Records that a later round shows a different answer than an earlier round. */
  addDisagreement(earlierOffer: Offer, laterOffer: Offer): void {
    const { question } = laterOffer;
    const [before, after] = [earlierOffer, laterOffer].map(({ answer: { value } }) => (isObject(value) ? value : {}));
    const names = Object.keys(before ?? {}).filter(
      (name) => !includesAnswer({ value: after?.[name] ?? null }, { value: before?.[name] ?? null }),
    );
    this.#add({ question, certainty: 'conflicting', readings: [earlierOffer, laterOffer] }, names);
  }

  #add(conflict: Conflict, names: readonly string[]): void {
    const { question } = conflict;
    this.#conflicts.set(question, conflict);
    this.#names.set(question, new Set([...(this.#names.get(question) ?? []), ...names]));
  }

  /** Returns the offer without its doubtful values; undefined if no value is left. */
  undoubtedPartOf(offer: Offer): Offer | undefined {
    const { question, answer } = offer;
    if (!this.#conflicts.has(question)) return offer;
    const names = this.#names.get(question);
    if (!this.hasValuesByName(question) || !names || !isObject(answer.value)) return undefined;
    if (names.size === 0) return offer;
    const certainEntries = Object.entries(answer.value).filter(([name]) => !names.has(name));
    const certainAnswer: ProposedAnswer = { ...answer, value: Object.fromEntries<Json>(certainEntries) };
    return certainEntries.length > 0 ? { ...offer, answer: certainAnswer } : undefined;
  }
}
