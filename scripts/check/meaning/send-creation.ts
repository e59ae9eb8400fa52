import type { JsonObject } from '../../contract/json.js';
import { Bodies, givenExampleName } from '../cases/bodies.js';
import { withAcceptedValues } from '../cases/body-values.js';
import { createUnknownId } from '../cases/source.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import type { ResourceType } from '../model/contract/resources.js';
import { caseOf, type Parameters } from '../model/request.js';
import type { Outcome, ResponseUse } from '../session/outcome.js';
import { fits } from '../values/fits.js';
import { hasToken } from '../values/token.js';
import type { Harness } from './harness.js';

/** Suffixes that make the values of further tries differ, if the server says that a value is already taken. */
const roundSuffixes = ['', ' again', ' once more'];

export interface SentCreation {
  outcome: Outcome;
  body: JsonObject;
  /** Whether the body is the example of its schema, which other users may also have sent. */
  isSchemaExample: boolean;
}

/**
 * Sends a creation until the server accepts it. After a conflict (409) it tries other values, since an earlier run may
 * have used the first values. It does the same after a 5xx, since the server may have stored the first values.
 */
export async function sendCreation(
  harness: Harness,
  resourceType: ResourceType,
  { create, parents, round, use }: { create: CheckedOperation; parents: Parameters; round: string; use: ResponseUse },
): Promise<SentCreation | undefined> {
  const failedVariants = new Set<string>();
  const { source } = harness;
  for (let index = 0; index < roundSuffixes.length + failedVariants.size; index += 1) {
    const suffix = roundSuffixes[index] ?? ` once more, ${index}`;
    const ownRound = `${round}${suffix}`;
    const bodies = new Bodies({ source, operation: create, parameters: parents, round: ownRound });
    const sample = bodies.certainBody(() => undefined, `create ${ownRound}`);
    const usualBody = { ...(bodies.exampleProbes()[0]?.body as JsonObject | undefined), ...sample };
    // If the run does not know the existing resources, only a string that it has chosen proves the resource to be new.
    const isBodyDistinct =
      harness.session.creations.knowsOtherResources(resourceType, parents) || hasToken(JSON.stringify(usualBody));
    const uniqueBody = isBodyDistinct ? undefined : (bodies.makeUnique(usualBody, {}) as JsonObject | undefined);
    const fullBody = { ...(uniqueBody ?? usualBody) };
    if (!bodies.choosesId(resourceType.idField)) delete fullBody[resourceType.idField];
    const chooseKeys = createKeyChooser(harness, resourceType, bodies);
    const options = { use, fullBody, chooseKeys, failedVariants };
    const creation = await tryBodyVariants(harness, resourceType, bodies, options);
    if (creation?.outcome.ok) return creation;
    const status = creation?.outcome.status ?? 400;
    if (status !== 409 && status !== 0 && status < 500) return undefined;
  }
  return undefined;
}

interface VariantOptions {
  use: ResponseUse;
  fullBody: JsonObject;
  chooseKeys?: KeyChooser;
  /** Names of variants that got a 5xx and are not sent again. If this set is given, a 5xx also ends the round. */
  failedVariants?: Set<string>;
}

/**
 * Sends a creation in several ways, until the server accepts one: with all fields whose values it has no reason to
 * refuse, with the example, and with only the required fields, since a service may refuse made-up values in the others.
 * The way that was accepted before comes first.
 *
 * @returns the accepted creation, else one that was refused as a conflict (409), else the last one
 */
