import { isObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf } from '../../contract/schema-fields.js';
import type { Bodies } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import type { CheckedContract } from '../model/contract.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Outcome } from '../session/outcome.js';
import type { Harness } from './harness.js';
import type { Sending } from './other-kinds.js';

/** How often to add what a refusal asks for: many services name one field at a time. */
const attempts = 4;
/** Fields to give at most because one refusal asks for them. */
const mostFields = 8;
/** Texts of a refusal to read at most. */
const mostTexts = 100;

/** Words of a refusal that lacks something: `"name" is required`, `Missing data for required field.` */
const lack =
  /\b(?:require[ds]?|missing|mandatory|must (?:be (?:given|provided|set|present|specified)|have|contain))\b/i;

interface Refused extends Sending {
  /** The last response to the creation. */
  met: Outcome | undefined;
}

/**
 * Sends a refused creation with the fields that the refusal asks for, until the server takes it or asks for nothing
 * more; undefined if it takes none.
 */
export async function acceptedAsAsked(
  { session, notebook: { asked } }: Harness,
  prefix: string,
  bodies: Bodies,
  { met, send, keysOf }: Refused,
): Promise<{ outcome: Outcome; body: JsonObject } | undefined> {
  const { operation, round } = bodies;
  // What was asked for was not enough before.
  if (asked.get(prefix)?.size === 0) return undefined;
  let [outcome, all] = [met, asked.get(prefix) ?? new Map<string, Schema>()];
  for (let attempt = 1; attempt <= attempts && operation.body; attempt += 1) {
    if (outcome?.status !== 400 && outcome?.status !== 422) break;
    const wanted = new Map([...all, ...askedFields(session.contract, operation, outcome.value)]);
    if (wanted.size === all.size) break;
    all = wanted;
    const fields = bodies.least(`asked ${attempt} ${round}`, all);
    const body = { ...fields, ...keysOf(fields) };
    outcome = await send(body, `asked ${attempt}`);
    if (!outcome.ok) continue;
    asked.set(prefix, all);
    return { outcome, body };
  }
  if (!asked.has(prefix)) asked.set(prefix, new Map());
  return undefined;
}

/**
 * Returns the fields that the response to a creation asks for, which the document may not require, with their schemas:
 * of the request, else of what the response shows, else of any text.
 */
function askedFields(
  contract: CheckedContract,
  { body, success }: CheckedOperation,
  refusal: unknown,
): ReadonlyMap<string, Schema> {
  const sent = body ? fieldsOf(contract, body.schema).properties : new Map<string, Schema>();
  const top = fieldsOf(contract, success?.bodies[0]?.schema ?? {}).properties;
  const inside = [...top.values()].map((each) => fieldsOf(contract, each).properties);
  const schemaOf = (name: string): Schema | undefined =>
    [sent, ...inside, top].map((fields) => fields.get(name)).find((schema) => schema !== undefined);
  const names = textsIn(refusal).flatMap((text) => [
    ...[...text.matchAll(/["'`]([A-Za-z_][\w-]{0,60})["'`]/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/[A-Za-z_][\w-]{0,60}/g)].map(([name]) => name).filter((name) => sent.has(name)),
  ]);
  return new Map([...new Set(names)].slice(0, mostFields).map((name) => [name, schemaOf(name) ?? { type: 'string' }]));
}

/** The texts of each object in a refusal, joined, that say that something is missing. */
function textsIn(value: unknown): string[] {
  const found: string[] = [];
  const walk = (each: unknown, depth: number): void => {
    if (found.length >= mostTexts || depth > 6) return;
    if (typeof each === 'string') found.push(each);
    else if (Array.isArray(each)) for (const item of each) walk(item, depth + 1);
    else if (isObject(each)) {
      const own = Object.values(each).flat();
      // The place and the message may be beside each other: `{"loc": ["body", "name"], "msg": "Field required"}`.
      found.push(own.filter((part) => typeof part === 'string').join(' '));
      for (const part of own) if (typeof part !== 'string') walk(part, depth + 1);
    }
  };
  walk(value, 0);
  return found.filter((text) => text.length < 2_000 && lack.test(text));
}
