import type { MediaType, OpenApiDocument } from '../contract/document.js';
import { type Example, mediaTypesOf } from '../contract/example-walk.js';
import { isObject } from '../contract/json.js';
import { dereference } from '../contract/references.js';

type ExampleMap = Record<string, Example | { $ref: string }>;

const folder = '#/components/examples/';

/** Writes an operationId with a capital letter, so that the name of a component can begin with it. */
export function capitalize(id: string): string {
  return `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

/** Adds an example to the components, under a free name. @returns the `examples` for a body with only this one */
export function addExample(document: OpenApiDocument, name: string, example: Example): ExampleMap {
  const examples = componentsOf(document);
  const unusedName = findUnusedName(examples, name);
  examples[unusedName] = example;
  return { [unusedName]: { $ref: folder + unusedName } };
}

/**
 * Changes the examples of one body. An example shared with other bodies stays unchanged there.
 *
 * @param useCounts how many bodies use each example; this function updates it, so pass the same map for further bodies
 */
export function changeBodyExamples(
  document: OpenApiDocument,
  media: MediaType,
  change: (example: Example) => Example,
  useCounts: Map<string, number> = countExampleUses(document),
): void {
  const examples: ExampleMap = {};
  const droppedNames: string[] = [];
  for (const [name, node] of Object.entries((media.examples ?? {}) as ExampleMap)) {
    const component = nameOf(node);
    const example = dereference<Example>(document, node);
    if (component === undefined) examples[name] = change(example);
    else if ((useCounts.get(component) ?? 0) > 1) {
      Object.assign(examples, addExample(document, name, change(example)));
      droppedNames.push(component);
    } else {
      componentsOf(document)[component] = change(example);
      examples[name] = node;
    }
  }
  if (media.examples) media.examples = examples as NonNullable<MediaType['examples']>;
  for (const component of new Set(droppedNames)) useCounts.set(component, (useCounts.get(component) ?? 0) - 1);
}

/** Removes from the components the examples of a replaced body, unless another body uses them. */
export function dropUnusedExamples(document: OpenApiDocument, replacedBody: MediaType | undefined): void {
  const useCounts = countExampleUses(document);
  for (const node of Object.values((replacedBody?.examples ?? {}) as ExampleMap)) {
    const component = nameOf(node);
    if (component !== undefined && !useCounts.has(component)) delete componentsOf(document)[component];
  }
}

export function countExampleUses(document: OpenApiDocument): Map<string, number> {
  const useCounts = new Map<string, number>();
  for (const { examples = {} } of mediaTypesOf(document)) {
    for (const name of new Set(Object.values(examples).map(nameOf)))
      if (name !== undefined) useCounts.set(name, (useCounts.get(name) ?? 0) + 1);
  }
  return useCounts;
}

function componentsOf(document: OpenApiDocument): Record<string, Example> {
  document.components['examples'] ??= {};
  return document.components['examples'] as Record<string, Example>;
}

function nameOf(node: unknown): string | undefined {
  const ref = isObject(node) ? node['$ref'] : undefined;
  return typeof ref === 'string' && ref.startsWith(folder) ? ref.slice(folder.length) : undefined;
}

function findUnusedName(others: object, name: string): string {
  let unusedName = name;
  for (let number = 2; Object.hasOwn(others, unusedName); number += 1) unusedName = `${name}${number}`;
  return unusedName;
}
