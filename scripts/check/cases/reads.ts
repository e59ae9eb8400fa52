import { isJson } from '../../contract/json-success.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { caseOf, type Parameters, type RequestParts } from '../model/request.js';

export function caseOfRead(operation: CheckedOperation, parameters: Parameters, detail?: string): TestCase {
  return caseOf(operation, { kind: 'read', about: 'for an existing resource', expect: 'success', parameters, detail });
}

/** Returns a read that is sent once more, to find differences between two reads. */
export function caseOfRepeatedRead(operation: CheckedOperation, parameters: Parameters, detail: string): TestCase {
  return caseOf(operation, { kind: 'read-again', about: 'sent a second time', expect: 'success', parameters, detail });
}

/** Returns a read of a list, to compare the list with other facts about its items. */
export function caseOfListRead(
  list: CheckedOperation,
  parameters: Parameters,
  detail: string,
  query?: RequestParts['query'],
): TestCase {
  const description = 'for the whole list';
  return caseOf(list, { kind: 'list-again', about: description, expect: 'success', parameters, detail, query });
}

export function cleanupCase(remove: CheckedOperation, parameters: Parameters): TestCase {
  const description = 'for a resource that the run created';
  return caseOf(remove, { kind: 'delete', about: description, expect: 'any', parameters, detail: 'afterwards' });
}

/** Returns the read with an Accept header for each media type besides JSON. The service may support only one type. */
export function otherMediaCases(operation: CheckedOperation, parameters: Parameters): TestCase[] {
  const bodies = operation.success?.bodies ?? [];
  const otherBodies = bodies.length > 1 ? bodies.filter(({ media }) => !isJson(media)) : [];
  return otherBodies.map(({ media }) => {
    const purpose = { kind: 'read-again', about: `that prefers ${media}`, expect: 'either', detail: media } as const;
    return caseOf(operation, { ...purpose, parameters, headers: { accept: `${media}, */*;q=0.1` } });
  });
}

/** Returns the read of a further page of a list, at the path from an earlier page. */
export function pageCase(testCase: TestCase, path: string, page: number): TestCase {
  return {
    ...testCase,
    id: `${testCase.id}/page ${page}`,
    kind: 'page',
    about: `for page ${page}`,
    request: { ...testCase.request, path },
  };
}

/** Returns a HEAD request, which every path with GET must allow (RFC 9110 §9.3.2). */
export function headCase(operation: CheckedOperation, parameters: Parameters): TestCase {
  return caseOf(operation, { kind: 'head', about: 'by HEAD', expect: 'any', parameters, method: 'HEAD' });
}

/** Returns a request with the path in capitals, except for ids; undefined if the path has no letter to change. */
export function spellingCase(operation: CheckedOperation, parameters: Parameters): TestCase | undefined {
  const path = operation.path.replace(/\{[^}]+\}|[^{]+/g, (part) => (part.startsWith('{') ? part : part.toUpperCase()));
  if (path === operation.path) return undefined;
  const purpose = { kind: 'spelling', about: 'with the path in capitals', expect: 'any' } as const;
  return caseOf({ ...operation, path }, { ...purpose, parameters });
}
