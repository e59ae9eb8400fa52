import { fits } from '../check/values/fits.js';
import type { OpenApiDocument } from '../contract/document.js';
import { isObject, type Json } from '../contract/json.js';
import { parsePointer } from '../contract/pointer.js';
import { schemaResolver } from '../contract/references.js';
import type { Schema } from '../contract/schema.js';
import {
  changeExamples,
  type ExamplePlace,
  hasAlternatives,
  inventedValue,
  leadingTo,
  withFields,
} from './example-values.js';

/**
 * Makes the examples of all bodies fit their schemas again: a required field that is missing is added, a text that is
 * too long is cut, and any other value that does not fit is replaced.
 */
export function mendExamples(document: OpenApiDocument): void {
  const resolve = schemaResolver(document);
  const isRight = (schema: Schema, value: unknown) => fits(schema, value as Json, { resolve });
  const mended = (schema: Schema, value: unknown, place: ExamplePlace) => {
    if (isRight(schema, value)) return value;
    const { required = [], properties = {} } = resolve(schema);
    const tried = isObject(value)
      ? withFields(document, value, required, properties, place)
      : cut(resolve(schema), value);
    if (isRight(schema, tried)) return tried;
    return inventedValue(document, schema, fieldAt(place.pointer), place) ?? value;
  };
  // A value may fit another alternative than the one that it belongs to.
  const isUnsure = leadingTo(document, hasAlternatives);
  changeExamples(document, mended, (body, { value }) => isUnsure(body) || !isRight(body, value));
}

function cut({ maxLength = Infinity }: Schema, value: unknown): unknown {
  return typeof value === 'string' ? [...value].slice(0, maxLength).join('').trimEnd() : value;
}

/** The name of the field that a value is in, also if it is an item of a list. */
function fieldAt(pointer: string): string {
  return (
    parsePointer(pointer)
      .filter((token) => !/^\d+$/.test(token))
      .at(-1) ?? 'value'
  );
}
