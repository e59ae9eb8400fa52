import { type Json, parseJson } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { makeDeviation, type RuleBreach } from '../model/breach.js';
import type { TestCase } from '../model/case.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckedHeader, CheckedOperation, CheckedResponse } from '../model/contract/operations.js';
import { type Deviation, formatValue } from '../model/deviation.js';
import { type ExchangeResponse, headerOf, joinedHeaderOf } from '../model/exchange.js';
import { mistakeIn } from '../values/fits.js';

export function judgeHeaders(
  contract: CheckedContract,
  operation: CheckedOperation,
  responseSpec: CheckedResponse,
  response: ExchangeResponse,
): Deviation[] {
  return responseSpec.headers.flatMap((header): Deviation[] => {
    const { name, required } = header;
    const value = joinedHeaderOf(response, name);
    const deviationsOf = (breach: RuleBreach): Deviation[] => [
      makeDeviation(operation, { ...breach, contract: header.pointer }),
    ];
    if (value === undefined) {
      const message = `The header ${name} is missing.`;
      const texts = { message, expected: `the header ${name}`, actual: 'no such header' };
      return required ? deviationsOf({ rule: `header.${header.name}-missing`, ...texts }) : [];
    }
    // Lines of Set-Cookie are never joined (RFC 9110 §5.3). One line must fit; the others may set other cookies.
    const texts = name === 'set-cookie' ? [response.headers[name] ?? []].flat() : [value];
    const expectations = texts.map((text) => findUnmetExpectation(contract, header, text));
    const [expected] = expectations;
    if (expected === undefined || expectations.includes(undefined)) return [];
    const message = `The header ${name} does not fit the contract.`;
    return deviationsOf({ rule: `header.${header.name}`, message, expected, actual: formatValue(value) });
  });
}

/** Returns what the contract expects of a header; undefined if its text can be a valid value. */
function findUnmetExpectation(contract: CheckedContract, header: CheckedHeader, text: string): string | undefined {
  const possibleValues = possibleValuesOf(contract, header, text);
  if (possibleValues.length === 0) return 'JSON';
  const mistakes = possibleValues.map((value) => mistakeIn(header.schema, value, contract));
  const [first] = mistakes;
  if (first === undefined || mistakes.includes(undefined)) return undefined;
  const detail = first.schema[first.keyword];
  return first.keyword === 'type'
    ? `a value of the type ${[detail].flat().join(' or ')}`
    : `a value that fits ${first.keyword}: ${JSON.stringify(detail)}`;
}

/** Returns the values that a header can mean in the style `simple` (OAS 3.1 §4.8.21); none for broken JSON. */
function possibleValuesOf({ resolve }: CheckedContract, header: CheckedHeader, text: string): Json[] {
  if (header.isJson) {
    const value = parseJson(text);
    return value === undefined ? [] : [value as Json];
  }
  const { type, items = {}, properties = {} } = resolve(header.schema);
  const types = [type ?? []].flat();
  const parts = text.split(',').map((part) => part.trim());
  const parseScalar = (schema: Schema, part: string): Json => scalarsOf(resolve(schema), part)[0] ?? part;
  if (types.includes('array')) return [text === '' ? [] : parts.map((part) => parseScalar(items, part))];
  if (!types.includes('object')) return scalarsOf(resolve(header.schema), text);
  const pairs = header.explode
    ? parts.map((part) => part.split(/=(.*)/s).slice(0, 2))
    : parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : []));
  return [Object.fromEntries(pairs.map(([name = '', part = '']) => [name, parseScalar(properties[name] ?? {}, part)]))];
}

/** Returns the scalar values that text can mean under a schema, likeliest first; if none fits, the text itself. */
function scalarsOf({ type }: Schema, text: string): Json[] {
  const types = [type ?? ['number', 'boolean', 'null', 'string']].flat();
  const isNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
  const values: Json[] = [];
  if (isNumber && types.some((each) => each === 'number' || each === 'integer')) values.push(Number(text));
  if (/^(?:true|false)$/.test(text) && types.includes('boolean')) values.push(text === 'true');
  if (text === 'null' && types.includes('null')) values.push(null);
  if (values.length === 0 || types.includes('string')) values.push(text);
  return values;
}

/** Checks the header Allow, which every 405 response needs (RFC 9110 §15.5.6). */
export function judgeAllow(
  contract: CheckedContract,
  operation: CheckedOperation,
  { kind, request: { method } }: TestCase,
  response: ExchangeResponse,
): Deviation[] {
  if (response.status !== 405) return [];
  const allow = headerOf(response, 'allow');
  const siblings = contract.operations.filter(({ path }) => path === operation.path);
  const expected = siblings.map((operation) => operation.method.toUpperCase()).join(', ');
  if (allow === undefined) {
    const message = 'A 405 response has no Allow header (RFC 9110 §15.5.6).';
    const texts = { message, expected: `Allow: ${expected}`, actual: 'no such header' };
    return [makeDeviation(operation, { rule: 'method.no-allow', ...texts })];
  }
  const allowedMethods = [response.headers['allow'] ?? []]
    .flat()
    .flatMap((value) => value.toUpperCase().split(','))
    .map((text) => text.trim());
  const createAllowDeviation = (message: string, isMandatory: boolean): Deviation[] => [
    makeDeviation(operation, { rule: 'method.allow-differs', message, expected, actual: allow }, { isMandatory }),
  ];
  // OPTIONS is excepted, since some servers list it for every path but support it only for cross-origin requests of
  // browsers.
  if (allowedMethods.includes(method) && method !== 'OPTIONS')
    return createAllowDeviation('The Allow header of a 405 lists the method that it refuses (RFC 9110 §15.5.6).', true);
  // If the contract declares the method, the 405 itself is the fault, so missing methods are not reported.
  const missingOperations =
    kind === 'undeclared-method' ? siblings.filter((each) => !allowedMethods.includes(each.method.toUpperCase())) : [];
  if (missingOperations.length === 0) return [];
  const names = missingOperations.map((missingOperation) => missingOperation.method.toUpperCase()).join(', ');
  const isStated = ({ statedFacets }: CheckedOperation) => statedFacets.has('path') && statedFacets.has('method');
  const message = `The Allow header of a 405 response leaves out ${names}, which the contract declares.`;
  return createAllowDeviation(message, missingOperations.some(isStated));
}
