import { readAgainCase } from '../cases/reads.js';
import { type Usual, type Variation, variationCase } from '../cases/variations.js';
import type { TestCase } from '../model/case.js';
import { headerOf } from '../model/exchange.js';
import { faultOf } from '../model/fault.js';
import { sameShown } from '../model/likeness.js';
import type { CheckedOperation } from '../model/operations.js';
import type { RuleId } from '../model/rules/index.js';
import type { Outcome } from '../session/outcome.js';
import type { Session } from '../session/session.js';

/** The difference between the response to a variation and the usual one. */
type Difference = Extract<RuleId, 'request.variant-refused' | 'request.variant-changes'>;

/** How to compare the response to a variation with the usual one. */
export interface Comparing {
  /** The usual request; `detail` distinguishes it from others of its kind. */
  usual: (detail: string) => TestCase;
  /** Sends it, or a variation of it; by default without anything else. */
  send?: (testCase: TestCase) => Promise<Outcome>;
  /** Whether the response to the usual request is fit for comparing. */
  isUsual: (outcome: Outcome) => boolean;
  /** Whether two responses with the same status have the same effect. */
  isSame: (one: Outcome, other: Outcome) => boolean;
}

/**
 * Sends other forms of a request, and reports those that a server refuses or understands differently. A difference
 * counts only if it shows again between two usual requests with equal responses.
 */
export async function compareVariations(
  session: Session,
  usual: Usual,
  variations: readonly Variation[],
  { usual: usualCase, isUsual, isSame, send = (testCase) => session.send(testCase) }: Comparing,
): Promise<void> {
  const before = await send(usualCase('before variations'));
  if (!isUsual(before)) return;
  for (const variation of variations) {
    const testCase = variationCase(usual, variation);
    if (!testCase) continue;
    const outcome = await send(testCase);
    if (differenceOf(before, outcome, variation, isSame) === undefined) continue;
    const one = await send(usualCase(`before ${variation.name}`));
    const again = await send(testCase);
    const other = await send(usualCase(`after ${variation.name}`));
    if (!isUsual(one) || one.status !== other.status || !isSame(one, other)) continue;
    const difference = differenceOf(one, again, variation, isSame);
    if (difference !== undefined) report(session, usual.operation, { variation, one, again, difference });
  }
}

/** Whether a response says how the server understood its request. */
export function isConclusive({ status }: Outcome): boolean {
  return status > 0 && status < 500 && status !== 429;
}

function differenceOf(
  usual: Outcome,
  varied: Outcome,
  { means, allows = [] }: Variation,
  isSame: Comparing['isSame'],
): Difference | undefined {
  // A failure is a finding of its own.
  if (!isConclusive(varied) || means === 'other') return undefined;
  if (allows.includes(varied.status)) {
    return varied.status === 206 && !isOneByte(varied) ? 'request.variant-changes' : undefined;
  }
  if (varied.status === usual.status) return isSame(usual, varied) ? undefined : 'request.variant-changes';
  if (varied.status >= 400) return means === 'same' ? 'request.variant-refused' : undefined;
  return 'request.variant-changes';
}

/** Whether a partial response has the one byte that `Range: bytes=0-0` asks for, and says so (RFC 9110 §15.3.7.1). */
function isOneByte({ exchange: { response } }: Outcome): boolean {
  return response !== undefined && response.bytes.byteLength === 1 && headerOf(response, 'content-range') !== undefined;
}

function report(
  session: Session,
  operation: CheckedOperation,
  found: { variation: Variation; one: Outcome; again: Outcome; difference: Difference },
): void {
  const { variation, one, again, difference } = found;
  const { about, source, weight } = variation;
  const isRefused = difference === 'request.variant-refused';
  const what = isRefused
    ? `is refused ${about}`
    : again.status === one.status
      ? `has another effect ${about}`
      : `has another status ${about}`;
  const fault = faultOf(
    operation,
    {
      rule: difference,
      message: `A request ${what}, although that means the same (${source}).`,
      expected: again.status === one.status ? 'the same response' : `status ${one.status}`,
      actual: again.status === one.status ? 'another response' : `status ${again.status}`,
    },
    { isMust: weight === 'must', isEvidence: isRefused && weight === 'unclear' },
  );
  session.report(again, fault);
}

/** Compares variations of a read with the usual read. */
export async function checkReadVariations(
  session: Session,
  operation: CheckedOperation,
  parameters: Readonly<Record<string, string>>,
  variations: readonly Variation[],
): Promise<void> {
  const plain = (detail: string): TestCase => readAgainCase(operation, parameters, detail);
  const usual: Usual = { operation, parameters, request: plain('').request };
  await compareVariations(session, usual, variations, {
    usual: plain,
    isUsual: ({ ok }) => ok,
    isSame: isSameRead,
  });
}

/** Whether two reads show the same. Text, such as CSV, is compared byte by byte. */
function isSameRead(one: Outcome, other: Outcome): boolean {
  const [bytes, others] = [one, other].map(({ exchange }) => exchange.response?.bytes ?? new Uint8Array());
  if (bytes && others && Buffer.compare(bytes, others) === 0) return true;
  const [type, otherType] = [one, other].map(typeOf);
  // The server may have several media types, and choose by the headers.
  if (type !== otherType) return true;
  return one.value !== undefined && other.value !== undefined && sameShown(one.value, other.value);
}

function typeOf({ exchange: { response } }: Outcome): string | undefined {
  return response && headerOf(response, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();
}
