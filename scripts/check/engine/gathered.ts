import { createEvidence, type Evidence } from '../evidence/index.js';
import { createPresence, type Presence } from '../evidence/presence.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import type { CreatedResource } from '../model/created-resource.js';
import type { Exchange } from '../model/exchange.js';
import { isNearKey } from '../model/near-key.js';
import type { NoVerdict } from '../model/no-verdict.js';
import type { CheckedOperation } from '../model/operations.js';
import type { CheckOptions } from '../model/options.js';
import type { Scope } from '../model/scope.js';
import type { StateReport } from '../model/state-report.js';
import { Tally } from '../model/tally.js';
import { KeptExchanges } from './kept-exchanges.js';
import type { Scopes } from './scopes.js';

/** Everything that a run collects. */
export interface Gathered {
  contract: CheckedContract;
  tally: Tally;
  presence: Presence;
  evidence: Evidence;
  scope: Scope;
  notes: string[];
  /** The exchanges, if the report has to hold them. */
  exchanges: KeptExchanges | undefined;
}

/** Starts a new collection for a run, with the function that redacts its texts. */
export type Gather = (redact: (text: string) => string) => Gathered;

/** The results of a run. */
export interface Ended {
  gathered: Gathered;
  /** The reason if it is incomplete. */
  stopped: NoVerdict | undefined;
  /** Whether it ended before all cases were sent. */
  isCutOff: boolean;
  state?: StateReport | undefined;
  /** With `disposable`: what the run has created. */
  created?: CreatedResource[] | undefined;
}

export function gatheringOf(
  contract: CheckedContract,
  { scope, unsharded }: Scopes,
  { baseUrl, exchanges }: Pick<CheckOptions, 'baseUrl' | 'exchanges'>,
): Gather {
  return (redact) => {
    const presence = createPresence(contract.resolve, contract.operations.filter(unsharded.has));
    const tally = new Tally(contract, baseUrl.replace(/\/+$/, ''), redact, unsharded.has);
    const evidence = createEvidence(contract.document, presence);
    const kept = exchanges ? new KeptExchanges(baseUrl) : undefined;
    return { contract, presence, evidence, scope, notes: [], tally, exchanges: kept };
  };
}

/** A response that came in a run. */
export interface Sight {
  testCase: TestCase;
  operation: CheckedOperation;
  exchange: Exchange;
  value: unknown;
  /** Whether the run has begun to write. */
  isWriting: boolean;
}

/**
 * Adds a response to presence and evidence. Refusals contain no resource, and resources that the run has changed do not
 * show which fields are usual.
 */
export function learn(
  { presence, evidence, exchanges }: Gathered,
  { testCase, operation, exchange, value, isWriting }: Sight,
): void {
  if (!exchange.response) return;
  // Another form of a request or of the key says nothing about what is usual, now or in a report to learn from.
  const { key, method } = testCase.request;
  if (testCase.kind === 'variation' || isNearKey(key) || method === 'OPTIONS' || method === 'TRACE') return;
  exchanges?.add(testCase, exchange, isWriting);
  const { status } = exchange.response;
  const schema = operation.success?.bodies[0]?.schema;
  const isOwn = testCase.kind !== 'undeclared-method' && testCase.kind !== 'spelling' && testCase.kind !== 'href';
  if (!isOwn && testCase.kind !== 'undeclared-method') return;
  if (schema && isOwn && !isWriting && value !== undefined && status >= 200 && status < 300)
    presence.see(schema, value);
  evidence.see({
    case: testCase,
    operation,
    exchange,
    ...(value !== undefined && { value }),
    exists: testCase.isAtUnknownId !== true,
    isWriting,
  });
}
