import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { yamlBeside } from '../yaml-beside.js';
import { readOne } from './corpus/read-one.js';

const folder = fileURLToPath(new URL('corpus/documents/', import.meta.url));

type Reading = [operations: number, cases: number, ...notes: string[]];
const expected = yamlBeside<Record<string, Reading>>(import.meta.url, 'corpus.yaml');

describe('documents that resemble published ones', () => {
  const documents = readdirSync(folder).filter((name) => !name.endsWith('.md') && name !== 'rpc.yaml');

  it.each(documents)('%s is read, and the cases of its operations are listed', async (name) => {
    const outcome = await readOne(join(folder, name));
    expect(outcome.refusal).toBeUndefined();
    const [operations, cases, ...notes] = expected[name] ?? [];
    expect(outcome.operations).toBe(operations);
    expect(outcome.cases).toBeGreaterThanOrEqual(cases ?? Infinity);
    expect(outcome.notes.map((note) => note.replace(folder, ''))).toEqual(
      notes.map((words) => expect.stringContaining(words)),
    );
  });

  it('rpc.yaml is refused with a sentence, since its operations share one path', async () => {
    const { refusal } = await readOne(join(folder, 'rpc.yaml'));
    expect(refusal).toContain(
      'does not allow paths with a query or a fragment, such as /?Action=Send. Use a document with one path for each',
    );
  });
});
