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
import { sanitizeLine } from '../text/escape.js';
import { isSystemError, reasonOf } from '../text/system-error.js';
import { UsageError } from '../text/usage-error.js';
import { flushFolder, writeBytes } from './line-file.js';

/** The new content of a file, written completely to a draft in the same folder. */
interface FileDraft {
  readonly draft: string;
  /** Replaces the file by the draft. @throws Error if that fails; the file is then unchanged, and the draft removed */
  commit(): void;
  discard(): void;
}

interface DraftOptions {
  /** Path of the draft, which only one process at a time may use; by default a random name. */
  draft?: string;
  /** Whether to wait for the disk (default). False is for files that can be made again: a power cut may empty them. */
  mustFlush?: boolean;
  /** Permissions of a new file; by default, the system chooses them. */
  mode?: number | undefined;
}

/**
 * Writes the new content of a file to a draft in the same folder. Creates missing folders, follows links, and keeps the
 * permissions of an existing file.
 *
 * @throws Error if the disk cannot store all of the content, after removing the draft
 */
export function writeDraft(
  path: string,
  chunks: Iterable<string | Uint8Array>,
  { draft: draftPath, mode, mustFlush = true }: DraftOptions = {},
): FileDraft {
  const existingStats = statSync(path, { throwIfNoEntry: false });
  // Resolve links: renaming would replace a link with a file.
  const targetPath = existingStats ? realpathSync(path) : path;
  makeFolder(dirname(targetPath));
  const draft = draftPath ?? join(dirname(targetPath), `.${randomUUID()}.tmp`);
  const discard = (): void => rmSync(draft, { force: true });
  // Remove the draft of a killed process. If somebody has put a link there, only the link is removed.
  if (draftPath !== undefined) discard();
  const descriptor = openSync(draft, 'wx', mode);
  try {
    if (existingStats) fchmodSync(descriptor, existingStats.mode);
    writeChunks(descriptor, chunks);
    if (mustFlush) fsyncSync(descriptor);
  } catch (error) {
    discard();
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return {
    draft,
    discard,
    commit() {
      try {
        renameSync(draft, targetPath);
      } catch (error) {
        discard();
        throw error;
      }
      if (mustFlush) flushFolder(dirname(targetPath));
    },
  };
}

function writeChunks(descriptor: number, chunks: Iterable<string | Uint8Array>): void {
  let size = 0;
  for (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    writeBytes(descriptor, bytes);
    size += bytes.length;
  }
  const actualSize = fstatSync(descriptor).size;
  if (actualSize !== size) throw new Error(`only ${actualSize} of ${size} bytes were written`);
}

/** Writes the whole file or nothing; if the path is a pipe, writes to it. @throws Error; an existing file then stays */
export function writeFileAtomically(path: string, content: string | Uint8Array, mode?: number): void {
  const existingStats = statSync(path, { throwIfNoEntry: false });
  if (existingStats?.isDirectory()) throw new Error('it is a folder');
  if (!existingStats || existingStats.isFile()) {
    writeDraft(path, [content], { mode }).commit();
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
 * Writes all files or none: first all drafts, then each draft replaces its file. If one fails, restores the others.
 *
 * @throws UsageError that names the failed file, after restoring all files and folders
 */
export function writeAllFiles(
  files: readonly { path: string; text: string | Uint8Array }[],
  advice = 'Correct this, then run the command again.',
  mustFlush = true,
): void {
  const undoSteps: (() => void)[] = [];
  let currentPath = '';
  try {
    const fileDrafts = files.map(({ path, text }) => {
      currentPath = path;
      const newFolder = makeFolder(dirname(path));
      if (newFolder !== undefined) undoSteps.push(() => removeEmptyFolders(dirname(path), newFolder));
      const draft = writeDraft(path, [text], { mustFlush });
      undoSteps.push(draft.discard);
      return { path, file: draft };
    });
    for (const { path, file: draft } of fileDrafts) {
      currentPath = path;
      const oldContent = existsSync(path) ? readFileSync(path) : undefined;
      draft.commit();
      undoSteps.push(() => (oldContent === undefined ? rmSync(path) : writeFileAtomically(path, oldContent)));
    }
  } catch (error) {
    for (const step of undoSteps.reverse()) step();
    throw new UsageError(
      `Cannot write ${sanitizeLine(currentPath)}: ${reasonOf(error)}. Nothing was written. ${advice}`,
    );
  }
}

/** Removes a folder and its parents up to `first`, but stops at the first folder that is not empty. */
function removeEmptyFolders(folder: string, first: string): void {
  try {
    for (let current = folder; current.length >= first.length; current = dirname(current)) rmdirSync(current);
  } catch {
    // The folder is not empty: another program has put a file there.
  }
}

/** Like `writeFileAtomically`, for a report. @throws UsageError if that fails; the file stays unchanged */
export function writeReport(path: string, text: string, mode?: number): void {
  try {
    writeFileAtomically(path, text, mode);
  } catch (error) {
    const advice = 'Nothing was overwritten. Free disk space, or choose another path.';
    throw new UsageError(`Cannot write the report ${sanitizeLine(path)}: ${reasonOf(error)}. ${advice}`);
  }
}

/**
 * Creates a folder and its missing parents. The recursive mkdir of Node.js tries for ever below a folder such as
 * `/proc`, where each attempt fails as if the new folder did not exist.
 *
 * @returns the first folder that was created; undefined if all folders existed
 * @throws Error of the system if a folder cannot be created
 */
export function makeFolder(folder: string, mode?: number): string | undefined {
  if (statsOf(folder)?.isDirectory()) return undefined;
  const parent = dirname(folder);
  const first = parent === folder || statsOf(parent) ? undefined : makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have created the folder meanwhile.
    if (!statsOf(folder)?.isDirectory()) throw error;
  }
  return first ?? folder;
}

/** Facts about a path; undefined if it does not exist or cannot be accessed. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns the reason why a later result cannot be written to a path, as a part of a sentence; undefined if it can. It
 * briefly creates an empty file in the nearest existing folder of the path: permissions alone do not show that a disk
 * is read-only, or that the folder is below `/proc`.
 */
export function whyUnwritable(path: string): string | undefined {
  const existingStats = statsOf(path);
  if (existingStats?.isDirectory()) return 'it is a folder';
  // The program writes to a pipe or device directly, without a draft.
  if (existingStats && !existingStats.isFile()) return undefined;
  let folder = dirname(path);
  while (!statsOf(folder) && dirname(folder) !== folder) folder = dirname(folder);
  if (!statsOf(folder)?.isDirectory()) return `${sanitizeLine(folder)} is not a folder`;
  const draft = join(folder, `.${randomUUID()}.tmp`);
  try {
    writeFileSync(draft, '', { flag: 'wx' });
    rmSync(draft);
    return undefined;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const name = folder === '.' ? 'the current folder' : sanitizeLine(folder);
    if (error.code === 'EACCES') return `you have no permission to write to ${name}`;
    return `no file can be created in ${name}: ${reasonOf(error)}`;
  }
}
