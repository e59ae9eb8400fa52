import type { TestCase } from '../model/case.js';
import type { Deviation } from '../model/deviation.js';
import type { Severity } from '../model/finding.js';
import type { CheckedOperation, CheckedResponse } from '../model/operations.js';
import type { AcceptedKind } from '../model/rules/index.js';

/** What contradicts this facet of the operation: a stated fact, or an inference. */
export function weightOf(operation: CheckedOperation, facet: 'request' | 'responses' | 'path'): Severity {
  return operation.stated.has(facet) ? 'violation' : 'drift';
}

/**
 * The response of the contract that speaks for a status. Beside a listed success `default` speaks for 4xx and 5xx only;
 * where no success is listed, it is what there is to be held against.
 */
export function responseFor({ responses, success }: CheckedOperation, status: number): CheckedResponse | undefined {
  const find = (name: string): CheckedResponse | undefined =>
    responses.find((documented) => documented.status.toUpperCase() === name);
  const isOpen = status >= 400 || success === undefined || success === find('DEFAULT');
  return find(String(status)) ?? find(`${Math.floor(status / 100)}XX`) ?? (isOpen ? find('DEFAULT') : undefined);
}

/** The success that is expected, for people. */
function successOf({ success }: CheckedOperation): string {
  return success && /^2/.test(success.status) ? success.status : '2xx';
}

/** Statuses with which any server may refuse, whatever the contract lists (RFC 9110 §15.5). */
const general = new Set([
  400, 401, 403, 404, 405, 406, 408, 409, 410, 411, 412, 413, 414, 415, 421, 422, 423, 426, 428, 429, 431,
]);

/** 501 is what a server says that knows no such method (RFC 9110 §15.6.2). */
export function isOfUnknownMethod({ kind }: TestCase, status: number): boolean {
  return kind === 'undeclared-method' && status === 501;
}

/** What the status alone says: whether it is listed, and whether it is what the request must bring. */
export function judgeStatus(operation: CheckedOperation, testCase: TestCase, status: number): Deviation[] {
  const listed = responseFor(operation, status);
  const success = successOf(operation);
  const at = { pointer: '', contract: `${operation.pointer}/responses` };
  const actual = `status ${status}`;
  if (isOfUnknownMethod(testCase, status)) return [];
  if (status >= 500) {
    const message = `The server breaks down over a request ${testCase.about}.`;
    return [
      {
        ...at,
        rule: 'status.server-error',
        severity: 'violation',
        message,
        expected: expected(testCase, success),
        actual,
      },
    ];
  }
  const deviations: Deviation[] = [];
  const isKnownPlace =
    testCase.kind !== 'undeclared-method' && testCase.kind !== 'spelling' && testCase.kind !== 'href';
  const mustBeRefused = testCase.expect === 'refusal' && status < 300;
  if (!listed && isKnownPlace && !mustBeRefused) {
    const severity = status < 400 ? weightOf(operation, 'responses') : general.has(status) ? 'observation' : 'drift';
    const message =
      status >= 300 && status < 400
        ? 'The answer leads elsewhere, and the contract knows no redirect here. It was not followed.'
        : 'The contract does not list this status for the operation.';
    const wanted = operation.responses.map((documented) => documented.status).join(', ');
    deviations.push({ ...at, rule: 'status.undeclared', severity, message, expected: `one of ${wanted}`, actual });
  }
  if (testCase.expect === 'refusal') deviations.push(...judgeRefusal(operation, testCase, status));
  else if (testCase.expect === 'success' && isRefusedForItsBody(testCase, status))
    deviations.push(refused(operation, testCase, status));
  return deviations;
}

const keyKinds = new Set<TestCase['kind']>(['no-key', 'empty-key', 'wrong-key']);

function judgeRefusal(operation: CheckedOperation, testCase: TestCase, status: number): Deviation[] {
  const at = { pointer: testCase.pointer ?? '', contract: operation.pointer };
  const actual = `status ${status}`;
  if (status < 300 && keyKinds.has(testCase.kind)) {
    const message = `A request ${testCase.about} is answered as if it had the right key.`;
    return [
      {
        ...at,
        rule: `auth.${testCase.kind as AcceptedKind<'auth'>}-accepted`,
        severity: 'violation',
        message,
        expected: 'a refusal by a 4xx',
        actual,
      },
    ];
  }
  if (status < 300) {
    const isStated = testCase.kind === 'undeclared-method' ? 'path' : isAboutId(testCase) ? 'responses' : 'request';
    const severity = testCase.refusedWith?.length ? 'violation' : weightOf(operation, isStated);
    const message = `A request ${testCase.about} is accepted.`;
    return [
      {
        ...at,
        rule: `refusal.${testCase.kind as AcceptedKind<'refusal'>}-accepted`,
        severity,
        message,
        expected: expected(testCase, ''),
        actual,
      },
    ];
  }
  const stated = testCase.refusedWith ?? [];
  // A key that may only read is told so before anything is looked at, and so is who names no state of the thing.
  if ([403, 412, 428].includes(status) && (testCase.isAimedAtNothing || !isAboutId(testCase))) return [];
  if (status >= 400 && stated.length > 0 && !stated.includes(status)) {
    const message = `A request ${testCase.about} is refused with another status than the contract states.`;
    return [
      {
        ...at,
        rule: 'refusal.status',
        severity: weightOf(operation, 'responses'),
        message,
        expected: expected(testCase, ''),
        actual,
      },
    ];
  }
  return [];
}

function isAboutId({ kind }: TestCase): boolean {
  return kind === 'unknown-id' || kind === 'bad-id' || kind === 'other-parent';
}

/**
 * 401, 403, 404 and 405 say nothing of the body, nor do 409, 412 and 428, which are about the state of a thing (RFC
 * 9110 §15.5.10, §15.5.13; RFC 6585 §3): then the operation counts as not tested.
 */
function isRefusedForItsBody(testCase: TestCase, status: number): boolean {
  return testCase.request.body !== undefined && [400, 406, 411, 413, 414, 415, 422].includes(status);
}

function refused(operation: CheckedOperation, testCase: TestCase, status: number): Deviation {
  return {
    rule: 'request.refused',
    severity: weightOf(operation, 'request'),
    pointer: testCase.pointer ?? '',
    message: `A request ${testCase.about} is refused, though it is what the contract describes.`,
    expected: `status ${successOf(operation)}`,
    actual: `status ${status}`,
    contract: `${operation.pointer}/requestBody`,
  };
}

function expected(testCase: TestCase, success: string): string {
  if (testCase.expect === 'success') return `status ${success}`;
  if (testCase.expect === 'refusal')
    return testCase.refusedWith?.length ? `status ${testCase.refusedWith.join(' or ')}` : 'a refusal by a 4xx';
  return 'any status below 500';
}
