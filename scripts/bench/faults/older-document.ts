type Json = null | boolean | number | string | Json[] | JsonObject;
interface JsonObject {
  [key: string]: Json;
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A document of OpenAPI 3.1 as one of 3.0.3, for programs that read no newer one: with the same values where 3.0
 * has words for them. Parts are merged where 3.0 would ignore what stands beside a reference. Responses are in place,
 * since Dredd gives all that refer to the same one the status of the last.
 */
export function olderDocument(document: JsonObject): JsonObject {
  const { openapi: _, jsonSchemaDialect: __, webhooks: ___, ...rest } = document;
  return { openapi: '3.0.3', ...(older(rest, document) as JsonObject), info: infoOf(rest['info']) };
}

function infoOf(info: Json | undefined): Json {
  if (!isObject(info)) return {};
  const { summary: _, license, ...rest } = info;
  return isObject(license) ? { ...rest, license: { name: license['name'] ?? '' } } : rest;
}

/** Everything that is no schema stays as it is. */
function older(value: Json, document: JsonObject): Json {
  if (Array.isArray(value)) return value.map((each) => older(each, document));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (key === 'schema') return [key, olderSchema(each, document)];
      if (key === 'schemas' && isObject(each)) return [key, mapped(each, document)];
      if (key === 'responses' && isObject(each)) return [key, older(inPlace(each, document), document)];
      return [key, key === 'example' || key === 'examples' ? each : older(each, document)];
    }),
  );
}

const inPlace = (responses: JsonObject, document: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(responses).map(([status, each]) => {
      const reference = isObject(each) ? each['$ref'] : undefined;
      return [status, typeof reference === 'string' ? resolved(reference, document) : each];
    }),
  );

const mapped = (schemas: JsonObject, document: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schemas).map(([name, each]) => [name, olderSchema(each, document)]));

function olderSchema(schema: Json, document: JsonObject): Json {
  if (!isObject(schema)) return schema;
  const { $ref, ...beside } = schema;
  if (typeof $ref === 'string') {
    if (Object.keys(beside).length === 0) return schema;
    return olderSchema({ ...(resolved($ref, document) as JsonObject), ...beside }, document);
  }
  const { allOf, anyOf, oneOf, unevaluatedProperties: _, contentMediaType, const: constant, type, ...rest } = schema;
  const merged = Array.isArray(allOf) ? whole(allOf, rest, document) : rest;
  const choices = [anyOf, oneOf].filter(Array.isArray).flat();
  const others = choices.filter((each) => !(isObject(each) && each['type'] === 'null'));
  const isNullable = others.length < choices.length || (Array.isArray(type) && type.includes('null'));
  const only = Array.isArray(type) ? type.find((each) => each !== 'null') : type;
  if (choices.length > 0 && others.length === 1 && isObject(others[0])) {
    const one = others[0]['$ref'];
    const plain = typeof one === 'string' ? (resolved(one, document) as JsonObject) : others[0];
    return { ...(olderSchema({ ...plain, ...merged }, document) as JsonObject), nullable: true };
  }
  return {
    ...bounds(children(merged, document)),
    ...(only !== undefined && { type: only }),
    ...(isNullable && { nullable: true }),
    ...(constant !== undefined && { enum: [constant] }),
    ...(contentMediaType !== undefined && { format: 'binary' }),
    ...(others.length > 0 && { [oneOf ? 'oneOf' : 'anyOf']: others.map((each) => olderSchema(each, document)) }),
  };
}

/** The fields of all parts as those of one object. */
function whole(parts: readonly Json[], rest: JsonObject, document: JsonObject): JsonObject {
  const all = [...parts, rest].filter(isObject).map((part) => {
    const target = typeof part['$ref'] === 'string' ? (resolved(part['$ref'], document) as JsonObject) : part;
    return Array.isArray(target['allOf']) ? whole(target['allOf'], target, document) : target;
  });
  const { allOf: _, unevaluatedProperties: __, ...joined } = Object.assign({}, ...all) as JsonObject;
  return {
    ...joined,
    type: 'object',
    properties: Object.assign({}, ...all.map(({ properties }) => properties)) as JsonObject,
    required: [...new Set(all.flatMap(({ required }) => (Array.isArray(required) ? required : [])))],
  };
}

function children(schema: JsonObject, document: JsonObject): JsonObject {
  const { properties, items, additionalProperties } = schema;
  return {
    ...schema,
    ...(isObject(properties) && { properties: mapped(properties, document) }),
    ...(items !== undefined && { items: olderSchema(items, document) }),
    ...(isObject(additionalProperties) && { additionalProperties: olderSchema(additionalProperties, document) }),
  };
}

function bounds({ exclusiveMinimum, exclusiveMaximum, ...rest }: JsonObject): JsonObject {
  return {
    ...rest,
    ...(exclusiveMinimum !== undefined && { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(exclusiveMaximum !== undefined && { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  };
}

function resolved(reference: string, document: JsonObject): Json {
  return reference
    .split('/')
    .slice(1)
    .reduce<Json>((at, name) => (isObject(at) ? (at[name] ?? {}) : {}), document);
}

/** Each path parameter with an example, without which Dredd makes no request; its hooks put real ones there. */
export function withExampleIds(document: JsonObject): JsonObject {
  const given = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(given);
    if (!isObject(value)) return value;
    const inside = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, given(each)]));
    return inside['in'] === 'path' || (inside['in'] === 'header' && inside['required'] === true)
      ? { ...inside, example: isObject(inside['schema']) && inside['schema']['type'] === 'integer' ? 1 : 'x' }
      : inside;
  };
  return given(document) as JsonObject;
}
