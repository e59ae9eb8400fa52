import { fits } from '../check/values/fits.js';
import type { OpenApiDocument } from '../contract/document.js';
import { isObject, type Json } from '../contract/json.js';
import { parsePointer } from '../contract/pointer.js';
import { createSchemaResolver } from '../contract/references.js';
import type { Schema } from '../contract/schema.js';
import {
  changeExamples,
  createReachTest,
  type ExamplePlace,
  hasAlternatives,
  inventValue,
  withFields,
} from './example-values.js';

/** Makes all examples fit their schemas: adds missing required fields, cuts long strings, replaces wrong values. */
export function mendExamples(document: OpenApiDocument): void {
  const resolve = createSchemaResolver(document);
  const isValid = (schema: Schema, value: unknown) => fits(schema, value as Json, { resolve });
  const mendValue = (schema: Schema, value: unknown, place: ExamplePlace) => {
    if (isValid(schema, value)) return value;
    const { required = [], properties = {} } = resolve(schema);
    const candidate = isObject(value)
      ? withFields(document, value, required, properties, place)
      : shorten(resolve(schema), value);
    if (isValid(schema, candidate)) return candidate;
    return inventValue(document, schema, fieldAt(place.pointer), place) ?? value;
  };
  // Visit bodies with alternatives (`anyOf`) even if they fit: a value inside may fit the wrong alternative.
  const reachesAlternatives = createReachTest(document, hasAlternatives);
  changeExamples(document, mendValue, (body, { value }) => reachesAlternatives(body) || !isValid(body, value));
}

function shorten({ maxLength = Infinity }: Schema, value: unknown): unknown {
  return typeof value === 'string' ? [...value].slice(0, maxLength).join('').trimEnd() : value;
}

/** The name of the field that has a value, directly or as a list item. */
function fieldAt(pointer: string): string {
  return (
    parsePointer(pointer)
      .filter((token) => !/^\d+$/.test(token))
      .at(-1) ?? 'value'
  );
}
