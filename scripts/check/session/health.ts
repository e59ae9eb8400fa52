import { readCase } from '../cases/reads.js';
import { isOfUnknownMethod } from '../judge/status.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { listShape } from '../model/contract/resources.js';
import { type Exchange, isBusy, isRefusal, isSuccess, resultOf } from '../model/exchange.js';
import { isNearKey } from '../model/near-key.js';
import type { Moment } from '../model/no-verdict.js';
import { parallel } from '../model/options.js';

/** An exchange, as a sign of the health of the server. */
export interface Sign {
  testCase: TestCase;
  operation: CheckedOperation;
  exchange: Exchange;
  at: Moment;
}

/** Suspect responses in a row: the server may be giving them to every request. */
export interface Row {
  /** Where the row began. */
  at: Moment;
  length: number;
  operations: ReadonlySet<string>;
  /** The different results in the row. */
  results: ReadonlySet<string>;
  /** Whether the key may be the cause. */
  isAboutKey: boolean;
}

/** The signs of one operation. */
interface OperationHealth {
  /**
   * Whether it succeeds without the key or with a wrong one: then its success does not prove the key. False once a read
   * that succeeds with the key was refused without it.
   */
  isPublic?: boolean;
  hasFailed?: boolean;
  hasTimedOut?: boolean;
  /** Whether it still asked to wait after all retries. When the server recovers, it gets one more chance. */
  isBusy?: boolean;
  isForgiven?: boolean;
  /** The first refusal of the key, unless a request with the key has succeeded since. */
  refused?: { status: number; at: Moment } | undefined;
  /** The results of requests with the key, as long as each asked to wait or was missing; null after another one. */
  unanswered?: { at: Moment; results: ReadonlySet<string> } | null;
  /** The last successful read. */
  read?: TestCase;
}

/** A write that the server has accepted: it may have switched the key off. */
interface AcceptedWrite {
  method: string;
  path: string;
  status: number;
  at: Moment;
}

/** The health of a server, as far as the exchanges of a run show it. */
export interface Health {
  contract: CheckedContract;
  width: Width;
  /** Whether any operation needs a key. */
  needsKey: boolean;
  /**
   * By id; the operation whose read has succeeded last is the last one. The one part that a later state shares with the
   * earlier ones: a contract may have thousands of operations.
   */
  operations: Map<string, OperationHealth>;
  row?: Row | undefined;
  /** Operations that fail one after another. */
  failing: ReadonlyMap<string, Moment>;
  /** The last writes, one of each operation. */
  writes: readonly AcceptedWrite[];
  goodResponses: number;
  hasRead: boolean;
  /** Whether a request with the key has ended, and whether one got a response that is of use. */
  hasBegun: boolean;
  isAnswered: boolean;
  /** The exchange that ends the run before any response was of use. */
  end?: Sign;
}

/** @param concurrency the number of requests at a time; without it, the health decides */
export function newHealth(contract: CheckedContract, concurrency?: number): Health {
  const needsKey = contract.operations.some(({ security }) => security.kind !== 'none');
  const none = { operations: new Map(), failing: new Map(), writes: [], goodResponses: 0 };
  const begin = { hasRead: false, hasBegun: false, isAnswered: false };
  return { contract, needsKey, width: widthOf(concurrency), ...none, ...begin };
}

/** Suspect responses in a row after which a control read is sent. */
const rowLimit = 5;
/** Failing operations in a row after which the run stops. */
export const failingLimit = 5;
/** Number of control reads to try until one is conclusive. */
const controlLimit = 3;
/** Accepted writes to remember. */
const writeLimit = 3;
/** Kinds of test case that may request a path of another operation, or that are no usual reads. */
const elsewhere = new Set<TestCase['kind']>(['href', 'spelling', 'undeclared-method', 'variation']);

