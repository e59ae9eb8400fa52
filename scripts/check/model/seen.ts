import type { TestCase } from './case.js';
import type { CheckedOperation } from './contract/operations.js';
import type { Exchange } from './exchange.js';

/** A response, and the test case that it belongs to. */
export interface Seen {
  case: TestCase;
  operation: CheckedOperation;
  exchange: Exchange;
  /** The body, if it is JSON. */
  value?: unknown;
  /** True if each id in the path belongs to an existing resource; then a 404 is about the path itself. */
  exists: boolean;
  /** Whether the run had begun to write: what it reads then may be its own. */
  isWriting?: boolean;
}
