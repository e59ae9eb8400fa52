import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The SHA-256 digest of bytes or of a text, in hexadecimal digits. */
export function digestOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The bytes of a file; undefined if there is no such file, or it cannot be read. */
export function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** The digest of a file; undefined if there is no such file. */
export function digestOfFile(path: string): string | undefined {
  const bytes = bytesOf(path);
  return bytes && digestOf(bytes);
}
