import type { TestCase } from '../model/case.js';
import type { Deviation } from '../model/deviation.js';
import type { SentRequest } from '../model/exchange.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Tally } from '../model/tally.js';
import type { Transport, Unasked } from '../transport/index.js';

/** A request that was sent, the case that it was sent for, and its operation. */
interface Sender {
  request: SentRequest;
  testCase: TestCase;
  operation: CheckedOperation;
  /** Whether it may be sent again: a read, or a write to what is not there. */
  isRepeatable: boolean;
}

export type Senders = WeakMap<SentRequest, Sender>;

/** A case whose answer was followed by more, and what is wrong with that. */
export interface Source extends Sender {
  deviation: Deviation;
}

/** Milliseconds that connections are watched after an answer, in rounds: most of what comes late comes soon. */
const rounds = [40, 160, 600];

/**
 * Finds the operations whose answers are followed by something that nobody asked for. Over a connection that several
 * requests have used, it may be that of any of them; so those that may be sent again are, each over a connection of its
 * own that is watched afterwards, until one shows it. Where none does, the last other one is taken for it, or the last
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
  for (const milliseconds of rounds) {
    const shown = await Promise.all(
      repeatable.map(async (sender) =>
        (await isFollowed(sender, milliseconds, transport, isOver)) ? sender : undefined,
      ),
    );
    const found = shown.filter((sender) => sender !== undefined);
    if (found.length > 0) return found.map((sender) => ({ ...sender, deviation: followed(sender.operation) }));
  }
  return unasked.slice(0, 1).flatMap((one) => lastBefore(one, senders));
}

/** Findings on what came over connections of which each had one request alone, or whose last request it followed. */
export function reportUnasked(unasked: readonly Unasked[], senders: Senders, tally: Tally): void {
  for (const { testCase, operation } of unasked.flatMap(({ before }) => sendersOf(before.slice(-1), senders))) {
    tally.add(testCase, { request: testCase.request, milliseconds: 0, attempts: 0 }, followed(operation));
  }
}

async function isFollowed(
  { request: known, operation }: Sender,
  milliseconds: number,
  transport: Transport,
  isOver: () => boolean,
): Promise<boolean> {
  if (isOver()) return false;
  // A request of its own, so that it can be told from the same one in another round.
  const request = { ...known };
  const { failure } = await transport.send(request, operation.security, { alone: true, linger: milliseconds });
  return failure?.code === 'transport.framing' || transport.unasked.some(({ before }) => before.includes(request));
}

/** Whatever could be sent again has shown nothing. */
function lastBefore({ before, instead }: Unasked, senders: Senders): Source[] {
  const all = sendersOf(before, senders);
  const sender = all.findLast(({ isRepeatable }) => !isRepeatable) ?? all.at(-1);
  const found = instead && senders.get(instead.request);
  if (found)
    return [
      {
        ...found,
        deviation: { ...broken(found.operation), rule: instead.rule, message: `${instead.message} ${onlyOnce}` },
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
  'After its answer, more came over the same connection that nobody had asked for. A client takes it for the ' +
  'answer to its next request, which may be about somebody else.';
const asLast =
  'It is the last that this connection had answered before which could have left it behind; what was asked ' +
  'again did not show it.';
const onlyOnce =
  'Asked again over a connection of its own, it was not so: either it is so now and then, or an answer before ' +
  'it left something behind.';

function followed(operation: CheckedOperation): Deviation {
  return {
    rule: 'transport.framing',
    severity: 'violation',
    pointer: '',
    message: followedBy,
    contract: operation.pointer,
    expected: 'nothing after the answer',
    actual: 'more bytes',
  };
}

function broken(operation: CheckedOperation): Deviation {
  return { ...followed(operation), expected: 'an answer', actual: 'none' };
}
