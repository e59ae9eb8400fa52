import type { JsonObject } from '../../contract/json.js';
import { caseOfRepeatedRead } from '../cases/reads.js';
import { sentFields } from '../model/contract/body-encoding.js';
import type { ResourceType } from '../model/contract/resources.js';
import { isSendable, type Parameters, withNewIdempotencyKey } from '../model/request.js';
import type { Outcome } from '../session/outcome.js';
import { idOfCreation } from '../session/recognise.js';
import { fieldOf, type Resource } from '../session/resource.js';
import { readWholeList } from '../session/whole-list.js';
import { hasToken } from '../values/token.js';
import { type Harness, isSurelyOwnResource } from './harness.js';
import type { SentCreation } from './send-creation.js';

/** Returns the resource that a creation has created; undefined if its response does not identify a new resource. */
export function identifyResource(
  harness: Harness,
  resourceType: ResourceType,
  parents: Parameters,
  outcome: Outcome,
): Resource | undefined {
  if (!outcome.ok) return undefined;
  const id = idOfCreation(harness.session.contract, resourceType, outcome) ?? keyInBody(harness, resourceType, outcome);
  const resource = toOwnResource(harness, resourceType, parents, id);
  if (resource) harness.session.creations.noteResource(resource, outcome);
  return resource;
}

/** Returns the id that a creation has sent, if the caller chooses it and a read has proven that paths contain it. */
function keyInBody(
  { notebook, session }: Harness,
  { idField, prefix }: ResourceType,
  outcome: Outcome,
): string | undefined {
  const { operationId, request } = outcome.case;
  const operation = session.contract.operation(operationId);
  if (!notebook.prefixesWithChosenIds.has(prefix) || !operation) return undefined;
  return fieldOf(sentFields(request.body, operation), idField);
}

/** Returns the resource if the run has surely created it; undefined if not. If in doubt, sends the creation again. */
export async function confirmOwnResource(
  harness: Harness,
  resource: Resource | undefined,
  outcome: Outcome,
): Promise<Resource | undefined> {
  if (!resource) return undefined;
  harness.session.creations.noteResource(resource, outcome);
  if (await isSurelyOwnResource(harness, resource)) return resource;
  const { prefix, create } = resource.type;
  if (!create || harness.notebook.prefixesWithUnknownIds.has(prefix)) return undefined;
  harness.notebook.prefixesWithUnknownIds.add(prefix);
  // Repeats the creation. If the response contains the same resource again, the service returns an existing one instead
  // of creating one.
  const request = withNewIdempotencyKey(outcome.case.request);
  await harness.session.send({ ...outcome.case, request }, 'preparing');
  return (await isSurelyOwnResource(harness, resource)) ? resource : undefined;
}

/**
 * Returns the resource that a creation has created; undefined if nothing identifies it, or if it may have existed
 * before. Until a read has proven which field holds the id for the path, it tries each candidate in the response and in
 * the body.
 */
export async function findResource(
  harness: Harness,
  resourceType: ResourceType,
  parents: Parameters,
  { outcome, body, isSchemaExample }: SentCreation,
): Promise<Resource | undefined> {
  const { session, fixtures, notebook } = harness;
  const { get, idField, idFields, prefix } = resourceType;
  const isIdFieldProven = notebook.isIdFieldProven(resourceType);
  const provenResource = isIdFieldProven ? identifyResource(harness, resourceType, parents, outcome) : undefined;
  if (provenResource) return provenResource;
  for (const field of !get ? [] : isIdFieldProven ? [idField] : idFields) {
    const responseId = idOfCreation(session.contract, { ...resourceType, idField: field }, outcome);
    const id = responseId ?? fieldOf(body, field);
    const resource = toOwnResource(harness, resourceType, parents, id);
    if (!get || !resource) continue;
    const read = await session.send(caseOfRepeatedRead(get, resource.parameters, `by ${field}`), 'preparing');
    if (!read.ok) continue;
    const idName = idFields.find((name) => fieldOf(read.value, name)?.toLowerCase() === id?.toLowerCase());
    fixtures.proveIdField(resourceType, idName ?? field);
    if (responseId === undefined) notebook.prefixesWithChosenIds.add(prefix);
    return resource;
  }
  const resource = identifyResource(harness, resourceType, parents, outcome);
  return resource || isSchemaExample ? resource : findByTexts(harness, resourceType, parents, body);
}

/** Returns the resource with this id, as created by the run; undefined if the id cannot be sent or was known before. */
export function toOwnResource(
  { fixtures }: Harness,
  resourceType: ResourceType,
  parents: Parameters,
  id: string | undefined,
): Resource | undefined {
  if (id === undefined || !isSendable(id) || fixtures.wasIdShown(resourceType, id)) return undefined;
  const parentNames = resourceType.parameters.slice(0, -1);
  if (parentNames.some((name) => parents[name] === undefined)) return undefined;
  const ownParents = Object.fromEntries(parentNames.map((name) => [name, parents[name] ?? '']));
  const parameters = { ...ownParents, [resourceType.parameter]: id };
  return { type: resourceType, parameters, parents, isCreatedByRun: true, createdAt: performance.now() };
}

/** Finds a created resource of unknown id in its list, by the strings with which it was created. */
async function findByTexts(
  harness: Harness,
  resourceType: ResourceType,
  parents: Parameters,
  body: JsonObject,
): Promise<Resource | undefined> {
  const { list, idField } = resourceType;
  if (!list) return undefined;
  const outcome = await harness.session.send(caseOfRepeatedRead(list, parents, 'to find the new resource'), 'counted');
  const texts = new Set(textsIn(body).filter(hasToken));
  const { items = [] } = (await readWholeList(harness.session, outcome, { use: 'counted' })) ?? {};
  const [item, ...others] = items.filter((each) => Object.values(each ?? {}).some((value) => texts.has(value)));
  // If several items match, some may have existed before.
  return others.length > 0 ? undefined : toOwnResource(harness, resourceType, parents, fieldOf(item, idField));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
