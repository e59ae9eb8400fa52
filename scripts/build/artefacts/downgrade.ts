import type { OpenApiDocument } from '../../contract/document.js';
import { copyJson, isObject, type Json, type JsonObject } from '../../contract/json.js';
import { kindOfField, schemasWithin, visitNodes } from '../../contract/walk.js';

/** Fields of OpenAPI 3.1 that 3.0 does not have, by the kind of object in `fieldsByKind`. */
const newFields: Readonly<Record<string, readonly string[]>> = {
  document: ['jsonSchemaDialect', 'webhooks'],
  info: ['summary'],
  components: ['pathItems'],
};

/** All keywords that a Schema Object of OpenAPI 3.0 may have, besides extensions. */
const keywords: ReadonlySet<string> = new Set(
  (
    '$ref title description type format enum default example nullable deprecated readOnly writeOnly discriminator ' +
    'xml externalDocs multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern items ' +
    'minItems maxItems uniqueItems properties required additionalProperties minProperties maxProperties allOf anyOf ' +
    'oneOf not'
  ).split(' '),
);

/** Keywords that restrict values and have no equivalent in 3.0. Without them, a schema allows more. */
const lostRestrictions: ReadonlySet<string> = new Set(
  (
    'prefixItems contains minContains maxContains propertyNames patternProperties dependentRequired dependentSchemas ' +
    'if unevaluatedItems unevaluatedProperties $dynamicRef'
  ).split(' '),
);

/**
 * A copy of the document as OpenAPI 3.0.3, for tools that read no later version. Schemas still allow each value that
 * they allowed before. Where 3.0 has no equivalent of a keyword, they allow more.
 */
export function downgradeDocument(document: OpenApiDocument): OpenApiDocument {
  const copy = copyJson(document);
  visitNodes(copy, 'document', [], (kind, _, value) => {
    const node = value as JsonObject;
    for (const name of newFields[kind] ?? []) delete node[name];
    replaceBooleans(kind, node);
    if (kind === 'schema') downgradeSchema(node);
    // In 3.0, only a path item can have other keys beside `$ref`.
    else if (typeof node['$ref'] === 'string' && kind !== 'pathItem') keepOnly(node, (name) => name === '$ref');
    if (kind === 'info' && isObject(node['license'])) downgradeLicense(node['license']);
  });
  return Object.assign(copy, { openapi: '3.0.3' });
}

/** In 3.0, a licence has a URL instead of an SPDX identifier. */
function downgradeLicense(license: JsonObject): void {
  const { identifier } = license;
  delete license['identifier'];
  if (typeof identifier === 'string') license['url'] ??= `https://spdx.org/licenses/${identifier}.html`;
}

/** Replaces `true` and `false` as schemas by objects. Only `additionalProperties` may be a boolean in 3.0. */
function replaceBooleans(kind: string, node: JsonObject): void {
  const replace = (value: unknown): unknown => (value === true ? {} : value === false ? { not: {} } : value);
  for (const [name, value] of Object.entries(node)) {
    const fieldKind = name === 'additionalProperties' ? undefined : kindOfField(kind, name);
    if (fieldKind === 'schema') node[name] = replace(value) as JsonObject;
    else if (fieldKind === 'schema[]' && Array.isArray(value)) node[name] = value.map(replace) as JsonObject[];
    else if (fieldKind === 'schema{}' && isObject(value))
      for (const [key, schema] of Object.entries(value)) value[key] = replace(schema) as JsonObject;
  }
}

/** Changes a schema in place, but not its subschemas, which the caller visits later. */
function downgradeSchema(schema: JsonObject): void {
  keepAllowedValues(schema);
  downgradeValues(schema);
  downgradeLimit(schema, 'minimum', 'exclusiveMinimum', Math.max);
  downgradeLimit(schema, 'maximum', 'exclusiveMaximum', Math.min);
  downgradeContent(schema);
  downgradeTypes(schema);
  keepOnly(schema, (name) => keywords.has(name) || name.startsWith('x-'));
  if (schema['type'] === 'array') schema['items'] ??= {};
  if (Array.isArray(schema['required']) && schema['required'].length === 0) delete schema['required'];
  const { $ref, ...siblings } = schema;
  if ($ref === undefined || Object.keys(siblings).length === 0) return;
  delete schema['$ref'];
  addPart(schema, { $ref });
}

