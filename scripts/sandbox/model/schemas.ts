import type { OpenApiDocument } from '../../contract/document.js';
import { isObject, type Json, type JsonObject } from '../../contract/json.js';
import { compileStoppablePattern } from '../../contract/pattern.js';
import { escapeToken } from '../../contract/pointer.js';
import { createSchemaResolver } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf, type SchemaFields } from '../../contract/schema-fields.js';
import { createRules, mistakesOf, type SchemaRule } from '../../contract/schema-rules.js';

export interface NestedValue {
  value: Json;
  /** The schema that the value must fit, unless the value is null. */
  schema: Schema;
  /** The name of the field that has this value, or has it as a list item; empty for the outermost value. */
  name: string;
  /** JSON pointer into the outermost value. */
  pointer: string;
}

/** The schemas of one contract, by name or by reference. */
export class Schemas {
  readonly #components: Record<string, Schema>;
  readonly resolve: (schema: Schema) => Schema;

  constructor(document: OpenApiDocument) {
    this.#components = (document.components['schemas'] ?? {}) as Record<string, Schema>;
    this.resolve = createSchemaResolver(document);
  }

  byName(name: string): Schema | undefined {
    return Object.hasOwn(this.#components, name) ? this.#components[name] : undefined;
  }

  /** Follows references; for a nullable field, returns the schema of its values other than null. */
  withoutNull(node: Schema): Schema {
    const schema = this.resolve(node);
    const [onlySchema, ...furtherSchemas] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
    return onlySchema && furtherSchemas.length === 0 ? this.withoutNull(onlySchema) : schema;
  }

  fields(schema: Schema): SchemaFields {
    return fieldsOf(this, schema);
  }

  /** Returns the name of a field in this contract, given its name in the contract without answers. */
  fieldName(schema: Schema = {}, name: string): string {
    const [taughtName = name] =
      [...this.fields(schema).properties].find(([, field]) => field['x-renamed-from'] === name) ?? [];
    return taughtName;
  }

  /** Renames fields from the contract without answers to this contract's names; omits fields that the service lacks. */
  renameFields(schema: Schema = {}, fields: Readonly<JsonObject>): JsonObject {
    const presentFields = Object.entries(fields).filter(([field]) => !schema['x-without']?.includes(field));
    return Object.fromEntries(presentFields.map(([field, value]) => [this.fieldName(schema, field), value]));
  }

  /** Replaces each nested value, and then the whole value, by the result of `change`. */
  mapValues(node: Schema, value: Json, change: (nestedValue: NestedValue) => Json, name = '', pointer = ''): Json {
    const schema = this.withoutNull(node);
    const { items } = schema;
    let result = value;
    if (Array.isArray(value) && items)
      result = value.map((item, index) => this.mapValues(items, item, change, name, `${pointer}/${index}`));
    else if (isObject(value)) {
      const { properties } = this.fields(schema);
      result = {};
      for (const [key, child] of Object.entries(value)) {
        const field = properties.get(key);
        const childPointer = `${pointer}/${escapeToken(key)}`;
        setOwnProperty(result, key, field ? this.mapValues(field, child, change, key, childPointer) : child);
      }
    }
    return change({ value: result, schema, name, pointer });
  }
}

/** Reads only own properties: inherited ones such as `toString` were never stored. */
export function getOwnProperty(object: Readonly<JsonObject>, name: string): Json | undefined {
  const value = object[name];
  return value === undefined || Object.hasOwn(object, name) ? value : undefined;
}

/** Assigns a property, even one named `__proto__`: a plain assignment would set the prototype instead. */
export function setOwnProperty(object: JsonObject, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

const plainKeywords = [
  ...['type', 'enum', 'const', 'minLength', 'maxLength', 'pattern', 'minItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
];

const ruleCache = new WeakMap<Schema, SchemaRule>();

/** Whether a value fits `plainKeywords`; formats and nested values are not checked. @throws SlowPatternError */
export function fitsPlainKeywords(schema: Schema, value: unknown): boolean {
  const rule = ruleCache.get(schema) ?? plainRule(schema);
  ruleCache.set(schema, rule);
  return mistakesOf(rule, value).length === 0;
}

function plainRule(schema: Schema): SchemaRule {
  const keywords = Object.fromEntries(Object.entries(schema).filter(([keyword]) => plainKeywords.includes(keyword)));
  return createRules({ resolve: () => true, formats: {}, pattern: (text) => compileStoppablePattern(text), limit: 0 })(
    keywords,
  );
}
