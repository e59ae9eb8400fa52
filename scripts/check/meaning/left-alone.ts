import type { CheckedOperation } from '../model/operations.js';
import { flagFor } from '../model/options.js';
import { mayBeOwner } from '../model/owners.js';
import { listShape, type ResourceType, withoutSlash } from '../model/resources.js';
import type { Harness } from './harness.js';

/**
 * Why nothing that is there is written to by an operation of whose resource nothing can be made; undefined where it may
 * be.
 */
export function whyNotExisting({ session }: Harness, operation: CheckedOperation): string | undefined {
  const { method, path, id, pathParameters } = operation;
  const at = (other: string): CheckedOperation | undefined =>
    session.contract.operations.find((each) => each.method === other && withoutSlash(each.path) === withoutSlash(path));
  const list = at('get');
  const makesItems = method === 'post' && list !== undefined && listShape(list, session.contract.resolve) !== undefined;
  const parameter = pathParameters.at(-1);
  const hint =
    parameter === undefined || method === 'delete'
      ? `--only ${id} sends it all the same.`
      : `${flagFor(id, parameter)} names one that may be written to.`;
  // A list of users without paths for single ones: a new one is nobody's yet.
  if (makesItems && parameter === undefined) return undefined;
  if (mayBeOwner(path))
    return `It may change what the key belongs to, and the run can make nothing of its own in its place. ${hint}`;
  if (method === 'delete') return `It would delete what the run has not made. ${hint}`;
  if (method !== 'post' && at('post')) return `It would change what others have made, too. ${hint}`;
  return undefined;
}

/** Why the run has no thing of its own of a kind that can be made. */
export function whyNoneOfOurs(
  { unrecognised }: Harness,
  resourceType: ResourceType,
  operation: CheckedOperation,
): string {
  const { id, method, pathParameters } = operation;
  const hint =
    method === 'delete'
      ? 'Nothing that was there is deleted.'
      : `Nothing that was there is written to; ${flagFor(id, pathParameters.at(-1) ?? '')} names something that ` +
        'may be.';
  const maker = resourceType.create ?? resourceType.upsert;
  if (!maker) return `What makes such things is not called. ${hint}`;
  const reason = unrecognised.has(resourceType.prefix)
    ? `${maker.id} succeeded, and neither its answer nor a list shows which thing it has made`
    : `${maker.id} made no thing, so that there is none of the run's own`;
  return `${reason}. ${hint}`;
}
