import { Bodies } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import { otherKinds } from '../cases/kinds.js';
import { unknownId } from '../cases/source.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/operations.js';
import { caseOf, type Parameters } from '../model/request.js';
import type { ResourceType } from '../model/resources.js';
import type { Outcome, Use } from '../session/outcome.js';
import { fits } from '../values/fits.js';
import type { Harness } from './harness.js';

/** How often to try other values where a server says that some are taken. */
const turns = ['', ' again', ' once more'];

/** A creation that the server took, and the body that it has sent. */
export interface Taken {
  outcome: Outcome;
  body: JsonObject;
}

interface Creating {
  create: CheckedOperation;
  parents: Parameters;
  round: string;
  use: Use;
  /** A body from which it should differ in each yes or no. */
  unlike: JsonObject | undefined;
}

/** Sends a creation until the server takes it; with other values if it has some already, as from an earlier run. */
export async function created(
  harness: Harness,
  resourceType: ResourceType,
  { create, parents, round, use, unlike = {} }: Creating,
): Promise<Taken | undefined> {
  for (const turn of turns) {
    const bodies = new Bodies({
      source: harness.source,
      operation: create,
      parameters: parents,
      round: `${round}${turn}`,
    });
    const sampled = bodies.certain(() => undefined, `create ${round}${turn}`);
    const whole = { ...(bodies.examples()[0]?.body as JsonObject | undefined), ...sampled };
    // The server chooses the id, unless each creation needs one: then it is a key that the caller chooses.
    const isChosen = bodies.properties.some(({ name, required }) => required && name === resourceType.idField);
    if (!isChosen) delete whole[resourceType.idField];
    for (const [name, value] of Object.entries(unlike))
      if (typeof value === 'boolean' && typeof whole[name] === 'boolean') whole[name] = !value;
    const keys = keysFor(harness, resourceType, bodies);
    const { outcome, body } = await accepted(harness, resourceType, bodies, { use, whole, keys });
    if (outcome?.ok) return { outcome, body };
    if (outcome?.status !== 409) return undefined;
  }
  return undefined;
}

/**
 * Sends a creation in one way after another, until the server takes one: with all fields that no server has reason to
 * refuse, with the example, with the required fields alone, since a service may refuse what it cannot know in the
 * others, and with words for their texts, since many names may have neither spaces nor capitals, or with another kind,
 * since a kind may need more fields. What was taken before comes first.
 *
 * @returns the creation that was taken, else one that met what is there already, else the last one
 */
export async function accepted(
  harness: Harness,
  { prefix }: ResourceType,
  bodies: Bodies,
  { use, whole, keys = {} }: { use: Use; whole: JsonObject; keys?: JsonObject },
): Promise<{ outcome: Outcome | undefined; body: JsonObject }> {
  const { operation, parameters, round } = bodies;
  const [example] = bodies.examples();
  const ways: Record<string, JsonObject | undefined> = {
    '': whole,
    example: example?.body as JsonObject | undefined,
    least: operation.body && bodies.least(`least ${round}`),
    simple: operation.body && bodies.simplest(`simple ${round}`),
    ...otherKinds(bodies),
  };
  const best = harness.ways.get(prefix) ?? '';
  let met: { outcome: Outcome | undefined; body: JsonObject } = { outcome: undefined, body: {} };
  for (const way of new Set([best, ...Object.keys(ways)])) {
    const fields = ways[way];
    if (!fields) continue;
    const body = { ...fields, ...keys };
    const detail = [round, way].filter(Boolean).join(' ');
    const testCase = creationCase(operation, parameters, detail, operation.body ? body : undefined);
    const outcome = await harness.session.send(testCase, use);
    if (outcome.ok) harness.ways.set(prefix, way);
    if (outcome.ok || met.outcome?.status !== 409) met = { outcome, body };
    if (outcome.ok) break;
  }
  return met;
}

function creationCase(create: CheckedOperation, parameters: Parameters, detail: string, body: unknown): TestCase {
  // `either`: the server may refuse unknown ids and values of open sets.
  return caseOf(create, { kind: 'create', about: 'for a new resource', expect: 'either', detail, parameters, body });
}

/**
 * Returns the fields that may be the key in the path, if the caller chooses it: each a word that fits into a path, and
 * that no resource has.
 */
function keysFor(harness: Harness, resourceType: ResourceType, bodies: Bodies): JsonObject {
  const { source, fixtures } = harness;
  const { get, update, replace, remove, parameter, idField, idFields } = resourceType;
  const named = get ?? update ?? replace ?? remove;
  const possible = fixtures.idFields.isProven(resourceType) ? [idField] : idFields;
  const key = named && unknownId(source, named, parameter, `key ${bodies.round}`);
  const fields = bodies.properties.filter(
    ({ name, schema, required }) =>
      required && possible.includes(name) && key !== undefined && fits(schema, key, bodies.valuesOf(name)),
  );
  return Object.fromEntries(fields.map(({ name }) => [name, key ?? '']));
}
