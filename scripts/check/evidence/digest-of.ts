import { createHash } from 'node:crypto';

/** A short text that tells one body from another. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64').slice(0, 16);
}
