import type { TestCase } from './case.js';
import type { Exchange } from './exchange.js';
import type { CheckedOperation } from './operations.js';

/** An answer that came, and what it is an answer to. */
export interface Seen {
  case: TestCase;
  operation: CheckedOperation;
  exchange: Exchange;
  /** The body, where it is JSON. */
  value?: unknown;
  /** True where each id in the path is that of a thing known to be there; then a 404 is about the path itself. */
  exists: boolean;
}
