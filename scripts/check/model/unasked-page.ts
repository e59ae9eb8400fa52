import type { CheckedOperation } from './contract/operations.js';
import type { Exchange } from './exchange.js';
import type { Proposal } from './proposal.js';

/** What says that another page follows: the value that asks for it, that there is more, or the number of all items. */
export interface NextSign {
  kind: 'value' | 'more' | 'total';
  /** JSON pointer into the response. */
  at: string;
}

/**
 * The first page of a list that has another one, where nothing shows how to ask for it, or where only the parameter
 * with the number of items of a page is open.
 */
export interface UnaskedPage {
  operation: CheckedOperation;
  /** Path and query of its request. */
  path: string;
  /** JSON pointer of the items in the response. */
  items: string;
  /** The surest first; none if it is known how to ask for the next page. */
  signs: readonly NextSign[];
  /** What the run proposes about lists if it also sees pages that were asked for after it. */
  proposalsWith(pages: readonly AskedPage[]): Proposal[];
}

/** A page of the same list that was asked for after the run. */
export interface AskedPage {
  exchange: Exchange;
  /** The JSON of the response. */
  value: unknown;
}
