import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { findUp } from '../files/find-up.js';
import { isOutside } from '../files/named-file.js';
import { sanitize } from '../text/escape.js';
import { isSystemError } from '../text/system-error.js';
import { UsageError } from '../text/usage-error.js';

/** Maximum number of milliseconds that one call of git may take. */
const timeout = 30_000;

/** The output of git; or, if git failed, its first line about the problem, safe to print. */
type GitAnswer = { output: Buffer; problem?: undefined } | { output?: undefined; problem: string };

/**
 * Runs git in a folder. It never asks for a password.
 *
 * @throws UsageError if git is not installed, takes too long, or prints more than `maxBytes`
 */
export function runGit(folder: string, args: readonly string[], maxBytes = 10_000_000): GitAnswer {
  const { status, stdout, stderr, error } = spawnSync('git', ['-C', folder, ...args], {
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: maxBytes,
    timeout,
  });
  if (status === 0 && !error) return { output: stdout };
  const code = isSystemError(error) ? error.code : undefined;
  if (code === 'ENOENT') throw new UsageError('git is not installed, or not in PATH. Install it, or name two files.');
  if (code === 'ENOBUFS') return { problem: `it has more than ${maxBytes / 1e6} MB` };
  if (code === 'ETIMEDOUT') return { problem: `git did not end within ${timeout / 1000} s` };
  const [line = ''] = stderr.toString().split('\n');
  return { problem: sanitize(line.replace(/^fatal: /, '')) || `git ended with exit code ${status}` };
}

/** A work tree of git. */
export interface Repository {
  /** The absolute path of its top folder. */
  top: string;
  /** The path from there to the current folder: empty, or with a slash at its end. */
  prefix: string;
}

/** The repository around a folder. @throws UsageError if there is none */
export function findRepository(folder: string): Repository {
  const { output, problem } = runGit(folder, ['rev-parse', '--show-toplevel', '--show-prefix']);
  if (output === undefined)
    throw new UsageError(
      `A revision can be read only in a git repository: ${problem}. Run the command in a clone, or name two files.`,
    );
  const [top = '', prefix = ''] = output.toString().split('\n');
  return { top, prefix };
}

export function isInRepository(folder: string): boolean {
  return runGit(folder, ['rev-parse', '--git-dir']).output !== undefined;
}

/** The hash of the commit that a revision such as `origin/main` names; undefined if it names none. */
export function findCommit(folder: string, revision: string): string | undefined {
  // A name that begins with a hyphen would be an option of git.
  if (revision.startsWith('-')) return undefined;
  return runGit(folder, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`])
    .output?.toString()
    .trim();
}

/** The content of a file in a commit, whose path begins at the top; or the reason why it cannot be read. */
export function readCommittedFile(folder: string, commit: string, path: string, maxBytes: number): GitAnswer {
  const { output, problem } = runGit(folder, ['cat-file', 'blob', `${commit}:${path}`], maxBytes);
  if (output !== undefined) return { output };
  const isMissing = problem.startsWith('path ');
  return { problem: isMissing ? 'it does not exist there' : problem };
}

/** The paths of all files of a commit. */
export function listCommittedFiles(folder: string, commit: string): string[] {
  const { output } = runGit(folder, ['ls-tree', '-r', '-z', '--full-tree', '--name-only', commit]);
  return output?.toString().split('\0').filter(Boolean) ?? [];
}

/**
 * The root of the paths that a forge knows: the checkout of a job of GitHub, else the top of the repository around a
 * folder, else the folder itself. It is found without git, which images for CI often lack.
 */
export function findRoot(folder: string, environment: NodeJS.ProcessEnv = process.env): string {
  const current = realpathSync(folder);
  const workspace = environment['GITHUB_WORKSPACE'] ?? '';
  const checkout = existsSync(workspace) ? realpathSync(workspace) : undefined;
  if (checkout !== undefined && !isOutside(relative(checkout, current))) return checkout;
  return findUp(current, '.git') ?? current;
}
