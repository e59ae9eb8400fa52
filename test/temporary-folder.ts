import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates an empty folder, which exists until the whole test run ends (own-machine.ts). */
export function temporaryFolder(name = 'test'): string {
  return mkdtempSync(join(process.env['TESTS_FOLDER'] ?? tmpdir(), `${name}-`));
}

/** Creates a file in a new folder, and returns its path. */
export function temporaryFile(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}
