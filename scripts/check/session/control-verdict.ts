import { type Exchange, headerOf, type ReceivedResponse } from '../model/exchange.js';
import { type Moment, momentText, NoVerdict } from '../model/no-verdict.js';
import type { WaitBudget } from '../transport/wait-budget.js';

/** Answers in a row that a server may give to everything. */
export interface Row {
  /** Where it began. */
  at: Moment;
  length: number;
  operations: Set<string>;
  /** What came, each once. */
  results: Set<string>;
  /** Whether the key may be why. */
  isAboutKey: boolean;
}

/** The control read that did not succeed. */
export interface FailedRead {
  operationId: string;
  /** Whether it had before. */
  hadSucceeded: boolean;
  exchange: Exchange;
}

/** Why a run ends, where the control read fails. Without a read, there was none that could have told. */
export function controlFailed(row: Row, read: FailedRead | undefined, waits: WaitBudget | undefined): NoVerdict {
  const seen = [...row.results].join(' and ');
  const { code, what, advice } = causeOf(read, waits);
  const sentence =
    `The server ${what} since ${momentText(row.at)}: requests ` + `bring ${seen}, ${controlText(read, seen)}.`;
  return new NoVerdict(code, `${sentence} ${advice}`, row.at);
}

/** What the control read came to, as the end of a sentence that says what other requests bring. */
function controlText(read: FailedRead | undefined, seen: string): string {
  if (!read) return 'and no read succeeds';
  const { operationId, hadSucceeded, exchange } = read;
  const result = resultOf(exchange);
  if (seen === result) return `and so does ${operationId}${hadSucceeded ? ', which had succeeded before' : ''}`;
  return `and ${operationId}${hadSucceeded ? ', which had succeeded before,' : ''} brings ${result}`;
}

function causeOf(
  read: FailedRead | undefined,
  waits: WaitBudget | undefined,
): { code: string; what: string; advice: string } {
  const { response, failure } = read?.exchange ?? {};
  if (failure) {
    const code = failure.code.startsWith('transport.') ? 'target.lost' : failure.code;
    return { code, what: 'has been out of reach', advice: 'Look whether it is up, then run the check again.' };
  }
  switch (response?.status) {
    case 401:
    case 403:
      return { code: 'key.refused', what: 'has refused the key', advice: keyAdvice(read?.hadSucceeded === true) };
    case 429:
      return { code: 'target.busy', what: 'has been too busy', advice: busyAdvice(waits) };
    case 503:
      return { code: 'target.busy', what: 'has been unavailable', advice: busyAdvice(waits) };
    default: {
      const advice = 'The session of the key may have ended. Look there, then run the check again.';
      return { code: 'target.changed', what: 'has not answered as before', advice };
    }
  }
}

function keyAdvice(hadSucceeded: boolean): string {
  if (!hadSucceeded) return 'Set DIRECTORY_API_KEY to a key that it knows.';
  return (
    'The key was revoked or has expired, or its session was ended. ' +
    'Set DIRECTORY_API_KEY to a key that stays valid for the whole run, then run the check again.'
  );
}

/** What is known of a key that nothing has shown to be right. */
export interface UnprovenKey {
  /** Operations that refused it, the first one first. */
  refusing: ReadonlyMap<string, { status: number; at: Moment }>;
  /** Operations that were called with it. */
  called: number;
  /** Operations that answered, and do so without a key as well. */
  answering: readonly string[];
}

/** Why a run ends, where nothing that takes the key has shown it to be right. */
export function keyUnproven(row: Row, { refusing, called, answering }: UnprovenKey): NoVerdict {
  const [[, first] = []] = refusing;
  const at = first?.at ?? row.at;
  const more = answering.length > 3 ? ` and ${answering.length - 3} more` : '';
  const others =
    answering.length === 0
      ? 'no read shows that it is right'
      : `only ${answering.slice(0, 3).join(', ')}${more} answered, which needs no key`;
  const status = first?.status ?? [...row.results].join(' and ');
  const refused = `The key is refused by ${refusing.size} of the ${called} operations that were called`;
  const sentence = `${refused}, first with ${status} to ${momentText(at)}; ${others}.`;
  return new NoVerdict('key.refused', `${sentence} Set DIRECTORY_API_KEY to a key that the server knows.`, at);
}

/** What to do where a server asks for patience. */
export function busyAdvice(waits: WaitBudget | undefined): string {
  const spent = waits?.isExceeded ? `It asked for longer waits than the ${waits.seconds} s of --max-wait. ` : '';
  return `${spent}Run the check again later, or ask for less at a time with --only or --concurrency 1.`;
}

/** What came of a request, for people: a status, or why there was no answer. */
export function resultOf({ response, failure }: Exchange): string {
  if (!response) return `no answer (${failure?.code ?? 'transport.failed'})`;
  return response.status === 503 && isBusy(response) ? '503 with Retry-After' : String(response.status);
}

/** Whether a server asks to come back later. A 503 without `Retry-After` is a breakdown like any other 5xx. */
export function isBusy(response: ReceivedResponse | undefined): boolean {
  return response?.status === 429 || (response?.status === 503 && headerOf(response, 'retry-after') !== undefined);
}
