import type { MediaType, OpenApiDocument, OpenApiResponse } from '../contract/document.js';
import { isObject } from '../contract/json.js';
import { eachOperation } from '../contract/operations.js';
import { dereference, schemaNameOf, schemaResolver } from '../contract/references.js';
import type { Schema } from '../contract/schema.js';

/** A named example, which other operations may use as well. */
export interface Example {
  value: unknown;
  /** JSON pointers of what no source documents. */
  'x-invented'?: string[];
}

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

/** How the examples of a body change. */
export interface ExampleChange {
  /** Changes of the same form do the same. */
  form: string;
  /** Returns the example as it is then. */
  of(example: Example): Example;
}

/**
 * Changes the examples of some bodies. A component that other bodies refer to as well stays for them, and the changed
 * example becomes a component of its own, `<name>Page`.
 */
export function changeExamples(document: OpenApiDocument, changes: ReadonlyMap<MediaType, ExampleChange>): void {
  const forms = new Map<Example, (string | undefined)[]>();
  for (const media of bodiesOf(document))
    for (const example of examplesOf(document, media))
      forms.set(example, [...(forms.get(example) ?? []), changes.get(media)?.form]);
  const components = (document.components['examples'] ?? {}) as Record<string, Example>;
  const kept = new Set<Example>();
  const names = new Map<string, string>();
  for (const [media, { form, of }] of changes) {
    const changed = Object.entries(media.examples ?? {}).map(([name, node]) => {
      const example = dereference<Example>(document, node as Example);
      if (forms.get(example)?.every((each) => each === form)) {
        if (!kept.has(example)) Object.assign(example, of(example));
        kept.add(example);
        return [name, node];
      }
      const own = names.get(name + form) ?? freeName(components, `${name}Page`);
      names.set(name + form, own);
      components[own] ??= of(example);
      return [own, { $ref: `#/components/examples/${own}` }];
    });
    media.examples = Object.fromEntries(changed) as NonNullable<MediaType['examples']>;
  }
  for (const [name, example] of Object.entries(components))
    if (!kept.has(example) && forms.get(example)?.every((form) => form !== undefined)) delete components[name];
}

/** `name`, or with a number if there is such a component. */
function freeName(components: Readonly<Record<string, Example>>, name: string): string {
  for (let free = name, number = 2; ; free = `${name}${number++}`) if (!Object.hasOwn(components, free)) return free;
}

/** The media types of all requests and responses. */
function* bodiesOf(document: OpenApiDocument): Iterable<MediaType> {
  for (const { operation } of eachOperation(document)) {
    yield* Object.values(operation.requestBody?.content ?? {});
    for (const response of Object.values(operation.responses))
      yield* Object.values(dereference<OpenApiResponse>(document, response).content ?? {});
  }
}
