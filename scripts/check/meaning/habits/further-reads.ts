import { caseOfRepeatedRead } from '../../cases/reads.js';
import type { RuleBreach } from '../../model/breach.js';
import { headerOf } from '../../model/exchange.js';
import { caseOf } from '../../model/request.js';
import { hasSameBytes, type Outcome } from '../../session/outcome.js';
import type { TestTarget } from '../harness.js';

/** A read with additional headers, and how its response is judged. */
export interface FurtherRead {
  name: string;
  /** Completes a sentence that begins with the name of the operation. */
  about: string;
  headers: Readonly<Record<string, string>>;
  /** Statuses that are right although the contract may not list them. */
  allowedStatuses: readonly number[];
  /** Returns the fault of the response, compared with the usual response; undefined if there is none. */
  faultOf(outcome: Outcome, usualOutcome: Outcome): RuleBreach | undefined;
}

/**
 * Sends each of the `reads` with their additional headers. A fault counts only if the usual read, sent once more, still
 * gets the same representation.
 *
 * @param isEvidence whether only responses, and not the document, suggest that the server supports these headers
 */
export async function checkFurtherReads(
  { session, operation, parameters }: TestTarget,
  usualOutcome: Outcome,
  { reads, isEvidence }: { reads: readonly FurtherRead[]; isEvidence: boolean },
): Promise<void> {
  await session.each(reads, async ({ name, about, headers, allowedStatuses: allows, faultOf }) => {
    const parts = { kind: 'variation', detail: name, about, expect: 'any', parameters, allows } as const;
    const testCase = caseOf(operation, parts);
    const request = { ...testCase.request, headers: { ...testCase.request.headers, ...headers } };
    const outcome = await session.send({ ...testCase, request });
    const { status } = outcome;
    const fault = status > 0 && status < 500 && status !== 429 && faultOf(outcome, usualOutcome);
    if (!fault) return;
    const controlRead = await session.send(caseOfRepeatedRead(operation, parameters, `after ${name}`));
    if (hasSameBytes(usualOutcome, controlRead)) session.reportFault(outcome, operation, fault, { isEvidence });
  });
}

export function etagOf({ exchange: { response } }: Outcome): string | undefined {
  return response && headerOf(response, 'etag');
}
