import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { unknownField } from '../model/case.js';
import { proofMinimum } from '../model/proposal.js';
import { hasFormat } from '../values/fits.js';

const types = ['string', 'integer', 'number', 'boolean', 'object', 'array'] as const;
type Type = (typeof types)[number];

const limits = { levels: 5, names: 40, items: 50 };

/** Minimum number of different strings that prove the format of a field, provided that enough resources have it. */
const minTexts = 3;

/** Minimum number of statuses and operations for a claim about all bodies: each may come from another program. */
const minSources = 2;

/** The response that has a value; needed for claims about all responses. */
export interface ValueSource {
  operationId: string;
  status: number;
  /** Names of sent fields, which do not count as fields of a value: some services report errors by field name. */
  sentNames: ReadonlySet<string>;
}

/** A field inside of a value; `isUnprompted`: a value had it although the request had no field of this name. */
interface NestedField {
  values: ValueStats;
  count: number;
  isUnprompted: boolean;
}

/** Facts about similar values, such as those of one field, that a schema can express. Its memory use is bounded. */
export class ValueStats {
  readonly #level: number;
  readonly #isBody: boolean;
  readonly #types = new Set<Type>();
  readonly #formats = new TextFormats();
  readonly #fields = new Map<string, NestedField>();
  /** The items of all arrays. */
  items: ValueStats | undefined;
  #objects = 0;
  readonly #statuses = new Set<number>();
  readonly #operations = new Set<string>();
  /** Whether the names of its fields are data, such as identifiers. */
  #isMap = false;
  hasNull = false;

  /** @param isBody whether the values are whole bodies, so that the names in them are names of fields */
  constructor({ level = 0, isBody = false } = {}) {
    this.#level = level;
    this.#isBody = isBody;
  }

