import { readdirSync, statSync } from 'node:fs';
import { join, normalize, relative } from 'node:path';
import { sanitizeLine } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';

/**
 * Finds files by paths, by folders, whose JSON files count at any depth, and by patterns with `*` and `**`: Node.js 20
 * has no stable function for patterns. Below the folder that is named, those in `node_modules` and in hidden folders do
 * not count.
 *
 * @throws UsageError if a path, a folder or a pattern leads to no file
 */
export function findFiles(sources: readonly string[]): string[] {
  return [...new Set(sources.flatMap(filesAt))];
}

function filesAt(source: string): string[] {
  const stats = statSync(source, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) return [source];
  const pattern = toSlashes(stats ? join(source, '**/*.json') : normalize(source));
  const folder = /^[^*]*\//.exec(pattern)?.[0] ?? '.';
  const expression = new RegExp(`^${pattern.replace(/\*\*\/?|\*|[\\^$.+?()[\]{}|]/g, toExpression)}$`);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  const entries = isFolder ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/(?:^|\/)(?:node_modules|\.\w[^/]*)\//.test(toSlashes(relative(folder, path))))
    .map(toSlashes)
    .filter((path) => expression.test(path));
  if (paths.length > 0) return paths.sort();
  throw new UsageError(`Expected files at ${sanitizeLine(source)}, found none. Correct the path or the pattern.`);
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

function toExpression(part: string): string {
  if (part.startsWith('**')) return part === '**' ? '.*' : '(?:.*/)?';
  return part === '*' ? '[^/]*' : `\\${part}`;
}
