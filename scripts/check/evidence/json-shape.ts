import { isObject, type JsonObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { enough } from '../model/proposal.js';
import { TextFormats } from './text-formats.js';
import { cut } from './words.js';

/** The most fields of one object, and how deep a value is followed. */
const mostFields = 40;
const deepest = 5;

/** How many statuses and operations show what all bodies have: each may come from another layer of a service. */
const least = { statuses: 2, operations: 2 } as const;

/** The response that has a value. */
interface Source {
  operationId: string;
  status: number;
  /**
   * Names of fields of the request. A field that only ever has a name that was sent is no field of the shape: some
   * services name a wrong field by a field of the same name.
   */
  sent: ReadonlySet<string>;
}

/** What similar JSON values have in common: their types, and the fields and items inside them. */
export class JsonShape {
  readonly #depth: number;
  readonly #types = new Set<string>();
  /** `isFree`: a value had the field that came without its name being sent. */
  readonly #fields = new Map<string, { shape: JsonShape; count: number; isFree: boolean }>();
  readonly #formats = new TextFormats();
  #items: JsonShape | undefined;
  #objects = 0;
  readonly #statuses = new Set<number>();
  readonly #operations = new Set<string>();

  constructor(depth = 0) {
    this.#depth = depth;
  }

  see(value: unknown, source: Source): void {
    this.#types.add(typeOf(value));
    if (typeof value === 'string') this.#formats.see(value);
    if (this.#depth >= deepest) return;
    if (Array.isArray(value)) {
      this.#items ??= new JsonShape(this.#depth + 1);
      for (const item of value.slice(0, 20)) this.#items.see(item, source);
    }
    if (!isObject(value)) return;
    this.#objects += 1;
    if (this.#statuses.size < least.statuses) this.#statuses.add(source.status);
    if (this.#operations.size < least.operations) this.#operations.add(source.operationId);
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
      field.isFree ||= !source.sent.has(name);
      field.shape.see(below, source);
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
   * @param isLikely whether it says what all values have, where there are enough of them: required fields and formats
   */
  schema(isLikely: boolean): JsonObject {
    // Of a value that was always null nothing is known.
    const types = this.types.length === 1 && this.#types.has('null') ? [] : this.types;
    const fields = [...this.#fields].filter(([, { isFree }]) => isFree);
    const always = fields.filter(([, { count }]) => count === this.#objects).map(([name]) => name);
    const required = isLikely && this.#isEnough() ? always : [];
    const format = isLikely ? this.#formats.formatOf(enough.resources) : undefined;
    const items = this.#items?.types.length ? this.#items.schema(isLikely) : undefined;
    return {
      ...(types.length > 0 && { type: types.length === 1 ? (types[0] as string) : types }),
      ...(format !== undefined && { format }),
      ...(required.length > 0 && { required }),
      ...(fields.length > 0 && {
        properties: Object.fromEntries(fields.map(([name, { shape }]) => [name, shape.schema(isLikely)])),
      }),
      ...(items && { items }),
    };
  }

  /** Whether a value lacks a field that a schema requires, or has another format. */
  contradicts(resolve: (schema: Schema) => Schema, node: Schema): boolean {
    const { required = [], properties = {}, items, format } = resolve(node);
    return (
      (format !== undefined && !this.#formats.canHave(format)) ||
      required.some((name) => (this.#fields.get(name)?.count ?? 0) < this.#objects) ||
      Object.entries(properties).some(([name, below]) => this.#fields.get(name)?.shape.contradicts(resolve, below)) ||
      (items !== undefined && this.#items?.contradicts(resolve, items) === true)
    );
  }

  #isEnough(): boolean {
    const [statuses, operations] = [this.#statuses.size, this.#operations.size];
    return this.#objects >= enough.resources && statuses >= least.statuses && operations >= least.operations;
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
}
