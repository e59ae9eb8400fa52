import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

/**
 * Writes all bytes to an open file; a single system call may write only a part of them.
 *
 * @param position offset in the file; by default the end of the last write
 */
export function writeBytes(descriptor: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length; ) {
    const at = position === undefined ? undefined : position + done;
    done += writeSync(descriptor, bytes, done, bytes.length - done, at);
  }
}

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
