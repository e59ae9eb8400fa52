import { headerOf, type Answer, type Exchange } from './exchange.js';
import { momentText, NoVerdict, type Moment } from './no-verdict.js';
import type { WaitBudget } from './transport/wait-budget.js';

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
  const result = read && resultOf(read.exchange);
  const before = read?.hadSucceeded ? ', which had succeeded before' : '';
  const seen = [...row.results].join(' and ');
  const control = !read ? 'and no read succeeds' : seen === result ? `and so does ${read.operationId}${before}` : `and ${read.operationId}${before && `${before},`} brings ${result}`;
  const { code, what, advice } = causeOf(read, waits);
  return new NoVerdict(code, `The server ${what} since ${momentText(row.at)}: requests bring ${seen}, ${control}. ${advice}`, row.at);
}

function causeOf(read: FailedRead | undefined, waits: WaitBudget | undefined): { code: string; what: string; advice: string } {
  const { answer, failure } = read?.exchange ?? {};
  if (failure) {
    const code = failure.code.startsWith('transport.') ? 'target.lost' : failure.code;
    return { code, what: 'has been out of reach', advice: 'Look whether it is up, then run the check again.' };
  }
  if (answer?.status === 401 || answer?.status === 403) {
    const advice = read?.hadSucceeded
      ? 'The key was revoked or has expired, or its session was ended. Set DIRECTORY_API_KEY to a key that stays valid for the whole run, then run the check again.'
      : 'Set DIRECTORY_API_KEY to a key that it knows.';
    return { code: 'key.refused', what: 'has refused the key', advice };
  }
  if (answer?.status === 429) return { code: 'target.busy', what: 'has been too busy', advice: busyAdvice(waits) };
  if (answer?.status === 503) return { code: 'target.busy', what: 'has been unavailable', advice: busyAdvice(waits) };
  return { code: 'target.changed', what: 'has not answered as before', advice: 'The session of the key may have ended. Look there, then run the check again.' };
}

/** Why a run ends, where nothing that takes the key has shown it to be right. */
export function keyUnproven(
  row: Row,
  { refusing, called, answering }: { refusing: ReadonlyMap<string, { status: number; at: Moment }>; called: number; answering: readonly string[] },
): NoVerdict {
  const [[, { status, at }] = [undefined, { status: undefined, at: row.at }]] = refusing;
  const more = answering.length > 3 ? ` and ${answering.length - 3} more` : '';
  const others = answering.length === 0 ? 'no read shows that it is right' : `only ${answering.slice(0, 3).join(', ')}${more} answered, which needs no key`;
  const what = `The key is refused by ${refusing.size} of the ${called} operations that were called, first with ${status ?? [...row.results].join(', ')} to ${momentText(at)}; ${others}.`;
  return new NoVerdict('key.refused', `${what} Set DIRECTORY_API_KEY to a key that the server knows.`, at);
}

/** What to do where a server asks for patience. */
export function busyAdvice(waits: WaitBudget | undefined): string {
  const spent = waits?.isExceeded ? `It asked for longer waits than the ${waits.seconds} s of --max-wait. ` : '';
  return `${spent}Run the check again later, or ask for less at a time with --only or --concurrency 1.`;
}

/** What came of a request, for people: a status, or why there was no answer. */
export function resultOf({ answer, failure }: Exchange): string {
  if (!answer) return `no answer (${failure?.code ?? 'transport.failed'})`;
  return answer.status === 503 && isBusy(answer) ? '503 with Retry-After' : String(answer.status);
}

/** Whether a server asks to come back later. A 503 without `Retry-After` is a breakdown like any other 5xx. */
export function isBusy(answer: Answer | undefined): boolean {
  return answer?.status === 429 || (answer?.status === 503 && headerOf(answer, 'retry-after') !== undefined);
}
