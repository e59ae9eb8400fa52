import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { whole } from '../text/escape.js';
import { isSystemError, reasonOf } from '../text/system-error.js';
import { UsageError } from '../text/usage-error.js';
import { syncFolder, writeBytes } from './line-file.js';

/** The new content of a file, complete in a draft in the same folder. */
interface StagedFile {
  /** The path of the draft. */
  readonly draft: string;
  /** Replaces the file by the draft. @throws Error if that fails; then the file is as before, and the draft removed */
  takePlace(): void;
  /** Removes the draft. */
  drop(): void;
}

interface Staging {
  /** Path of the draft, used by one process at a time; by default a random name. */
  draft?: string;
  /** Wait for the disk (default). False for files that a command can make again: a power cut may leave them empty. */
  isSynced?: boolean;
  /** Permissions of a new file; by default those that the system gives. */
  mode?: number | undefined;
}

/**
 * Writes the new content of a file to a draft in the same folder. Makes missing folders, follows links, and keeps the
 * permissions of an existing file.
 *
 * @throws Error if the disk does not take all of it; then the draft is removed
 */
export function stageFile(
  path: string,
  pieces: Iterable<string | Uint8Array>,
  { draft: named, mode, isSynced = true }: Staging = {},
): StagedFile {
  const existing = statSync(path, { throwIfNoEntry: false });
  // Renaming would replace a link by a file.
  const place = existing ? realpathSync(path) : path;
  makeFolder(dirname(place));
  const draft = named ?? join(dirname(place), `.${randomUUID()}.tmp`);
  const drop = (): void => rmSync(draft, { force: true });
  // A killed process may have left its draft. If it is a link that somebody else has put there, the link goes.
  if (named !== undefined) drop();
  const descriptor = openSync(draft, 'wx', mode);
  try {
    if (existing) fchmodSync(descriptor, existing.mode);
    writePieces(descriptor, pieces);
    if (isSynced) fsyncSync(descriptor);
  } catch (error) {
    drop();
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return {
    draft,
    drop,
    takePlace() {
      try {
        renameSync(draft, place);
      } catch (error) {
        drop();
        throw error;
      }
      if (isSynced) syncFolder(dirname(place));
    },
  };
}

function writePieces(descriptor: number, pieces: Iterable<string | Uint8Array>): void {
  let size = 0;
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    writeBytes(descriptor, bytes);
    size += bytes.length;
  }
  const found = fstatSync(descriptor).size;
  if (found !== size) throw new Error(`only ${found} of ${size} bytes were written`);
}

/**
 * Writes a file whole or not at all. Pipes and devices are written to directly.
 *
 * @param mode permissions of a new file
 * @throws Error if it cannot be written; then an existing file is as before
 */
export function writeWhole(path: string, content: string | Uint8Array, mode?: number): void {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing?.isDirectory()) throw new Error('it is a folder');
  if (!existing || existing.isFile()) {
    stageFile(path, [content], { mode }).takePlace();
    return;
  }
  const descriptor = openSync(path, 'w');
  try {
    writeBytes(descriptor, Buffer.from(content));
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes all files or none: first all drafts, then it replaces the files. If one cannot be replaced, those before it
 * are restored.
 *
 * @param next what a person can do if one cannot be written
 * @throws UsageError that names the file; then all files and folders are as before
 */
export function writeAllWhole(
  files: readonly { path: string; text: string }[],
  next = 'Correct this, then run the command again.',
  isSynced = true,
): void {
  const undo: (() => void)[] = [];
  let at = '';
  try {
    const staged = files.map(({ path, text }) => {
      at = path;
      const first = makeFolder(dirname(path));
      if (first !== undefined) undo.push(() => removeEmpty(dirname(path), first));
      const file = stageFile(path, [text], { isSynced });
      undo.push(file.drop);
      return { path, file };
    });
    for (const { path, file } of staged) {
      at = path;
      const before = existsSync(path) ? readFileSync(path) : undefined;
      file.takePlace();
      undo.push(() => (before === undefined ? rmSync(path) : writeWhole(path, before)));
    }
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw new UsageError(`Cannot write ${whole(at)}: ${reasonOf(error)}. Nothing was written. ${next}`);
  }
}

/** Removes a folder and those above it up to `first`, as far as they are empty. */
function removeEmpty(folder: string, first: string): void {
  try {
    for (let at = folder; at.length >= first.length; at = dirname(at)) rmdirSync(at);
  } catch {
    // Somebody else has put something there.
  }
}

/**
 * Writes a report whole or not at all, and makes missing folders. Pipes and devices are written to directly.
 *
 * @param mode permissions of a new file
 * @throws UsageError if it cannot be written; then the existing file is as before
 */
export function writeReport(path: string, text: string, mode?: number): void {
  try {
    writeWhole(path, text, mode);
  } catch (error) {
    const next = 'Nothing was overwritten. Choose another path, or make room there.';
    throw new UsageError(`Cannot write the report ${whole(path)}: ${reasonOf(error)}. ${next}`);
  }
}

/**
 * Makes a folder, and those above it that are missing. Node.js itself tries for ever below a folder such as `/proc`,
 * which says of a new folder that it does not exist.
 *
 * @param mode permissions of new folders
 * @returns the first folder that was made; undefined if all were there
 * @throws Error of the system if one cannot be made
 */
export function makeFolder(folder: string, mode?: number): string | undefined {
  if (statsOf(folder)?.isDirectory()) return undefined;
  const parent = dirname(folder);
  const first = parent === folder || statsOf(parent) ? undefined : makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statsOf(folder)?.isDirectory()) throw error;
  }
  return first ?? folder;
}

/** Undefined if the path does not exist or cannot be accessed. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Tells before long work why its result could not be written to a path, as a part of a sentence; undefined if it could.
 * An empty file shows for a moment whether the folder, or the nearest one above it, takes files: permissions alone do
 * not tell on a read-only disk, or below `/proc`.
 */
export function whyUnwritable(path: string): string | undefined {
  const existing = statsOf(path);
  if (existing?.isDirectory()) return 'it is a folder';
  // Pipes and devices are written to directly.
  if (existing && !existing.isFile()) return undefined;
  let folder = dirname(path);
  while (!statsOf(folder) && dirname(folder) !== folder) folder = dirname(folder);
  if (!statsOf(folder)?.isDirectory()) return `${whole(folder)} is not a folder`;
  const draft = join(folder, `.${randomUUID()}.tmp`);
  try {
    writeFileSync(draft, '', { flag: 'wx' });
    rmSync(draft);
    return undefined;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === 'EACCES') return `you have no permission to write to ${whole(folder)}`;
    return `${whole(folder)} takes no files: ${reasonOf(error)}`;
  }
}
