import type { TestCase } from '../../model/case.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import type { Deviation } from '../../model/deviation.js';
import { type SentRequest, unsent } from '../../model/exchange.js';
import type { Tally } from '../../model/tally.js';
import type { Unasked } from '../../transport/leftovers.js';
import type { Transport } from '../../transport/transport.js';

/** A request with its case and operation. */
interface Sender {
  request: SentRequest;
  testCase: TestCase;
  operation: CheckedOperation;
  /** Whether it may be sent again: a read, or a write to a resource that does not exist. */
  isRepeatable: boolean;
}

export type Senders = WeakMap<SentRequest, Sender>;

/** A case after whose response the server sent unrequested data, with the deviation to report. */
export interface Source extends Sender {
  deviation: Deviation;
  /** Whether it holds only if the second run does not find the same. */
  isOnce?: boolean;
}

/** Milliseconds to watch a connection after a response. */
const watch = 600;

/**
 * Finds the operations after whose responses the server sends unrequested data. On a connection that several requests
 * have used, any of them may be the cause. So the repeatable ones are sent again, each over its own connection that is
 * watched afterwards. If none shows it, the last request that was not repeatable counts as the cause, or else the last
 * of all.
 */
export async function sourcesOf(
  unasked: readonly Unasked[],
  senders: Senders,
  transport: Transport,
  isOver: () => boolean,
): Promise<Source[]> {
  const certain = unasked.filter(({ isCertain }) => isCertain).flatMap(({ before }) => sendersOf(before, senders));
  if (certain.length > 0)
    return distinct(certain).map((sender) => ({ ...sender, deviation: followed(sender.operation) }));
  const suspects = distinct(
    unasked
      .flatMap(({ before, instead }) => [
        ...sendersOf(before, senders),
        ...(instead ? sendersOf([instead.request], senders) : []),
      ])
      .reverse(),
  );
  const repeatable = suspects.filter(({ isRepeatable }) => isRepeatable);
  const shown = await Promise.all(
    repeatable.map(async (sender) => ((await isFollowed(sender, transport, isOver)) ? sender : undefined)),
  );
  const found = shown.filter((sender) => sender !== undefined);
  if (found.length > 0) return found.map((sender) => ({ ...sender, deviation: followed(sender.operation) }));
  return unasked.slice(0, 1).flatMap((one) => lastBefore(one, senders));
}

/** Reports unrequested data at the last request of its connection. */
export function reportUnasked(unasked: readonly Unasked[], senders: Senders, tally: Tally): void {
  for (const { testCase, operation } of unasked.flatMap(({ before }) => sendersOf(before.slice(-1), senders))) {
    tally.add(testCase, unsent(testCase.request), followed(operation));
  }
}

async function isFollowed(
  { request: known, operation }: Sender,
  transport: Transport,
  isOver: () => boolean,
): Promise<boolean> {
  if (isOver()) return false;
  // A new object, since the transport records requests by identity.
  const request = { ...known };
  const { failure } = await transport.send(request, operation.security, { alone: true, linger: watch });
  return failure?.code === 'transport.framing' || transport.unasked.some(({ before }) => before.includes(request));
}

/** The presumed cause, after no repeated request has shown it. */
function lastBefore({ before, instead }: Unasked, senders: Senders): Source[] {
  const all = sendersOf(before, senders);
  const sender = all.findLast(({ isRepeatable }) => !isRepeatable) ?? all.at(-1);
  const found = instead && senders.get(instead.request);
  if (found)
    return [
      {
        ...found,
        isOnce: true,
        deviation: {
          ...followed(found.operation),
          rule: instead.rule,
          message: `${instead.message} ${onlyOnce}`,
          expected: 'a response',
          actual: 'none',
        },
      },
    ];
  return sender
    ? [{ ...sender, deviation: { ...followed(sender.operation), message: `${followedBy} ${asLast}` } }]
    : [];
}

function sendersOf(all: readonly SentRequest[], senders: Senders): Sender[] {
  return all.map((request) => senders.get(request)).filter((sender) => sender !== undefined);
}

/** One case of each operation and kind. */
function distinct(senders: readonly Sender[]): Sender[] {
  return [
    ...new Map(senders.map((sender) => [`${sender.testCase.operationId} ${sender.testCase.kind}`, sender])).values(),
  ];
}

const followedBy =
  'After its response, the server sent more data that no request had asked for. A client takes such data for the ' +
  'response to its next request, which may be about somebody else.';
const asLast =
  'It is the last request on this connection that can have caused this; the requests that were repeated did not ' +
  'cause it.';
const onlyOnce =
  'Repeated over a connection of its own, it did not happen again: either it happens only sometimes, or an earlier ' +
  'response left data behind.';

function followed(operation: CheckedOperation): Deviation {
  return {
    rule: 'transport.framing',
    severity: 'violation',
    pointer: '',
    message: followedBy,
    contract: operation.pointer,
    expected: 'nothing after the response',
    actual: 'more bytes',
  };
}
