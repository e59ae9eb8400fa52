/** The kind of place that the last step into a schema leads to. */
export type SchemaEnd = 'schema' | 'property' | 'properties' | 'keyword';

/** A place within a schema. */
export interface SchemaPath {
  /** `tier.id`, `resources[].url`; empty for the schema itself. */
  field: string;
  end: SchemaEnd;
  /** The keyword at the last step or above it: `enum`, `items`, `properties`; empty for the schema itself. */
  keyword: string;
  /** The steps after the last schema: `enum`, `0`. */
  rest: readonly string[];
}

/** Keywords followed by the name of a schema, the position of a schema, or one schema (JSON Schema 2020-12). */
const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const placed = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const single = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/**
 * Reads the steps of a JSON pointer below a schema. A property may be called `properties`, so no step can be understood
 * by itself.
 */
export function schemaPath(tokens: readonly string[]): SchemaPath {
  let field = '';
  for (let index = 0; index < tokens.length; ) {
    const keyword = tokens[index] ?? '';
    const step = tokens[index + 1];
    if (named.has(keyword)) {
      if (step === undefined) return { field, end: 'properties', keyword, rest: [] };
      if (keyword === 'properties') field = field === '' ? step : `${field}.${step}`;
      else if (keyword === 'patternProperties') field += `{${step}}`;
      index += 2;
      if (index === tokens.length)
        return {
          field,
          end: keyword === 'properties' || keyword === 'patternProperties' ? 'property' : 'schema',
          keyword,
          rest: [],
        };
    } else if (placed.has(keyword)) {
      if (step === undefined) return { field, end: 'keyword', keyword, rest: [keyword] };
      index += 2;
      if (index === tokens.length) return { field, end: 'schema', keyword, rest: [] };
    } else if (single.has(keyword)) {
      if (keyword === 'items') field += '[]';
      if (keyword === 'additionalProperties') field += '{}';
      index += 1;
      if (index === tokens.length) return { field, end: 'schema', keyword, rest: [] };
    } else {
      return { field, end: 'keyword', keyword, rest: tokens.slice(index) };
    }
  }
  return { field, end: 'schema', keyword: '', rest: [] };
}
