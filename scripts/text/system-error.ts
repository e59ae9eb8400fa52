import { sanitizeLine } from './escape.js';
import { UsageError } from './usage-error.js';

const errorWords: Readonly<Record<string, string>> = {
  EACCES: 'you have no permission',
  EADDRINUSE: 'another program uses the address',
  EADDRNOTAVAIL: 'this machine does not have the address',
  EAI_AGAIN: 'the name could not be looked up',
  EBUSY: 'another program is using it',
  ECONNREFUSED: 'nothing listens at the address',
  ECONNRESET: 'the other side closed the connection',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'a file with the same name is in the way',
  EFBIG: 'the file would be too large',
  EHOSTUNREACH: 'there is no route to the host',
  EIO: 'the disk failed to read or write',
  EISDIR: 'it is a folder, not a file',
  ELOOP: 'its symbolic links form a circle',
  EMFILE: 'this program has too many files open',
  ENAMETOOLONG: 'the name is too long',
  ENETUNREACH: 'there is no route to the network',
  ENFILE: 'the system has too many files open',
  ENOBUFS: 'this machine has no memory left for connections',
  ENOENT: 'the file or folder does not exist',
  ENOMEM: 'this machine has too little memory',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENOTEMPTY: 'the folder is not empty',
  ENOTFOUND: 'no host has this name',
  EPERM: 'the system does not permit it',
  EROFS: 'the disk is read-only',
  ETIMEDOUT: 'there was no response in time',
};

/** An error in words, for the end of a sentence: `the disk is full`. Other errors return their own message. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return errorWords[code ?? ''] ?? message;
}

/** Whether the system caused an error, such as a full disk: it is no bug here, and needs no stack trace. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

/** An error of the system as a sentence that names the file or the address: `Cannot open a.json: the disk is full.` */
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

const verbs: Readonly<Record<string, string>> = {
  copyfile: 'copy',
  fdatasync: 'write to the disk',
  fsync: 'write to the disk',
  ftruncate: 'write',
  getaddrinfo: 'look up the host',
  listen: 'listen at',
  lstat: 'look at',
  mkdir: 'make the folder',
  rmdir: 'remove the folder',
  scandir: 'list the folder',
  stat: 'look at',
  unlink: 'remove',
};

/** Node.js itself needs WebAssembly for fetch and Response, and undici needs it for the responses to the check. */
export const noWebAssembly =
  'This needs WebAssembly, and Node.js was started without it. Remove --jitless from its options; it may be in ' +
  'NODE_OPTIONS.';

/** Describes any thrown value in sentences. An error of neither user nor machine is a mistake of this program. */
export function describeError(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (isSystemError(error)) return `${describeSystemError(error)} Correct this, then run the command again.`;
  if (error instanceof ReferenceError && typeof WebAssembly === 'undefined') return noWebAssembly;
  return `This is a mistake of directory-contract: ${describeBug(error)}. Please report it with the command line.`;
}

function describeBug(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${error.message}`.replace(/[.\s]+$/, '');
  // An object may have a `toString` that fails.
  const isObject = typeof error === 'object' && error !== null;
  return `it threw ${isObject ? 'an object that is no error' : String(error)}`;
}
