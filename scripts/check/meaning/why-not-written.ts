import { withoutSlash } from '../../contract/path-template.js';
import { queryChoices } from '../cases/query-values.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { isSingleton, listShape, type ResourceType } from '../model/contract/resources.js';
import {
  endsInSharedResource,
  isRemoval,
  mayBeOwner,
  wordForSharedResourceIn,
  wordForSharedResourceOf,
} from '../model/operation-words.js';
import { flagFor } from '../model/options.js';
import type { Harness } from './harness.js';

/**
 * Returns why an operation may not write to resources that the run has not created. Returns undefined if it may: it
 * creates something, or it is an action without an id, such as a search, and its name mentions nothing that all users
 * share.
 */
export function whyNotWritable({ session }: Harness, operation: CheckedOperation): string | undefined {
  const { method, path, id, pathParameters } = operation;
  const { operations, resolve } = session.contract;
  const operationWithMethod = (name: string): CheckedOperation | undefined =>
    operations.find((each) => each.method === name && withoutSlash(each.path) === withoutSlash(path));
  const read = operationWithMethod('get');
  const isItemCreation = method === 'post' && read !== undefined && listShape(read, resolve) !== undefined;
  const parameter = pathParameters.at(-1);
  const hint =
    parameter === undefined || isRemoval(operation)
      ? `To call the operation anyway, use --only ${id}.`
      : `To choose a resource that the check may change, use ${flagFor(id, parameter)}.`;
  // A new item of a list belongs to nobody yet. The list may have no paths for single items.
  if (isItemCreation && parameter === undefined && !endsInSharedResource(path)) return undefined;
  if (mayBeOwner(session.contract, path))
    return (
      'The operation may change the account that the key belongs to, and the run cannot create a resource of its ' +
      `own to change instead. ${hint}`
    );
  if (isRemoval(operation)) return `The operation would delete a resource that the run did not create. ${hint}`;
  if (isItemCreation && !endsInSharedResource(path)) return undefined;
  if (method !== 'post' && operationWithMethod('post'))
    return `The operation would also change resources that somebody else created. ${hint}`;
  const word = parameter === undefined ? wordForSharedResourceOf(operation) : wordForSharedResourceIn(path);
  const changesExisting = method !== 'post' || parameter !== undefined || (read && isSingleton(read, resolve));
  if (!changesExisting && word === undefined) return undefined;
  const reason =
    word === undefined
      ? 'The operation would change something that'
      : `The path, name or a tag of the operation contains "${word}", so the operation may change something that ` +
        `all users share and that`;
  return `${reason} the run did not create. ${hint}`;
}

/** Returns why the run has not created a resource to write to, although some operation creates such resources. */
export function whyNoOwnResource(
  { notebook, source }: Harness,
  resourceType: ResourceType,
  operation: CheckedOperation,
): string {
  const { id, method, pathParameters } = operation;
  const hint =
    method === 'delete'
      ? 'The check does not delete existing resources.'
      : 'The check does not write to existing resources. To allow writes to one of them, give its id with ' +
        `${flagFor(id, pathParameters.at(-1) ?? '')}.`;
  const creation = resourceType.create ?? resourceType.upsert;
  if (!creation) return `The check does not call the operation that creates such resources. ${hint}`;
  if (!notebook.prefixesWithUnknownIds.has(resourceType.prefix))
    return `${creation.id} created no resource that the run could use. ${hint}`;
  const [choice] = queryChoices(source, creation).flatMap((query) => Object.entries(query));
  const help = choice ? ` A query parameter may help, such as --param ${creation.id}.${choice.join('=')}.` : '';
  const reason = 'succeeded, but neither its response nor a list identifies the created resource.';
  return `${creation.id} ${reason}${help} ${hint}`;
}
