import { closeSync, fsyncSync, openSync } from 'node:fs';

/** The name of a file is on disk when its folder is; systems where a folder cannot be opened see to that themselves. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch {
    return;
  }
}
