import { formatCount } from '../../text/numbers.js';
import { describeError } from '../../text/system-error.js';
import type { TestCase } from './case.js';
import type { CheckedOperation } from './contract/operations.js';
import type { Exchange } from './exchange.js';
import type { PathMove } from './path-move.js';

/** A moment of a run, described so that people can find it in the logs of the server. */
export interface Moment {
  /** The operation that was called at this moment. */
  operationId: string;
  /** Number of requests sent up to this moment, including this one. @asType integer @minimum 1 */
  request: number;
  /** Seconds since the run began. @minimum 0 */
  seconds: number;
  /** Number of successful responses, up to this moment, to requests with the key. @asType integer @minimum 0 */
  goodAnswers: number;
}

/** A request whose key the server has refused. */
export interface KeyRefusal {
  /** 401 or 403. */
  status: number;
  testCase: TestCase;
  operation: CheckedOperation;
  /** The value of the header `WWW-Authenticate`; empty if the response has none. */
  challenge: string;
}

/** Why no verdict is possible: for example, the server does not respond or refuses the key, or time ran out. */
export class NoVerdict extends Error {
  override readonly name = 'NoVerdict';
  readonly code: string;
  /** The moment when the cause began; undefined if the cause lasted the whole run, or ended the run at once. */
  readonly startMoment: Moment | undefined;
  /** The refusal of the key in the first request; undefined for every other cause. */
  readonly refusal: KeyRefusal | undefined;

  constructor(code: string, message: string, startMoment?: Moment, refusal?: KeyRefusal) {
    super(message);
    this.code = code;
    this.startMoment = startMoment;
    this.refusal = refusal;
  }
}

/** The end of a run whose first request was redirected to a path with another prefix, or without its last slash. */
export class MovedTarget extends NoVerdict {
  readonly move: PathMove;
  readonly testCase: TestCase;
  readonly operation: CheckedOperation;
  readonly exchange: Exchange;

  constructor(
    message: string,
    { move, testCase, operation, exchange }: Pick<MovedTarget, 'move' | 'testCase' | 'operation' | 'exchange'>,
  ) {
    super('target.moved', message);
    this.move = move;
    this.testCase = testCase;
    this.operation = operation;
    this.exchange = exchange;
  }
}

/** The reason to end a run after an error of this program or of the machine, so that the findings prove nothing. */
export class BrokenRun extends NoVerdict {
  constructor(error: unknown) {
    super('run.broken', describeError(error));
  }
}

/** Returns a string such as `request 41 (listReviews, 2.1 s after the start, after 40 successful responses)`. */
export function momentText({ operationId, request, seconds, goodAnswers }: Moment): string {
  const responses = formatCount(goodAnswers, 'successful response');
  return `request ${request} (${operationId}, ${seconds.toFixed(1)} s after the start, after ${responses})`;
}
