import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { allowsType } from '../../contract/schema-fields.js';
import type { Probe } from '../cases/bodies.js';
import { wordsIn } from '../model/words.js';
import type { UpdateTest } from './update-test.js';

/** Maximum number of requests to find out which fields an update needs. */
const requestLimit = 60;

/** Leaves out optional fields of an accepted update one by one, until the service needs each field that is left. */
export async function shrinkUpdate({ bodies, harness, requestsLeft }: UpdateTest, update: Probe): Promise<void> {
  if (!isObject(update.body)) return;
  const requiredNames = new Set(bodies.properties.filter(({ required }) => required).map(({ name }) => name));
  let body = update.body;
  let requests = 0;
  for (let hasBodyShrunk = true; hasBodyShrunk; ) {
    hasBodyShrunk = false;
    for (const name of Object.keys(body).filter((name) => !requiredNames.has(name))) {
      const { [name]: _, ...rest } = body;
      if (Object.keys(rest).length === 0 || requests >= Math.min(requestLimit, requestsLeft)) return;
      requests += 1;
      const parts = { detail: `${Object.keys(rest).length} without ${name}`, expect: 'either' } as const;
      const probe = bodies.createProbe('together', `without ${JSON.stringify(name)}`, rest, parts);
      if (!(await harness.session.send(probe.case)).ok) continue;
      body = rest;
      hasBodyShrunk = true;
    }
  }
}

/**
 * Returns updates that send all fields that the resource has now, since a service may require all of them, or refuse a
 * field that the resource does not use.
 */
export function updatesFromState(test: UpdateTest): Probe[] {
  const { bodies, resource, harness } = test;
  const { words, parameter, idField } = resource.type;
  const id = resource.parameters[parameter];
  const typeWords = new Set(words.map((word) => word.join(' ')));
  const [current, others]: [JsonObject, JsonObject] = [{}, {}];
  for (const { name, schema } of bodies.properties) {
    const isText = allowsType(harness.session.contract, schema, 'string');
    const isOwnIdField = id !== undefined && isText && (name === idField || typeWords.has(wordsIn(name).join(' ')));
    const value: Json | undefined = isOwnIdField ? id : test.currentValue(name);
    if (value === undefined || value === null) continue;
    current[name] = value;
    others[name] = isOwnIdField ? id : (bodies.value(name, schema, `shown ${name}`, value) ?? value);
  }
  const probeOf = (detail: string, about: string, body: JsonObject): Probe =>
    bodies.createProbe('together', `with ${about}`, body, { detail, expect: 'either' });
  return [probeOf('shown', 'its current values', current), probeOf('shown other', 'other values', others)];
}
