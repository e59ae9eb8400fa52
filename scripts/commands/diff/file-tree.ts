import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { FileTree } from '../../contract/files/referenced-files.js';
import { limits } from '../../contract/parse-yaml.js';
import { findUp } from '../../files/find-up.js';
import { readUpTo } from '../../files/line-file.js';
import { checkNamedFile } from '../../files/named-file.js';
import { readCommittedFile } from '../../system/git.js';
import { reasonOf } from '../../text/system-error.js';

/** The files of a work tree, or of a commit. Paths begin at the top, and have slashes. */
export interface FileSource {
  /** The top folder of the repository; for a document outside of any, the folder of the document. */
  top: string;
  /** Without it, the files are read from the work tree. */
  revision?: { name: string; commit: string };
}

/** The content of a file, or the reason why it cannot be read. No path may lead out of the source. */
export function readFileAt({ top, revision }: FileSource, path: string): Uint8Array | string {
  if (path.startsWith('../') || path.startsWith('/')) return `is outside of ${top}`;
  if (!revision) return readBelow(top, path);
  const { output, problem } = readCommittedFile(top, revision.commit, path, limits.bytes);
  return output ?? `cannot be read in ${revision.name}: ${problem}`;
}

function readBelow(top: string, path: string): Uint8Array | string {
  const file = join(top, path);
  const mistake = checkNamedFile(file, top);
  if (mistake !== undefined) return mistake;
  if (!existsSync(file)) return 'does not exist';
  try {
    return readUpTo(file, limits.bytes) ?? `has more than ${limits.bytes / 1e6} MB`;
  } catch (error) {
    return `cannot be read: ${reasonOf(error)}`;
  }
}

/** @param currentFolder the folder from which people read the names of files in the work tree */
export function toFileTree(source: FileSource, currentFolder: string): FileTree {
  const { top, revision } = source;
  return {
    read: (path) => readFileAt(source, path),
    nameOf: (path) => (revision ? `${revision.name}:${path}` : relative(currentFolder, join(top, path))),
  };
}

/** The source around a folder: the repository in whose work tree it is, or only this folder. */
export function sourceAround(folder: string): FileSource {
  return { top: findUp(folder, '.git') ?? folder };
}

/** The path of a file in its source. */
export function pathIn({ top }: FileSource, file: string): string {
  return relative(top, file).split(sep).join('/');
}
