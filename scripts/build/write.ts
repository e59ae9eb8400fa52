import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { writeAllFiles } from '../files/whole-file.js';
import { findDifferentLine } from '../text/different-line.js';
import { BuildError } from '../text/problem.js';
import { reasonOf } from '../text/system-error.js';
import { UsageError } from '../text/usage-error.js';
import type { Artefact } from './steps.js';

/** The artefacts that are committed, so that reviewers can read their changes. */
export const committedPaths: ReadonlySet<string> = new Set([
  'generated/openapi.yaml',
  'generated/sources.sha256',
  'generated/types.ts',
  'generated/operation-table.ts',
  'generated/client.ts',
  'generated/partner-entry-update.ts',
  'generated/is-partner-entry.ts',
]);

/** Folders that belong to a single step. Files that the step no longer creates are removed from them. */
const stepFolders = ['generated/check', 'generated/docs', 'generated/schemas', 'generated/validators'];

/**
 * Writes the artefacts that differ from the existing files, either all or none: if the disk is full, the previous files
 * stay.
 *
 * @param allFiles all files that the build creates; other files in the folders of its steps are removed
 * @returns the paths of the written files
 * @throws BuildError if a file cannot be written
 */
export function writeArtefacts(
  project: string,
  artefacts: readonly Artefact[],
  allFiles: readonly { path: string }[] = artefacts,
): string[] {
  const changedArtefacts = artefacts.filter(({ path, text }) => textOf(join(project, path)) !== text);
  try {
    const files = changedArtefacts.map(({ path, text }) => ({ path: join(project, path), text }));
    const folder = files.find(({ path }) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
    if (folder) throw new Error(`${folder.path} is a folder`);
    writeAllFiles(files, undefined, false);
    removeStaleFiles(project, new Set(allFiles.map(({ path }) => path)));
  } catch (error) {
    if (error instanceof UsageError) throw new BuildError(error.message, [], 2);
    throw new BuildError(
      `Cannot write generated/: ${reasonOf(error)}. Correct this, then run the command again.`,
      [],
      2,
    );
  }
  return changedArtefacts.map(({ path }) => path);
}

function removeStaleFiles(project: string, allPaths: ReadonlySet<string>): void {
  for (const folder of stepFolders) {
    if (![...allPaths].some((path) => path.startsWith(`${folder}/`))) continue;
    for (const entry of readdirSync(join(project, folder), { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile() && !allPaths.has(relative(project, file).replaceAll('\\', '/'))) rmSync(file);
    }
  }
}

/** Describes the first committed file that differs from its artefact; undefined if no file differs. */
export function findDifference(project: string, artefacts: readonly Artefact[]): string | undefined {
  for (const { path, text: expected } of artefacts) {
    if (!committedPaths.has(path)) continue;
    const actual = textOf(join(project, path));
    if (actual === undefined) return `${path} is missing.`;
    if (actual === expected) continue;
    const { line, text } = findDifferentLine(expected, actual);
    return `${path}:${line} does not match openapi/.\n${text}`;
  }
  return undefined;
}

/** The text of a file; undefined if it does not exist or cannot be read. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
