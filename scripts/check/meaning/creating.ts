import { Bodies } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import { unknownId } from '../cases/source.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { ResourceType } from '../model/contract/resources.js';
import { caseOf, type Parameters } from '../model/request.js';
import type { Outcome, Use } from '../session/outcome.js';
import { fits } from '../values/fits.js';
import { hasToken } from '../values/token.js';
import type { Harness } from './harness.js';

/** How often to try other values where a server says that some are taken. */
const turns = ['', ' again', ' once more'];

/** A creation that was sent, and its body. */
export interface Taken {
  outcome: Outcome;
  body: JsonObject;
  /** Whether the body is the example of its schema, which others may have sent as well. */
  isShown: boolean;
}

/** Sends a creation until the server takes it; with other values if it has some already, as from an earlier run. */
export async function created(
  harness: Harness,
  resourceType: ResourceType,
  { create, parents, round, use }: { create: CheckedOperation; parents: Parameters; round: string; use: Use },
): Promise<Taken | undefined> {
  for (const turn of turns) {
    const bodies = new Bodies({
      source: harness.source,
      operation: create,
      parameters: parents,
      round: `${round}${turn}`,
    });
    const sampled = bodies.certain(() => undefined, `create ${round}${turn}`);
    const usual = { ...(bodies.examples()[0]?.body as JsonObject | undefined), ...sampled };
    // Where other resources are unknown, only a text of our own shows that the resource is new.
    const isTold = harness.session.creations.knowsOthers(resourceType, parents) || hasToken(JSON.stringify(usual));
    const whole = { ...(isTold ? usual : ((bodies.uniqueIn(usual, {}) as JsonObject | undefined) ?? usual)) };
    if (!bodies.choosesId(resourceType.idField)) delete whole[resourceType.idField];
    const keysOf = keysFor(harness, resourceType, bodies);
    const taken = await accepted(harness, resourceType, bodies, { use, whole, keysOf });
    if (taken?.outcome.ok) return taken;
    if (taken?.outcome.status !== 409) return undefined;
  }
  return undefined;
}

/**
 * Sends a creation in one way after another, until the server takes one: with all fields that no server has reason to
 * refuse, with the example, and with the required fields alone, since a service may refuse what it cannot know in the
 * others. What was taken before comes first.
 *
 * @returns the creation that was taken, else one that met what is there already, else the last one
 */
export async function accepted(
  harness: Harness,
  resourceType: ResourceType,
  bodies: Bodies,
  { use, whole, keysOf = () => ({}) }: { use: Use; whole: JsonObject; keysOf?: KeysOf },
): Promise<Taken | undefined> {
  const { prefix } = resourceType;
  const { operation, parameters, round } = bodies;
  const [example] = bodies.examples();
  const ways: Record<string, JsonObject | undefined> = {
    // A resource that stays must not keep others from being created, as a rule with a text that means nothing would.
    // But others may have sent the same text, so that it does not show which resource is new.
    ...(round.startsWith('stock') &&
      harness.session.creations.knowsOthers(resourceType, parameters) && { shown: bodies.shown() }),
    '': whole,
    example: example?.body as JsonObject | undefined,
    least: operation.body && bodies.least(`least ${round}`),
  };
  const best = harness.notebook.ways.get(prefix) ?? '';
  let met: Taken | undefined;
  for (const way of new Set(['shown', best, ...Object.keys(ways)])) {
    const fields = ways[way];
    if (!fields) continue;
    const body = { ...fields, ...keysOf(fields) };
    const detail = [round, way].filter(Boolean).join(' ');
    // `either`: the server may refuse unknown ids and values of open sets.
    const parts = { kind: 'create', about: 'for a new resource', expect: 'either', parameters, detail } as const;
    const testCase = caseOf(operation, { ...parts, body: operation.body && body });
    const outcome = await harness.session.send(testCase, use);
    if (outcome.ok && way !== 'shown') harness.notebook.ways.set(prefix, way);
    if (outcome.ok || met?.outcome.status !== 409) met = { outcome, body, isShown: way === 'shown' };
    if (outcome.ok) break;
  }
  return met;
}

/** Returns the key that a body should have, if the caller chooses it. */
type KeysOf = (fields: JsonObject) => JsonObject;

/**
 * Returns the fields that may be the key in the path, if the caller chooses it: each a word that fits into a path, and
 * that no resource has. Of a closed set it is a value that no resource has, if there is one.
 */
function keysFor(harness: Harness, resourceType: ResourceType, bodies: Bodies): KeysOf {
  const { source, fixtures } = harness;
  const { get, update, replace, remove, parameter, idField, idFields } = resourceType;
  const named = get ?? update ?? replace ?? remove;
  const possible = fixtures.notebook.isProven(resourceType) ? [idField] : idFields;
  const key = named && unknownId(source, named, parameter, `key ${bodies.round}`);
  const fields = bodies.properties.filter(
    ({ name, schema, required }) =>
      required && possible.includes(name) && key !== undefined && fits(schema, key, bodies.valuesOf(name)),
  );
  const { words } = harness.notebook;
  const free = bodies.closedSet(idField).filter((word) => !fixtures.hasShown(resourceType, String(word)));
  const isUsed = (word: unknown): boolean => words.has(`${resourceType.prefix} ${String(word)}`);
  return (sent) => {
    const own = sent[idField];
    const chosen = free.includes(own) && !isUsed(own) ? own : (free.find((word) => !isUsed(word)) ?? free[0]);
    if (chosen !== undefined) words.add(`${resourceType.prefix} ${String(chosen)}`);
    return {
      ...Object.fromEntries(fields.map(({ name }) => [name, key ?? ''])),
      ...(typeof chosen === 'string' && { [idField]: chosen }),
    };
  };
}
