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
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from './sync-folder.js';
import { writeBytes } from './write-bytes.js';

/** The new content of a file, all of which is written beside it. */
export interface StagedFile {
  /** Its path until it takes its place. */
  readonly draft: string;
  /** Replaces the file. @throws Error where the system refuses; then the file is as before, and nothing is beside it */
  takePlace(): void;
  /** Removes what is beside the file. */
  drop(): void;
}

export interface Staging {
  /** Path of the content until it takes its place, for one process at a time; by default one that nobody else has. */
  draft?: string;
  /**
   * False for files that one command makes again: a power cut may leave them empty. By default the disk is waited for.
   */
  isSynced?: boolean;
}

/**
 * Writes the new content of a file beside it. Folders on the way are made, links are followed, and the file keeps its
 * mode.
 *
 * @throws Error where the disk does not take all of it; then nothing is left of it
 */
export function stageFile(
  path: string,
  pieces: Iterable<string | Uint8Array>,
  { draft: named, isSynced = true }: Staging = {},
): StagedFile {
  const there = statSync(path, { throwIfNoEntry: false });
  // Renaming would put a file in the place of a link.
  const place = there ? realpathSync(path) : path;
  mkdirSync(dirname(place), { recursive: true });
  const draft = named ?? join(dirname(place), `.${randomUUID()}.tmp`);
  const drop = (): void => rmSync(draft, { force: true });
  const descriptor = openSync(draft, 'w');
  try {
    if (there) fchmodSync(descriptor, there.mode);
    writePieces(descriptor, pieces);
    if (isSynced) fsyncSync(descriptor);
  } catch (error) {
    drop();
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return {
    draft: draft,
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
  if (found !== size) throw new Error(`${found} of ${size} bytes arrived`);
}

/**
 * Writes a file whole or not at all. What is no file (a pipe, a device) is written to as it is.
 *
 * @throws Error where it cannot be written; then the file that was there is as before
 */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new Error('it is a folder');
  if (!there || there.isFile()) {
    stageFile(path, [content]).takePlace();
    return;
  }
  const descriptor = openSync(path, 'w');
  try {
    writeBytes(descriptor, Buffer.from(content));
  } finally {
    closeSync(descriptor);
  }
}

/** One of several files could not be written. */
export class UnwrittenFile extends Error {
  override readonly name = 'UnwrittenFile';
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/**
 * Writes all files or none: none takes its place before each is written, and where one then cannot, those before it
 * become what they were.
 *
 * @throws UnwrittenFile which names the file; then all are as before
 */
export function writeAllWhole(
  files: readonly { path: string; text: string }[],
  staging: Pick<Staging, 'isSynced'> = {},
): void {
  const undo: (() => void)[] = [];
  let at = '';
  try {
    const staged = files.map(({ path, text }) => {
      at = path;
      const file = stageFile(path, [text], staging);
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
    throw new UnwrittenFile(at, (error as Error).message);
  }
}
