import { withoutSlash } from '../../contract/path-template.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { whyItMayCreate } from '../model/operation-words.js';
import type { Parameters } from '../model/request.js';
import { idCases, keyCases } from './refusals.js';
import { type CaseSource, unknownParameters } from './source.js';
import { brokenBodyCases, wrongBodyCases } from './wrong-bodies.js';

/** Number of wrong bodies sent to missing resources: enough to see if a server crashes on them. */
const wrongBodyLimit = 3;

/**
 * Returns writes to ids that no resource has: a server that looks at the ids finds no target. POST is excluded, since
 * it creates resources.
 *
 * @param parents ids of existing resources above the missing one
 * @param options whether a write may create something, and whether other tests cover everything but unknown ids
 */
export function casesAtUnknownIds(
  source: CaseSource,
  operation: CheckedOperation,
  parents: Parameters | undefined,
  { mayCreate = false, isTested = false }: { mayCreate?: boolean; isTested?: boolean } = {},
): TestCase[] {
  const target = unknownTarget(source, operation, parents, mayCreate);
  if (!target) return [];
  const cases = [
    ...idCases(source, operation, target, { names: operation.pathParameters.slice(-1) }),
    ...(isTested
      ? []
      : [
          ...keyCases(source, operation, target),
          ...brokenBodyCases(operation, target),
          ...wrongBodyCases(source, operation, target).slice(0, wrongBodyLimit),
        ]),
  ];
  return cases.map(markUnknownId);
}

/** Returns parameters that give a write no target; undefined if the write must not be sent at all. */
export function unknownTarget(
  source: CaseSource,
  operation: CheckedOperation,
  parents: Parameters | undefined,
  mayCreate: boolean,
): Parameters | undefined {
  if (operation.method === 'post' || operation.method === 'get' || operation.pathParameters.length === 0)
    return undefined;
  if (whyItMayCreate(operation, mayCreate) !== undefined) return undefined;
  const unknownIds = unknownParameters(source, operation, 'nothing');
  if (!unknownIds) return undefined;
  const last = operation.pathParameters.at(-1) ?? '';
  // If the path does not end with an id, only unknown parents protect existing resources.
  if (!withoutSlash(operation.path).endsWith('}')) return unknownIds;
  // A PUT may create a resource with a key of the caller, even if it lists a 404: that may be about a parent.
  if (operation.method === 'put' && operation.hasProvenance === false) return unknownIds;
  // With existing parents the server looks for the resource itself, which never exists.
  return { ...unknownIds, ...parents, [last]: unknownIds[last] ?? '' };
}

export function markUnknownId(testCase: TestCase): TestCase {
  return { ...testCase, id: `${testCase.id}/nothing`, isAtUnknownId: true };
}
