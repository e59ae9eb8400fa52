import { followNames, partsOf, withParts } from './composed-schema.js';
import { isObject, type Json } from './json.js';
import { schemaNameOf } from './references.js';
import type { Schema } from './schema.js';
import { fieldsOf, type SchemaResolver } from './schema-fields.js';
import { mapSchemas, type SchemaNode, sameValueKeywords, subschemas } from './schema-walk.js';

/** The schemas of a document in the form that applies to requests. `resolve` returns schemas in this form, too. */
export interface RequestSchemas extends SchemaResolver {
  schemaOf(schema: Schema): Schema;
  /** Returns a copy of a value without the fields that the document declares as read-only. */
  valueOf(schema: Schema, value: Json): Json;
}

const isSchema = (node: unknown): node is Schema => isObject(node);

const noNames: ReadonlySet<string> = new Set();

/**
 * Returns the schemas for requests. They lack the read-only fields, even required ones, which only a response must have
 * (OpenAPI 3.1 §4.8.24.4, JSON Schema Validation §9.4). A discriminator allows only the values for its schema.
 */
export function createRequestSchemas(resolve: SchemaResolver['resolve']): RequestSchemas {
  const schemas = new WeakMap<Schema, Schema>();
  const targets = new Map<string, Schema>();
  const document: SchemaResolver = { resolve };
  const schemaOf = (schema: Schema): Schema => {
    if (!isSchema(schema)) return schema;
    const cachedSchema = schemas.get(schema) ?? toRequestSchema(schema, noNames, []);
    schemas.set(schema, cachedSchema);
    return cachedSchema;
  };

  /** @param outerReadOnlyNames the read-only fields of the outer schemas that apply to the same value */
  function toRequestSchema(
    schema: Schema,
    outerReadOnlyNames: ReadonlySet<string>,
    outerSchemas: readonly Schema[],
  ): Schema {
    if (!isSchema(schema) || outerSchemas.includes(schema)) return schema;
    const path = [...outerSchemas, schema];
    const ownNames = [...partsOf(schema, resolve)].flatMap(([{ properties }, isCertain]) =>
      isCertain && isObject(properties) ? Object.keys(properties).filter((name) => isReadOnly(properties[name])) : [],
    );
    const readOnlyNames = ownNames.length === 0 ? outerReadOnlyNames : new Set([...outerReadOnlyNames, ...ownNames]);
    const keywords = new Map([...subschemas(schema)].map(({ steps: [keyword = ''], schema: part }) => [part, keyword]));
    const mapPart = (part: SchemaNode): Schema => {
      const keyword = keywords.get(part) ?? '';
      if (!sameValueKeywords.has(keyword)) return schemaOf(part);
      // A base schema in `allOf` must allow the discriminator of the schema that extends it. A field can be required in
      // one part and read-only in another. In both cases, the part needs a copy of the schema, not a reference.
      const { $ref } = part as Schema;
      const mustInline = $ref !== undefined && ((keyword === 'allOf' && baseOf(part)) || mentions(part, readOnlyNames));
      return toRequestSchema(mustInline ? resolve(part) : part, readOnlyNames, path);
    };
    const { properties, required } = schema;
    const isWritable = (name: string): boolean => !readOnlyNames.has(name);
    const writableSchema = {
      ...schema,
      ...(isObject(properties) && {
        properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isWritable(name))),
      }),
      ...(Array.isArray(required) && { required: required.filter(isWritable) }),
    };
    const requestSchema: Schema = mapSchemas(writableSchema, mapPart, (ref) => ref);
    if (propertyOf(schema) === undefined) return requestSchema;
    const choose = (branch: Schema): Schema =>
      !isSchema(branch) || branch.$ref === undefined
        ? mapPart(branch as SchemaNode)
        : limitDiscriminator(toRequestSchema(resolve(branch), readOnlyNames, path), branch, schema);
    const choices = (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
      const branches = schema[keyword];
      return Array.isArray(branches) ? [[keyword, branches.map(choose)]] : [];
    });
    return { ...requestSchema, ...Object.fromEntries(choices) };
  }

  /** Returns the part of a schema that declares its discriminator: the schema itself, or its base schema. */
  function baseOf(schema: Schema): Schema | undefined {
    const parts = [...partsOf(schema, resolve)].filter(([, isCertain]) => isCertain).map(([part]) => part);
    return parts.find((part) => propertyOf(part) !== undefined && !part.oneOf && !part.anyOf);
  }

  function mentions(schema: Schema, names: ReadonlySet<string>): boolean {
    const namesIn = ({ properties, required }: Schema): string[] => [
      ...Object.keys(properties ?? {}),
      ...(Array.isArray(required) ? required : []),
    ];
    return (
      names.size > 0 && [...partsOf(schema, resolve)].some(([part]) => namesIn(part).some((name) => names.has(name)))
    );
  }

  function isReadOnly(schema: unknown): boolean {
    return [...partsOf(schema as Schema, resolve)].some(([part, isCertain]) => isCertain && part.readOnly === true);
  }

  /** Limits the discriminator of a schema to the values that the mapping gives it, or else to the schema's name. */
  function limitDiscriminator(schema: Schema, reference: Schema, base: Schema): Schema {
    const property = propertyOf(base);
    if (property === undefined) return schema;
    const name = schemaNameOf(reference.$ref);
    const isTarget = (target: unknown): boolean => target === reference.$ref || target === name;
    const entries = Object.entries(isObject(base.discriminator) ? (base.discriminator.mapping ?? {}) : {});
    const keys = entries.filter(([, target]) => isTarget(target)).map(([key]) => key);
    // If the mapping has no value for the base schema itself, the base schema allows every value of the mapping.
    const isBase = resolve(reference) === base && entries.length > 0;
    const candidates = keys.length > 0 ? keys : isBase ? entries.map(([key]) => key) : name === undefined ? [] : [name];
    const { at, rest } = followNames(withParts([resolve(reference)], resolve), [property], resolve);
    const isAllowedKey = (key: string): boolean =>
      at.parts.every((part) => (part.enum?.includes(key) ?? true) && (part.const ?? key) === key);
    const values = rest.length > 0 ? candidates : candidates.filter(isAllowedKey);
    if (values.length === 0) return schema;
    return { allOf: [schema, { required: [property], properties: { [property]: { enum: values } } }] };
  }

  const requests: RequestSchemas = {
    schemaOf,
    valueOf(schema, value) {
      const { items } = resolve(schema);
      if (Array.isArray(value)) return items ? value.map((item) => requests.valueOf(items, item)) : value;
      if (!isObject(value)) return value;
      const fields = fieldsOf(document, schema).properties;
      const requestFields = fieldsOf(requests, schemaOf(schema)).properties;
      const entries = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
        const field = fields.get(name);
        if (field && !requestFields.has(name)) return [];
        return [[name, field ? requests.valueOf(field, member as Json) : (member as Json)]];
      });
      return Object.fromEntries(entries);
    },
    resolve(schema) {
      if (schema.$ref === undefined) return schema;
      const knownTarget = targets.get(schema.$ref);
      if (knownTarget) return knownTarget;
      const target = resolve(schema);
      const base = baseOf(target);
      const targetForRequests = base ? limitDiscriminator(schemaOf(target), schema, base) : schemaOf(target);
      targets.set(schema.$ref, targetForRequests);
      return targetForRequests;
    },
  };
  return requests;
}

/** Returns the name of the discriminator property. In Swagger 2.0, `discriminator` is this name, not an object. */
function propertyOf({ discriminator }: Schema): string | undefined {
  const name: unknown = isObject(discriminator) ? discriminator.propertyName : discriminator;
  return typeof name === 'string' ? name : undefined;
}
