import type { OpenApiDocument, OpenApiResponse } from '../../scripts/contract/document.js';
import { isObject } from '../../scripts/contract/json.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { escapeToken } from '../../scripts/contract/pointer.js';
import { dereference } from '../../scripts/contract/references.js';
import type { Schema } from '../../scripts/contract/schema.js';

/**
 * Returns JSON pointers to the parts of a value that its schema does not document: fields that are not listed, and
 * values of a set with other known values. The content of such a part is not listed again.
 */
export function inventedIn(schema: Schema, value: unknown, resolve: (schema: Schema) => Schema, at = ''): string[] {
  const foundSchema = resolve(schema);
  const either = foundSchema.anyOf ?? foundSchema.oneOf;
  if (either) {
    // A part counts as documented if any alternative schema documents it.
    const [first = [], ...otherValues] = either.map((one) => inventedIn(one, value, resolve, at));
    return first.filter((pointer) => otherValues.every((pointers) => pointers.includes(pointer)));
  }
  if (Array.isArray(value))
    return value.flatMap((item, index) => inventedIn(foundSchema.items ?? {}, item, resolve, `${at}/${index}`));
  if (!isObject(value)) {
    const knownValues = foundSchema['x-known-values'];
    return typeof value === 'string' && knownValues && !knownValues.includes(value) ? [at] : [];
  }
  const properties = { ...foundSchema.properties };
  for (const part of foundSchema.allOf ?? []) Object.assign(properties, resolve(part).properties);
  return Object.entries(value).flatMap(([name, each]) => {
    const pointer = `${at}/${escapeToken(name)}`;
    const property = properties[name];
    return property ? inventedIn(property, each, resolve, pointer) : [pointer];
  });
}

/** Returns the schemas of the bodies that use each example, by the name of the example. */
export function schemasByExample(document: OpenApiDocument): Map<string, Schema[]> {
  const schemas = new Map<string, Schema[]>();
  for (const { operation } of eachOperation(document)) {
    const responses = Object.values(operation.responses).map((each) => dereference<OpenApiResponse>(document, each));
    const bodies = [operation.requestBody ?? {}, ...responses] as Pick<OpenApiResponse, 'content'>[];
    for (const { schema, examples = {} } of bodies.flatMap(({ content = {} }) => Object.values(content)))
      for (const name of Object.keys(examples)) schemas.set(name, [...(schemas.get(name) ?? []), schema as Schema]);
  }
  return schemas;
}
