import { withoutSlash } from '../../contract/path-template.js';
import { mayBeOwner } from '../model/owners.js';
import type { ResourceType } from '../model/resources.js';
import { type Harness, readResource } from './harness.js';
import { addToStock } from './making.js';

/**
 * Creates a node below the root of a tree, where a POST to the path of a node creates another one below it. That is
 * known if the user has named the root, which has an empty path, and the response names a node that can be read.
 *
 * @returns whether there is one now
 */
export async function makeInTree(harness: Harness, resourceType: ResourceType): Promise<boolean> {
  const { session, fixtures, scope } = harness;
  const { prefix, get, parameter } = resourceType;
  const create = session.contract.operations.find(
    ({ method, path }) => method === 'post' && withoutSlash(path) === prefix,
  );
  if (!create || !get || !scope.has(create) || mayBeOwner(session.contract, prefix)) return false;
  const root = fixtures.bindings(prefix, get)[0]?.parameters;
  if (root?.[parameter] !== '') return false;
  const made = await addToStock(harness, { ...resourceType, create, isMade: true }, `${prefix} in its tree`, root);
  if (!made || !(await readResource(harness, made, 'in its tree'))) return false;
  harness.notebook.noteMaker(resourceType, { create });
  return true;
}