/** Returns the health of a server after one more exchange. */
export function healthAfter(before: Health, sign: Sign): Health {
  const { testCase, operation, exchange } = sign;
  const { response } = exchange;
  const isKeyed = testCase.request.key === 'right';
  const isOfUse = isKeyed && response !== undefined && !isRefusal(response) && !isBusy(response);
  const seen = {
    ...before,
    width: widthAfter(before.width, exchange),
    hasBegun: before.hasBegun || isKeyed,
    isAnswered: before.isAnswered || isOfUse,
  };
  if (!before.isAnswered && endsRun(sign)) return { ...seen, end: sign };
  if (exchange.attempts === 0) return seen;
  const { operations } = before;
  const own = operationAfter(operations.get(operation.id) ?? {}, sign);
  if (own.read !== operations.get(operation.id)?.read) operations.delete(operation.id);
  operations.set(operation.id, own);
  const after: Health = {
    ...seen,
    row: rowAfter(before, sign),
    failing: failingAfter(before, sign),
    writes: writesAfter(before.writes, sign),
    goodResponses: before.goodResponses + (isKeyed && isSuccess(response) ? 1 : 0),
    hasRead: before.hasRead || own.read !== undefined,
  };
  const proves = isKeyed && isSuccess(response) && !elsewhere.has(testCase.kind) && provesKey(after, operation);
  return proves ? settled(after) : after;
}

/** The health after a control read, which shows that the row concerns only its operations. */
export function settled(health: Health, read?: TestCase): Health {
  const { operations, row } = health;
  if (row && row.operations.size > 1)
    for (const [id, own] of operations)
      if (own.isBusy) operations.set(id, { ...own, isBusy: own.isForgiven === true, isForgiven: true });
  if (read) operations.set(read.operationId, { ...operations.get(read.operationId), read });
  return { ...health, row: undefined, hasRead: health.hasRead || read !== undefined };
}

/** The health after a successful read was sent again without the right key. */
export function guardTested(health: Health, { id }: CheckedOperation, isPublic: boolean): Health {
  health.operations.set(id, { ...health.operations.get(id), isPublic });
  return health;
}

/** Whether a run ends with an exchange if no earlier response was of use. */
function endsRun({ testCase, exchange: { response, failure, earlier } }: Sign): boolean {
  if (failure && /^(target|tls)\./.test(failure.code)) return true;
  if (testCase.request.key !== 'right' || !response) return false;
  return isRefusal(response) || (isBusy(response) && earlier !== undefined);
}

function operationAfter(known: OperationHealth, { testCase, operation, exchange, at }: Sign): OperationHealth {
  const { id, kind, request } = testCase;
  const { response, failure } = exchange;
  const isKeyed = request.key === 'right';
  const own: OperationHealth = { ...known };
  if (isBroken(testCase, exchange)) own.hasFailed = true;
  if (failure?.code === 'transport.timeout') own.hasTimedOut = true;
  // A write with `once` is retried by its sender; any other write is not retried after a 503.
  if (isBusy(response) && !request.once && (response?.status === 429 || /^(GET|HEAD)$/.test(request.method)))
    own.isBusy = true;
  // With the right key in another form, a success says nothing about the operation.
  const isWithout = request.key === 'none' && operation.isKeyOptional === true;
  if (isSuccess(response) && !isKeyed && request.key !== 'prefixed' && !isNearKey(request.key) && !isWithout)
    own.isPublic = true;
  if (!isKeyed) return own;
  if (isSuccess(response) && !elsewhere.has(kind)) {
    own.refused = undefined;
    // A later page may be gone when it is read again, and a cursor may expire.
    if (request.method === 'GET' && kind !== 'page') own.read = { ...testCase, id: `${id}/control` };
  }
  if (response && isRefusal(response) && operation.security.kind !== 'none')
    own.refused ??= { status: response.status, at };
  const isAnswered = known.unanswered === null || (!isBusy(response) && !isSilent(exchange));
  const { at: since, results = [] } = known.unanswered ?? { at };
  own.unanswered = isAnswered ? null : { at: since, results: new Set([...results, resultOf(exchange)]) };
  return own;
}

/** Once a read has succeeded, redirects and missing responses are suspect; before that, they may be usual. */
function rowAfter({ row, hasRead }: Health, { testCase, exchange, at }: Sign): Row | undefined {
  const { response } = exchange;
  const isUnusual = hasRead && (!response || (response.status >= 300 && response.status < 400));
  const isSuspect =
    response?.status === 429 ||
    response?.status === 503 ||
    (testCase.request.key === 'right' && (isRefusal(response) || isUnusual));
  if (!isSuspect) return row;
  return {
    at: row?.at ?? at,
    length: (row?.length ?? 0) + 1,
    operations: new Set([...(row?.operations ?? []), testCase.operationId]),
    results: new Set([...(row?.results ?? []), resultOf(exchange)]),
    isAboutKey: row?.isAboutKey === true || (response !== undefined && response.status < 429),
  };
}

