import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedFiles } from '../../build/docs/published-site.js';
import { fillFolder } from '../../files/fill-folder.js';
import { visible } from '../../text/escape.js';
import { isSystemError, reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';

/**
 * Writes the docs to a folder, all files or none.
 *
 * @param source the folder of the docs
 * @param address at which they will be published, with a slash at the end; without it, the pages do not name it
 * @returns the number of files
 * @throws UsageError if the folder exists and is not empty, or if not all files can be written
 */
export function writeSite(source: string, target: string, version: string, address?: string): number {
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new UsageError(`${visible(target)} is not empty. Name another folder, or empty it first.`);
  const paths = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(source, '/').length).replaceAll('\\', '/'));
  const files = paths.map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }));
  const changed = address === undefined ? [] : publishedFiles(files, address, version);
  const all = new Map([...files, ...changed].map(({ path, text }) => [path, text]));
  try {
    fillFolder(target, all);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const next = 'Nothing was written. Name another folder with --output, or make room there.';
    throw new UsageError(`${visible(target)} cannot be filled: ${reasonOf(error)}. ${next}`);
  }
  return all.size;
}
