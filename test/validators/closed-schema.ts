import { contract } from '../../generated/contract.js';
import type { Schema } from '../../scripts/contract/schema.js';

/**
 * The schema of a request body that rejects undeclared fields, built without the validators. All references are
 * replaced by their targets, the parts of an `allOf` become one schema, and each object that is not open is closed.
 */
export function closedSchema(name: string): Schema {
  return closed(whole({ $ref: `#/components/schemas/${name}` }));
}

function whole({ $ref, allOf = [], ...own }: Schema): Schema {
  const parts = [...($ref === undefined ? [] : [findSchema($ref)]), ...allOf].map(whole);
  const allSchemas = [own as Schema, ...parts];
  const properties = Object.assign({}, ...allSchemas.map((part) => part.properties));
  return Object.assign({}, ...allSchemas, parts.length > 0 && { properties }) as Schema;
}

function findSchema(ref: string): Schema {
  return contract.components['schemas']?.[ref.replace('#/components/schemas/', '')] as Schema;
}

function closed(schema: Schema): Schema {
  const { properties, items, additionalProperties, type } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, closed(whole(each))])),
    }),
    ...(items && { items: closed(whole(items)) }),
    ...(type === 'object' && additionalProperties === undefined && { additionalProperties: false }),
  };
}
