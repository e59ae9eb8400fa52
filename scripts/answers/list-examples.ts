import type { MediaType, OpenApiDocument, OpenApiResponse } from '../contract/document.js';
import { type Example, examplesOf } from '../contract/example-walk.js';
import { eachOperation } from '../contract/operations.js';
import { dereference } from '../contract/references.js';

/** How the examples of a list change. */
export interface ListChange {
  /** Changes of the same form do the same. */
  form: string;
  /** Returns the example as it is then. */
  of(example: Example): Example;
}

/**
 * Changes the examples of some lists. A component that other bodies refer to as well stays for them, and the changed
 * example becomes a component of its own, `<name>Page`.
 */
export function changeListExamples(document: OpenApiDocument, changes: ReadonlyMap<MediaType, ListChange>): void {
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
