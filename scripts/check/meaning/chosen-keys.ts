import { readAgainCase } from '../cases/reads.js';
import { plainBody } from '../cases/refusals.js';
import { unknownId } from '../cases/source.js';
import { commonWordIn } from '../model/common-state.js';
import type { CheckedOperation } from '../model/operations.js';
import { mayBeOwner } from '../model/owners.js';
import { caseOf, type Parameters } from '../model/request.js';
import { prefixesOf, type ResourceType } from '../model/resources.js';
import type { Resource } from '../session/resource.js';
import { type Harness, readResource } from './harness.js';
import { addToStock } from './making.js';

/** Operations below a key to try. */
const attempts = 3;

/**
 * Brings a resource into being whose key the caller chooses, though the contract has no operation that says so: by a
 * PUT at its path that lists no 201, or by the first use of its name, as in `POST /queues/{queue}/items`.
 *
 * @param isKnown whether there are others already
 * @returns whether there is one now
 */
export async function makeByName(harness: Harness, resourceType: ResourceType, isKnown: boolean): Promise<boolean> {
  const { replace, prefix } = resourceType;
  if (mayBeOwner(harness.session.contract, prefix)) return false;
  if (replace && harness.unsharded.has(replace) && (await makeByReplacing(harness, resourceType, replace))) return true;
  return (await makeByUse(harness, resourceType, isKnown)) && !isKnown;
}

/** A PUT that creates says so by 201, also where the contract lists only 200 (RFC 9110 §9.3.4). */
async function makeByReplacing(
  harness: Harness,
  resourceType: ResourceType,
  replace: CheckedOperation,
): Promise<boolean> {
  const asUpsert = { ...resourceType, upsert: replace, isMade: true };
  const made = await addToStock(harness, asUpsert, `${resourceType.prefix} by name`);
  if (!made || (resourceType.get && !(await readResource(harness, made, 'that was put')))) return false;
  if (!(await isThereAnyway(harness, made))) harness.notebook.noteMaker(resourceType, { upsert: replace });
  harness.fixtures.learnOne(resourceType, { ...made.parents, ...made.parameters }, made.parents);
  return true;
}

/** Whether a read finds something under every name, such as the level of a logger: then nothing was created. */
async function isThereAnyway({ session, source }: Harness, { type, parameters }: Resource): Promise<boolean> {
  const key = type.get && unknownId(source, type.get, type.parameter, 'nobody has this name');
  if (!type.get || key === undefined) return false;
  const testCase = readAgainCase(type.get, { ...parameters, [type.parameter]: key }, 'of nothing');
  return (await session.send({ ...testCase, expect: 'any' }, 'preparing')).ok;
}

async function makeByUse(harness: Harness, resourceType: ResourceType, isKnown: boolean): Promise<boolean> {
  const { session, fixtures, source, unsharded, notebook } = harness;
  const { prefix, parameter, parameters: names } = resourceType;
  const [above] = names.length === 1 ? [{ parameters: {} }] : fixtures.bindings(prefixesOf(prefix).at(-2) ?? '');
  const uses = session.contract.operations.filter(
    (operation) =>
      operation.method === 'post' &&
      prefixesOf(operation.path).at(-1) === prefix &&
      unsharded.has(operation) &&
      // A service with one tenant may take any name for it.
      !(isKnown && commonWordIn(operation.path) !== undefined),
  );
  for (const operation of above ? uses.slice(0, attempts) : []) {
    const key = unknownId(source, operation, parameter, 'by name');
    // What has numbers or UUIDs gets them from the server.
    if (key === undefined || /^\d+$|^[0-9a-f]{8}-/.test(key)) return false;
    const parameters: Parameters = { ...above?.parameters, [parameter]: key };
    const testCase = caseOf(operation, {
      kind: 'action',
      about: 'for a new name',
      detail: 'by name',
      expect: 'either',
      parameters,
      body: plainBody(source, operation, parameters),
    });
    if (!(await session.send(testCase, harness.scope.has(operation) ? 'counted' : 'preparing')).ok) continue;
    fixtures.learnOne(resourceType, parameters, parameters);
    notebook.byUse.set(resourceType, parameters);
    return true;
  }
  return false;
}
