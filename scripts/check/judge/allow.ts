import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract.js';
import type { Deviation } from '../model/deviation.js';
import { headerOf, type ReceivedResponse } from '../model/exchange.js';
import { faultOf } from '../model/fault.js';
import type { CheckedOperation } from '../model/operations.js';

/** Checks the header Allow of a 405 response, whatever the request tested (RFC 9110 §15.5.6). */
export function judgeAllow(
  contract: CheckedContract,
  operation: CheckedOperation,
  { kind, request: { method } }: TestCase,
  response: ReceivedResponse,
): Deviation[] {
  if (response.status !== 405) return [];
  const allow = headerOf(response, 'allow');
  const there = contract.operations.filter(({ path }) => path === operation.path);
  const expected = there.map((each) => each.method.toUpperCase()).join(', ');
  if (allow === undefined) {
    const message = 'A 405 response has no Allow header (RFC 9110 §15.5.6).';
    const found = { message, expected: `Allow: ${expected}`, actual: 'no such header' };
    return [faultOf(operation, { rule: 'method.no-allow', ...found })];
  }
  const allowed = [response.headers['allow'] ?? []]
    .flat()
    .flatMap((value) => value.toUpperCase().split(','))
    .map((each) => each.trim());
  const differs = (message: string, isMust: boolean): Deviation[] => [
    faultOf(operation, { rule: 'method.allow-differs', message, expected, actual: allow }, { isMust }),
  ];
  // Some servers list OPTIONS everywhere, but answer it only to browsers that ask for another origin.
  if (allowed.includes(method) && method !== 'OPTIONS')
    return differs('The Allow header of a 405 response lists the refused method (RFC 9110 §15.5.6).', true);
  // Of a declared method, the 405 itself is the fault.
  const missing =
    kind === 'undeclared-method' ? there.filter((each) => !allowed.includes(each.method.toUpperCase())) : [];
  if (missing.length === 0) return [];
  const names = missing.map((each) => each.method.toUpperCase()).join(', ');
  const isStated = missing.some(({ stated }) => stated.has('path') && stated.has('method'));
  return differs(`The Allow header of a 405 response leaves out ${names}, which the contract declares.`, isStated);
}
