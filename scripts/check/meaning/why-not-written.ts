import { withoutSlash } from '../../contract/path-template.js';
import type { CheckedOperation } from '../model/operations.js';
import { flagFor } from '../model/options.js';
import { mayBeOwner } from '../model/owners.js';
import { isRemoval } from '../model/removing.js';
import { listShape, type ResourceType } from '../model/resources.js';
import type { Harness } from './harness.js';

/** Returns why an operation may not write to existing resources, if none can be created; undefined if it may. */
export function whyNotExisting({ session }: Harness, operation: CheckedOperation): string | undefined {
  const { method, path, id, pathParameters } = operation;
  const at = (other: string): CheckedOperation | undefined =>
    session.contract.operations.find((each) => each.method === other && withoutSlash(each.path) === withoutSlash(path));
  const list = at('get');
  const makesItems = method === 'post' && list !== undefined && listShape(list, session.contract.resolve) !== undefined;
  const parameter = pathParameters.at(-1);
  const hint =
    parameter === undefined || isRemoval(operation)
      ? `Use --only ${id} to send it anyway.`
      : `Use ${flagFor(id, parameter)} to name a resource that may be written to.`;
  // A new resource belongs to nobody yet, for example a user in a list without paths for single users.
  if (makesItems && parameter === undefined) return undefined;
  if (mayBeOwner(session.contract, path))
    return `It may change the owner of the key, and the run cannot create a resource of its own instead. ${hint}`;
  if (isRemoval(operation)) return `It would delete a resource that the run did not create. ${hint}`;
  if (method !== 'post' && at('post')) return `It would also change resources that others created. ${hint}`;
  return undefined;
}

/** Returns why the run has no resource of its own, although resources of this type can be created. */
export function whyNoneOfOurs(
  { unrecognised }: Harness,
  resourceType: ResourceType,
  operation: CheckedOperation,
): string {
  const { id, method, pathParameters } = operation;
  const hint =
    method === 'delete'
      ? 'Existing resources are not deleted.'
      : `Existing resources are not written to; use ${flagFor(id, pathParameters.at(-1) ?? '')} to name one that ` +
        'may be.';
  const maker = resourceType.create ?? resourceType.upsert;
  if (!maker) return `The operation that creates such resources is not called. ${hint}`;
  const reason = unrecognised.has(resourceType.prefix)
    ? `${maker.id} succeeded, but neither its response nor a list identifies the created resource`
    : `${maker.id} created no resource that the run could use`;
  return `${reason}. ${hint}`;
}
