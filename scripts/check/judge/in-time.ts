import { stoppable } from '../../system/bounded.js';
import { type Deviation, shown } from '../model/deviation.js';
import type { ReceivedResponse } from '../model/exchange.js';
import { NoVerdict } from '../model/no-verdict.js';
import { triedPattern } from './tried-pattern.js';

/** What a body comes to. */
export interface BodyJudgement {
  deviations: readonly Deviation[];
  /** The JSON of the body; undefined where there is none. */
  value: unknown;
}

export interface Circumstances {
  response: ReceivedResponse;
  /** Whether the contract has patterns that somebody else wrote. */
  isOfOthers: boolean;
  /** JSON pointer of what the contract says of the answer. */
  place: string;
  signal: AbortSignal | undefined;
}

/** Milliseconds that a body may take to judge. */
const patience = 2000;

/** Bytes of a body that takes a while, whatever is in it: a few of them together keep a signal waiting. */
const longBody = 262_144;

let turn = Promise.resolve();

/** A turn of the event loop in which no other long body is worked on, so that signals are heard before and after. */
function ownTurn(): Promise<void> {
  turn = turn.then(() => new Promise<void>(setImmediate));
  return turn;
}

/** Bytes of a body that takes long over no pattern of this package's contract, as a test proves. */
export const shortBody = 16_384;

/**
 * Judges a body for 2 s at most, where it may take long: by its size, or by the patterns of others.
 *
 * @throws NoVerdict where SIGINT comes meanwhile, and for what may take long once the signal is aborted
 */
export async function inTime(
  judge: () => BodyJudgement,
  { response, isOfOthers, place, signal }: Circumstances,
): Promise<BodyJudgement> {
  if (!isOfOthers && response.bytes.byteLength <= shortBody) return judge();
  const isLong = response.bytes.byteLength > longBody;
  if (isLong) await ownTurn();
  if (signal?.aborted) throw stopped();
  try {
    const judged = await stoppable(judge, { milliseconds: patience, signal });
    if (isLong) await ownTurn();
    if (judged.stopped === 'signal' || signal?.aborted) throw stopped();
    if (judged.stopped === undefined) return judged.value;
    return undecided({ ...tooSlow(response), contract: place });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undecided({ ...tooLong(response), contract: place });
  }
}

function stopped(): NoVerdict {
  return new NoVerdict('run.stopped', 'The run was stopped.');
}

/** It proves nothing against the server, whose body may be right; but nobody can say that it is. */
function undecided(why: Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual' | 'contract'>): BodyJudgement {
  return { deviations: [{ ...why, severity: 'drift', pointer: '' }], value: undefined };
}

function tooSlow({ bytes }: ReceivedResponse): Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual'> {
  const seconds = `${patience / 1000} s`;
  return {
    rule: 'body.too-slow',
    message: `The body could not be judged within ${seconds}${overPattern()}, so nothing is known of it.`,
    expected: `a body that can be judged within ${seconds}`,
    actual: `${bytes.byteLength} bytes that take longer`,
  };
}

/** Regular expressions of the platform need memory for each character of some texts, and it has a bound. */
function tooLong({ bytes }: ReceivedResponse): Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual'> {
  return {
    rule: 'body.too-long',
    message: `The body holds a text that is too long to be judged${overPattern()}, so nothing is known of it.`,
    expected: 'texts that a format or a pattern can be held against',
    actual: `${bytes.byteLength} bytes`,
  };
}

function overPattern(): string {
  const pattern = triedPattern();
  return pattern === undefined ? '' : `, for the pattern ${shown(pattern)}`;
}
