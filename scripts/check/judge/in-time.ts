import { bounded } from '../bounded.js';
import { shown, type Deviation } from '../deviation.js';
import type { Answer } from '../exchange.js';
import { NoVerdict } from '../session.js';
import { triedPattern } from './tried-pattern.js';

/** What a body comes to. */
export interface BodyJudgement {
  deviations: readonly Deviation[];
  /** The JSON of the body; undefined where there is none. */
  value: unknown;
}

export interface Circumstances {
  answer: Answer;
  /** Whether the contract has patterns that somebody else wrote. */
  isOfOthers: boolean;
  /** JSON pointer of what the contract says of the answer. */
  place: string;
  signal: AbortSignal | undefined;
}

/** Milliseconds that a body may take to judge. */
const patience = 2000;

/** Bytes of a body that takes long over no pattern of this package's contract, as a test proves. */
export const shortBody = 16_384;

/**
 * Judges a body for 2 s at most, where it may take long: by its size, or by the patterns of others.
 *
 * @throws NoVerdict where SIGINT comes meanwhile, and for what may take long once the signal is aborted
 */
export function inTime(judge: () => BodyJudgement, { answer, isOfOthers, place, signal }: Circumstances): BodyJudgement {
  if (!isOfOthers && answer.bytes.byteLength <= shortBody) return judge();
  if (signal?.aborted) throw stopped();
  const judged = bounded(judge, { milliseconds: patience });
  if (judged.stopped === 'signal') throw stopped();
  return judged.stopped === undefined ? judged.value : { deviations: [tooSlow(place, answer, triedPattern())], value: undefined };
}

function stopped(): NoVerdict {
  return new NoVerdict('run.stopped', 'The run was stopped.');
}

/** It proves nothing against the server, whose body may be right; but nobody can say that it is. */
function tooSlow(contract: string, { bytes }: Answer, pattern: string | undefined): Deviation {
  const seconds = `${patience / 1000} s`;
  return {
    rule: 'body.too-slow', severity: 'drift', pointer: '', contract,
    message: `The body could not be judged within ${seconds}${pattern === undefined ? '' : `, for the pattern ${shown(pattern)}`}, so nothing is known of it.`,
    expected: `a body that can be judged within ${seconds}`, actual: `${bytes.byteLength} bytes that take longer`,
  };
}
