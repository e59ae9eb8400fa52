import { describe, expect, it } from 'vitest';
import { valueAt } from '../../scripts/contract/pointer.js';
import { createSchemaResolver } from '../../scripts/contract/references.js';
import { bundle } from '../spec/bundle.js';
import { inventedIn, schemasByExample } from './invented.js';

type Example = { value: unknown; 'x-invented'?: string[] };
const namedEntries = Object.entries(bundle.components['examples'] ?? {}) as [string, Example][];
const resolve = createSchemaResolver(bundle);
const schemas = schemasByExample(bundle);

/** Returns the parts of an example that no schema of the example documents. */
function inventedOf(name: string): string[] {
  const { value } = Object.fromEntries(namedEntries)[name] as Example;
  return [...new Set((schemas.get(name) ?? []).flatMap((schema) => inventedIn(schema, value, resolve)))];
}

describe('x-invented', () => {
  it.each(namedEntries)(
    'of %s names each part that no schema documents, and each pointer leads somewhere',
    (name, example) => {
      const pointers = example['x-invented'] ?? [];
      expect(inventedOf(name).filter((pointer) => !pointers.includes(pointer))).toEqual([]);
      const nowhere = pointers.filter((pointer) => valueAt(example.value, pointer) === undefined);
      expect(nowhere).toEqual([]);
      if ('x-invented' in example) expect(pointers.length).toBeGreaterThan(0);
    },
  );

  it('marks each body that has text or fields of our own', () => {
    const of = (name: string) => (Object.fromEntries(namedEntries)[name] as Example)['x-invented'];
    expect(of('ApiErrorRecordNotFound')).toEqual(['/detail']);
    expect(of('PartnerEntryUpdateComplete')).toEqual(['/type', '/owner/id', '/owner/name', '/media/0/type']);
    expect(of('ReviewExport')).toEqual(['']);
    expect(of('PartnerEntryEditApproved')).toEqual(['/entry', '/state']);
  });
});
