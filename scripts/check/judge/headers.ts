import { type Breach, makeDeviation } from '../model/breach.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedHeader, CheckedOperation, CheckedResponse } from '../model/contract/operations.js';
import { type Deviation, formatValue } from '../model/deviation.js';
import { type ExchangeResponse, headerOf } from '../model/exchange.js';
import { matches } from '../values/fits.js';

export function judgeHeaders(
  contract: CheckedContract,
  operation: CheckedOperation,
  responseSpec: CheckedResponse,
  response: ExchangeResponse,
): Deviation[] {
  return responseSpec.headers.flatMap((header): Deviation[] => {
    const { name, required } = header;
    const value = headerOf(response, name);
    const deviationsOf = (breach: Breach): Deviation[] => [
      makeDeviation(operation, { ...breach, contract: header.pointer }),
    ];
    if (value === undefined) {
      const texts = {
        message: `The header ${name} is missing.`,
        expected: `the header ${name}`,
        actual: 'no such header',
      };
      return required ? deviationsOf({ rule: `header.${header.name}-missing`, ...texts }) : [];
    }
    const expected = findUnmetExpectation(contract, header, value);
    const message = `The header ${name} does not fit the contract.`;
    return expected
      ? deviationsOf({ rule: `header.${header.name}`, message, expected, actual: formatValue(value) })
      : [];
  });
}

/**
 * Returns what the contract expects of a header; undefined if its value is right. For numbers, checks type and minimum.
 */
function findUnmetExpectation(contract: CheckedContract, { schema }: CheckedHeader, value: string): string | undefined {
  const { type, minimum, enum: values, pattern } = contract.resolve(schema);
  if (type === 'integer' && !/^-?\d+$/.test(value)) return 'an integer';
  if (type === 'number' && !Number.isFinite(Number(value))) return 'a number';
  if (minimum !== undefined && Number(value) < minimum) return `at least ${minimum}`;
  if (values && !values.map(String).includes(value)) return `one of ${values.map(String).join(', ')}`;
  if (pattern !== undefined && matches(pattern, value) === false) return `a value that matches ${pattern}`;
  return undefined;
}

/** Checks the header Allow of a 405 response, which is needed whatever the request tests (RFC 9110 §15.5.6). */
export function judgeAllow(
  contract: CheckedContract,
  operation: CheckedOperation,
  { kind, request: { method } }: TestCase,
  response: ExchangeResponse,
): Deviation[] {
  if (response.status !== 405) return [];
  const allow = headerOf(response, 'allow');
  const siblings = contract.operations.filter(({ path }) => path === operation.path);
  const expected = siblings.map((each) => each.method.toUpperCase()).join(', ');
  if (allow === undefined) {
    const message = 'A 405 response has no Allow header (RFC 9110 §15.5.6).';
    const texts = { message, expected: `Allow: ${expected}`, actual: 'no such header' };
    return [makeDeviation(operation, { rule: 'method.no-allow', ...texts })];
  }
  const allowedMethods = [response.headers['allow'] ?? []]
    .flat()
    .flatMap((value) => value.toUpperCase().split(','))
    .map((each) => each.trim());
  const allowDeviation = (message: string, isMust: boolean): Deviation[] => [
    makeDeviation(operation, { rule: 'method.allow-differs', message, expected, actual: allow }, { isMust }),
  ];
  // OPTIONS is excepted, since some servers list it for every path but support it only for cross-origin requests of
  // browsers.
  if (allowedMethods.includes(method) && method !== 'OPTIONS')
    return allowDeviation('The Allow header of a 405 response lists the refused method (RFC 9110 §15.5.6).', true);
  // If the contract declares the method, the 405 itself is the fault, so missing methods are not reported.
  const missing =
    kind === 'undeclared-method' ? siblings.filter((each) => !allowedMethods.includes(each.method.toUpperCase())) : [];
  if (missing.length === 0) return [];
  const names = missing.map((each) => each.method.toUpperCase()).join(', ');
  const isStated = missing.some(({ statedFacets: stated }) => stated.has('path') && stated.has('method'));
  return allowDeviation(
    `The Allow header of a 405 response leaves out ${names}, which the contract declares.`,
    isStated,
  );
}
