import type { JsonObject } from '../../contract/json.js';
import { Bodies } from '../cases/bodies.js';
import { caseOfRepeatedRead } from '../cases/reads.js';
import { createUnknownId } from '../cases/source.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import {
  findTypesOfSameForm,
  isAlias,
  prefixesOf,
  type ResourceType,
  renameParameters,
} from '../model/contract/resources.js';
import { isRemoval, mayBeOwner } from '../model/operation-words.js';
import type { Parameters } from '../model/request.js';
import { findDocumentedIds } from '../session/discover.js';
import type { Outcome, ResponseUse } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import { type Harness, readResource } from './harness.js';
import { confirmOwnResource, findResource, toOwnResource } from './identify-resource.js';
import { sendCreation, tryBodyVariants } from './send-creation.js';
import { whyNoOwnResource, whyNotWritable } from './why-not-written.js';

/** Finds path parameters for a list or a creation: the ids of existing parents. Undefined if none are known. */
export async function parentsOf(
  harness: Harness,
  operation: CheckedOperation,
  list?: CheckedOperation,
): Promise<Parameters | undefined> {
  const { discovery } = harness;
  // A write below the user who owns the key may change the permissions of the key.
  if (mayBeOwner(harness.session.contract, operation.path) && prefixesOf(operation.path).length > 0)
    return (await findTarget(harness, operation))?.parameters;
  // A list that contains other resources makes a better test, since these must stay unchanged.
  const listRead = list && list.path === operation.path ? await discovery.read(list) : undefined;
  return listRead?.outcome.ok ? listRead.parameters : (await discovery.parametersFor(operation))[0];
}

export interface NewResource {
  resource: Resource;
  outcome: Outcome;
  body: JsonObject;
}

interface CreateOptions {
  /** A string for values that distinguish the new resource from others of its type. */
  round: string;
  /** How the response is used: by default it is `counted` if the operation is in scope, else `preparing`. */
  use?: ResponseUse;
  /** Parameters of the parents to which the resource should belong. */
  givenParents?: Parameters;
}

/** Creates a resource by POST, or else by PUT to an unused path. Undefined if that fails or the resource may be old. */
export async function createResource(
  harness: Harness,
  resourceType: ResourceType,
  options: CreateOptions,
): Promise<NewResource | undefined> {
  const { create, upsert, list, prefix } = resourceType;
  const createOperation = create ?? upsert;
  if (!createOperation) return undefined;
  const { givenParents = {}, use = harness.scope.has(createOperation) ? 'counted' : 'preparing' } = options;
  const round = harness.notebook.makeUniqueRound(resourceType, options.round);
  if (!create) return createByPut(harness, resourceType, createOperation, { round, use, givenParents });
  const areParentsGiven = create.pathParameters.every((name) => givenParents[name] !== undefined);
  const parents = areParentsGiven ? givenParents : await parentsOf(harness, create, list);
  if (!parents) return undefined;
  // Without this read, existing resources could not be distinguished from new ones.
  if (list) await harness.discovery.read(list);
  const creation = await sendCreation(harness, resourceType, { create, parents, round, use });
  if (!creation) return undefined;
  const candidate = await findResource(harness, resourceType, parents, creation);
  const resource = await confirmOwnResource(harness, candidate, creation.outcome);
  // With 202, the response may contain the id of a job instead (RFC 9110 §15.3.3), so a read must find the resource.
  if (resource && (creation.outcome.status !== 202 || (await readResource(harness, resource, 'that was accepted'))))
    return { ...creation, resource };
  harness.notebook.prefixesWithUnknownIds.add(prefix);
  return undefined;
}

/** Creates a resource with a chosen id, by a PUT for which the contract lists 201. */
async function createByPut(
  harness: Harness,
  resourceType: ResourceType,
  upsert: CheckedOperation,
  { round, use, givenParents }: Required<Pick<CreateOptions, 'round' | 'use' | 'givenParents'>>,
): Promise<NewResource | undefined> {
  const { list, parameter, prefix } = resourceType;
  const parentPrefix = prefixesOf(prefix).at(-2);
  // As with a creation by POST, the parent must not be the user who owns the key.
  const isParentUsable = parentPrefix !== undefined && !mayBeOwner(harness.session.contract, upsert.path);
  const knownParents = isParentUsable ? harness.fixtures.bindings(parentPrefix)[0]?.parameters : undefined;
  const parents = parentPrefix === undefined ? {} : list ? await parentsOf(harness, list) : knownParents;
  const key = createUnknownId(harness.source, upsert, parameter, `put ${round}`);
  const resource = toOwnResource(harness, resourceType, { ...parents, ...givenParents }, key);
  if (!resource) return undefined;
  const bodies = new Bodies({ source: harness.source, operation: upsert, parameters: resource.parameters, round });
  const fullBody = bodies.certainBody(() => undefined, `create ${round}`) ?? {};
  const creation = await tryBodyVariants(harness, resourceType, bodies, { use, fullBody });
  if (!creation?.outcome.ok) return undefined;
  const confirmedResource = await confirmOwnResource(harness, resource, creation.outcome);
  return confirmedResource && { resource: confirmedResource, outcome: creation.outcome, body: creation.body };
}

interface WriteTarget {
  parameters: Parameters;
  /** Whether the run has created the resource, or a resource above it. */
  isOwnResource: boolean;
}

/**
 * Finds the target of an operation that changes the resource in its path: a resource that the run has created, or one
 * that the server added below such a resource. If the contract has no operation that creates such resources, the target
 * is an existing resource that the user has named, or any existing resource if the user has named the operation. If it
 * finds no target, notes the reason and returns undefined.
 */
