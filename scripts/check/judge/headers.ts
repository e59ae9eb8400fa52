import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedHeader, CheckedOperation, CheckedResponse } from '../model/contract/operations.js';
import { type Deviation, shown } from '../model/deviation.js';
import { headerOf, type ReceivedResponse } from '../model/exchange.js';
import { type Fault, faultOf } from '../model/fault.js';
import { matches } from '../values/fits.js';

/** Checks the headers of a response against those that the contract documents for it. */
export function judgeHeaders(
  contract: CheckedContract,
  operation: CheckedOperation,
  documented: CheckedResponse,
  response: ReceivedResponse,
): Deviation[] {
  return documented.headers.flatMap((header): Deviation[] => {
    const { name, required } = header;
    const value = headerOf(response, name);
    const fault = (found: Fault): Deviation[] => [faultOf(operation, { ...found, contract: header.pointer })];
    if (value === undefined) {
      const found = {
        message: `The header ${name} is missing.`,
        expected: `the header ${name}`,
        actual: 'no such header',
      };
      return required ? fault({ rule: `header.${header.name}-missing`, ...found }) : [];
    }
    const expected = misfit(contract, header, value);
    const message = `The header ${name} does not fit the contract.`;
    return expected ? fault({ rule: `header.${header.name}`, message, expected, actual: shown(value) }) : [];
  });
}

/** Returns what a header should be; undefined if it fits. Numbers in headers are checked against type and bounds. */
function misfit(contract: CheckedContract, { schema }: CheckedHeader, value: string): string | undefined {
  const { type, minimum, enum: values, pattern } = contract.resolve(schema);
  if (type === 'integer' && !/^-?\d+$/.test(value)) return 'an integer';
  if (type === 'number' && !Number.isFinite(Number(value))) return 'a number';
  if (minimum !== undefined && Number(value) < minimum) return `at least ${minimum}`;
  if (values && !values.map(String).includes(value)) return `one of ${values.map(String).join(', ')}`;
  if (pattern !== undefined && matches(pattern, value) === false) return `a value that matches ${pattern}`;
  return undefined;
}

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
