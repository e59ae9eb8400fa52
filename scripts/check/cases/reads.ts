import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/operations.js';
import { caseOf, type Parameters } from '../model/request.js';

/** A plain read of an existing resource. */
export function readCase(operation: CheckedOperation, parameters: Parameters, detail?: string): TestCase {
  return caseOf(operation, {
    kind: 'read',
    about: 'of an existing resource',
    expect: 'success',
    parameters,
    ...(detail !== undefined && { detail }),
  });
}

/** The same read once more, to find differences between two reads. */
export function readAgainCase(operation: CheckedOperation, parameters: Parameters, detail: string): TestCase {
  return caseOf(operation, {
    kind: 'read-again',
    about: 'sent a second time',
    expect: 'success',
    parameters,
    detail,
  });
}

/** The read of a further page of a list. */
export function pageCase(testCase: TestCase, query: Readonly<Record<string, string>>, page: number): TestCase {
  const [path] = testCase.request.path.split('?');
  return {
    ...testCase,
    id: `${testCase.id}/page ${page}`,
    about: `of page ${page}`,
    request: { ...testCase.request, path: `${path}?${new URLSearchParams(query).toString()}` },
  };
}

/** HEAD is allowed on each path with GET (RFC 9110 §9.3.2). */
export function headCase(operation: CheckedOperation, parameters: Parameters): TestCase {
  return caseOf(operation, { kind: 'head', about: 'by HEAD', expect: 'any', parameters, method: 'HEAD' });
}

/** The path in capitals, except for ids; undefined if it has no letter to change. */
export function spellingCase(operation: CheckedOperation, parameters: Parameters): TestCase | undefined {
  const capitals = {
    ...operation,
    path: operation.path
      .split('/')
      .map((part) => (part.startsWith('{') ? part : part.toUpperCase()))
      .join('/'),
  };
  if (capitals.path === operation.path) return undefined;
  return {
    ...caseOf(capitals, { kind: 'spelling', about: 'with the path in capitals', expect: 'any', parameters }),
    operationId: operation.id,
  };
}