export async function tryBodyVariants(
  harness: Harness,
  resourceType: ResourceType,
  bodies: Bodies,
  { use, fullBody, chooseKeys = () => ({}), failedVariants }: VariantOptions,
): Promise<SentCreation | undefined> {
  const { prefix } = resourceType;
  const { operation, parameters, round } = bodies;
  const knowsOthers = harness.session.creations.knowsOtherResources(resourceType, parameters);
  const [example] = bodies.exampleProbes();
  const isExampleGiven = example !== undefined && operation.body?.examples[0]?.name === givenExampleName;
  const bodyVariants: Record<string, JsonObject | undefined> = {
    // A resource that stays must not disturb other creations, as a filter with random text could. So the schema's
    // example is sent, but only if the run knows all existing resources: other users may have sent it, too.
    ...(round.startsWith('stock') && knowsOthers && { shown: bodies.schemaExample() }),
    ...(isExampleGiven && { given: example.body as JsonObject }),
    '': fullBody,
    // An earlier creation may have had the only value of an open set that the service accepts.
    accepted: harness.source.acceptedBody?.(operation) && withAcceptedValues(harness.source, operation, fullBody),
    exampled: bodies.withoutChosenId(bodies.certainBody(() => undefined, `create ${round}`, true) ?? {}) as JsonObject,
    example: (isExampleGiven ? example.fallback : example)?.body as JsonObject | undefined,
    // A resource that the run cannot recognise later could not be used, and would stay.
    marked: operation.body && !knowsOthers ? bodies.recognisableBody(`least ${round}`) : undefined,
    least: operation.body && bodies.minimalBody(`least ${round}`),
  };
  const lastVariantName = harness.notebook.creationVariants.get(prefix) ?? '';
  let result: SentCreation | undefined;
  const sentTexts = new Set<string>();
  for (const name of new Set(['given', 'shown', lastVariantName, ...Object.keys(bodyVariants)])) {
    const fields = bodyVariants[name];
    if (!fields || sentTexts.has(JSON.stringify(fields)) || failedVariants?.has(name)) continue;
    if (!claimCreationTry(harness, operation)) break;
    sentTexts.add(JSON.stringify(fields));
    const body = { ...fields, ...chooseKeys(fields) };
    const detail = [round, name].filter(Boolean).join(' ');
    // `either`, since the server may refuse unknown ids and values of open sets.
    const parts = { kind: 'create', about: 'for a new resource', expect: 'either', parameters, detail } as const;
    const testCase = caseOf(operation, { ...parts, body: operation.body && body });
    const outcome = await harness.session.send(testCase, use);
    if (outcome.ok) harness.notebook.creationTries.delete(operation.id);
    if (outcome.ok && name !== 'shown') harness.notebook.creationVariants.set(prefix, name);
    if (outcome.ok || result?.outcome.status !== 409) result = { outcome, body, isSchemaExample: name === 'shown' };
    // A creation without a response may have succeeded, so no other variant is sent with the same values.
    if (outcome.ok || outcome.status === 0) break;
    if (outcome.status >= 500) failedVariants?.add(name);
    if (outcome.status >= 500 && failedVariants) break;
  }
  return result;
}

/** Maximum number of refused tries in a row to create a resource of one type. */
const tryLimit = 12;

/**
 * Counts a try to create a resource. Random bodies use other branches of the schema, so they are counted separately.
 *
 * @returns false if the server has refused so many tries that no more are sent
 */
export function claimCreationTry({ notebook, session }: Harness, { id }: CheckedOperation, isRandom = false): boolean {
  const key = isRandom ? `${id} random` : id;
  const count = notebook.creationTries.get(key) ?? 0;
  notebook.creationTries.set(key, count + 1);
  if (count < tryLimit) return true;
  const reason = `The server refused ${tryLimit} requests of this operation in a row, so the check sent no more.`;
  session.tally.noteSkipped(id, reason);
  return false;
}

/** Returns the id fields to add to a body, if the caller chooses the id. */
type KeyChooser = (fields: JsonObject) => JsonObject;

/** Returns a function that adds values for possible id fields: the enum value sent longest ago, or a new word. */
function createKeyChooser(harness: Harness, resourceType: ResourceType, bodies: Bodies): KeyChooser {
  const { source, fixtures } = harness;
  const { get, update, replace, remove, parameter, idField, idFields } = resourceType;
  const idOperation = get ?? update ?? replace ?? remove;
  const keyFields = fixtures.notebook.isIdFieldProven(resourceType) ? [idField] : idFields;
  const key = idOperation && createUnknownId(source, idOperation, parameter, `key ${bodies.round}`);
  const fields = bodies.properties.filter(
    ({ name, schema, required }) =>
      required && keyFields.includes(name) && key !== undefined && fits(schema, key, bodies.contextFor(name)),
  );
  const { sentEnumIds } = harness.notebook;
  const freeWords = bodies.enumOf(idField).filter((word) => !fixtures.wasIdShown(resourceType, String(word)));
  const nameOf = (word: unknown): string => `${resourceType.prefix} ${String(word)}`;
  return (body) => {
    const sentKey = body[idField];
    const sentNames = [...sentEnumIds];
    const timeOf = (word: unknown): number => sentNames.indexOf(nameOf(word));
    const isNewKey = freeWords.includes(sentKey) && timeOf(sentKey) < 0;
    // A word that was sent long ago may be free again, since its resource was deleted.
    const freeKey = isNewKey ? sentKey : freeWords.toSorted((a, b) => timeOf(a) - timeOf(b))[0];
    if (freeKey !== undefined) {
      sentEnumIds.delete(nameOf(freeKey));
      sentEnumIds.add(nameOf(freeKey));
    }
    return {
      ...Object.fromEntries(fields.map(({ name }) => [name, key ?? ''])),
      ...(typeof freeKey === 'string' && { [idField]: freeKey }),
    };
  };
}