export async function findTarget(harness: Harness, operation: CheckedOperation): Promise<WriteTarget | undefined> {
  const { session, fixtures, scope, discovery } = harness;
  const prefix = prefixesOf(operation.path).at(-1);
  const resourceType = session.contract.resources.find((resource) => resource.prefix === prefix);
  const typeToCreate = resourceType && findTypeToCreate(harness, resourceType);
  const isIdGivenByUser =
    resourceType !== undefined && fixtures.isIdGivenByUser(resourceType.prefix, operation) && !isRemoval(operation);
  const mayCreateResource = resourceType && (typeToCreate?.isCreatable || !isIdGivenByUser);
  const ownParameters = mayCreateResource ? await findOwnParameters(harness, resourceType, operation) : undefined;
  if (ownParameters) return { parameters: ownParameters, isOwnResource: true };
  const isAllowed = isIdGivenByUser || (!typeToCreate?.isCreatable && scope.isNamed(operation));
  const exclusionReason = typeToCreate?.isCreatable
    ? whyNoOwnResource(harness, typeToCreate, operation)
    : whyNotWritable(harness, operation);
  if (!isAllowed && exclusionReason !== undefined) return void session.tally.noteSkipped(operation.id, exclusionReason);
  const [parameters] = await discovery.parametersFor(operation);
  const binding = fixtures.bindings(prefix ?? '', operation)[0];
  return parameters && { parameters: { ...binding?.context, ...parameters }, isOwnResource: false };
}

/**
 * Returns the parameters of a resource that the run has created, or that the server has added below such a resource.
 *
 * @param typesBelow types that need this type as a parent; the search leaves them out, since the
 * lists of two types may need each other
 */
async function findOwnParameters(
  harness: Harness,
  resourceType: ResourceType,
  operation: CheckedOperation,
  typesBelow: readonly ResourceType[] = [],
): Promise<Parameters | undefined> {
  const { session, fixtures } = harness;
  const typeToCreate = findTypeToCreate(harness, resourceType);
  if (typeToCreate.isCreatable) {
    const ownResource = await takeFromStock(harness, typeToCreate);
    const renamedParameters = ownResource && renameParameters(ownResource.parameters, ownResource.type, resourceType);
    return ownResource && { ...ownResource.parents, ...ownResource.parameters, ...renamedParameters };
  }
  const { list, parameter, prefix } = resourceType;
  if (isRemoval(operation) || mayBeOwner(session.contract, prefix) || typesBelow.includes(resourceType))
    return undefined;
  const parentPrefixes = prefixesOf(list?.path ?? prefix).filter((otherPrefix) => otherPrefix !== prefix);
  const parentType = session.contract.resources.find((resource) => resource.prefix === parentPrefixes.at(-1));
  const parent = parentType && (await findOwnParameters(harness, parentType, operation, [...typesBelow, resourceType]));
  if (!parent) return undefined;
  if (!list) {
    const [onlyId] = findDocumentedIds(session.contract, resourceType).certainIds;
    return onlyId === undefined ? undefined : { ...parent, [parameter]: onlyId };
  }
  const listOutcome = await session.send(caseOfRepeatedRead(list, parent, 'to find its resources'), 'counted');
  if (listOutcome.ok) fixtures.noteResponse(list, parent, listOutcome.value);
  const isInParent = (all: Parameters): boolean => parentType.parameters.every((name) => all[name] === parent[name]);
  const bindings = fixtures.bindings(prefix, operation);
  return bindings.find(({ parameters, context }) => isInParent({ ...context, ...parameters }))?.parameters;
}

/** Returns the type to create for ids in the paths of a type. The parameters in its path may have different names. */
function findTypeToCreate({ session }: Harness, resourceType: ResourceType): ResourceType {
  const { resources } = session.contract;
  if (resourceType.isCreatable && !isAlias(resources, resourceType)) return resourceType;
  return findTypesOfSameForm(resources, resourceType).find(({ isCreatable }) => isCreatable) ?? resourceType;
}

/** Returns a resource that the run has created, as a target for actions; always the same one while it exists. */
export async function takeFromStock(
  harness: Harness,
  resourceType: ResourceType,
  givenParents: Parameters = {},
): Promise<Resource | undefined> {
  const create = resourceType.create ?? resourceType.upsert;
  if (!create) return undefined;
  const parentKey = create.pathParameters.map((name) => givenParents[name] ?? '').join(' ');
  const key = `${resourceType.prefix} ${parentKey}`;
  const resource = harness.stock.resources.get(key);
  if (resource && (await stillExists(harness, resource))) return resource;
  return addToStock(harness, resourceType, key, givenParents);
}

/** Creates a resource that is kept until the end of the run. */
export async function addToStock(
  harness: Harness,
  resourceType: ResourceType,
  key: string,
  givenParents: Parameters = {},
): Promise<Resource | undefined> {
  // If two resource types need each other as parents, neither can be created.
  if (harness.stock.pendingTypes.has(resourceType)) return undefined;
  harness.stock.pendingTypes.add(resourceType);
  const count = [...harness.stock.resources.values()].filter(({ type }) => type === resourceType).length;
  const round = `stock ${harness.stock.owner}${count}`;
  const resource = (await createResource(harness, resourceType, { round, givenParents }))?.resource;
  harness.stock.pendingTypes.delete(resourceType);
  if (resource) harness.stock.resources.set(key, resource);
  return resource;
}

/** Whether a resource still exists. An action may have deleted it. */
async function stillExists({ session }: Harness, { type: { get }, parameters }: Resource): Promise<boolean> {
  if (!get) return true;
  const testCase = caseOfRepeatedRead(get, parameters, 'in stock');
  return (await session.send({ ...testCase, expect: 'any' }, 'preparing')).status < 400;
}
