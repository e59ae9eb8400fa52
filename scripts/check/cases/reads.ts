import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/operations.js';
import { caseOf, type Parameters } from '../model/request.js';

/** A plain read of something that is there. */
export function readCase(operation: CheckedOperation, parameters: Parameters, detail?: string): TestCase {
  return caseOf(operation, {
    kind: 'read',
    about: 'of something that is there',
    expect: 'success',
    parameters,
    ...(detail !== undefined && { detail }),
  });
}

/** The same read once more, so that what changes between two reads shows. */
export function readAgainCase(operation: CheckedOperation, parameters: Parameters, detail: string): TestCase {
  return caseOf(operation, {
    kind: 'read-again',
    about: 'that was sent before',
    expect: 'success',
    parameters,
    detail,
  });
}

/** HEAD goes wherever GET does (RFC 9110 §9.3.2). */
export function headCase(operation: CheckedOperation, parameters: Parameters): TestCase {
  return caseOf(operation, { kind: 'head', about: 'by HEAD', expect: 'any', parameters, method: 'HEAD' });
}

/** The path in capitals, ids left alone; undefined where it has no letter to change. */
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
