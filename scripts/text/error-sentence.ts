import { isSystemError, systemSentence } from './system-error.js';
import { UsageError } from './usage-error.js';

/** Node.js itself needs it for fetch and Response, and undici for the responses to the check. */
export const noWebAssembly =
  'This needs WebAssembly, and Node.js was started without it. Remove --jitless from its options; it may be in ' +
  'NODE_OPTIONS.';

/**
 * Any error as sentences for the user. Whatever the user or the machine has not caused is a mistake of this program.
 * The value may be anything, since anything can be thrown.
 */
export function errorSentence(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (isSystemError(error)) return `${systemSentence(error)} Correct this, then run the command again.`;
  if (error instanceof ReferenceError && typeof WebAssembly === 'undefined') return noWebAssembly;
  return `This is a mistake of directory-contract: ${nameOf(error)}. Please report it with the command line.`;
}

function nameOf(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`.replace(/[.\s]+$/, '');
  // An object may have a `toString` that fails.
  const isObject = typeof error === 'object' && error !== null;
  return `it threw ${isObject ? 'an object that is no error' : String(error)}`;
}
