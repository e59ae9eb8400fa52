import { isObject, type JsonObject } from '../../contract/json.js';
import { withoutSlash } from '../../contract/path-template.js';
import { escapeToken, valueAt } from '../../contract/pointer.js';
import { getOrCreate } from '../../text/group-by.js';
import { ClaimGrounds } from './proposals.js';
import type { ResponseView } from './response-view.js';
import { isFieldName, ValueStats } from './value-stats.js';

/** A field of requests, and the only place at which responses showed all its strings. */
export interface ObservedReflection {
  name: string;
  /** JSON pointer into the resource. */
  pointer: string;
  basis: ClaimGrounds;
  values: ValueStats;
  /** All places that showed some of the strings. */
  places: ReadonlyMap<string, unknown>;
}

export interface ObservedUpdate {
  requestBody: JsonObject;
  before: JsonObject;
  after: JsonObject;
}

interface FieldRecord {
  /** The different sent strings that responses showed at a place only after the update. */
  texts: Set<string>;
  /** The number of these strings by JSON pointer into the resource. */
  places: Map<string, { count: number; basis: ClaimGrounds }>;
  values: ValueStats;
}

const limits = { resources: 50, bytes: 50_000, fields: 200, places: 20, depth: 3, values: 20 };

/** Minimum length and number of strings: fewer or shorter strings may be at a second place by chance. */
const minimums = { length: 6, texts: 2 };

/** Follows the values that updates send to the places where responses show them. Its memory use is bounded. */
export class ReflectionTracker {
  /** The last state of resources, by path; the resource that was read last comes last. */
  readonly #states = new Map<string, JsonObject>();
  readonly #fields = new Map<string, Map<string, FieldRecord>>();
  #view: ResponseView | undefined;
  #update: ObservedUpdate | undefined;

  /** Returns the fields of requests with this schema that responses show at one place only. */
  of(schema: string): ObservedReflection[] {
    return [...(this.#fields.get(schema) ?? [])].flatMap(([name, { texts, places, values }]) => {
      const [first, ...others] = [...places].filter(([, { count }]) => count === texts.size);
      if (!first || others.length > 0 || texts.size < minimums.texts) return [];
      const [pointer, { basis }] = first;
      return [{ name, pointer, basis, values, places }];
    });
  }

  /** Returns the states before and after an update; undefined for other requests, or if the state before is unknown. */
  findUpdate(view: ResponseView): ObservedUpdate | undefined {
    if (this.#view !== view) this.#update = this.#readUpdate(view);
    this.#view = view;
    return this.#update;
  }

  /** Reads a response; call it after the rules, which compare with the earlier state. */
  see(view: ResponseView): void {
    const update = this.findUpdate(view);
    if (update && view.requestSchema !== undefined) this.#follow(view, view.requestSchema, update);
    const { pointer, items } = view.documentedPart;
    const [resource] = items;
    if (!resource || pointer !== undefined || view.response.bytes.length > limits.bytes) return;
    const path = withoutSlash(view.path);
    this.#states.delete(path);
    this.#states.set(path, resource);
    const [oldestText] = this.#states.keys();
    if (this.#states.size > limits.resources && oldestText !== undefined) this.#states.delete(oldestText);
  }

  #readUpdate(view: ResponseView): ObservedUpdate | undefined {
    const { isSuccess, operation, exchange, documentedPart } = view;
    if (!isSuccess || exchange.request.key === 'wrong' || !/^(patch|put)$/i.test(operation.method)) return undefined;
    const before = this.#states.get(withoutSlash(view.path));
    const [after] = documentedPart.items;
    const requestBody = before && after && documentedPart.pointer === undefined ? view.requestBody : undefined;
    return requestBody && before && after ? { requestBody, before, after } : undefined;
  }

  #follow(view: ResponseView, requestSchema: string, { requestBody, before, after }: ObservedUpdate): void {
    const fields = getOrCreate(this.#fields, requestSchema, () => new Map<string, FieldRecord>());
    const texts = Object.values(requestBody);
    for (const [name, value] of Object.entries(requestBody)) {
      const isUnique = texts.indexOf(value) === texts.lastIndexOf(value);
      if (typeof value !== 'string' || value.length < minimums.length || !isUnique) continue;
      const places = placesOf(after, value).filter((pointer) => valueAt(before, pointer) !== value);
      const record = fields.get(name);
      if (places.length === 0 || record?.texts.has(value) || (record && record.texts.size >= limits.values)) continue;
      if (!record && (fields.size >= limits.fields || !isFieldName(name))) continue;
      const field: FieldRecord = record ?? { places: new Map(), values: new ValueStats(), texts: new Set() };
      fields.set(name, field);
      field.texts.add(Buffer.from(value).toString());
      field.values.see(value);
      for (const pointer of places) {
        const at = field.places.get(pointer) ?? { count: 0, basis: new ClaimGrounds() };
        if (field.places.size < limits.places) field.places.set(pointer, at);
        at.count += 1;
        at.basis.see(view, pointer, value);
      }
    }
  }
}

/** Returns the JSON pointers at which an object has a value, except inside of arrays. */
function placesOf(object: JsonObject, value: string, depth = 0): string[] {
  return Object.entries(object).flatMap(([name, each]) => {
    const at = `/${escapeToken(name)}`;
    if (each === value) return [at];
    return isObject(each) && depth < limits.depth ? placesOf(each, value, depth + 1).map((place) => at + place) : [];
  });
}
