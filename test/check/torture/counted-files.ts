// Replaces `node:fs` for the modules that write the journal. Counts their steps, and keeps a copy of each file as it
// would remain after a power cut.
import * as files from 'node:fs';
import { basename, dirname } from 'node:path';
import { reach } from './points.js';

export { closeSync, constants, existsSync, fstatSync, readFileSync, readSync } from 'node:fs';

/** Returns the path of the copy that a power cut would leave: the bytes of the last sync of both file and folder. */
export function syncedCopy(file: string): string {
  return `${file}.synced`;
}

/** Whether the disk forgets everything at a power cut, so that syncs have no effect. */
const isForgetful = process.env['TORTURE_DISK'] === 'forgetful';
const paths = new Map<number, string>();
/** Synced bytes of new files in a folder that is not synced yet. */
const unnamedBytes = new Map<string, Buffer>();

export function openSync(path: string, flags: string | number, mode?: number): number {
  const isNew = !files.existsSync(path);
  const descriptor = files.openSync(path, flags, mode);
  paths.set(descriptor, path);
  if (isNew) unnamedBytes.set(path, Buffer.alloc(0));
  return descriptor;
}

/** Appends to the journal, or overwrites the number of its records. */
export function writeSync(
  descriptor: number,
  bytes: Uint8Array,
  ...place: [offset: number, length?: number, position?: number]
): number {
  reach(basename(paths.get(descriptor) ?? '') === 'journal.count' ? 'count' : 'append');
  return files.writeSync(descriptor, bytes, ...place);
}

export function ftruncateSync(descriptor: number, length: number): void {
  reach('cut');
  files.ftruncateSync(descriptor, length);
}

export function fdatasyncSync(descriptor: number): void {
  reach('sync');
  files.fdatasyncSync(descriptor);
  if (isForgetful) return;
  const path = paths.get(descriptor) ?? '';
  const bytes = files.readFileSync(path);
  if (unnamedBytes.has(path)) unnamedBytes.set(path, bytes);
  else files.writeFileSync(syncedCopy(path), bytes);
}

/** Syncs a folder. */
export function fsyncSync(descriptor: number): void {
  reach('folder-sync');
  files.fsyncSync(descriptor);
  for (const [path, bytes] of unnamedBytes) {
    if (dirname(path) !== paths.get(descriptor)) continue;
    files.writeFileSync(syncedCopy(path), bytes);
    unnamedBytes.delete(path);
  }
}

/** Removes a file. The file may come back after a power cut, because the folder is not synced. */
export function rmSync(path: string, options: files.RmOptions): void {
  reach('remove');
  files.rmSync(path, options);
}
