import { encodePart } from '../../contract/path-template.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { caseOf, type Parameters, pathOf } from '../model/request.js';
import { hashOf } from '../values/token.js';
import type { VariationBase } from './distribution.js';
import { isFreeName } from './refusals.js';
import { type CaseSource, isWholeId, parameterOf } from './source.js';

/** An unusual string to send instead of an id. Hardly any resource has such an id. */
export interface OddId extends VariationBase {
  name: string;
  about: string;
  /** Whether the id may exist, or a server may take it for another id: then only a server error is a fault. */
  mayExist?: boolean;
  /** Returns the text, percent-encoded, for an existing id; undefined if it does not suit a parameter of this type. */
  text: (type: 'integer' | 'string', knownId: string, token: string) => string | undefined;
}

const integerText =
  (text: string): OddId['text'] =>
  (type) =>
    type === 'integer' ? text : undefined;

/** Each row is one request. */
export const oddIds: readonly OddId[] = [
  { name: 'huge', about: 'with a number that has thirty digits as', text: integerText('9'.repeat(30)) },
  { name: 'negative', isMinor: true, about: 'with a negative number as', mayExist: true, text: integerText('-1') },
  { name: 'zero', isMinor: true, about: 'with zero as', mayExist: true, text: integerText('0') },
  { name: 'fraction', isMinor: true, about: 'with a fraction as', text: integerText('1.5') },
  { name: 'long', about: 'with 800 characters as', text: (_, __, token) => token.repeat(100).slice(0, 800) },
  { name: 'emoji', about: 'with an emoji as', text: (_, __, token) => `${token}${encodeURIComponent('🦉')}` },
  { name: 'null-byte', about: 'with a zero byte in', text: (_, __, token) => `${token}%00` },
  { name: 'slash', about: 'with an encoded slash in', text: (_, __, token) => `${token}%2F${token}` },
  { name: 'broken', about: 'with invalid percent-encoding in', text: (_, __, token) => `${token}%E0%A4%A` },
  // A server that decodes the path twice fails on this text.
  { name: 'percent', about: 'with a percent sign in', text: (_, __, token) => `${token}%25E0%25A4%25A` },
  { name: 'quote', isMinor: true, about: 'with quotes in', text: (_, __, token) => `${token}%27%22` },
  { name: 'more', about: 'with text after an existing', text: (_, knownId, token) => `${knownId}${token}` },
];

/** Any 4xx: a framework or a proxy may refuse a path with an unusual id before the service receives it. */
const refusalStatuses = Array.from({ length: 100 }, (_, index) => 400 + index);

/** Whether an unusual id can be sent instead of the last id of a path. */
export function isOddIdSuitable({ contract }: CaseSource, operation: CheckedOperation, oddId: OddId): boolean {
  const type = idTypeOf(contract, operation);
  return type !== undefined && oddId.text(type, 'a', 'a') !== undefined;
}

function idTypeOf(contract: CaseSource['contract'], operation: CheckedOperation): 'integer' | 'string' | undefined {
  const name = operation.pathParameters.at(-1);
  if (name === undefined) return undefined;
  const { type, enum: values } = contract.resolve(parameterOf(operation, name)?.schema ?? {});
  if (values || !isWholeId(operation, name)) return undefined;
  return type === 'integer' || type === 'number' ? 'integer' : 'string';
}

/** Returns a read with an unusual string instead of its last id; undefined if the string is not suitable. */
export function oddIdCase(
  source: CaseSource,
  operation: CheckedOperation,
  parameters: Parameters,
  oddId: OddId,
): TestCase | undefined {
  const { contract, seed } = source;
  const name = operation.pathParameters.at(-1);
  const type = idTypeOf(contract, operation);
  if (name === undefined || type === undefined) return undefined;
  const token = `check${hashOf(seed, operation.id, oddId.name).toString(36)}`;
  const text = oddId.text(type, encodePart(parameters[name] ?? ''), token);
  if (text === undefined) return undefined;
  const [textBefore = '', textAfter = ''] = operation.path
    .split(`{${name}}`)
    .map((part) => pathOf(part, parameters, operation.parameters));
  const testCase = caseOf(operation, {
    kind: 'unknown-id',
    detail: `${name} ${oddId.name}`,
    about: `${oddId.about} ${name}`,
    expect: oddId.mayExist ? 'any' : 'refusal',
    allows: refusalStatuses,
    isFreeName: isFreeName(source, operation, name),
    parameters,
  });
  const [, query] = testCase.request.path.split('?');
  const path = textBefore + text + textAfter + (query === undefined ? '' : `?${query}`);
  return { ...testCase, request: { ...testCase.request, path } };
}
