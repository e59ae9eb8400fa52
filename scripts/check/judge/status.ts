import { makeDeviation } from '../model/breach.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation, CheckedResponse } from '../model/contract/operations.js';
import { type Deviation, formatValue } from '../model/deviation.js';
import { type AcceptedKind, kindsToRefuse } from '../model/rules/index.js';

/** Returns the response listed for a status. If the contract lists a success, `default` is only for 4xx and 5xx. */
export function responseFor({ responses, success }: CheckedOperation, status: number): CheckedResponse | undefined {
  const findResponse = (name: string): CheckedResponse | undefined =>
    responses.find((response) => response.status.toUpperCase() === name);
  const mayUseDefault = status >= 400 || success === undefined || success === findResponse('DEFAULT');
  return (
    findResponse(String(status)) ??
    findResponse(`${Math.floor(status / 100)}XX`) ??
    (mayUseDefault ? findResponse('DEFAULT') : undefined)
  );
}

/** Returns the expected success statuses, as readable text. */
function successStatusText({ responses }: CheckedOperation): string {
  const statuses = responses.map(({ status }) => status).filter((status) => /^2/.test(status));
  return statuses.join(' or ') || '2xx';
}

/** Statuses about the connection, the length or the load: a proxy may send them, and few documents list them. */
const transferStatuses = new Set([408, 413, 414, 421, 426, 429, 431]);

/**
 * Whether HTTP itself defines this status for the request, and the document lists no status that would be right. Then
 * the server has no better choice. A conflict (409) is about the state of a resource, not about the request.
 */
function isImpliedByHttp(operation: CheckedOperation, testCase: TestCase, status: number): boolean {
  const isUndescribedStatusIn = (statuses: readonly number[]): boolean =>
    statuses.includes(status) && !statuses.some((each) => responseFor(operation, each) !== undefined);
  // Few documents describe the response to a request for a page after the last one.
  if (testCase.kind === 'page' && [400, 404, 416, 422].includes(status)) return true;
  // A resource may have been deleted before any request arrives.
  if (operation.pathParameters.length > 0 && isUndescribedStatusIn([404, 410])) return true;
  return testCase.expect === 'refusal' ? isUndescribedStatusIn(suitableStatuses(testCase)) : status === 409;
}

function suitableStatuses({ kind }: TestCase): readonly number[] {
  if (keyKinds.has(kind)) return [401, 403];
  return kind === 'wrong-media-type' ? [415] : [400, 422];
}

/** Whether the status says that the server does not know the method: 501 (RFC 9110 §15.6.2). */
export function isUnknownMethod({ kind }: TestCase, status: number): boolean {
  return kind === 'undeclared-method' && status === 501;
}

/**
 * Judges the status alone: whether the contract lists it, and whether it suits the request.
 *
 * @param location the target of a redirect
 */
export function judgeStatus(
  operation: CheckedOperation,
  testCase: TestCase,
  status: number,
  location?: string,
): Deviation[] {
  const responseSpec = responseFor(operation, status);
  const success = successStatusText(operation);
  const contract = `${operation.pointer}/responses`;
  const actual = `status ${status}`;
  if (isUnknownMethod(testCase, status) || testCase.allows?.includes(status)) return [];
  if (status >= 500) {
    const message = `The server responds with a 5xx status to a request ${testCase.about}.`;
    const texts = { contract, message, expected: expectedText(testCase, success), actual };
    return [makeDeviation(operation, { rule: 'status.server-error', ...texts })];
  }
  const deviations: Deviation[] = [];
  // Documents list no responses for such requests (HEAD, other methods, other spellings of a path, followed links).
  // Separate rules judge them.
  const isDescribedRequest = !['undeclared-method', 'spelling', 'href', 'head'].includes(testCase.kind);
  // Frameworks and proxies refuse unusual forms of requests. Separate rules judge this as well.
  const refusesUnusualForm = status >= 400 && (testCase.kind === 'variation' || testCase.kind === 'key-form');
  const mustBeRefused = testCase.expect === 'refusal' && status < 300;
  if (!responseSpec && isDescribedRequest && !refusesUnusualForm && !mustBeRefused) {
    const isRedirect = status >= 300 && status < 400;
    const message = isRedirect
      ? 'The response is a redirect, which the contract does not list for the operation. The check did not follow it.'
      : 'The contract does not list this status for the operation.';
    const statuses = operation.responses.map((response) => response.status).join(', ');
    const target = isRedirect && location !== undefined ? ` to ${formatValue(location)}` : '';
    const texts = { contract, message, expected: `one of ${statuses}`, actual: actual + target };
    const openQuestion = operation.openErrors?.get(isRedirect ? 'redirect' : status < 300 ? 'status' : '');
    const isEvidence = transferStatuses.has(status) || isImpliedByHttp(operation, testCase, status);
    const facts = { status, openQuestion, isEvidence };
    deviations.push(makeDeviation(operation, { rule: 'status.undeclared', ...texts }, facts));
  }
  if (testCase.expect === 'refusal') deviations.push(...judgeRefusal(operation, testCase, status));
  else if (testCase.expect === 'success' && isRefusedForItsBody(testCase, status))
    deviations.push(refusalDeviation(operation, testCase, status));
  return deviations;
}

