import type { OpenApiDocument } from '../../contract/document.js';
import type { Json, JsonObject } from '../../contract/json.js';
import { stoppablePattern } from '../../contract/pattern.js';
import { schemaResolver } from '../../contract/references.js';
import type { Schema } from '../../contract/schema.js';
import { fieldsOf, type SchemaFields } from '../../contract/schema-fields.js';
import { mistakesOf, type Rule, rulesWith } from '../../contract/schema-rules.js';

/** The schemas of one contract, by name or by reference. */
export class Schemas {
  readonly #named: Record<string, Schema>;
  readonly resolve: (schema: Schema) => Schema;

  constructor(document: OpenApiDocument) {
    this.#named = (document.components['schemas'] ?? {}) as Record<string, Schema>;
    this.resolve = schemaResolver(document);
  }

  named(name: string): Schema | undefined {
    return Object.hasOwn(this.#named, name) ? this.#named[name] : undefined;
  }

  /** The end of the references of a schema; of a field that can be null, the schema of its other values. */
  withoutNull(node: Schema): Schema {
    const schema = this.resolve(node);
    const [other, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
    return other && others.length === 0 ? this.withoutNull(other) : schema;
  }

  fields(schema: Schema): SchemaFields {
    return fieldsOf(this, schema);
  }
}

/** Reads an own property only: properties that every object inherits were never stored. */
export function getOwn(object: Readonly<JsonObject>, name: string): Json | undefined {
  const value = object[name];
  return value === undefined || Object.hasOwn(object, name) ? value : undefined;
}

/** Assigns a property, also one named `__proto__`, where a plain assignment would set the prototype. */
export function setOwn(object: JsonObject, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

const plain = [
  ...['type', 'enum', 'const', 'minLength', 'maxLength', 'pattern', 'minItems'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
];

const rules = new WeakMap<Schema, Rule>();

/**
 * Whether a value has the type that a schema names, and fits the keywords for plain values. A format is not tested; the
 * inside of objects and arrays is not, either.
 *
 * @throws SlowPattern
 */
export function fitsPlainly(schema: Schema, value: unknown): boolean {
  const rule = rules.get(schema) ?? plainRule(schema);
  rules.set(schema, rule);
  return mistakesOf(rule, value).length === 0;
}

function plainRule(schema: Schema): Rule {
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => plain.includes(keyword)));
  return rulesWith({ resolve: () => true, formats: {}, pattern: (text) => stoppablePattern(text), most: 0 })(kept);
}
