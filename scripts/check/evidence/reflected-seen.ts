import { isObject } from '../../contract/json.js';
import { withoutSlash } from '../../contract/path-template.js';
import { escapeToken, valueAt } from '../../contract/pointer.js';
import { Grounds } from './proposals.js';
import type { JsonObject, Sight } from './sight.js';
import { isFieldName, ValuesSeen } from './values-seen.js';

/** A field of requests, and the one place at which responses showed all its texts. */
export interface Reflection {
  name: string;
  /** JSON pointer into the resource. */
  pointer: string;
  basis: Grounds;
  values: ValuesSeen;
  /** All places that showed some of the texts. */
  places: ReadonlyMap<string, unknown>;
}

/** The state of a resource before an update, and after it. */
export interface Changed {
  sent: JsonObject;
  before: JsonObject;
  after: JsonObject;
}

/** What responses showed of the texts of one field of requests. */
interface Known {
  /** Different texts that a response showed somewhere, and had not shown there before. */
  seen: Set<string>;
  /** How many of them by JSON pointer into the resource. */
  places: Map<string, { shown: number; basis: Grounds }>;
  values: ValuesSeen;
}

const limits = { resources: 50, bytes: 50_000, fields: 200, places: 20, depth: 3, values: 20 };

/** A shorter text may be at a second place by chance, and so may one text. */
const telling = { length: 6, texts: 2 };

/** Follows the values that updates send to the places where responses show them. Its memory use is bounded. */
export class ReflectedSeen {
  /** The last state of resources, by their path; those that were read last come last. */
  readonly #states = new Map<string, JsonObject>();
  readonly #fields = new Map<string, Map<string, Known>>();
  #sight: Sight | undefined;
  #changed: Changed | undefined;

  /** The fields of requests with this schema that show at one place. */
  of(schema: string): Reflection[] {
    return [...(this.#fields.get(schema) ?? [])].flatMap(([name, { seen, places, values }]) => {
      const [first, ...others] = [...places].filter(([, { shown }]) => shown === seen.size);
      if (!first || others.length > 0 || seen.size < telling.texts) return [];
      const [pointer, { basis }] = first;
      return [{ name, pointer, basis, values, places }];
    });
  }

  /** What an update has changed; undefined for other requests, and if the state before it is not known. */
  changedBy(sight: Sight): Changed | undefined {
    if (this.#sight === sight) return this.#changed;
    this.#sight = sight;
    this.#changed = this.#changeIn(sight);
    return this.#changed;
  }

  /** Reads a response; call it after the rules, which compare with the state before. */
  see(sight: Sight): void {
    const changed = this.changedBy(sight);
    if (changed && sight.asked !== undefined) this.#follow(sight, sight.asked, changed);
    const [resource] = sight.documented.items;
    const isOne = resource && sight.documented.pointer === undefined && sight.response.bytes.length <= limits.bytes;
    if (!isOne) return;
    const place = placeOf(sight);
    this.#states.delete(place);
    this.#states.set(place, resource);
    const [oldest] = this.#states.keys();
    if (this.#states.size > limits.resources && oldest !== undefined) this.#states.delete(oldest);
  }

  #changeIn(sight: Sight): Changed | undefined {
    const { isSuccess, operation, exchange, documented } = sight;
    if (!isSuccess || exchange.request.key === 'wrong' || !/^(patch|put)$/i.test(operation.method)) return undefined;
    const before = this.#states.get(placeOf(sight));
    const [after] = documented.items;
    const sent = before && after && documented.pointer === undefined ? sight.sent : undefined;
    return sent && before && after ? { sent, before, after } : undefined;
  }

  #follow(sight: Sight, asked: string, { sent, before, after }: Changed): void {
    const fields = this.#fields.get(asked) ?? new Map<string, Known>();
    this.#fields.set(asked, fields);
    const texts = Object.values(sent);
    for (const [name, value] of Object.entries(sent)) {
      if (
        typeof value !== 'string' ||
        value.length < telling.length ||
        texts.filter((each) => each === value).length > 1
      )
        continue;
      const places = placesOf(after, value).filter((place) => valueAt(before, place) !== value);
      const known = fields.get(name);
      if (places.length === 0 || known?.seen.has(value) || (known && known.seen.size >= limits.values)) continue;
      if (!known && (fields.size >= limits.fields || !isFieldName(name))) continue;
      const field: Known = known ?? { places: new Map(), values: new ValuesSeen(), seen: new Set() };
      fields.set(name, field);
      field.seen.add(Buffer.from(value).toString());
      field.values.see(value);
      for (const place of places) {
        const at = field.places.get(place) ?? { shown: 0, basis: new Grounds() };
        if (field.places.size < limits.places) field.places.set(place, at);
        at.shown += 1;
        at.basis.see(sight, place, value);
      }
    }
  }
}

function placeOf({ path }: Sight): string {
  return withoutSlash(path);
}

/** The JSON pointers at which an object has a value, lists apart. */
function placesOf(object: JsonObject, value: string, depth = 0): string[] {
  return Object.entries(object).flatMap(([name, each]) => {
    const at = `/${escapeToken(name)}`;
    if (each === value) return [at];
    return isObject(each) && depth < limits.depth ? placesOf(each, value, depth + 1).map((below) => at + below) : [];
  });
}