const keyKinds = kindsToRefuse('auth');

function judgeRefusal(operation: CheckedOperation, testCase: TestCase, status: number): Deviation[] {
  const { about, kind, pointer = '' } = testCase;
  const actual = `status ${status}`;
  if (status < 300 && keyKinds.has(kind)) {
    const message = `The server treats a request ${about} as if it had the right key.`;
    const rule = `auth.${kind as AcceptedKind<'auth'>}-accepted` as const;
    return [makeDeviation(operation, { rule, pointer, message, expected: 'a refusal with a 4xx status', actual })];
  }
  if (status < 300) {
    const message = `The server accepts a request ${about}.`;
    const rule = `refusal.${kind as AcceptedKind<'refusal'>}-accepted` as const;
    // If the operation deletes something below a resource, its documented 404 may be about that resource.
    const statesNotFound = operation.responses.some((response) => response.status === '404');
    const breach = { rule, pointer, message, expected: expectedText(testCase, ''), actual };
    const mayConcernParent =
      operation.method === 'delete' && operation.hasProvenance === false && operation.pathParameters.length > 1;
    const isRefusalOpen = !statesNotFound || mayConcernParent;
    const isEvidence = isAboutId(testCase)
      ? (isRefusalOpen && isAcceptancePlausible(operation, testCase)) || documentsNoEffect(operation, testCase)
      : testCase.isFreeName === true;
    return [makeDeviation(operation, breach, { statesNotFound, isEvidence })];
  }
  // A document without provenance promises every status that it lists, but does not say which status belongs to which
  // fault.
  const leavesStatusOpen =
    operation.hasProvenance === false &&
    (!keyKinds.has(kind) || operation.responses.some((response) => response.status === String(status)));
  const statedStatuses = leavesStatusOpen ? [] : (testCase.refusedWith ?? []);
  // A server may report missing permissions or preconditions before it examines anything else.
  const mayPrecedeOtherChecks = !keyKinds.has(kind) && (testCase.isAtUnknownId || !isAboutId(testCase));
  if ([403, 412, 428].includes(status) && mayPrecedeOtherChecks) return [];
  if (status >= 400 && statedStatuses.length > 0 && !statedStatuses.includes(status)) {
    const message = `The server refuses a request ${about}, but not with a status that the contract lists.`;
    const texts = { pointer, message, expected: expectedText(testCase, ''), actual };
    return [makeDeviation(operation, { rule: 'refusal.status', ...texts })];
  }
  return [];
}

/**
 * Whether the success of a request that should be refused may be right: any text may be a valid name, a PUT may create
 * the resource, and deleting a missing resource has the requested effect (RFC 9110 §9.2.2).
 */
function isAcceptancePlausible({ method, hasProvenance }: CheckedOperation, testCase: TestCase): boolean {
  const { kind, isFreeName = false } = testCase;
  if (kind === 'bad-id') return false;
  // A PUT may create a missing resource if the document does not exclude that (RFC 9110 §9.3.4).
  const mayCreateAtPath = method === 'put' && hasProvenance === false;
  return isFreeName || (kind === 'unknown-id' && (method === 'delete' || mayCreateAtPath));
}

/** Whether the description of a deletion says that deleting a missing resource does nothing. */
function documentsNoEffect({ method, description = '' }: CheckedOperation, { kind }: TestCase): boolean {
  const pattern =
    kind === 'unknown-id' ? /\bidempotent\b|\bno-op\b/i : kind === 'other-parent' ? /\bno-op\b/i : undefined;
  return method === 'delete' && pattern?.test(description) === true;
}

function isAboutId({ kind }: TestCase): boolean {
  return kind === 'unknown-id' || kind === 'bad-id' || kind === 'other-parent';
}

/**
 * Whether a refusal may be about the body. 401, 403, 404 and 405 say nothing about the body. Neither do 409, 412 and
 * 428, which are about the state of a resource (RFC 9110 §15.5.10, §15.5.13; RFC 6585 §3). After these statuses, the
 * operation counts as not tested.
 */
function isRefusedForItsBody(testCase: TestCase, status: number): boolean {
  return testCase.request.body !== undefined && [400, 406, 411, 413, 414, 415, 422].includes(status);
}

function refusalDeviation(operation: CheckedOperation, testCase: TestCase, status: number): Deviation {
  return makeDeviation(operation, {
    rule: 'request.refused',
    pointer: testCase.pointer ?? '',
    message: `The server refuses a request ${testCase.about}, although it fits the contract.`,
    expected: `status ${successStatusText(operation)}`,
    actual: `status ${status}`,
    contract: `${operation.pointer}/requestBody`,
  });
}

function expectedText(testCase: TestCase, success: string): string {
  if (testCase.expect === 'success') return `status ${success}`;
  if (testCase.expect === 'refusal')
    return testCase.refusedWith?.length ? `status ${testCase.refusedWith.join(' or ')}` : 'a refusal with a 4xx status';
  return 'any status below 500';
}
