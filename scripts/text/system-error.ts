import { sanitizeLine } from './escape.js';
import words from './system-error.json' with { type: 'json' };
import { UsageError } from './usage-error.js';

const errors: Readonly<Record<string, string>> = words.errors;
const verbs: Readonly<Record<string, string>> = words.verbs;

/** Describes a system error as the end of a sentence: `the disk is full`. For other errors, returns their message. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return errors[code ?? ''] ?? message;
}

/** Whether the system caused an error, such as a full disk. Such an error is not a bug, and needs no stack trace. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

/** Names the file or address of a system error in a sentence: `Cannot open a.json: the disk is full.` */
export function describeSystemError(error: NodeJS.ErrnoException): string {
  const { path, dest, syscall = 'continue', address, port } = error as NodeJS.ErrnoException & ErrorPlace;
  const place = dest ?? path ?? (address === undefined ? '' : port === undefined ? address : `${address}:${port}`);
  return `Cannot ${verbs[syscall] ?? syscall} ${sanitizeLine(place)}`.trimEnd().concat(`: ${reasonOf(error)}.`);
}

interface ErrorPlace {
  dest?: string;
  address?: string;
  port?: number;
}

/** Node.js itself needs WebAssembly for fetch and Response, and undici needs it to read responses in the check. */
export const noWebAssemblyText =
  'directory-contract needs WebAssembly, and Node.js was started without it. Remove the option --jitless, ' +
  'which may be in NODE_OPTIONS.';

/** Describes any thrown value in sentences. An error without a cause in user or machine is a bug of this program. */
export function describeError(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (isSystemError(error)) return `${describeSystemError(error)} Correct this, then run the command again.`;
  if (error instanceof ReferenceError && typeof WebAssembly === 'undefined') return noWebAssemblyText;
  return `This is a bug in directory-contract: ${describeBug(error)}. Please report it, with the command that you ran.`;
}

function describeBug(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`.replace(/[.\s]+$/, '');
  // An object may have a `toString` that fails.
  const isObject = typeof error === 'object' && error !== null;
  return `it threw ${isObject ? 'an object that is not an error' : String(error)}`;
}
