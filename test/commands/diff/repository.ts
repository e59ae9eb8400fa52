import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DiffFlags, runDiff } from '../../../scripts/commands/diff/run.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { type Ran, ranWith } from '../check/fixture.js';

/** The contents of files, by path; null removes a file. */
export type Files = Readonly<Record<string, string | null>>;

const person = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];

export function runGitIn(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-C', folder, ...person, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Writes files into a folder, which it returns. */
export function writeFiles(files: Files, folder = temporaryFolder('diff')): string {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    if (text === null) rmSync(file);
    else writeFileSync(file, text);
  }
  return folder;
}

/** Returns the folder of a new repository, whose branch `main` has these files. */
export function createRepository(files: Files): string {
  const folder = writeFiles(files);
  runGitIn(folder, 'init', '--quiet', '--initial-branch=main');
  commitFiles(folder, {});
  return folder;
}

export function commitFiles(folder: string, files: Files): void {
  writeFiles(files, folder);
  runGitIn(folder, 'add', '--all');
  runGitIn(folder, 'commit', '--quiet', '--message', 'A change');
}

/** Runs the command in a folder, on 21 November 2026. */
export function diffIn(folder: string, sources: readonly string[], flags: DiffFlags = {}): Promise<Ran> {
  const [old, current] = sources;
  return ranWith((streams) => runDiff(old, current, flags, { ...streams, currentFolder: folder, today: '2026-11-21' }));
}