function failingAfter({ failing, hasRead }: Health, { testCase, exchange, at }: Sign): Health['failing'] {
  const { response } = exchange;
  // After a read has succeeded, the control read detects a server that is gone or unavailable (RFC 9110 §15.6.4).
  if (hasRead && response?.status === 503) return failing;
  const hasFailed = response ? isBroken(testCase, exchange) : !hasRead;
  if (!hasFailed) return response && !isBusy(response) ? new Map() : failing;
  // What happens to requests without the right key says nothing about others.
  if (testCase.request.key !== 'right' || failing.has(testCase.operationId)) return failing;
  return new Map(failing).set(testCase.operationId, at);
}

function writesAfter(writes: Health['writes'], { testCase, exchange: { response }, at }: Sign): Health['writes'] {
  const { method, path } = testCase.request;
  if (!response || !isSuccess(response) || !/^(?:POST|PUT|PATCH|DELETE)$/.test(method)) return writes;
  const others = writes.filter((each) => each.at.operationId !== at.operationId);
  return [...others, { method, path, status: response.status, at }].slice(-writeLimit);
}

/** Whether the server fails with a 5xx. */
function isBroken(testCase: TestCase, { response }: Exchange): boolean {
  return (
    response !== undefined &&
    response.status >= 500 &&
    !isBusy(response) &&
    !isOfUnknownMethod(testCase, response.status)
  );
}

/** Whether the response is missing for a reason that may be independent of the request: a server that is down. */
function isSilent({ failure }: Exchange): boolean {
  return failure !== undefined && /^(target|tls)\.|^transport\.(reset|timeout)$/.test(failure.code);
}

/** How many requests may go at a time: one until the first with the key has ended, so that it is sent only once. */
export function parallelIn({ hasBegun, width }: Health): number {
  return hasBegun ? width.now : 1;
}

/** Returns why a test case is not sent; undefined if it may be. */
export function whySkipped({ operations }: Health, { operationId, expect }: TestCase): string | undefined {
  const own = operations.get(operationId);
  if (own?.hasTimedOut && expect !== 'refusal')
    return 'An earlier request timed out, so not all of its requests were sent. Allow more time with --timeout.';
  return own?.isBusy ? 'The server repeatedly asked to wait, so not all of its requests were sent.' : undefined;
}

/** Whether a control read must be sent before any other request. */
export function needsControl({ row }: Health): boolean {
  return row !== undefined && row.length >= rowLimit;
}

/**
 * Whether a failed read may be a stall, so that it is to be repeated. Only the first 5xx of each operation is doubted:
 * two in a run are no accident, and a server that always fails must not get twice as many requests.
 *
 * @param before the health before the exchange
 */
export function mayBeStall(before: Health, { testCase, exchange }: Pick<Sign, 'testCase' | 'exchange'>): boolean {
  const { operationId, request } = testCase;
  return (
    /^(GET|HEAD)$/.test(request.method) &&
    isBroken(testCase, exchange) &&
    !before.operations.get(operationId)?.hasFailed
  );
}

/** Whether a server that is down or busy, or that no longer knows the key, would respond like this to any request. */
export function mayBeForAll({ hasRead }: Health, { request }: TestCase, exchange: Exchange): boolean {
  const { response } = exchange;
  if (!response) return hasRead && isSilent(exchange);
  return request.key === 'right' && (isRefusal(response) || isBusy(response));
}

