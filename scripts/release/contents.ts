import { grouped } from '../text/numbers.js';
import { size, table } from '../text/progress.js';
import type { Tarball } from './packed-package.js';

/** The contents of a tarball, in words for its users. A file belongs to the first group that matches. */
const groups: readonly [name: string, files: RegExp][] = [
  ['types', /^dist\/.*\.d\.c?ts$/],
  ['code for CommonJS', /^dist\/.*\.cjs$/],
  ['code as ES modules, and the command', /^dist\/.*\.js$|^generated\/validators\//],
  ['schemas of the files of the check', /^dist\/check\//],
  ['texts of the rules', /^dist\/texts\//],
  ['the contract', /^generated\/openapi\./],
  ['schemas of the contract', /^generated\/schemas\//],
  ['docs', /^generated\/docs\//],
  ['the contract of the previous release', /^baseline\//],
  ['recipes', /^recipes\//],
  ['about the package', /^(?:[^/]+|dist\/THIRD-PARTY-LICENSES\.txt)$/],
  ['other files', /^/],
];

/** Returns a table of the groups of files in a tarball, largest first, with counts and bytes, and the total. */
export function contentsText({ files, size: packed, unpackedSize }: Tarball): string {
  const sums = new Map<string, { count: number; bytes: number }>();
  for (const file of files) {
    const [name = ''] = groups.find(([, pattern]) => pattern.test(file.path)) ?? [];
    const { count, bytes } = sums.get(name) ?? { count: 0, bytes: 0 };
    sums.set(name, { count: count + 1, bytes: bytes + file.size });
  }
  const rows = [...sums]
    .sort(([, a], [, b]) => b.bytes - a.bytes)
    .map(([name, { count, bytes }]) => [name, grouped(count), size(bytes)]);
  const all = ['all', grouped(files.length), size(unpackedSize)];
  return `${table([['contents', 'files', 'size'], ...rows, all], [1, 2])}\n${size(packed)} as a tarball.\n`;
}
