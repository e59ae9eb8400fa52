import { expect } from 'vitest';
import type { YAMLMap, YAMLSeq } from 'yaml';
import { yamlBeside } from './yaml-beside.js';

const types: Readonly<Record<string, unknown>> = { Array, Number, Object, String };

/** Tags for expected values that a test knows only in part. */
const expectations = [
  {
    tag: '!any',
    resolve: (name: string) => (name === 'Value' ? expect.anything() : expect.any(types[name])) as unknown,
  },
  { tag: '!like', resolve: (pattern: string) => expect.stringMatching(new RegExp(pattern)) as unknown },
  { tag: '!with', resolve: (text: string) => expect.stringContaining(text) as unknown },
  {
    tag: '!some',
    collection: 'seq' as const,
    resolve: (items: unknown) => expect.arrayContaining((items as YAMLSeq).toJSON() as unknown[]) as unknown,
  },
  {
    tag: '!part',
    collection: 'map' as const,
    resolve: (fields: unknown) => expect.objectContaining((fields as YAMLMap).toJSON() as object) as unknown,
  },
];

/**
 * Reads a YAML file beside a test, like `yamlBeside`. In the file, `!any String` is any text, `!any Value` any value,
 * `!like ^a` a text that matches a pattern, `!with a` a text that contains another, `!some [a]` a list with these
 * items, and `!part {a: 1}` an object with these fields.
 */
export function expectedBeside<Content>(...[test, name, names]: Parameters<typeof yamlBeside>): Content {
  return yamlBeside(test, name, names, expectations);
}
