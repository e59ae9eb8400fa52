import { mkdirSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

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
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
