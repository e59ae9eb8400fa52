import { sampleValue } from '../check/values/sample.js';
import type { OpenApiDocument } from '../contract/document.js';
import { type Example, ExampleWalk, exampleBodies } from '../contract/example-walk.js';
import type { Json, Node } from '../contract/json.js';
import { escapeToken, valueAt } from '../contract/pointer.js';
import { createSchemaResolver } from '../contract/references.js';
import type { Schema } from '../contract/schema.js';
import { subschemas } from '../contract/schema-walk.js';

export interface ExamplePlace {
  example: Example;
  /** JSON pointer into the value of the example. */
  pointer: string;
  /** A string that makes derived values differ between resources. One resource has one salt in all examples. */
  salt: string;
}

export type ValueChange = (value: unknown, place: ExamplePlace) => unknown;

/** Changes each value of a component schema, at any depth in the examples of all bodies. */
export function changeValues(document: OpenApiDocument, name: string, change: ValueChange): void {
  changeValuesOf(document, new Map([[document.components['schemas']?.[name] as Schema, change]]));
}

/** Like `changeValues` for several object schemas, in a single walk, because a walk through all examples takes long. */
export function changeValuesOf(document: OpenApiDocument, changes: ReadonlyMap<Schema, ValueChange>): void {
  const resolve = createSchemaResolver(document);
  const isAffected = (schema: unknown): boolean =>
    changes.has(schema as Schema) || [...subschemas(schema)].some((each) => isAffected(each.schema));
  changeExamples(
    document,
    (schema, value, place) => {
      const change = changes.get(resolve(schema));
      return change ? change(value, place) : value;
    },
    createReachTest(document, isAffected),
  );
}

/** Changes each value in body examples, inner values first. @param mayChange false for a body to skip */
export function changeExamples(
  document: OpenApiDocument,
  change: (schema: Schema, value: unknown, place: ExamplePlace) => unknown,
  mayChange: (body: Schema, example: Example) => boolean = () => true,
): void {
  const bodies = exampleBodies(document);
  const walk = new ExampleWalk(document, bodies);
  for (const [example, body] of bodies) {
    if (!mayChange(body, example)) continue;
    example.value = walk.mapValues(body, example.value, ({ schema, value, pointer, id }) =>
      change(schema, value, { example, pointer, salt: id ?? pointer }),
    );
    forgetInvented(example, (pointer) => valueAt(example.value, pointer) === undefined);
  }
}

/** Invents a value for a place in an example, and marks it as invented. */
export function inventValue(
  document: OpenApiDocument,
  schema: Schema,
  name: string,
  place: ExamplePlace,
): Json | undefined {
  const value = deriveValue(document, schema, name, place.salt);
  if (value !== undefined) markInvented(place);
  return value;
}

/** Adds an invented value for each given field that an object in an example lacks. */
export function withFields(
  document: OpenApiDocument,
  value: Node,
  names: readonly string[],
  properties: Readonly<Record<string, Schema>>,
  { pointer, ...place }: ExamplePlace,
): Record<string, unknown> {
  const additions = names
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => {
      const at = { ...place, pointer: `${pointer}/${escapeToken(name)}` };
      return [name, inventValue(document, properties[name] ?? {}, name, at)];
    });
  return { ...value, ...Object.fromEntries(additions.filter(([, each]) => each !== undefined)) };
}

export function markInvented({ example, pointer }: ExamplePlace): void {
  const pointers = example['x-invented'] ?? [];
  if (pointers.some((otherPointer) => pointer === otherPointer || pointer.startsWith(`${otherPointer}/`))) return;
  example['x-invented'] = [...pointers.filter((otherPointer) => !otherPointer.startsWith(`${pointer}/`)), pointer];
}

export function forgetInvented(example: Example, isGone: (pointer: string) => boolean): void {
  const pointers = (example['x-invented'] ?? []).filter((pointer) => !isGone(pointer));
  if (pointers.length > 0) example['x-invented'] = pointers;
  else delete example['x-invented'];
}

/** Returns an example of the schema, or else a fitting value that name and salt select; undefined if none fits. */
export function deriveValue(document: OpenApiDocument, schema: Schema, name: string, salt: string): Json | undefined {
  // Make a new resolver, because facts about schemas are cached by resolver, and answers change schemas.
  const resolve = createSchemaResolver(document);
  return sampleValue(schema, name, { resolve, references: () => [], salt, isForDocs: true });
}

/**
 * Returns a function that says whether a schema is a target, or contains or refers to one, at any depth. The function
 * may wrongly return true, but never wrongly false.
 */
export function createReachTest(
  { components }: OpenApiDocument,
  isTarget: (schema: unknown) => boolean,
): (schema: unknown) => boolean {
  const all = Object.entries(components['schemas'] ?? {}).map(
    ([name, schema]) => ({ name, isFound: isTarget(schema), references: namesIn(schema) }) as const,
  );
  const names = new Set(all.filter(({ isFound }) => isFound).map(({ name }) => name));
  // The loop also visits the names that it adds to the set.
  for (const target of names) for (const { name, references } of all) if (references.has(target)) names.add(name);
  return (schema) => isTarget(schema) || [...namesIn(schema)].some((name) => names.has(name));
}

/** The names of the component schemas to which a schema refers directly. Searching the JSON text is the fastest way. */
function namesIn(schema: unknown): ReadonlySet<string> {
  const text = JSON.stringify(schema);
  return new Set(Array.from(text.matchAll(/"#\/components\/schemas\/([^"]+)"/g), ([, name = '']) => name));
}

export function hasAlternatives(schema: unknown): boolean {
  const text = JSON.stringify(schema).replaceAll(/"anyOf":\[\{"\$ref":"[^"]*"\},\{"type":"null"\}\]/g, '');
  return /"(?:anyOf|oneOf)":/.test(text);
}
