import { grouped } from '../text/numbers.js';
import { size, table } from '../text/progress.js';
import type { Tarball } from './packed-package.js';

/** What is in a tarball, in the words of whoever installs it. The first group that fits a file has it. */
const groups: readonly [name: string, files: RegExp][] = [
  ['types', /^dist\/.*\.d\.c?ts$/],
  ['code for CommonJS', /^dist\/.*\.cjs$/],
  ['code as ES modules, and the command', /^dist\/.*\.js$/],
  ['schemas of what the check reads and writes', /^dist\/check\//],
  ['the contract', /^generated\/openapi\./],
  ['schemas of the contract', /^generated\/schemas\//],
  ['where each place of the contract is written', /^generated\/source-map/],
  ['docs', /^generated\/docs\//],
  ['the contract of the release before', /^baseline\//],
  ['recipes', /^recipes\//],
  ['about the package', /^(?:[^/]+|dist\/THIRD-PARTY-LICENSES\.txt)$/],
  ['other files', /^/],
];

/**
 * A table of what is in a tarball by groups, largest first, with the number and the bytes of their files, then the
 * whole.
 */
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
