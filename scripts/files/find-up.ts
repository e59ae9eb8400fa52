import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest folder, beginning with this one, that has a file or folder with a name; undefined if none has it. */
export function findUp(folder: string, name: string): string | undefined {
  if (existsSync(join(folder, name))) return folder;
  return dirname(folder) === folder ? undefined : findUp(dirname(folder), name);
}
