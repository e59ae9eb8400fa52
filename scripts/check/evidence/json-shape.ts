import { isObject, type JsonObject } from '../../contract/json.js';
import { cut } from './words.js';

/** The most fields of one object, and how deep a value is followed. */
const mostFields = 40;
const deepest = 5;

/** What similar JSON values have in common: their types, and the fields and items inside them. */
export class JsonShape {
  readonly #depth: number;
  readonly #types = new Set<string>();
  /** `isFree`: a value had the field that came without its name being sent. */
  readonly #fields = new Map<string, { shape: JsonShape; count: number; isFree: boolean }>();
  #items: JsonShape | undefined;
  #objects = 0;

  constructor(depth = 0) {
    this.#depth = depth;
  }

  /**
   * @param sent names of fields of the request. A field that only ever has a name that was sent is no field of the
   * shape: some services name a wrong field by a field of the same name.
   */
  see(value: unknown, sent: ReadonlySet<string> = new Set()): void {
    this.#types.add(typeOf(value));
    if (this.#depth >= deepest) return;
    if (Array.isArray(value)) {
      this.#items ??= new JsonShape(this.#depth + 1);
      for (const item of value.slice(0, 20)) this.#items.see(item, sent);
    }
    if (!isObject(value)) return;
    this.#objects += 1;
    for (const [name, below] of Object.entries(value).slice(0, 200)) {
      if (name.length > 60) continue;
      const field = this.#fields.get(cut(name)) ?? {
        shape: new JsonShape(this.#depth + 1),
        count: 0,
        isFree: false,
      };
      if (!this.#fields.has(name) && this.#fields.size >= mostFields) continue;
      this.#fields.set(cut(name), field);
      field.count += 1;
      field.isFree ||= !sent.has(name);
      field.shape.see(below, sent);
    }
  }

  /** The types of the values. */
  get types(): string[] {
    const all = [...this.#types];
    // Every integer is a number.
    return all.filter((type) => type !== 'integer' || !this.#types.has('number')).sort();
  }

  /**
   * A JSON Schema that fits all values, without words about what no value had.
   *
   * @param least the number of objects after which the fields that all of them had are required
   */
  schema(least = Infinity): JsonObject {
    // Of a value that was always null nothing is known.
    const types = this.types.length === 1 && this.#types.has('null') ? [] : this.types;
    const fields = [...this.#fields].filter(([, { isFree }]) => isFree);
    const always = fields.filter(([, { count }]) => count === this.#objects).map(([name]) => name);
    const required = this.#objects >= least ? always : [];
    const items = this.#items?.types.length ? this.#items.schema(least) : undefined;
    return {
      ...(types.length > 0 && { type: types.length === 1 ? (types[0] as string) : types }),
      ...(required.length > 0 && { required }),
      ...(fields.length > 0 && {
        properties: Object.fromEntries(fields.map(([name, { shape }]) => [name, shape.schema(least)])),
      }),
      ...(items && { items }),
    };
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}
