import type { Json } from '../../contract/json.js';
import { canBe } from '../../contract/schema-fields.js';
import type { Probe } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import { wordsIn } from '../model/words.js';
import type { UpdatedResource } from './updated-resource.js';

/**
 * Returns updates of what the resource shows: one with the values that it has, and one with others. A service may want
 * all of them in each update, or refuse a field that it does not use.
 */
export function shownUpdates(updated: UpdatedResource): Probe[] {
  const { bodies, resource, harness } = updated;
  const { words, parameter, idField } = resource.type;
  const id = resource.parameters[parameter];
  const kinds = new Set(words.map((each) => each.join(' ')));
  const [same, other]: [JsonObject, JsonObject] = [{}, {}];
  for (const { name, schema } of bodies.properties) {
    const isText = canBe(harness.session.contract, schema, 'string');
    const isOwn = id !== undefined && isText && (name === idField || kinds.has(wordsIn(name).join(' ')));
    const current: Json | undefined = isOwn ? id : updated.current(name);
    if (current === undefined || current === null) continue;
    same[name] = current;
    other[name] = isOwn ? id : (bodies.value(name, schema, `shown ${name}`, current) ?? current);
  }
  const of = (detail: string, about: string, body: JsonObject): Probe =>
    bodies.probe('together', `of what the resource shows, with ${about}`, body, { detail, expect: 'either' });
  return [of('shown', 'the values that it has', same), of('shown other', 'other values', other)];
}
