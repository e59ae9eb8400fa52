import { caseOfRepeatedRead } from '../cases/reads.js';
import { type BaseRequest, type Variation, variationCase } from '../cases/variations.js';
import { makeDeviation } from '../model/breach.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { Deviation } from '../model/deviation.js';
import { headerOf } from '../model/exchange.js';
import { isSameValue } from '../model/likeness.js';
import type { RuleId } from '../model/rules/index.js';
import { itemsOf } from '../session/fixtures.js';
import { hasSameBytes, type Outcome } from '../session/outcome.js';
import type { Session } from '../session/session.js';

type DifferenceRule = Extract<RuleId, 'request.variant-refused' | 'request.variant-changes'>;

interface CompareOptions {
  /** Returns the usual request. `detail` distinguishes it from others of its kind. */
  createUsualCase: (detail: string) => TestCase;
  /** Sends the usual request or a variation of it. By default, sends no other request. */
  send?: (testCase: TestCase) => Promise<Outcome>;
  /** Whether variations do not influence each other, so that they can be sent in parallel. */
  mayRunInParallel?: boolean;
  /** Whether the response to the usual request is suitable for comparison. */
  isComparable: (outcome: Outcome) => boolean;
  /** Whether two responses with the same status have the same effect. */
  hasSameEffect: (a: Outcome, b: Outcome) => boolean;
}

/** Number of usual requests that must have equal responses before a different response to a variation counts. */
export const proofRequestCount = 7;

/**
 * Sends variations of a request, and reports those that the server refuses or understands differently. A difference
 * counts only if it occurs each time between usual requests whose responses are all equal.
 */
export async function compareVariations(
  session: Session,
  usualRequest: BaseRequest,
  variations: readonly Variation[],
  options: CompareOptions,
): Promise<void> {
  const { createUsualCase, isComparable, hasSameEffect, send = (each) => session.send(each) } = options;
  const outcomeBefore = await send(createUsualCase('before variations'));
  if (!isComparable(outcomeBefore)) return;
  const compare = async (variation: Variation): Promise<void> => {
    const testCase = variationCase(usualRequest, variation);
    if (!testCase) return;
    let variant = await send(testCase);
    let rule = differenceOf(outcomeBefore, variant, variation, hasSameEffect);
    let first: Outcome | undefined;
    for (let attempt = 1; attempt <= proofRequestCount && rule !== undefined; attempt += 1) {
      const one = await send(createUsualCase(`${attempt} before ${variation.name}`));
      first ??= one;
      if (!isComparable(one) || one.status !== first.status || !hasSameEffect(first, one)) return;
      if (attempt < proofRequestCount) variant = await send(testCase);
      rule = differenceOf(one, variant, variation, hasSameEffect);
    }
    if (first && rule) session.report(variant, variantFault(usualRequest.operation, rule, variation, first, variant));
  };
  if (options.mayRunInParallel) await session.each(variations, compare);
  else for (const variation of variations) await compare(variation);
}

/** Whether a response shows how the server understood its request. */
export function isRequestUnderstood({ status }: Outcome): boolean {
  return status > 0 && status < 500 && status !== 429;
}

function differenceOf(
  usualOutcome: Outcome,
  variant: Outcome,
  { meaning, allowedStatuses = [] }: Variation,
  isSame: CompareOptions['hasSameEffect'],
): DifferenceRule | undefined {
  // A server error was already reported as a finding.
  if (!isRequestUnderstood(variant) || meaning === 'other') return undefined;
  if (variant.status === usualOutcome.status && isSame(usualOutcome, variant)) return undefined;
  if (allowedStatuses.includes(variant.status))
    return variant.status === 206 && !isOneByteRange(variant) ? 'request.variant-changes' : undefined;
  if (variant.status === usualOutcome.status) return 'request.variant-changes';
  if (variant.status >= 400) return meaning === 'same' ? 'request.variant-refused' : undefined;
  return 'request.variant-changes';
}

/** Whether a partial response has the one byte of `Range: bytes=0-0`, and a Content-Range (RFC 9110 §15.3.7.1). */
function isOneByteRange({ exchange: { response } }: Outcome): boolean {
  return response !== undefined && response.bytes.byteLength === 1 && headerOf(response, 'content-range') !== undefined;
}

function variantFault(
  operation: CheckedOperation,
  rule: DifferenceRule,
  { about, source, weight }: Variation,
  one: Outcome,
  variantOutcome: Outcome,
): Deviation {
  const isSameStatus = variantOutcome.status === one.status;
  const effect = isSameStatus ? 'has a different effect' : 'gets a different status';
  const difference = rule === 'request.variant-refused' ? 'is refused' : effect;
  const message = `A request ${about} ${difference}, although it means the same as the usual request (${source}).`;
  const expected = isSameStatus ? 'the same response' : `status ${one.status}`;
  const actual = isSameStatus ? 'another response' : `status ${variantOutcome.status}`;
  return makeDeviation(operation, { rule, message, expected, actual }, { isMandatory: weight === 'must' });
}

export async function checkReadVariations(
  session: Session,
  operation: CheckedOperation,
  parameters: Readonly<Record<string, string>>,
  variations: readonly Variation[],
): Promise<void> {
  const createUsualCase = (detail: string): TestCase => caseOfRepeatedRead(operation, parameters, detail);
  const usualRequest: BaseRequest = { operation, parameters, request: createUsualCase('').request };
  await compareVariations(session, usualRequest, variations, {
    mayRunInParallel: true,
    createUsualCase,
    isComparable: ({ ok }) => ok,
    hasSameEffect: (a, b) => isSameRead(session, a, b),
  });
}

/** Whether two reads return the same content. Text that is not JSON, such as CSV, is compared byte by byte. */
function isSameRead(session: Session, first: Outcome, second: Outcome): boolean {
  if (hasSameBytes(first, second)) return true;
  const [type, secondType] = [first, second].map(typeOf);
  // The server may support several media types, and choose one by the request headers.
  if (type !== secondType) return true;
  if (first.value === undefined || second.value === undefined) return false;
  const [value, secondValue] = [first, second].map((outcome) => withoutAddress(session, outcome));
  return isSameValue(value, secondValue);
}

/**
 * Returns the content of a response without traces of the variation: of a list, the items, since links to pages may
 * repeat the query; of any other response, the body, without the additional query in its links.
 */
function withoutAddress({ contract }: Session, { case: { operationId }, value }: Outcome): unknown {
  const operation = contract.operation(operationId);
  const content = (operation && itemsOf(contract, operation, value)) ?? value;
  const text = JSON.stringify(content);
  if (!/%|[?&](?:check_unknown|")/.test(text)) return content;
  const plainText = text.replace(/%(?:2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  );
  return JSON.parse(plainText.replace(/check_unknown=[\w%]*&?/g, '').replace(/[?&]"/g, '"')) as unknown;
}

function typeOf({ exchange: { response } }: Outcome): string | undefined {
  return response && headerOf(response, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}
