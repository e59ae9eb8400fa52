import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new and empty folder. It is there until the whole run of the tests ends (own-machine.ts). */
export function temporaryFolder(name = 'test'): string {
  return mkdtempSync(join(process.env['TESTS_FOLDER'] ?? tmpdir(), `${name}-`));
}

/** A file in a folder of its own. */
export function temporaryFile(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}
