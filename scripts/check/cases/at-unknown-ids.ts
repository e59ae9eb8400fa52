import { withoutSlash } from '../../contract/path-template.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { creationReasonOf } from '../model/operation-words.js';
import type { Parameters } from '../model/request.js';
import { idCases, keyCases } from './refusals.js';
import { type CaseSource, createUnknownParameters } from './source.js';
import { brokenBodyCases, wrongBodyCases } from './wrong-bodies.js';

/** Maximum number of wrong bodies to send to missing resources; enough to see whether they make a server fail. */
const wrongBodyLimit = 3;

/**
 * Returns writes to ids that no resource has. A server that looks up the ids finds nothing to change. POST is excluded,
 * since it creates resources.
 *
 * @param parents ids of existing resources above the missing one
 * @param options `mayCreate`: whether a write may create something. `hasOtherTests`: whether other tests cover
 * everything except unknown ids
 */
export function casesAtUnknownIds(
  source: CaseSource,
  operation: CheckedOperation,
  parents: Parameters | undefined,
  { mayCreate = false, hasOtherTests = false }: { mayCreate?: boolean; hasOtherTests?: boolean } = {},
): TestCase[] {
  const target = findUnknownTarget(source, operation, parents, mayCreate);
  if (!target) return [];
  const cases = idCases(source, operation, target, { names: operation.pathParameters.slice(-1) });
  if (!hasOtherTests) {
    const wrongBodies = wrongBodyCases(source, operation, target).slice(0, wrongBodyLimit);
    cases.push(...keyCases(source, operation, target), ...brokenBodyCases(operation, target), ...wrongBodies);
  }
  return cases.map(markUnknownId);
}

/** Returns path parameters with which a write finds no resource; undefined if the write must not be sent at all. */
export function findUnknownTarget(
  source: CaseSource,
  operation: CheckedOperation,
  parents: Parameters | undefined,
  mayCreate: boolean,
): Parameters | undefined {
  if (operation.method === 'post' || operation.method === 'get' || operation.pathParameters.length === 0)
    return undefined;
  if (creationReasonOf(operation, mayCreate) !== undefined) return undefined;
  const unknownIds = createUnknownParameters(source, operation, 'nothing');
  if (!unknownIds) return undefined;
  const lastParameter = operation.pathParameters.at(-1) ?? '';
  // If the path does not end with an id, existing resources are safe only if all ids in it are unknown.
  if (!withoutSlash(operation.path).endsWith('}')) return unknownIds;
  // A PUT may create a resource with an id from the caller. That is possible even if it lists a 404, which may be about
  // a parent.
  if (operation.method === 'put' && operation.hasProvenance === false) return unknownIds;
  // With existing parents, the server looks up the resource itself, which does not exist.
  return { ...unknownIds, ...parents, [lastParameter]: unknownIds[lastParameter] ?? '' };
}

export function markUnknownId(testCase: TestCase): TestCase {
  return { ...testCase, id: `${testCase.id}/nothing`, isAtUnknownId: true };
}
