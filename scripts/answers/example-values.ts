import type { MediaType, OpenApiDocument } from '../contract/document.js';
import { isObject } from '../contract/json.js';
import { dereference, schemaNameOf, schemaResolver } from '../contract/references.js';
import type { Schema } from '../contract/schema.js';
import { bodiesOf, type Example } from './examples.js';

export type { Example };

/** The named examples of a media type. */
export function examplesOf(document: OpenApiDocument, media: MediaType | undefined): Example[] {
  return Object.values(media?.examples ?? {}).map((node) => dereference<Example>(document, node as Example));
}

/**
 * Changes each value of a component schema in the examples of all bodies, wherever it stands inside of them.
 *
 * @param change returns the new value
 */
export function changeValues(document: OpenApiDocument, name: string, change: (value: unknown) => unknown): void {
  const resolve = schemaResolver(document);
  const seen = new Set<Example>();
  const changed = (schema: Schema, value: unknown): unknown => {
    const { properties, items, ...rest } = resolve(schema);
    let result = value;
    if (Array.isArray(value) && items) result = value.map((item) => changed(items, item));
    if (isObject(value) && properties)
      result = Object.fromEntries(
        Object.entries(value).map(([key, below]) => {
          const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
          return [key, property ? changed(property, below) : below];
        }),
      );
    for (const part of [...(rest.allOf ?? []), ...(rest.anyOf ?? []), ...(rest.oneOf ?? [])])
      result = changed(part, result);
    return schemaNameOf(schema.$ref) === name ? change(result) : result;
  };
  for (const media of bodiesOf(document)) {
    for (const example of examplesOf(document, media)) {
      if (seen.has(example)) continue;
      seen.add(example);
      example.value = changed(media.schema as Schema, example.value);
    }
  }
}
