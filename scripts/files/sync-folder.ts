import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Writes the names of a folder's files to disk. Systems on which a folder cannot be opened do it by themselves. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch {
    return;
  }
}
