import { representsGroup } from '../../cases/distribution.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { headerOf } from '../../model/exchange.js';
import type { Outcome } from '../../session/outcome.js';
import type { TestTarget } from '../harness.js';
import { checkFurtherReads, etagOf, type FurtherRead } from './further-reads.js';

export function takesHeader({ parameters }: CheckedOperation, name: RegExp): boolean {
  return parameters.some((parameter) => parameter.in === 'header' && name.test(parameter.name));
}

export function listsStatus({ responses }: CheckedOperation, ...statuses: string[]): boolean {
  return responses.some(({ status }) => statuses.includes(status));
}

/** Whether a document says that an operation supports conditions: by a header, or a status for a failed condition. */
export function documentsConditions(operation: CheckedOperation): boolean {
  return takesHeader(operation, /^if-(?:none-)?match$/i) || listsStatus(operation, '304', '412', '428');
}

/**
 * Reads a resource with conditions about its ETag (RFC 9110 §13.1.1, §13.1.2). If the document does not mention
 * conditions, only one operation of each group is tested, and only with conditions that clients usually send.
 */
export async function checkConditionalReads(target: TestTarget, usualOutcome: Outcome): Promise<void> {
  const { session, operation } = target;
  const etag = etagOf(usualOutcome);
  if (etag === undefined || usualOutcome.status !== 200) return;
  const areConditionsDocumented = documentsConditions(operation);
  if (!areConditionsDocumented && !representsGroup(session.contract, operation)) return;
  // If-None-Match compares the weak and the strong form of an ETag as equal (§8.8.3.2).
  const otherForm = etag.startsWith('W/') ? etag.slice(2) : `W/${etag}`;
  const reads = [
    createNoneMatchRead('the current ETag', etag),
    createNoneMatchRead('the weak form of the current ETag', otherForm),
  ];
  const lastModified = usualOutcome.exchange.response && headerOf(usualOutcome.exchange.response, 'last-modified');
  if (lastModified !== undefined) reads.push(createSinceRead(lastModified));
  const furtherReads = [
    createNoneMatchRead('a list with the current ETag', `"check", ${etag}`),
    createNoneMatchRead('an asterisk', '*'),
    ...createMatchReads(target, etag),
  ];
  await checkFurtherReads(target, usualOutcome, {
    reads: areConditionsDocumented ? [...reads, ...furtherReads] : reads,
    isEvidence: !areConditionsDocumented,
  });
}

function createNoneMatchRead(condition: string, value: string): FurtherRead {
  return {
    name: `if-none-match ${condition}`,
    about: `with If-None-Match: ${value}`,
    headers: { 'if-none-match': value },
    allowedStatuses: [304],
    faultOf(outcome, usualOutcome) {
      const texts = { expected: 'status 304', actual: `status ${outcome.status}` };
      if (outcome.ok) {
        const message = `A read with ${condition} in If-None-Match returns the body again (RFC 9110 §13.1.2).`;
        return { rule: 'http.condition-ignored', message, ...texts };
      }
      if (outcome.status !== 304) {
        const message = `A read with ${condition} in If-None-Match is refused (RFC 9110 §13.1.2).`;
        return { rule: 'http.condition-refused', message, ...texts };
      }
      const [expected = '', actual] = [etagOf(usualOutcome), etagOf(outcome)];
      if (actual !== undefined && actual.replace(/^W\//, '') === expected.replace(/^W\//, '')) return undefined;
      const message = 'A 304 response does not have the ETag that the 200 response has (RFC 9110 §15.4.5).';
      return { rule: 'http.etag', message, expected, actual: actual ?? 'no such header' };
    },
  };
}

/** Returns a read with two conditions, of which If-Modified-Since must be ignored (§13.1.3). */
function createSinceRead(lastModified: string): FurtherRead {
  return {
    name: 'if-modified-since beside another ETag',
    about: 'with an outdated ETag in If-None-Match, and with If-Modified-Since',
    headers: { 'if-none-match': '"check"', 'if-modified-since': lastModified },
    allowedStatuses: [304],
    faultOf({ status }) {
      const message =
        'A read with an outdated ETag in If-None-Match gets 304 because of If-Modified-Since (RFC 9110 §13.1.3).';
      const texts = { message, expected: 'status 200', actual: `status ${status}` };
      return status === 304 ? { rule: 'http.condition-refused', ...texts } : undefined;
    },
  };
}

/** Returns reads with If-Match, if the document says that the read supports it (strong comparison, §13.1.1). */
function createMatchReads({ operation }: TestTarget, etag: string): FurtherRead[] {
  if (!takesHeader(operation, /^if-match$/i) && !listsStatus(operation, '412')) return [];
  const currentEtagReads = etag.startsWith('W/') ? [] : [createMatchRead('the current ETag', etag)];
  return [...currentEtagReads, createMatchRead('an outdated ETag', '"check"')];
}

function createMatchRead(condition: 'the current ETag' | 'an outdated ETag', value: string): FurtherRead {
  const isConditionTrue = condition === 'the current ETag';
  return {
    name: `if-match ${condition}`,
    about: `with If-Match: ${value}`,
    headers: { 'if-match': value },
    allowedStatuses: [412],
    faultOf({ ok, status }) {
      if (ok === isConditionTrue || (!isConditionTrue && status === 412)) return undefined;
      const rule = isConditionTrue ? 'http.condition-refused' : 'http.condition-ignored';
      const outcome = isConditionTrue ? 'is refused' : 'succeeds';
      const message = `A read with ${condition} in If-Match ${outcome} (RFC 9110 §13.1.1).`;
      return { rule, message, expected: isConditionTrue ? 'status 200' : 'status 412', actual: `status ${status}` };
    },
  };
}
