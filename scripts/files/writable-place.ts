import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { whole } from '../text/escape.js';
import { isSystemError, reasonOf } from '../text/system-error.js';
import { statsOf } from './make-folder.js';

/**
 * Tells before long work why its result could not be written to a path, as a part of a sentence; undefined if it could.
 * An empty file shows for a moment whether the folder, or the nearest one above it, takes files: permissions alone do
 * not tell on a read-only disk, or below `/proc`.
 */
export function whyUnwritable(path: string): string | undefined {
  const existing = statsOf(path);
  if (existing?.isDirectory()) return 'it is a folder';
  // Pipes and devices are written to directly.
  if (existing && !existing.isFile()) return undefined;
  let folder = dirname(path);
  while (!statsOf(folder) && dirname(folder) !== folder) folder = dirname(folder);
  if (!statsOf(folder)?.isDirectory()) return `${whole(folder)} is not a folder`;
  const draft = join(folder, `.${randomUUID()}.tmp`);
  try {
    writeFileSync(draft, '', { flag: 'wx' });
    rmSync(draft);
    return undefined;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === 'EACCES') return `you have no permission to write to ${whole(folder)}`;
    return `${whole(folder)} takes no files: ${reasonOf(error)}`;
  }
}