/** Removes keywords that would become stricter when others are lost: `not`, `oneOf`, and some that limit the rest. */
function keepAllowedValues(schema: JsonObject): void {
  const { not, oneOf, patternProperties, prefixItems } = schema;
  if (not !== undefined && losesRestrictions(not)) delete schema['not'];
  if (Array.isArray(oneOf) && oneOf.some(losesRestrictions)) {
    delete schema['oneOf'];
    addAlternatives(schema, oneOf);
  }
  if (patternProperties !== undefined) delete schema['additionalProperties'];
  if (prefixItems !== undefined) delete schema['items'];
}

function losesRestrictions(schema: unknown): boolean {
  return schemasWithin(schema, []).some(({ value }) => Object.keys(value).some((name) => lostRestrictions.has(name)));
}

function downgradeValues(schema: JsonObject): void {
  const { const: value, examples } = schema;
  if (value !== undefined) addValues(schema, [value]);
  if (Array.isArray(examples) && examples[0] !== undefined) schema['example'] ??= examples[0];
}

/** Allows only these values; if the schema already lists values, only those in both lists. */
function addValues(schema: JsonObject, values: Json[]): void {
  if (schema['enum'] === undefined) schema['enum'] = values;
  else addPart(schema, { enum: values });
}

/** In 3.0, an exclusive limit is a flag of the inclusive one. */
function downgradeLimit(
  schema: JsonObject,
  inclusive: string,
  exclusive: string,
  tighter: (a: number, b: number) => number,
): void {
  const { [inclusive]: limit, [exclusive]: bound } = schema;
  if (typeof bound !== 'number') return;
  const isLimitTighter = typeof limit === 'number' && limit !== bound && tighter(limit, bound) === limit;
  if (isLimitTighter) delete schema[exclusive];
  else Object.assign(schema, { [inclusive]: bound, [exclusive]: true });
}

/** In 3.0, the `format` of a string declares that the string is encoded or binary. */
function downgradeContent(schema: JsonObject): void {
  const { contentEncoding, contentMediaType } = schema;
  if (contentEncoding === 'base64') schema['format'] ??= 'byte';
  else if (contentEncoding === undefined && contentMediaType === 'application/octet-stream')
    schema['format'] ??= 'binary';
}

/** In 3.0, a schema has one type, and null is not a type: `nullable` allows it. */
function downgradeTypes(schema: JsonObject): void {
  const types = [schema['type'] ?? []].flat();
  const otherTypes = types.filter((type) => type !== 'null');
  const nullable = otherTypes.length < types.length && { nullable: true };
  const [type] = otherTypes;
  if (types.length === 0 || (types.length === 1 && !nullable)) {
    if (type !== undefined) schema['type'] = type;
  } else if (otherTypes.length > 1) {
    delete schema['type'];
    addAlternatives(
      schema,
      otherTypes.map((each) => ({ type: each, ...nullable })),
    );
  } else {
    // If null is the only value, any type works.
    Object.assign(schema, { type: type ?? 'string' }, nullable);
    if (type === undefined) addValues(schema, [null]);
  }
}

function addAlternatives(schema: JsonObject, alternatives: Json[]): void {
  if (schema['anyOf'] === undefined) schema['anyOf'] = alternatives;
  else addPart(schema, { anyOf: alternatives });
}

function addPart(schema: JsonObject, part: JsonObject): void {
  schema['allOf'] = [...[schema['allOf'] ?? []].flat(), part];
}

function keepOnly(node: JsonObject, isKept: (name: string) => boolean): void {
  for (const name of Object.keys(node)) if (!isKept(name)) delete node[name];
}
