import { readdirSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { sanitizeLine } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';

/**
 * Finds files by paths, by folders, whose JSON files count at any depth, and by patterns with `*` and `**`: Node.js 20
 * has no stable function for patterns. Files in `node_modules` and in hidden folders do not count.
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
  const expression = new RegExp(`^${pattern.replace(/\*\*\/|\*|[\\^$.+?()[\]{}|]/g, toExpression)}$`);
  const names = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder, { recursive: true }) : [];
  const paths = names
    .map((name) => toSlashes(join(folder, String(name))))
    .filter((path) => expression.test(path) && !/(?:^|\/)(?:node_modules|\.\w[^/]*)\//.test(path));
  if (paths.length > 0) return paths.sort();
  throw new UsageError(`Expected files at ${sanitizeLine(source)}, found none. Correct the path or the pattern.`);
}

function toSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

function toExpression(part: string): string {
  return part === '**/' ? '(?:.*/)?' : part === '*' ? '[^/]*' : `\\${part}`;
}
