import type { TestCase } from '../../model/case.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import type { Deviation } from '../../model/deviation.js';
import { type SentRequest, unsentExchange } from '../../model/exchange.js';
import type { Tally } from '../../model/tally.js';
import type { Leftover } from '../../transport/leftovers.js';
import type { Transport } from '../../transport/transport.js';

interface SentCase {
  request: SentRequest;
  testCase: TestCase;
  operation: CheckedOperation;
  /** Whether the request may be sent again: it is a read, or a write to a resource that does not exist. */
  isRepeatable: boolean;
}

export type SentCases = WeakMap<SentRequest, SentCase>;

/** A test case after whose response the server sent data that no request had asked for, and the deviation to report. */
export interface Culprit extends SentCase {
  deviation: Deviation;
  /** Whether the deviation is reported only if the second run does not find the same fault. */
  isOneOff?: boolean;
}

/** Milliseconds for which a connection is watched after a response. */
const watchTime = 600;

/**
 * Finds the operations after whose responses the server sends data that no request had asked for. If several requests
 * used the same connection, any of them may be the cause. So the repeatable requests are sent again, each over its own
 * connection, which is then watched. If none of them shows the fault, the last request that may not be repeated counts
 * as the cause; if all may be repeated, the last request.
 */
export async function findCulprits(
  leftovers: readonly Leftover[],
  sentCases: SentCases,
  transport: Transport,
  isOver: () => boolean,
): Promise<Culprit[]> {
  const certainCulprits = leftovers
    .filter(({ isCertain }) => isCertain)
    .flatMap(({ earlierRequests }) => sentCasesOf(earlierRequests, sentCases));
  const toCulprit = (sentCase: SentCase): Culprit => ({ ...sentCase, deviation: framingDeviation(sentCase.operation) });
  if (certainCulprits.length > 0) return oneCasePerKind(certainCulprits).map(toCulprit);
  const requests = leftovers.flatMap(({ earlierRequests, failure }) => [
    ...earlierRequests,
    ...(failure ? [failure.request] : []),
  ]);
  const suspects = oneCasePerKind(sentCasesOf(requests, sentCases).reverse());
  const repeatableCases = suspects.filter(({ isRepeatable }) => isRepeatable);
  const results = await Promise.all(
    repeatableCases.map(async (sentCase) => ((await isCulprit(sentCase, transport, isOver)) ? sentCase : undefined)),
  );
  const culprits = results.filter((sentCase) => sentCase !== undefined);
  if (culprits.length > 0) return culprits.map(toCulprit);
  return leftovers.slice(0, 1).flatMap((leftover) => findPresumedCulprits(leftover, sentCases));
}

/** Reports data that no request had asked for, under the last request on the connection. */
export function reportLeftovers(leftovers: readonly Leftover[], sentCases: SentCases, tally: Tally): void {
  for (const { earlierRequests } of leftovers)
    for (const { testCase, operation } of sentCasesOf(earlierRequests.slice(-1), sentCases))
      tally.add(testCase, unsentExchange(testCase.request), framingDeviation(operation));
}

async function isCulprit(
  { request: originalRequest, operation }: SentCase,
  transport: Transport,
  isOver: () => boolean,
): Promise<boolean> {
  if (isOver()) return false;
  // The request is copied, since the transport tells requests apart by the identity of their objects.
  const request = { ...originalRequest };
  const { failure } = await transport.send(request, operation.security, {
    wantsOwnConnection: true,
    idleMilliseconds: watchTime,
  });
  return (
    failure?.code === 'transport.framing' ||
    transport.leftovers.some(({ earlierRequests }) => earlierRequests.includes(request))
  );
}

/** Returns the presumed cause if no repeated request has shown the fault. */
function findPresumedCulprits({ earlierRequests, failure: failedRequest }: Leftover, sentCases: SentCases): Culprit[] {
  const candidates = sentCasesOf(earlierRequests, sentCases);
  const suspect = candidates.findLast(({ isRepeatable }) => !isRepeatable) ?? candidates.at(-1);
  const failedCase = failedRequest && sentCases.get(failedRequest.request);
  if (failedCase) {
    const message = `${failedRequest.message} ${oneOffMessage}`;
    const parts = { rule: failedRequest.rule, message, expected: 'a response', actual: 'none' };
    return [{ ...failedCase, isOneOff: true, deviation: { ...framingDeviation(failedCase.operation), ...parts } }];
  }
  if (!suspect) return [];
  const message = `${strayDataMessage} ${lastSuspectMessage}`;
  return [{ ...suspect, deviation: { ...framingDeviation(suspect.operation), message } }];
}

function sentCasesOf(requests: readonly SentRequest[], sentCases: SentCases): SentCase[] {
  return requests.map((request) => sentCases.get(request)).filter((sentCase) => sentCase !== undefined);
}

/** Returns one case for each combination of operation and kind. */
function oneCasePerKind(sentCases: readonly SentCase[]): SentCase[] {
  const entries = sentCases.map((each) => [`${each.testCase.operationId} ${each.testCase.kind}`, each] as const);
  return [...new Map(entries).values()];
}

const strayDataMessage =
  'After the response, the server sent more data, which no request had asked for. A client reads such data as the ' +
  'response to its next request, and may show the data of somebody else.';
const lastSuspectMessage =
  'Of the requests on this connection, this is the last one that could have caused the fault. Other requests were ' +
  'repeated, and did not cause it.';
const oneOffMessage =
  'When the request was repeated over a connection of its own, the server sent no such data. Either the fault ' +
  'occurs only sometimes, or an earlier response left data behind.';

function framingDeviation(operation: CheckedOperation): Deviation {
  return {
    rule: 'transport.framing',
    severity: 'violation',
    pointer: '',
    message: strayDataMessage,
    contract: operation.pointer,
    expected: 'nothing after the response',
    actual: 'more bytes',
  };
}
