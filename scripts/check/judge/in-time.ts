import { triedPattern } from '../../contract/tried-pattern.js';
import { stoppable } from '../../system/bounded.js';
import { type Deviation, shown } from '../model/deviation.js';
import type { ReceivedResponse } from '../model/exchange.js';
import { NoVerdict } from '../model/no-verdict.js';

/** The result of judging a body. */
export interface BodyJudgement {
  deviations: readonly Deviation[];
  /** The JSON of the body; undefined without JSON. */
  value: unknown;
}

export interface Circumstances {
  response: ReceivedResponse;
  /** Whether the contract has patterns that others wrote. */
  isOfOthers: boolean;
  /** JSON pointer to the description of the response in the contract. */
  place: string;
  signal: AbortSignal | undefined;
}

/** Time limit for judging a body, in milliseconds. */
const patience = 2000;

/** Size in bytes from which any body takes a while: a few of them together delay the handling of a signal. */
const longBody = 262_144;

let turn = Promise.resolve();

/** Waits for a turn of the event loop without other long bodies, so that signals are handled before and after. */
function ownTurn(): Promise<void> {
  turn = turn.then(() => new Promise<void>(setImmediate));
  return turn;
}

/** Size in bytes up to which no pattern of this package's contract takes long, as a test proves. */
export const shortBody = 16_384;

/**
 * Judges a body. A body that may take long, by its size or by the patterns of others, gets 2 s at most.
 *
 * @throws NoVerdict if SIGINT arrives meanwhile, or if the body may take long and the signal is already aborted
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

/** A drift, not a violation: the body may be right, but the check cannot prove it. */
function undecided(why: Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual' | 'contract'>): BodyJudgement {
  return { deviations: [{ ...why, severity: 'drift', pointer: '' }], value: undefined };
}

function tooSlow({ bytes }: ReceivedResponse): Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual'> {
  const seconds = `${patience / 1000} s`;
  return {
    rule: 'body.too-slow',
    message: `The check could not judge the body within ${seconds}${overPattern()}, so it may be wrong.`,
    expected: `a body that the check can judge within ${seconds}`,
    actual: `${bytes.byteLength} bytes that take longer`,
  };
}

/** For some texts, JavaScript's regular expressions need memory for each character, which is limited. */
function tooLong({ bytes }: ReceivedResponse): Pick<Deviation, 'rule' | 'message' | 'expected' | 'actual'> {
  return {
    rule: 'body.too-long',
    message: `The body contains a string that is too long to judge${overPattern()}, so it may be wrong.`,
    expected: 'strings short enough for the formats and patterns of the contract',
    actual: `${bytes.byteLength} bytes`,
  };
}

function overPattern(): string {
  const pattern = triedPattern();
  return pattern === undefined ? '' : ` because of the pattern ${shown(pattern)}`;
}