/** The control reads to try: the last successful read, then those that need the fewest ids; without one, a list. */
export function controlReads(health: Health, mayCall: (testCase: TestCase) => boolean): readonly TestCase[] {
  const { contract, operations, row } = health;
  const operationOf = ({ operationId }: TestCase): CheckedOperation | undefined => contract.operation(operationId);
  const reads = [...operations.values()].flatMap(({ read }) => read ?? []).reverse();
  const keyed = reads.filter((read) => mayProveKey(health, operationOf(read)));
  const needs = (read: TestCase): number => operationOf(read)?.pathParameters.length ?? 0;
  const plainest = [...keyed].sort((one, other) => needs(one) - needs(other));
  const known = keyed.length > 0 || row?.isAboutKey ? [...new Set([...keyed.slice(0, 1), ...plainest])] : reads;
  if (known.length > 0) return known.slice(0, controlLimit);
  const callable = contract.operations.filter(
    (operation) =>
      operation.method === 'get' &&
      operation.pathParameters.length === 0 &&
      mayProveKey(health, operation) &&
      mayCall(readCase(operation, {}, 'control')),
  );
  const list = callable.find((operation) => listShape(operation, contract.resolve)) ?? callable[0];
  return list ? [readCase(list, {}, 'control')] : [];
}

/** Whether a success of the operation proves that the key is right. If no operation needs a key, each success does. */
function provesKey(health: Health, operation: CheckedOperation): boolean {
  const isKnown = operation.isKeyOptional !== true || health.operations.get(operation.id)?.isPublic === false;
  return !health.needsKey || (isKnown && mayProveKey(health, operation));
}

/** The same, unless it is still unknown whether an operation that needs no key refuses a wrong one. */
function mayProveKey(health: Health, operation: CheckedOperation | undefined): boolean {
  if (!operation || !health.needsKey) return true;
  return operation.security.kind !== 'none' && !health.operations.get(operation.id)?.isPublic;
}

/** Whether a read that succeeds with the key is still to be sent without it. */
export function isGuardUnknown(health: Health, { id }: CheckedOperation): boolean {
  return health.needsKey && health.operations.get(id)?.isPublic !== false;
}

/** A response is slower if it takes so many times as long as the fastest ones did, and so many milliseconds more. */
const slower = { times: 1.5, more: 5 };

/**
 * Responses for each request that may go at a time, until the next decision: soon while there are few, and later above
 * that and after the first fall, so that a server that breaks gets few more.
 */
const enough = { few: 2, usual: 3 };

/** Steps by which the width grows until the server first slows down. */
const rising = [6, 9, parallel.most];

/** Responses after a refusal for being too many, until more may go at a time again. */
const rest = 64;

/** How many requests may go at a time. */
interface Width {
  now: number;
  /** The most that may ever go at a time: as many pieces of work are begun side by side. */
  most: number;
  /** Whether the user has given the number. */
  isFixed: boolean;
  /** The milliseconds of the responses since the last decision, and those of the fastest. */
  recent: readonly number[];
  fastest: number;
  resting: number;
  hasFallen: boolean;
}

/** @param fixed the number that the user gives; it stays as it is */
export function widthOf(fixed?: number): Width {
  const { first, most } = parallel;
  const none = { recent: [], fastest: Infinity, resting: 0, hasFallen: false };
  return { now: fixed ?? first, most: fixed ?? most, isFixed: fixed !== undefined, ...none };
}

/**
 * Returns the width after one more exchange: more while responses come as fast as before, fewer if they become slower
 * or the server says that they are too many (429, 503).
 */
export function widthAfter(width: Width, { response, milliseconds, earlier = [] }: Exchange): Width {
  if (width.isFixed) return width;
  if ([...earlier, response?.status].some((status) => status === 429 || status === 503))
    return { ...fallen(width, 0.5, 1), resting: rest };
  const resting = Math.max(0, width.resting - 1);
  if (!response) return { ...width, resting };
  const recent = [...width.recent, milliseconds];
  const wanted = width.now < 9 && !width.hasFallen ? enough.few : enough.usual;
  if (recent.length < wanted * width.now) return { ...width, resting, recent };
  const median = recent.sort((a, b) => a - b)[Math.floor(recent.length / 2)] ?? 0;
  const fastest = Math.min(width.fastest, median);
  const decided = { ...width, resting, recent: [], fastest };
  if (median > fastest * slower.times + slower.more) return fallen(decided, 0.75, parallel.first);
  const next = width.hasFallen ? width.now + 1 : rising.find((each) => each > width.now);
  return resting > 0 ? decided : { ...decided, now: Math.min(width.most, next ?? width.most) };
}

function fallen(width: Width, part: number, least: number): Width {
  const now = Math.min(width.now, Math.max(least, Math.floor(width.now * part)));
  return { ...width, now, recent: [], hasFallen: true };
}
