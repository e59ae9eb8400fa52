import { writeSync } from 'node:fs';

/**
 * Writes all bytes to an open file; one call of the system may take only a part of them.
 *
 * @param position where in the file they go; without it, where the last write ended
 */
export function writeBytes(descriptor: number, bytes: Uint8Array, position?: number): void {
  for (let done = 0; done < bytes.length; ) {
    const at = position === undefined ? undefined : position + done;
    done += writeSync(descriptor, bytes, done, bytes.length - done, at);
  }
}
