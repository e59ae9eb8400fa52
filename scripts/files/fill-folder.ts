import { mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './make-folder.js';

/**
 * Writes all files into a folder that is empty or missing, or none: first into a draft in it, since only there is the
 * same disk certain.
 *
 * @param files with paths relative to the folder
 * @throws Error if one cannot be written; then the folder is empty or missing, as before
 */
export function fillFolder(folder: string, files: Iterable<readonly [path: string, text: string]>): void {
  let first: string | undefined;
  const made: string[] = [];
  try {
    first = makeFolder(folder);
    const draft = mkdtempSync(join(folder, '.draft-'));
    made.push(basename(draft));
    for (const [path, text] of files) {
      makeFolder(dirname(join(draft, path)));
      writeFileSync(join(draft, path), text);
    }
    for (const name of readdirSync(draft)) {
      renameSync(join(draft, name), join(folder, name));
      made.push(name);
    }
    rmdirSync(draft);
  } catch (error) {
    for (const name of made) rmSync(join(folder, name), { recursive: true, force: true });
    if (first !== undefined) removeEmpty(folder, first);
    throw error;
  }
}

/** Removes a folder and those above it up to `first`, as far as they are empty. */
function removeEmpty(folder: string, first: string): void {
  try {
    for (let at = folder; at.length >= first.length; at = dirname(at)) rmdirSync(at);
  } catch {
    return;
  }
}
