// Stands in the place of `node:fs` for what writes the journal: it counts the steps, and keeps what of each file a
// power cut would leave.
import * as files from 'node:fs';
import { basename, dirname } from 'node:path';
import { reach } from './points.js';

export { closeSync, constants, existsSync, fstatSync, readFileSync, readSync } from 'node:fs';

/**
 * A copy of what was on disk for sure, beside the file: its bytes as of the last sync, once its name was synced, too.
 */
export function syncedCopy(file: string): string {
  return `${file}.synced`;
}

const paths = new Map<number, string>();
/** Bytes that are on disk under a name that is not. */
const unnamed = new Map<string, Buffer>();

export function openSync(path: string, flags: string | number, mode?: number): number {
  const isNew = !files.existsSync(path);
  const descriptor = files.openSync(path, flags, mode);
  paths.set(descriptor, path);
  if (isNew) unnamed.set(path, Buffer.alloc(0));
  return descriptor;
}

/** Into the journal a line is added; the count of its records is written in place. */
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
  const path = paths.get(descriptor) ?? '';
  const bytes = files.readFileSync(path);
  if (unnamed.has(path)) unnamed.set(path, bytes);
  else files.writeFileSync(syncedCopy(path), bytes);
}

/** Of a folder. */
export function fsyncSync(descriptor: number): void {
  reach('folder-sync');
  files.fsyncSync(descriptor);
  for (const [path, bytes] of unnamed) {
    if (dirname(path) !== paths.get(descriptor)) continue;
    files.writeFileSync(syncedCopy(path), bytes);
    unnamed.delete(path);
  }
}

/** It may come back after a power cut: no folder is synced then. */
export function rmSync(path: string, options: files.RmOptions): void {
  reach('remove');
  files.rmSync(path, options);
}
