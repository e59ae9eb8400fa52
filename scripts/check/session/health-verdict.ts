import { visible } from '../../text/escape.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { type Exchange, isRefusal, isSuccess, resultOf } from '../model/exchange.js';
import { type Moment, momentText, NoVerdict } from '../model/no-verdict.js';
import type { WaitBudget } from '../transport/pauses.js';
import {
  controlReads,
  failingLimit,
  guardTested,
  type Health,
  isGuardUnknown,
  type Row,
  type Sign,
  settled,
} from './health.js';

/** Returns why the run ends, as far as exchanges show that alone; undefined as long as some operations work. */
export function verdictOf({ end, failing }: Health, waits: WaitBudget | undefined): NoVerdict | undefined {
  if (end) return verdictAtOnce(end, waits);
  if (failing.size < failingLimit) return undefined;
  const [at] = failing.values();
  const since = at ? `, starting with ${momentText(at)}` : '';
  const message = `The server failed on ${failingLimit} operations in a row${since}; the rest was not run.`;
  return new NoVerdict('run.broken-server', message, at);
}

/** Why a run ends before any response was of use. */
function verdictAtOnce({ testCase: { request }, operation, exchange }: Sign, waits: WaitBudget | undefined): NoVerdict {
  const { response, failure } = exchange;
  if (failure) return new NoVerdict(failure.code, failure.message);
  const asked = `${request.method} ${request.path} returned ${response?.status}.`;
  if (!isRefusal(response)) {
    const busy = `The server has returned ${response?.status} and asked to wait since the first request.`;
    return new NoVerdict('target.busy', `${busy} ${busyAdvice(waits)}`);
  }
  return new NoVerdict(
    'key.refused',
    operation.security.kind === 'none'
      ? `${asked} The request had no key, because the contract declares none that the check can send: it supports ` +
          'keys in a header, a query or a cookie, bearer and basic. --auth says how to send one.'
      : `The server refuses the key: ${asked} ${keyAdvice}`,
  );
}

/** A control read that failed. */
interface FailedRead {
  operationId: string;
  /** Whether the same read had succeeded before. */
  hadSucceeded: boolean;
  exchange: Exchange;
}

/** Returns why the run ends after a failed control read; `read` is undefined if no operation could serve as one. */
function controlFailed(
  { writes }: Health,
  row: Row,
  read: FailedRead | undefined,
  waits: WaitBudget | undefined,
): NoVerdict {
  const results = [...row.results].join(' and ');
  const [code, what, ...advice] = causeOf(read, writesText(writes, row.at), waits);
  const since = `The server ${what} since ${momentText(row.at)}`;
  const sentence = `${since}: requests get ${results}, ${controlText(read, results)}.`;
  return new NoVerdict(code, joined(sentence, ...advice), row.at);
}

/** Describes the result of the control read, as the end of a sentence about other requests. */
function controlText(read: FailedRead | undefined, results: string): string {
  if (!read) return 'and no read succeeds';
  const { operationId, hadSucceeded, exchange } = read;
  const result = resultOf(exchange);
  if (results === result) return `and so does ${operationId}${hadSucceeded ? ', which had succeeded before' : ''}`;
  return `and ${operationId}${hadSucceeded ? ', which had succeeded before,' : ''} gets ${result}`;
}

/** The code, the state of the server, and what to do. */
function causeOf(
  read: FailedRead | undefined,
  writes: string,
  waits: WaitBudget | undefined,
): [code: string, what: string, ...advice: string[]] {
  const { response, failure } = read?.exchange ?? {};
  if (failure) {
    const code = failure.code.startsWith('transport.') ? 'target.lost' : failure.code;
    return [code, 'has been unreachable', 'Check that it is running, then run the check again.'];
  }
  if (isRefusal(response))
    return ['key.refused', 'has refused the key', writes, read?.hadSucceeded ? lostKeyAdvice : keyAdvice];
  if (response?.status === 429) return ['target.busy', 'has been too busy', busyAdvice(waits)];
  if (response?.status === 503) return ['target.busy', 'has been unavailable', busyAdvice(waits)];
  const advice = 'The session of the key may have ended. Renew it, then run the check again.';
  return ['target.changed', 'has been responding differently', writes, advice];
}

/** Returns why the run ends if no operation has proven the key to be right. */
function keyUnproven(health: Health, row: Row): NoVerdict {
  const all = [...health.operations];
  const refusing = refusals(health);
  const [first] = refusing;
  const isKeyed = (id: string): boolean => health.contract.operation(id)?.security.kind !== 'none';
  const called = all.filter(([id, { unanswered }]) => unanswered !== undefined && isKeyed(id)).length;
  const answering = all.filter(([, { isPublic, read }]) => isPublic && read).map(([id]) => id);
  const more = answering.length > 3 ? ` and ${answering.length - 3} more` : '';
  const others =
    answering.length === 0
      ? 'no successful read proves the key'
      : `only ${answering.slice(0, 3).join(', ')}${more} succeeded, without needing the key`;
  const at = first?.at ?? row.at;
  const status = first?.status ?? [...row.results].join(' and ');
  const refused = `${refusing.length} of the ${called} called operations refused the key`;
  const sentence = `${refused}, first with ${status} to ${momentText(at)}; ${others}.`;
  return new NoVerdict('key.refused', joined(sentence, writesText(health.writes, row.at), keyAdvice), at);
}

