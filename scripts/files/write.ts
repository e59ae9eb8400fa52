import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from './sync-folder.js';
import { UsageError } from '../text/usage-error.js';

/**
 * Writes a report whole or not at all: to a file beside its place first, which takes the place when all of it is on disk.
 * Folders on the way are made. What is no file (a pipe, a device) is written to as it is.
 *
 * @throws UsageError where it cannot be written; then the file that was there is as before
 */
export function writeReport(path: string, text: string): void {
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw new Error('it is a folder');
    if (there && !there.isFile()) writeTo(path, 'w', text, undefined);
    else replace(there ? realpathSync(path) : path, text, there?.mode);
  } catch (error) {
    const next = 'What was there is as before. Name another place, or make room there.';
    throw new UsageError(`Cannot write the report ${path}: ${(error as Error).message}. ${next}`);
  }
}

function replace(path: string, text: string, mode: number | undefined): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    writeTo(temporary, 'wx', text, mode);
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeTo(path: string, flags: 'w' | 'wx', text: string, mode: number | undefined): void {
  const bytes = Buffer.from(text);
  const file = openSync(path, flags);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done);
    if (flags === 'w') return;
    if (mode !== undefined) fchmodSync(file, mode);
    fsyncSync(file);
    const { size } = fstatSync(file);
    if (size !== bytes.length) throw new Error(`${size} of ${bytes.length} bytes arrived`);
  } finally {
    closeSync(file);
  }
}
