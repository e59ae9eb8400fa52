import { type Exchange, headerOf, type ReceivedResponse } from '../model/exchange.js';
import { type Moment, momentText, NoVerdict } from '../model/no-verdict.js';
import type { WaitBudget } from '../transport/wait-budget.js';

/** A row of responses that the server may be giving to every request. */
export interface Row {
  /** Where the row began. */
  at: Moment;
  length: number;
  operations: Set<string>;
  /** The different results in the row. */
  results: Set<string>;
  /** Whether the key may be the cause. */
  isAboutKey: boolean;
}

/** A control read that failed. */
export interface FailedRead {
  operationId: string;
  /** Whether the same read had succeeded before. */
  hadSucceeded: boolean;
  exchange: Exchange;
  /** A sentence about the last accepted writes, one of which may be the cause. */
  writes: string;
}

/** Returns why the run ends after a failed control read; `read` is undefined if no operation could serve as one. */
export function controlFailed(row: Row, read: FailedRead | undefined, waits: WaitBudget | undefined): NoVerdict {
  const seen = [...row.results].join(' and ');
  const { code, what, advice } = causeOf(read, waits);
  const sentence = `The server ${what} since ${momentText(row.at)}: requests get ${seen}, ${controlText(read, seen)}.`;
  return new NoVerdict(code, `${sentence} ${advice}`, row.at);
}

/** Describes the result of the control read, as the end of a sentence about other requests. */
function controlText(read: FailedRead | undefined, seen: string): string {
  if (!read) return 'and no read succeeds';
  const { operationId, hadSucceeded, exchange } = read;
  const result = resultOf(exchange);
  if (seen === result) return `and so does ${operationId}${hadSucceeded ? ', which had succeeded before' : ''}`;
  return `and ${operationId}${hadSucceeded ? ', which had succeeded before,' : ''} gets ${result}`;
}

function causeOf(
  read: FailedRead | undefined,
  waits: WaitBudget | undefined,
): { code: string; what: string; advice: string } {
  const { response, failure } = read?.exchange ?? {};
  if (failure) {
    const code = failure.code.startsWith('transport.') ? 'target.lost' : failure.code;
    return { code, what: 'has been unreachable', advice: 'Check that it is running, then run the check again.' };
  }
  switch (response?.status) {
    case 401:
    case 403:
      return {
        code: 'key.refused',
        what: 'has refused the key',
        advice: joined(read?.writes, keyAdvice(read?.hadSucceeded === true)),
      };
    case 429:
      return { code: 'target.busy', what: 'has been too busy', advice: busyAdvice(waits) };
    case 503:
      return { code: 'target.busy', what: 'has been unavailable', advice: busyAdvice(waits) };
    default: {
      const advice = 'The session of the key may have ended. Renew it, then run the check again.';
      return { code: 'target.changed', what: 'has been responding differently', advice: joined(read?.writes, advice) };
    }
  }
}

function joined(...sentences: readonly (string | undefined)[]): string {
  return sentences.filter(Boolean).join(' ');
}

function keyAdvice(hadSucceeded: boolean): string {
  if (!hadSucceeded) return 'Set DIRECTORY_API_KEY to a key that the server accepts.';
  return (
    'The key was revoked or has expired, or its session has ended. ' +
    'Set DIRECTORY_API_KEY to a key that stays valid for the whole run, then run the check again.'
  );
}

/** What is known about a key that no response has proven to be right. */
export interface UnprovenKey {
  /** Operations that refused it, in the order of the requests. */
  refusing: ReadonlyMap<string, { status: number; at: Moment }>;
  /** Number of operations called with it. */
  called: number;
  /** Operations that succeeded, but that also succeed without a key. */
  answering: readonly string[];
  /** A sentence about the last accepted writes, one of which may be the cause. */
  writes: string;
}

/** Returns why the run ends if no operation has proven the key to be right. */
export function keyUnproven(row: Row, { refusing, called, answering, writes }: UnprovenKey): NoVerdict {
  const [[, first] = []] = refusing;
  const at = first?.at ?? row.at;
  const more = answering.length > 3 ? ` and ${answering.length - 3} more` : '';
  const others =
    answering.length === 0
      ? 'no successful read proves the key'
      : `only ${answering.slice(0, 3).join(', ')}${more} succeeded, without needing the key`;
  const status = first?.status ?? [...row.results].join(' and ');
  const refused = `${refusing.size} of the ${called} called operations refused the key`;
  const sentence = `${refused}, first with ${status} to ${momentText(at)}; ${others}.`;
  const advice = 'Set DIRECTORY_API_KEY to a key that the server accepts.';
  return new NoVerdict('key.refused', joined(sentence, writes, advice), at);
}

/** Returns what to do about a server that asks to wait. */
export function busyAdvice(waits: WaitBudget | undefined): string {
  const spent = waits?.isExceeded ? `It asked for longer waits than --max-wait allows (${waits.seconds} s). ` : '';
  return `${spent}Run the check again later, or send fewer requests with --only or --concurrency 1.`;
}

/** Returns the result of a request for people: the status, or why there was no response. */
export function resultOf({ response, failure }: Exchange): string {
  if (!response) return `no response (${failure?.code ?? 'transport.failed'})`;
  return response.status === 503 && isBusy(response) ? '503 with Retry-After' : String(response.status);
}

/** Whether the server asks to wait. A 503 without `Retry-After` is a failure like any other 5xx. */
export function isBusy(response: ReceivedResponse | undefined): boolean {
  return response?.status === 429 || (response?.status === 503 && headerOf(response, 'retry-after') !== undefined);
}
