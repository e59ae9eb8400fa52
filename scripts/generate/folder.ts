import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ModuleFormat } from '../build/artefacts/validators/validators-file.js';
import { writeAllFiles } from '../files/whole-file.js';
import { findDifferentLine } from '../text/different-line.js';
import { sanitize } from '../text/escape.js';
import { reasonOf } from '../text/system-error.js';
import { UsageError } from '../text/usage-error.js';
import { type GeneratedFile, generatedMark } from './files.js';

/**
 * Writes the files that differ from those in a folder, all or none, and touches no other file.
 *
 * @returns the names of the files that were written
 * @throws UsageError if a file of one of the names was not generated, or if one cannot be written
 */
export function writeFolder(folder: string, files: readonly GeneratedFile[]): string[] {
  const changedFiles = files.filter(({ name, text }) => {
    const current = textOf(join(folder, name));
    if (current !== undefined && !isGenerated(current))
      throw new UsageError(
        `${sanitize(join(folder, name))} was not made by this command, which would replace it. Choose another folder ` +
          'with --out, or remove the file.',
      );
    return current !== text;
  });
  writeAllFiles(changedFiles.map(({ name, text }) => ({ path: join(folder, name), text })));
  return changedFiles.map(({ name }) => name);
}

/** All differences between a folder and the files that this command would write there, one text for each file. */
export function differencesOf(folder: string, files: readonly GeneratedFile[]): string[] {
  const differences = files.flatMap(({ name, text }) => {
    const path = sanitize(join(folder, name));
    const current = textOf(join(folder, name));
    if (current === undefined) return [`${path} is missing.`];
    // Git may write the line ends of Windows.
    const unix = current.replaceAll('\r\n', '\n');
    if (unix === text) return [];
    const { line, text: lines } = findDifferentLine(text, unix);
    return [`${path}:${line} differs.\n${lines}`];
  });
  const extra = staleFiles(folder, files).map(
    (name) => `${sanitize(join(folder, name))} is not made any more. Remove it.`,
  );
  return [...differences, ...extra];
}

/** Generated files in a folder that this version does not make. */
export function staleFiles(folder: string, files: readonly GeneratedFile[]): string[] {
  const names = new Set(files.map(({ name }) => name));
  const entries = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
  return entries
    .filter((name) => !names.has(name) && !isCompiled(name, names) && isGenerated(textOf(join(folder, name)) ?? ''))
    .sort();
}

/** Whether a compiler made a file from one of these files. Compilers copy the comment that marks generated files. */
function isCompiled(name: string, names: ReadonlySet<string>): boolean {
  const source = name.replace(/(?:\.js|\.d\.ts)$/, '.ts');
  return source !== name && names.has(source);
}

function isGenerated(text: string): boolean {
  return text.slice(0, 200).includes(generatedMark);
}

/** @throws UsageError if the file exists and cannot be read */
function textOf(path: string): string | undefined {
  try {
    return statSync(path).isFile() ? readFileSync(path, 'utf8') : '';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new UsageError(`${sanitize(path)} cannot be read: ${reasonOf(error)}. Correct this, then run it again.`);
  }
}

/** The form of a `.js` file in a folder, by the nearest package.json, as Node.js and TypeScript decide it. */
export function moduleForm(folder: string): ModuleFormat {
  for (let at = folder; ; at = dirname(at)) {
    const type = typeIn(join(at, 'package.json'));
    if (type !== undefined || at === dirname(at)) return type === 'module' ? 'esm' : 'commonjs';
  }
}

/** The `type` of a package.json, null if it has no `type`; undefined if the file does not exist, or is not JSON. */
function typeIn(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { type?: unknown }).type ?? null;
  } catch {
    return undefined;
  }
}
