import { counted } from '../../text/numbers.js';

/** A point of a run, so that it can be found in the logs of the server. */
export interface Moment {
  /** The operation that was called. */
  operationId: string;
  /** Requests sent until then, this one among them. @integer @minimum 1 */
  request: number;
  /** Seconds since the run began. @minimum 0 */
  seconds: number;
  /** Successful answers to requests with the key before. @integer @minimum 0 */
  goodAnswers: number;
}

/** There can be no verdict: nothing answers, the key is refused, the time is over. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';
  readonly code: string;
  /** When it began; undefined where it holds for the whole run, or is the end of it. */
  readonly since: Moment | undefined;

  constructor(code: string, message: string, since?: Moment) {
    super(message);
    this.code = code;
    this.since = since;
  }
}

/** `request 41 (listReviews, 2.1 s after the start, after 40 successful answers)`. */
export function momentText({ operationId, request, seconds, goodAnswers }: Moment): string {
  const answers = counted(goodAnswers, 'successful answer');
  return `request ${request} (${operationId}, ${seconds.toFixed(1)} s after the start, after ${answers})`;
}