  /** The types of the values, without null, in the order of JSON Schema. */
  get types(): readonly Type[] {
    return types.filter((type) => this.#types.has(type) && !(type === 'integer' && this.#types.has('number')));
  }

  /** The format of all strings. A nested field needs more strings, since it is unknown how many resources have it. */
  get format(): string | undefined {
    return this.#formats.formatOf(this.#level === 0 ? minTexts : proofMinimum.resources);
  }

  /** Whether all strings can have this format; true before the first string, and for a format that is not examined. */
  canHave(format: string): boolean {
    return this.#formats.canHave(format);
  }

  get fields(): ReadonlyMap<string, ValueStats> {
    const entries = this.#mayBeMap ? [] : [...this.#fields].filter(([, { isUnprompted }]) => isUnprompted);
    return new Map(entries.map(([name, { values }]) => [name, values]));
  }

  /** The fields that all objects have, if there are many objects; empty if the sources of the values are not known. */
  get required(): readonly string[] {
    const sourceCount = Math.min(this.#statuses.size, this.#operations.size);
    if (this.#objects < proofMinimum.resources || sourceCount < minSources) return [];
    return [...this.fields.keys()].filter((name) => this.#fields.get(name)?.count === this.#objects);
  }

  /**
   * Whether the names of its fields may be data, such as the ids of resources or the names of people: most names occur
   * in few objects, or there are few objects and all fields have one type.
   */
  get #mayBeMap(): boolean {
    const fields = [...this.#fields.values()];
    if (this.#isMap || this.#isBody || fields.length === 0) return this.#isMap;
    if (this.#objects < proofMinimum.responses)
      return new Set(fields.map(({ values }) => String(values.types))).size === 1;
    return fields.filter(({ count }) => count * 2 >= this.#objects).length * 2 < fields.length;
  }

  see(value: unknown, source?: ValueSource): void {
    if (value === null || value === undefined) this.hasNull ||= value === null;
    else if (Array.isArray(value)) this.#seeItems(value, source);
    else if (isObject(value)) this.#seeFields(value, source);
    else if (typeof value === 'number') this.#types.add(Number.isInteger(value) ? 'integer' : 'number');
    else this.#types.add(typeof value === 'string' ? 'string' : 'boolean');
    if (typeof value === 'string') this.#formats.see(value);
  }

  /** Whether a value lacks a field that a schema requires, or has another format. */
  contradicts(resolve: (schema: Schema) => Schema, node: Schema): boolean {
    const { required = [], properties = {}, items, format } = resolve(node);
    return (
      (format !== undefined && !this.canHave(format)) ||
      required.some((name) => (this.#fields.get(name)?.count ?? 0) < this.#objects) ||
      Object.entries(properties).some(([name, below]) => this.#fields.get(name)?.values.contradicts(resolve, below)) ||
      (items !== undefined && this.items?.contradicts(resolve, items) === true)
    );
  }

  #seeItems(values: readonly unknown[], source: ValueSource | undefined): void {
    this.#types.add('array');
    if (this.#level >= limits.levels) return;
    for (const value of values.slice(0, limits.items)) {
      this.items ??= new ValueStats({ level: this.#level + 1 });
      this.items.see(value, source);
    }
  }

  #seeFields(object: Readonly<JsonObject>, source: ValueSource | undefined): void {
    this.#types.add('object');
    this.#objects += 1;
    if (source && this.#statuses.size < minSources) this.#statuses.add(source.status);
    if (source && this.#operations.size < minSources) this.#operations.add(source.operationId);
    if (this.#level >= limits.levels || this.#isMap) return;
    for (const name in object) {
      if (name === unknownField) continue;
      const before = this.#fields.get(name);
      this.#isMap = !before && (this.#fields.size >= limits.names || !isFieldName(name));
      if (this.#isMap) {
        this.#fields.clear();
        return;
      }
      const field = before ?? { values: new ValueStats({ level: this.#level + 1 }), count: 0, isUnprompted: false };
      this.#fields.set(name, field);
      field.count += 1;
      field.isUnprompted ||= source?.sentNames.has(name) !== true;
      field.values.see(object[name], source);
    }
  }
}

/** The formats that are proposed, each before the more general ones that also fit its values. */
const formats = ['date-time', 'date', 'uuid', 'email', 'uri'] as const;

const textLimits = { length: 2000, texts: 20, kept: 100 };

/** Finds the formats that all strings have. Its memory use is bounded. */
class TextFormats {
  #formats: readonly string[] = formats;
  readonly #texts = new Set<string>();

  see(text: string): void {
    if (this.#formats.length > 0)
      this.#formats = this.#formats.filter((each) => text.length <= textLimits.length && hasFormat(each, text));
    if (this.#formats.length > 0 && this.#texts.size < textLimits.texts)
      this.#texts.add(Buffer.from(text.slice(0, textLimits.kept)).toString());
  }

  /** The format of all strings. @param min how many different strings must have it, at most 20 */
  formatOf(min: number): string | undefined {
    return this.#texts.size >= min ? this.#formats[0] : undefined;
  }

  canHave(format: string): boolean {
    return this.#formats.includes(format) || !(formats as readonly string[]).includes(format);
  }
}

/** Parts of a string that is data and not a name: an address, an identifier, a number, a token. */
const dataPattern = /[^\s@]@[^\s@]|[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}|\d{6,}|(?=[a-z]*\d)[a-z\d+/=]{20,}/i;

/** Whether a string names one person or one resource, or could be a token. */
export function isLikelyData(text: string): boolean {
  return dataPattern.test(text);
}

/** Whether a name can be the name of a field of the service: it is not data, and the check has not made it up. */
export function isFieldName(name: string): boolean {
  if (name === unknownField) return false;
  return name !== '' && name !== '__proto__' && name.length <= 100 && !/^\d+$/.test(name) && !isLikelyData(name);
}

/**
 * Returns the narrowest JSON Schema that all the values fit and that says only what they show: a field that was always
 * null can be anything.
 *
 * @param hasFormats whether to include what all values have in common: the format of all strings, and required fields
 * @param knownSchema the schema of an answer, to which the rest is added; it stays if the values show nothing more
 */
export function schemaOf(values: ValueStats, hasFormats: boolean): JsonObject;
export function schemaOf(values: ValueStats, hasFormats: boolean, knownSchema: Json | undefined): Json;
export function schemaOf(values: ValueStats, hasFormats: boolean, knownSchema?: Json): Json {
  if (knownSchema !== undefined && (!isObject(knownSchema) || hasOtherKeywords(knownSchema))) return knownSchema;
  const valueTypes = values.types;
  const { type, format, properties, items, ...rest } = knownSchema ?? {};
  // An answer without a type is about a field that was always null.
  const knownTypes = [type ?? (knownSchema ? 'null' : [])].flat().map(String);
  const isWithin = (text: string, all: readonly string[]): boolean => text === 'integer' && all.includes('number');
  const newTypes = valueTypes.filter((each) => !knownTypes.includes(each) && !isWithin(each, knownTypes));
  const allowsNull = values.hasNull || knownTypes.includes('null');
  const keptTypes = knownTypes.filter((knownType) => knownType !== 'null' && !isWithin(knownType, newTypes));
  if (keptTypes.length + newTypes.length === 0 || (valueTypes.length === 0 && !values.hasNull))
    return knownSchema ?? {};
  const types = [...keptTypes, ...newTypes, ...(allowsNull ? ['null'] : [])];
  const validFormat = typeof format === 'string' && !values.canHave(format) ? undefined : format;
  const mayHaveFormat = format === undefined && hasFormats && rest['enum'] === undefined;
  const newFormat = validFormat ?? (mayHaveFormat ? values.format : undefined);
  const oldProperties = isObject(properties) ? properties : {};
  const fields = [...values.fields].map(([name, stats]) => [
    name,
    schemaOf(stats, hasFormats, Object.hasOwn(oldProperties, name) ? oldProperties[name] : undefined),
  ]);
  const newProperties = { ...oldProperties, ...Object.fromEntries(fields) };
  const item = values.items ? schemaOf(values.items, hasFormats, items) : items;
  return {
    ...rest,
    type: types.length === 1 ? (types[0] as Json) : types,
    ...(newFormat !== undefined && { format: newFormat }),
    ...(type === undefined && hasFormats && values.required.length > 0 && { required: [...values.required] }),
    ...(Object.keys(newProperties).length > 0 && { properties: newProperties }),
    ...(item !== undefined && (items !== undefined || Object.keys(item as object).length > 0) && { items: item }),
  };
}

/** Whether a schema states more than types, so that observed types could not be added to it. */
function hasOtherKeywords({ $ref, type, ...others }: JsonObject): boolean {
  return $ref !== undefined || (type === undefined && Object.keys(others).length > 0);
}
