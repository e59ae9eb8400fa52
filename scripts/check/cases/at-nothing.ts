import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Parameters } from '../model/request.js';
import { whyItMayMake } from './may-make.js';
import { idCases, keyCases } from './refusals.js';
import { type CaseSource, unknownParameters } from './source.js';
import { brokenBodyCases, wrongBodyCases } from './wrong-bodies.js';

/** Wrong bodies sent to what is not there: enough to see a server break down over them. */
const wrongBodies = 6;

/**
 * Writes aimed at ids that nothing has, so that a server that honours ids has nothing to apply them to. POST is never
 * among them: it makes things. `parents` are ids of things that are there, above the one that is not.
 */
export function casesAtNothing(
  source: CaseSource,
  operation: CheckedOperation,
  parents: Parameters | undefined,
  mayMake = false,
): TestCase[] {
  if (operation.method === 'post' || operation.method === 'get' || operation.pathParameters.length === 0) return [];
  if (whyItMayMake(operation, mayMake) !== undefined) return [];
  const nothing = unknownParameters(source, operation, 'nothing');
  if (!nothing) return [];
  const last = operation.pathParameters.at(-1) ?? '';
  // Parents that are there let the server look for the thing itself; the thing is always one that is not.
  const aimed: Parameters = { ...nothing, ...parents, [last]: nothing[last] ?? '' };
  // Where no id ends the path, only unknown parents keep what is there from being hit.
  const target = operation.path.replace(/\/$/, '').endsWith('}') ? aimed : nothing;
  const cases = [
    ...idCases(source, operation, target, { names: [last] }),
    ...keyCases(source, operation, target),
    ...brokenBodyCases(operation, target, false),
    ...wrongBodyCases(source, operation, target).slice(0, wrongBodies),
  ];
  return cases.map((testCase) => ({ ...testCase, id: `${testCase.id}/nothing`, isAimedAtNothing: true }));
}
