import { isJson } from '../../contract/json-success.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { caseOf, type Parameters, type RequestParts } from '../model/request.js';

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

/** A read of a list, to compare it with what is known of its items. */
export function listAgainCase(
  list: CheckedOperation,
  parameters: Parameters,
  detail: string,
  query?: RequestParts['query'],
): TestCase {
  const about = 'of the whole list';
  return caseOf(list, { kind: 'list-again', about, expect: 'success', parameters, detail, query });
}

export function cleanupCase(remove: CheckedOperation, parameters: Parameters): TestCase {
  const about = 'of a resource of the run';
  return caseOf(remove, { kind: 'delete', about, expect: 'any', parameters, detail: 'afterwards' });
}

/** The same read in another of the media types that the contract has for it. The service may have only one of them. */
export function otherMediaCases(operation: CheckedOperation, parameters: Parameters): TestCase[] {
  const bodies = operation.success?.bodies ?? [];
  const others = bodies.length > 1 ? bodies.filter(({ media }) => !isJson(media)) : [];
  return others.map(({ media }) => {
    const testCase = caseOf(operation, {
      kind: 'read-again',
      about: `that prefers ${media}`,
      expect: 'either',
      parameters,
      detail: media,
    });
    const accept = `${media}, */*;q=0.1`;
    return { ...testCase, request: { ...testCase.request, headers: { ...testCase.request.headers, accept } } };
  });
}

/** The read of a further page of a list, at the path that an earlier page gives. */
export function pageCase(testCase: TestCase, path: string, page: number): TestCase {
  return {
    ...testCase,
    id: `${testCase.id}/page ${page}`,
    kind: 'page',
    about: `of page ${page}`,
    request: { ...testCase.request, path },
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
  return caseOf(capitals, { kind: 'spelling', about: 'with the path in capitals', expect: 'any', parameters });
}
