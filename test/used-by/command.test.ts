import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type DiffFlags, runDiff } from '../../scripts/commands/diff/run.js';
import { type Ran, ranWith } from '../commands/check/fixture.js';
import { type Edit, edited } from '../diff/documents.js';
import { expectedBeside } from '../expected-beside.js';
import { teamFolder } from './team-folder.js';

interface Row {
  title: string;
  files: Record<string, string>;
  after?: Edit;
  flags: DiffFlags;
  code?: number;
  /** The whole text after the changes themselves, or parts of the output. */
  report?: string;
  says?: string[];
  json?: object;
  error?: string;
}

const rows = expectedBeside<Row[]>(import.meta.url, 'command.yaml');

async function run({ files, after = {}, flags }: Row): Promise<Ran> {
  const folder = teamFolder(files);
  writeFileSync(join(folder, 'old.json'), edited());
  writeFileSync(join(folder, 'new.json'), edited(after));
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  try {
    return await ranWith((streams) => runDiff(join(folder, 'old.json'), join(folder, 'new.json'), flags, streams));
  } finally {
    vi.restoreAllMocks();
  }
}

it.each(rows.map((row) => [row.title, row] as const))('%s', async (_, row) => {
  const { code = 0, report, says = [], json, error } = row;
  const { output, errors, code: foundCode } = await run(row);
  expect({ foundCode, errors }).toEqual({ foundCode: code, errors: error ?? '' });
  if (report !== undefined) expect(output.slice(output.indexOf('Changes that'))).toBe(report);
  for (const text of says) expect(output).toContain(text);
  if (json) expect(JSON.parse(output)).toMatchObject(json);
});