/** The operations that refuse the key, the first one first. */
function refusals({ operations }: Health): { id: string; status: number; at: Moment }[] {
  return [...operations]
    .flatMap(([id, { refused }]) => (refused ? { id, ...refused } : []))
    .sort((one, other) => one.at.request - other.at.request);
}

/** Returns a note about operations that refused the key, which others accept; undefined if there are none. */
export function refusalNote(health: Health): string | undefined {
  const [first, ...more] = refusals(health);
  if (!first) return undefined;
  const which = more.length === 0 ? first.id : `${more.length + 1} operations, such as ${first.id},`;
  return `${which} refused the key (${first.status}), although other operations accept it, and could not be checked.`;
}

/**
 * Returns why a finished run is incomplete: an operation got no usable response.
 *
 * @param isCalled whether any request was sent to an operation
 */
export function unansweredVerdict(
  { operations }: Health,
  scoped: readonly CheckedOperation[],
  isCalled: (operation: CheckedOperation) => boolean,
  waits: WaitBudget | undefined,
): NoVerdict | undefined {
  // A read that was not sent may have needed an id from an operation out of scope.
  const isWithoutId = scoped.some((operation) => operation.method === 'get' && !isCalled(operation));
  const silent = [...operations]
    .flatMap(([id, { unanswered }]) => (unanswered ? { id, ...unanswered } : []))
    .filter(({ id }) => isWithoutId || scoped.some((operation) => operation.id === id))
    .sort((one, other) => one.at.request - other.at.request);
  const [first] = silent;
  if (!first) return undefined;
  const results = [...new Set(silent.flatMap((each) => [...each.results]))].join(' and ');
  const who = silent.length === 1 ? first.id : `${silent.length} of ${scoped.length} operations`;
  const them = silent.length === 1 ? 'it' : 'they';
  const what = `${who} got nothing but ${results} since ${momentText(first.at)}, so ${them} could not be checked.`;
  return new NoVerdict('operation.unanswered', joined(what, busyAdvice(waits)), first.at);
}

/** Characters of a path to show. */
const pathLength = 100;

/** Returns a sentence about the accepted writes before a moment, the last one first; empty if there are none. */
export function writesText(writes: Health['writes'], { seconds }: Moment): string {
  const texts = writes.toReversed().map(({ method, path, status, at }) => {
    const earlier = Math.max(0, seconds - at.seconds).toFixed(1);
    return `${method} ${visible(path, pathLength)} (${at.operationId}, ${status}) ${earlier} s before`;
  });
  return texts.length === 0 ? '' : `The last accepted writes before it: ${texts.join('; ')}.`;
}

const keyAdvice = 'Set DIRECTORY_API_KEY to a key that the server accepts.';
const lostKeyAdvice =
  'The key was revoked or has expired, or its session has ended. ' +
  'Set DIRECTORY_API_KEY to a key that stays valid for the whole run, then run the check again.';

/** What to do about a server that asks to wait. */
function busyAdvice(waits: WaitBudget | undefined): string {
  const spent = waits?.isExceeded ? `It asked for longer waits than --max-wait allows (${waits.seconds} s). ` : '';
  return `${spent}Run the check again later, or send fewer requests with --only or --concurrency 1.`;
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter(Boolean).join(' ');
}

/** The means of a control read. */
interface Control {
  /** Returns the health of the server, which other exchanges may change meanwhile. */
  health(): Health;
  /** Notes what the control read shows about the health. */
  note(health: Health): void;
  send(testCase: TestCase, operation: CheckedOperation): Promise<Exchange>;
  mayCall(testCase: TestCase): boolean;
  waits: WaitBudget | undefined;
}

/**
 * Distinguishes a revoked key, an expired session and an overloaded or stopped server from operations that refuse
 * requests rightly: after suspect responses in a row, repeats a successful read, with the key. Until that read
 * succeeds, these responses prove nothing.
 *
 * @returns why the run cannot continue; undefined if it can
 */
export async function sendControl(control: Control): Promise<NoVerdict | undefined> {
  const { waits } = control;
  const before = control.health();
  const { row } = before;
  if (!row) return undefined;
  for (const testCase of controlReads(before, control.mayCall)) {
    const { operationId, request } = testCase;
    const operation = before.contract.operation(operationId) as CheckedOperation;
    const exchange = await control.send(testCase, operation);
    const { response } = exchange;
    // The resource may have been deleted since, which proves nothing.
    if (response?.status === 404 || response?.status === 410) continue;
    const hadSucceeded = control.health().operations.get(operationId)?.read !== undefined;
    if (!isSuccess(response)) {
      const isAnyPublic = [...control.health().operations.values()].some(({ isPublic }) => isPublic);
      if (!hadSucceeded && isRefusal(response) && isAnyPublic) continue;
      return controlFailed(before, row, { operationId, hadSucceeded, exchange }, waits);
    }
    if (row.isAboutKey && isGuardUnknown(control.health(), operation)) {
      // Where nobody needs a key, a service may still refuse a wrong one.
      const key = operation.isKeyOptional === true ? 'wrong' : 'none';
      const { response: without } = await control.send({ ...testCase, request: { ...request, key } }, operation);
      control.note(guardTested(control.health(), operation, isSuccess(without)));
      if (isSuccess(without)) continue;
    }
    control.note(settled(control.health(), testCase));
    return undefined;
  }
  return row.isAboutKey ? keyUnproven(control.health(), row) : controlFailed(before, row, undefined, waits);
}
