import type { SchemaPart } from './draft.js';
import { fieldNamed } from './fields.js';
import { mendExamples } from './mended-examples.js';
import { single, type Teach } from './teaching.js';

/** Names of fields that are always there, for a schema and those inside of it. */
export function requiredFields(root: string): Teach<string[]> {
  return single(({ draft, value }) => {
    for (const [index, written] of value.entries()) {
      const { owner, name } = fieldNamed(draft, root, written, `/value/${index}`);
      requireField(owner, name);
    }
    mendExamples(draft.document);
    return undefined;
  });
}

/** Requires a field, in the order of the fields. */
export function requireField(owner: SchemaPart, name: string): void {
  const required = new Set([...(owner.required ?? []), name]);
  owner.required = Object.keys(owner.properties ?? {}).filter((each) => required.has(each));
}
