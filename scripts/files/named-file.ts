import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { reasonOf } from '../text/system-error.js';

/** Maximum size in bytes of a file that is named in another file. */
const maxBytes = 10_000_000;

export const namedFileRule =
  'A file may refer only to regular files of at most 10 MB in its own folder or in folders below it';

export interface NamedFileOptions {
  /** Whether the program will only write the file, so that its current size does not matter. */
  isWriteOnly?: boolean;
}

/**
 * Checks a path that comes from another file, perhaps by somebody else. The path must not leave the folder of that
 * file, even by a symbolic link. It must not lead to something that could block the reader or fill the memory.
 *
 * @returns the end of a sentence, such as `is not a regular file`; undefined if the path is fine or does not exist
 */
export function checkNamedFile(
  path: string,
  folder: string,
  { isWriteOnly = false }: NamedFileOptions = {},
): string | undefined {
  try {
    if (!isBelow(realPathOf(path), folder)) return 'is outside of the folder of the file that refers to it';
    const stats = statsOf(path);
    if (!stats) return isLink(path) ? 'is a link that leads nowhere' : undefined;
    if (!stats.isFile()) return 'is not a regular file';
    return isWriteOnly || stats.size <= maxBytes ? undefined : `has ${(stats.size / 1e6).toFixed(1)} MB`;
  } catch (error) {
    return `cannot be examined: ${reasonOf(error)}`;
  }
}

export function isBelow(realPath: string, folder: string): boolean {
  const path = relative(realpathSync(folder === '' ? '.' : folder), realPath);
  return path !== '' && !isOutside(path);
}

/** Whether a relative path leads out of its folder. */
export function isOutside(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}

/** Resolves the links in a path; a part that does not exist stays unchanged. */
function realPathOf(path: string): string {
  if (statsOf(path) || dirname(path) === path) return realpathSync(path);
  return join(realPathOf(dirname(path)), basename(path));
}

function statsOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
