import { jsonIn } from '../../contract/json.js';
import type { JsonObject } from '../cases/body-values.js';
import { readAgainCase } from '../cases/reads.js';
import type { ResourceType } from '../model/contract/resources.js';
import { isSendable, type Parameters } from '../model/request.js';
import type { Outcome } from '../session/outcome.js';
import { createdId } from '../session/recognise.js';
import { fieldOf, type Resource } from '../session/resource.js';
import { wholeList } from '../session/whole-list.js';
import { hasToken } from '../values/token.js';
import type { Taken } from './creating.js';
import { type Harness, isSurelyOwn } from './harness.js';

/** Returns the resource that a creation made; undefined if its response does not identify a new resource. */
export function madeResource(
  harness: Harness,
  resourceType: ResourceType,
  parents: Parameters,
  outcome: Outcome,
): Resource | undefined {
  if (!outcome.ok) return undefined;
  const id = createdId(harness.session.contract, resourceType, outcome) ?? sentKey(harness, resourceType, outcome);
  const resource = ownResource(harness, resourceType, parents, id);
  if (resource) harness.session.creations.identified(resource, outcome);
  return resource;
}

/** Returns the key that a creation has sent, if the caller chooses it and a read has shown that paths take it. */
function sentKey({ notebook }: Harness, { idField, prefix }: ResourceType, outcome: Outcome): string | undefined {
  const { body } = outcome.case.request;
  if (!notebook.chosen.has(prefix) || typeof body !== 'string') return undefined;
  return fieldOf(jsonIn(body), idField);
}

/** Returns the resource that a creation is said to have made, if it is surely one of the run. */
export async function ownOf(
  harness: Harness,
  resource: Resource | undefined,
  outcome: Outcome,
): Promise<Resource | undefined> {
  if (!resource) return undefined;
  harness.session.creations.identified(resource, outcome);
  if (await isSurelyOwn(harness, resource)) return resource;
  const { prefix, create } = resource.type;
  if (!create || harness.notebook.unrecognised.has(prefix)) return undefined;
  harness.notebook.unrecognised.add(prefix);
  // A service that returns what exists returns the same again.
  await harness.session.send(outcome.case, 'preparing');
  return (await isSurelyOwn(harness, resource)) ? resource : undefined;
}

/**
 * Returns the resource that a creation made; undefined if nothing identifies it, or if it may have existed before. As
 * long as no read has shown which field its path takes, tries each field that may be it, of the response or the body.
 */
export async function identified(
  harness: Harness,
  resourceType: ResourceType,
  parents: Parameters,
  { outcome, body, isShown }: Taken,
): Promise<Resource | undefined> {
  const { session, fixtures, notebook } = harness;
  const { get, idField, idFields, prefix } = resourceType;
  const isProven = notebook.isProven(resourceType);
  const named = isProven ? madeResource(harness, resourceType, parents, outcome) : undefined;
  if (named) return named;
  for (const field of !get ? [] : isProven ? [idField] : idFields) {
    const shown = createdId(session.contract, { ...resourceType, idField: field }, outcome);
    const id = shown ?? fieldOf(body, field);
    const resource = ownResource(harness, resourceType, parents, id);
    if (!get || !resource) continue;
    const read = await session.send(readAgainCase(get, resource.parameters, `by ${field}`), 'preparing');
    if (!read.ok) continue;
    fixtures.prove(
      resourceType,
      idFields.find((name) => fieldOf(read.value, name)?.toLowerCase() === id?.toLowerCase()) ?? field,
    );
    if (shown === undefined) notebook.chosen.add(prefix);
    return resource;
  }
  return (
    madeResource(harness, resourceType, parents, outcome) ??
    (isShown ? undefined : await findUnnamed(harness, resourceType, parents, body))
  );
}

/** Returns a resource of the run with this id; undefined if the id is unusable, or belongs to an existing resource. */
export function ownResource(
  { fixtures }: Harness,
  resourceType: ResourceType,
  parents: Parameters,
  id: string | undefined,
): Resource | undefined {
  if (id === undefined || !isSendable(id) || fixtures.hasShown(resourceType, id)) return undefined;
  const above = resourceType.parameters.slice(0, -1);
  if (above.some((name) => parents[name] === undefined)) return undefined;
  const parameters = {
    ...Object.fromEntries(above.map((name) => [name, parents[name] ?? ''])),
    [resourceType.parameter]: id,
  };
  return { type: resourceType, parameters, parents, isOwn: true };
}

/** Finds a created resource whose id is unknown by the texts that it was created with. */
async function findUnnamed(
  harness: Harness,
  resourceType: ResourceType,
  parents: Parameters,
  body: JsonObject,
): Promise<Resource | undefined> {
  if (!resourceType.list) return undefined;
  const listed = await harness.session.send(readAgainCase(resourceType.list, parents, 'for what was made'), 'counted');
  const texts = new Set(textsIn(body).filter(hasToken));
  const whole = await wholeList(harness.session, listed, { use: 'counted' });
  const found = (whole?.items ?? []).filter((item) => Object.values(item ?? {}).some((value) => texts.has(value)));
  const [item] = found;
  // Of several, others may have been there before.
  if (found.length !== 1) return undefined;
  return ownResource(harness, resourceType, parents, fieldOf(item, resourceType.idField));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
