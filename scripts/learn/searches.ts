import type { GatheredReport } from '../check/engine/check.js';
import type { CheckedContract } from '../check/model/contract/contract.js';
import type { Proposal } from '../check/model/proposal.js';
import type { CheckReport } from '../check/model/report/report.js';
import { exitCodeOf } from '../check/model/report/state-report.js';
import type { DraftedAnswers, Offer } from './drafted-answers.js';
import { searchKeyPrefix } from './key-prefix.js';
import type { LearnOptions } from './learnt.js';
import { searchNextPage } from './page-search.js';
import { type KnownLists, searchPageSize } from './page-size-search.js';

const aboutKey = 'auth.scheme-prefix';
const aboutLists = 'lists.envelope';

/** Finds with a few requests of its own what no run of the check shows; each thing once. */
export class Searches {
  readonly #options: LearnOptions;
  readonly #draft: DraftedAnswers;
  readonly #done = new Set<'next' | 'size'>();
  /** Number of requests so far. */
  requests = 0;

  constructor(options: LearnOptions, draft: DraftedAnswers) {
    this.#options = options;
    this.#draft = draft;
  }

  /** The word before the key, after the server has refused the key; undefined if none helps. */
  async keyPrefix({ stopped }: CheckReport, contract: CheckedContract): Promise<Offer | undefined> {
    if (stopped?.code !== 'key.refused' || !this.#mayAsk(aboutKey)) return undefined;
    const { requests, proposal } = await searchKeyPrefix(this.#options, contract);
    this.requests += requests;
    return proposal;
  }

  /** The proposals of a run, with what only a search shows about the pages of lists. */
  async withPages({ unaskedPage, report, proposals }: GatheredReport): Promise<Proposal[]> {
    const kind = unaskedPage?.signs.length === 0 ? 'size' : 'next';
    const mayAsk = this.#mayAsk(aboutLists) && mayGoOn(report) && !this.#done.has(kind);
    if (!unaskedPage || !mayAsk) return proposals;
    this.#done.add(kind);
    const seen = proposals.find((each): each is Offer => each.question === aboutLists && each.certainty === 'shown');
    const known = seen ?? this.#draft.takenFor(aboutLists) ?? { answer: this.#draft.before(aboutLists) };
    const { requests, proposal } = await (kind === 'next'
      ? searchNextPage(this.#options, unaskedPage)
      : searchPageSize(this.#options, unaskedPage, known as KnownLists));
    this.requests += requests;
    return proposal ? [...proposals.filter((each) => each.question !== aboutLists), proposal] : proposals;
  }

  #mayAsk(question: string): boolean {
    return this.#options.traffic === undefined && !this.#draft.isOfPerson(question);
  }
}

/** Whether another run may follow: this one was not cut off, and left every resource as it was. */
export function mayGoOn({ stopped, state }: CheckReport): boolean {
  return stopped === undefined && exitCodeOf(state?.differing ?? []) === 0;
}
